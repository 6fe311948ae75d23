//! The pages: pictures, layers, pointing, search, zoom, passwords, documents.

use serde_json::json;

use crate::chromium::browse;
use crate::common::fixture;

const TABLES: &str = "tagged/tables-and-lists.pdf";
/// True if the current page shows its picture.
const HAS_PICTURE: &str = "document.querySelector('.page .picture img')?.naturalWidth > 0";

#[test]
fn a_document_opens_with_its_first_page_and_its_tree() {
    browse(&[fixture(TABLES)], "", async |browser, _| {
        browser.until(HAS_PICTURE).await;
        browser
            .until("document.querySelectorAll('[role=treeitem]').length > 1")
            .await;
        let title = browser.text("document.title").await;
        assert!(title.ends_with("– pdfa2hocr"), "{title}");
        let label = "document.querySelector('.page').getAttribute('aria-label')";
        assert_eq!(browser.text(label).await, "Page 1");
    });
}

#[test]
fn the_picture_has_the_resolution_of_the_zoom() {
    browse(&[fixture(TABLES)], "", async |browser, _| {
        let is_sharp = "(() => { const i = document.querySelector('.page .picture img'); \
             return i && Math.abs(i.naturalWidth - i.clientWidth * devicePixelRatio) <= 2; })()";
        browser.until(is_sharp).await;
        let width = "document.querySelector('.page').clientWidth";
        let before = browser.value(width).await.as_f64().unwrap();
        browser.click("[aria-label=Larger]").await;
        browser.until(&format!("{width} > {before} * 1.15")).await;
        browser.until(is_sharp).await;
    });
}

#[test]
fn layers_are_drawn_and_what_is_pointed_at_is_named() {
    browse(&[fixture(TABLES)], "", async |browser, server| {
        browser.until(HAS_PICTURE).await;
        browser.click("[data-tab=layers]").await;
        for layer in ["words", "lines", "paragraphs", "tables"] {
            let drawn = format!("document.querySelectorAll('.page .layer-{layer} rect').length");
            assert_eq!(browser.value(&drawn).await, json!(0), "{layer}");
            browser.click(&format!("[data-layer={layer}]")).await;
            browser.until(&format!("{drawn} > 0")).await;
            browser.click(&format!("[data-layer={layer}]")).await;
            let hidden = format!(
                "getComputedStyle(document.querySelector('.layer-{layer}')).display == 'none'"
            );
            browser.until(&hidden).await;
        }
        browser.click("[data-layer=words]").await;
        browser
            .point_at("document.querySelector('.layer-words rect')")
            .await;
        browser
            .until("document.querySelector('.tooltip')?.checkVisibility()")
            .await;
        let says = browser
            .text("document.querySelector('.tooltip').textContent")
            .await;
        assert!(
            says.starts_with("word“") && says.contains("Helvetica"),
            "{says}"
        );
        // The page shows as many as the program returns.
        let words = browser.client.execute_async(
            "const [address, done] = arguments; fetch(address).then(a => a.json()).then(p => done( \
             p.blocks.flatMap(b => b.paragraphs).flatMap(p => p.lines).flatMap(l => l.words).length))",
            vec![json!(format!("{}api/0/pages/0", server.address))],
        );
        let words = words.await.unwrap();
        let drawn = browser
            .value("document.querySelectorAll('[data-page=\"0\"] .layer-words rect').length")
            .await;
        assert_eq!(drawn, words);
    });
}

#[test]
fn characters_order_text_and_confidence_are_layers() {
    browse(
        &[fixture("layout/two-columns.pdf")],
        "",
        async |browser, _| {
            browser.until(HAS_PICTURE).await;
            browser.click("[data-tab=layers]").await;
            for (layer, drawn) in [
                ("characters", "rect"),
                ("order", ".number"),
                ("order", ".arrow"),
                ("text", "text"),
                ("confidence", "rect"),
                ("gutters", "rect"),
            ] {
                let shown =
                    format!("document.querySelectorAll('.layer-{layer} {drawn}').length > 0");
                if !browser.value(&shown).await.as_bool().unwrap() {
                    browser.click(&format!("[data-layer={layer}]")).await;
                }
                browser.until(&shown).await;
            }
            let first = browser
                .text("document.querySelector('.layer-order .number').textContent")
                .await;
            assert_eq!(first, "1");
        },
    );
}

