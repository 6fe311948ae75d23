//! Attacks by documents and by other sites fail.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::thread;

use serde_json::json;

use crate::chromium::browse;
use crate::common::fixture;

#[test]
fn markup_in_a_document_is_only_ever_text() {
    browse(&[fixture("hostile/markup.pdf")], "", async |browser, _| {
        browser.watch_refusals().await;
        let tree = ".tree-place [role=treeitem]";
        browser
            .until(&format!(
                "document.querySelector('{tree}')?.textContent.includes('<script>')"
            ))
            .await;
        browser.click(tree).await;
        browser
            .until("document.querySelector('#element h2')?.textContent.includes('<script>')")
            .await;
        for tab in [
            "thumbnails",
            "outline",
            "find",
            "layers",
            "operators",
            "faults",
        ] {
            browser.click(&format!("[data-tab={tab}]")).await;
        }
        browser
            .until("document.querySelector('.outline-title')")
            .await;
        browser.click("[data-tab=layers]").await;
        for layer in ["text", "words", "elements", "artifacts"] {
            browser.click(&format!("[data-layer={layer}]")).await;
        }
        browser
            .until("document.querySelector('.layer-text text')")
            .await;
        browser
            .point_at("document.querySelector('.layer-words rect')")
            .await;
        browser
            .until("document.querySelector('.tooltip')?.checkVisibility()")
            .await;
        for view in ["fonts", "objects", "metadata"] {
            browser.click(&format!("[data-view={view}]")).await;
            browser
                .until(&format!(
                    "document.querySelector('#view-{view}')?.textContent.includes('<script>')"
                ))
                .await;
        }
        // The same in the comparison of two analyses.
        browser.click("[data-view=compare]").await;
        browser
            .until("document.querySelectorAll('.half .page').length == 2")
            .await;
        browser
            .until("document.querySelector('.compare-bar .status').textContent.includes('on this page')")
            .await;
        // The same in the fields of the editor.
        browser.click("[data-view=correct]").await;
        browser
            .until("[...document.querySelectorAll('#view-correct input')].some(f => f.value.includes('<script>'))")
            .await;
        let injected = "document.querySelectorAll('script:not([src]), img[src=\"x\"], iframe, object, embed').length";
        assert_eq!(browser.value(injected).await, json!(0));
        assert_eq!(browser.value("window.attacked ?? null").await, json!(null));
        assert_eq!(browser.value("window.refused").await, json!([]));
    });
}

/// Serves a page of another site in a thread, and returns its address.
fn other_site() -> String {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let port = listener.local_addr().expect("an address").port();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { return };
            let _ = stream.read(&mut [0; 4096]);
            let body = "<!doctype html><title>other</title><p>Another site";
            let _ = write!(
                stream,
                "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
                body.len()
            );
        }
    });
    format!("http://localhost:{port}/")
}

#[test]
fn another_site_reads_nothing_even_if_it_knows_the_address() {
    browse(
        &[fixture("tagged/tables-and-lists.pdf")],
        "",
        async |browser, server| {
            browser
                .until("document.querySelector('.page .picture img')")
                .await;
            let picture = format!("{}api/0/pages/0/picture.png?scale=1", server.address);
            let data = format!("{}api/0", server.address);
            // Requests that the page itself may make.
            let ask = "const [url, done] = arguments; \
            fetch(url).then(a => a.text()).then(t => done(['read', t.length > 0]), () => done(['refused']))";
            let own = browser
                .client
                .execute_async(ask, vec![json!(data)])
                .await
                .unwrap();
            assert_eq!(own, json!(["read", true]));
            browser.client.goto(&other_site()).await.unwrap();
            assert_eq!(browser.text("document.title").await, "other");
            let other = browser
                .client
                .execute_async(ask, vec![json!(data)])
                .await
                .unwrap();
            assert_eq!(other, json!(["refused"]));
            let load = "const [kind, url, done] = arguments; const e = document.createElement(kind); \
            e.onload = () => done('loaded'); e.onerror = () => done('refused'); \
            e.src = url; document.body.append(e);";
            for (kind, url) in [("img", &picture), ("script", &data)] {
                let args = vec![json!(kind), json!(url)];
                let outcome = browser.client.execute_async(load, args).await.unwrap();
                assert_eq!(outcome, json!("refused"), "{kind}");
            }
            let post = "const [url, done] = arguments; fetch(url, {method: 'POST', mode: 'no-cors', body: '{}'}) \
            .then(() => done('sent'), () => done('refused'))";
            let args = vec![json!(format!("{}/password", data))];
            assert_eq!(
                browser.client.execute_async(post, args).await.unwrap(),
                json!("refused")
            );
            // A frame of another site cannot read the document.
            let frame = "const [url, done] = arguments; const f = document.createElement('iframe'); \
            f.onload = () => { try { done(f.contentDocument.title); } catch { done('closed'); } }; \
            f.src = url; document.body.append(f);";
            let seen = browser
                .client
                .execute_async(frame, vec![json!(server.address)])
                .await
                .unwrap();
            assert_eq!(seen, json!("closed"));
        },
    );
}
