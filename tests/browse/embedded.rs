//! Pages as one file (`explain --format html`), opened from disk without a network.

use std::path::{Path, PathBuf};

use serde_json::json;

use crate::chromium::{Browser, browse, open};
use crate::common::{fixture, run, scratch};

/// Writes the file of some pages of a fixture.
fn explained(folder: &Path, name: &str, pages: &str) -> PathBuf {
    let (input, output) = (fixture(name), folder.join("pages.html"));
    let out = output.to_str().expect("a path");
    let args = [
        "explain", "--format", "html", "--pages", pages, &input, "-q", "-o", out,
    ];
    let done = run(&args);
    assert_eq!((done.status, done.stderr.as_str()), (0, ""), "{name}");
    output
}

async fn nothing_was_asked_for(browser: &Browser) {
    let asked = "performance.getEntriesByType('resource').map(e => e.name).filter(n => !n.startsWith('blob:'))";
    assert_eq!(browser.value(asked).await, json!([]));
    assert_eq!(browser.value("window.refused").await, json!([]));
}

#[test]
fn a_file_shows_pictures_layers_tree_elements_and_finds_text() {
    let folder = scratch();
    let file = explained(folder.path(), "tagged/over-pages.pdf", "2");
    open(&file, "", async |browser| {
        browser.watch_refusals().await;
        browser
            .until("document.querySelector('.picture img')?.naturalWidth > 0")
            .await;
        let number = "document.querySelector('#page-number').value";
        assert_eq!(browser.text(number).await, "2");
        // The tree is complete; a row selects its element and shows its place.
        browser
            .until("document.querySelectorAll('.tree-place [role=treeitem]').length > 1")
            .await;
        let row = "[...document.querySelectorAll('.tree-place [role=treeitem]')].find(r => r.textContent.includes('page 2 of one'))";
        browser.until(row).await;
        browser.value(&format!("{row}.click()")).await;
        browser
            .until("document.querySelector('#element .runs')")
            .await;
        let text = browser
            .text("document.querySelector('#element .runs').textContent")
            .await;
        assert!(text.contains("page 2 of one paragraph"), "{text}");
        browser.until("document.querySelector('.marks rect')").await;
        // Tabs for data outside the file are missing.
        assert_eq!(
            browser
                .value("[...document.querySelectorAll('[role=tab]')].map(t => t.dataset.tab)")
                .await,
            json!(["tree", "thumbnails", "outline", "find", "element", "layers"])
        );
        assert_eq!(
            browser
                .value("document.querySelectorAll('[data-view], #send').length")
                .await,
            json!(0)
        );
        for layer in ["words", "characters", "text"] {
            browser.click("[data-tab=layers]").await;
            browser.click(&format!("[data-layer={layer}]")).await;
            browser
                .until(&format!(
                    "document.querySelector('.layer-{layer}')?.childElementCount > 0"
                ))
                .await;
        }
        // The search crosses line ends and ignores case.
        browser.click("[data-tab=find]").await;
        browser.click("#find").await;
        browser.type_text("ONE paragraph its").await;
        browser.until("document.querySelector('.hit-row')").await;
        let hits = "[...document.querySelectorAll('.hit-row mark')].map(m => m.textContent)";
        assert_eq!(browser.value(hits).await, json!(["one paragraph its"]));
        browser.click(".hit-row").await;
        // The page as analysed by its geometry, and the search of the tree.
        browser.click("[data-tab=tree]").await;
        browser.click("[data-road=layout]").await;
        browser
            .until("document.querySelector('.tree-place')?.textContent.includes('Page 2')")
            .await;
        browser.click("#tree-search").await;
        browser.type_text("textline").await;
        browser
            .until("document.querySelectorAll('.tree-hits [role=option]').length === 2")
            .await;
        nothing_was_asked_for(browser).await;
    });
}

#[test]
fn a_hostile_document_does_nothing_in_a_file() {
    let folder = scratch();
    let file = explained(folder.path(), "hostile/markup.pdf", "1-");
    open(&file, "", async |browser| {
        browser.watch_refusals().await;
        browser
            .until("document.querySelector('.tree-place [role=treeitem]')?.textContent.includes('<script>')")
            .await;
        browser.click(".tree-place [role=treeitem]").await;
        browser
            .until("document.querySelector('#element h2')?.textContent.includes('<script>')")
            .await;
        for tab in ["thumbnails", "outline", "find", "layers"] {
            browser.click(&format!("[data-tab={tab}]")).await;
        }
        for layer in ["text", "words", "elements", "artifacts"] {
            browser.click(&format!("[data-layer={layer}]")).await;
        }
        browser
            .until("document.querySelector('.layer-text text')")
            .await;
        browser
            .until("document.querySelector('.outline-title')?.textContent.includes('<')")
            .await;
        // One script; the others are data blocks, which are not executed.
        let scripts = "document.querySelectorAll('script:not([type$=\";base64\"])').length";
        assert_eq!(browser.value(scripts).await, json!(1));
        let injected = "document.querySelectorAll('img[src=\"x\"], iframe, object, embed, script[src]').length";
        assert_eq!(browser.value(injected).await, json!(0));
        assert_eq!(browser.value("window.attacked ?? null").await, json!(null));
        nothing_was_asked_for(browser).await;
        // The content security policy blocks injected scripts and requests.
        browser
            .value("(() => { const s = document.createElement('script'); try { s.text = 'window.attacked = 1'; document.head.append(s); } catch {} })()")
            .await;
        let asked = browser
            .client
            .execute_async(
                "const [done] = arguments; fetch('https://example.org/').then(() => done('sent'), () => done('refused'))",
                Vec::new(),
            )
            .await
            .expect("an answer");
        assert_eq!(asked, json!("refused"));
        assert_eq!(browser.value("window.attacked ?? null").await, json!(null));
        browser
            .until("window.refused.includes('connect-src')")
            .await;
    });
}

#[test]
fn pages_are_sent_from_the_browser() {
    browse(
        &[fixture("tagged/over-pages.pdf")],
        "#page=2",
        async |browser, _| {
            browser.click("#send").await;
            browser
                .until("document.querySelector('#send-pages')?.value === '2'")
                .await;
            browser.click("#send-pages").await;
            browser
                .value("document.querySelector('#send-pages').value = '9'")
                .await;
            browser.click("dialog.send button.main").await;
            browser
                .until("document.querySelector('dialog.send .error')?.textContent.includes('there is no page 9')")
                .await;
            browser
                .value("document.querySelector('#send-pages').value = '2-3'")
                .await;
            browser.click("dialog.send button.main").await;
            browser
                .until("document.querySelector('dialog.send [role=status]')?.textContent.startsWith('The file has')")
                .await;
        },
    );
}