#[test]
fn text_is_found_and_marked_on_the_page() {
    browse(
        &[fixture("layout/two-columns.pdf")],
        "",
        async |browser, _| {
            browser.until("document.querySelectorAll('.page').length > 0 && document.querySelector('[role=tree]')").await;
            let word = "spawn";
            browser.press(&['\u{e009}', 'f']).await;
            browser.until("document.activeElement.id == 'find'").await;
            browser.type_text(word).await;
            // Results for the first letters may appear before.
            browser
                .until(&format!("document.querySelector('.hit-row mark')?.textContent.toLowerCase() === '{word}'"))
                .await;
            browser
                .until("document.querySelector('.page .marks .hit.current')")
                .await;
        },
    );
}

#[test]
fn a_scan_beside_its_text_is_shown_where_the_text_is() {
    browse(
        &[fixture("scan_files/pages.html")],
        "",
        async |browser, _| {
            browser.until(HAS_PICTURE).await;
            browser
                .until("document.querySelector('.page .layers')")
                .await;
            // The page and its layers have the size of the picture.
            let off = "(() => { const [a, b] = ['.page .picture img', '.page .layers']\
            .map(s => document.querySelector(s).getBoundingClientRect());\
            return Math.max(...['left', 'top', 'right', 'bottom'].map(k => Math.abs(a[k] - b[k]))); })()";
            browser.until(&format!("{off} < 1")).await;
            assert_eq!(
                browser
                    .value("document.querySelectorAll('.no-picture, .layer-text text').length")
                    .await,
                json!(0)
            );
        },
    );
}

#[test]
fn a_page_whose_scan_is_missing_says_so_and_shows_its_text() {
    browse(
        &[fixture("scan_files/missing.html")],
        "",
        async |browser, _| {
            browser.until("document.querySelector('.no-picture')").await;
            let why = browser
                .text("document.querySelector('.no-picture p').textContent")
                .await;
            assert!(why.starts_with("No picture: its image none.tif "), "{why}");
            browser
                .until("document.querySelector('.layer-text text')?.textContent == 'Block'")
                .await;
            // The word is at the place that the file gives.
            let at = "(() => { const page = document.querySelector('.page').getBoundingClientRect();\
            const word = document.querySelector('.layer-text text').getBoundingClientRect();\
            return [(word.left - page.left) / page.width, (word.right - page.left) / page.width]; })()";
            let at = browser.value(at).await;
            let [left, right] = [0, 1].map(|n| at[n].as_f64().unwrap());
            assert!(
                (left - 40.0 / 240.0).abs() < 0.02 && (right - 120.0 / 240.0).abs() < 0.02,
                "{at}"
            );
        },
    );
}

#[test]
fn a_picture_that_cannot_be_drawn_leaves_the_rest_working() {
    let files = [fixture("content/form-bomb.pdf"), fixture(TABLES)];
    browse(&files, "", async |browser, _| {
        browser.until("document.querySelector('.no-picture')").await;
        let why = browser
            .text("document.querySelector('.no-picture p').textContent")
            .await;
        assert!(why.starts_with("No picture: ") && why.len() > 20, "{why}");
        browser.value("(() => { const s = document.querySelector('select.document'); s.value = '1'; s.dispatchEvent(new Event('change')); })()").await;
        browser
            .until("document.querySelector('[role=tree] [role=treeitem]')")
            .await;
        browser.until(HAS_PICTURE).await;
        assert!(browser.text("location.hash").await.contains("document=1"));
    });
}

#[test]
fn a_password_is_asked_for_until_it_is_right() {
    browse(
        &[fixture("encrypted/aes-256-password.pdf")],
        "",
        async |browser, _| {
            browser
                .until("document.activeElement?.id == 'password'")
                .await;
            browser.type_text("wrong").await;
            browser.press(&['\u{e007}']).await;
            browser
                .until("document.querySelector('dialog .error').textContent")
                .await;
            browser.type_text("user").await;
            browser.press(&['\u{e007}']).await;
            browser.until("!document.querySelector('dialog')").await;
            browser.until(HAS_PICTURE).await;
        },
    );
}

#[test]
fn the_address_names_what_is_shown() {
    let hash = "#document=0&view=pages&page=2&road=tags&element=e1";
    browse(
        &[fixture("tagged/over-pages.pdf")],
        hash,
        async |browser, _| {
            browser.until("document.querySelector('#element h2')").await;
            browser.click("[data-view=fonts]").await;
            browser.until("location.hash.includes('view=fonts')").await;
            browser.client.back().await.unwrap();
            browser.until("location.hash.includes('view=pages') && document.querySelector('.pages').checkVisibility()").await;
            browser.client.refresh().await.unwrap();
            browser.until("document.querySelector('#element h2')").await;
            assert!(browser.text("location.hash").await.contains("element=e1"));
        },
    );
}
