//! A long document: invisible pages are not created.

use fantoccini::key::Key;
use serde_json::json;

use crate::chromium::browse;
use crate::common::{document, scratch};

const PAGES: usize = 2000;
const LAST: &str = "document.querySelector('[data-page=\"1999\"]')";
const IS_AT_THE_END: &str = "(() => { const [page, view] = ['[data-page=\"1999\"]', '#pages'] \
    .map(css => document.querySelector(css)?.getBoundingClientRect()); \
    return page && Math.abs(page.bottom - view.bottom) < 60; })()";

/// A script that chooses a zoom in the toolbar.
fn zoom(value: &str) -> String {
    format!(
        "(() => {{ const zoom = document.querySelector('#zoom'); zoom.value = '{value}'; \
         zoom.dispatchEvent(new Event('change')); }})()"
    )
}

#[test]
fn a_document_of_2000_pages_is_scrolled_to_its_end() {
    let folder = scratch();
    let path = folder.path().join("long.pdf");
    std::fs::write(&path, document(PAGES, 0)).unwrap();
    browse(&[path], "", async |browser, _| {
        let few = "document.querySelectorAll('.page').length < 12";
        browser
            .until("document.querySelector('.page .picture img')")
            .await;
        browser
            .value("document.querySelector('#pages').focus()")
            .await;
        browser.press(&[char::from(Key::End)]).await;
        browser.until("location.hash.includes('page=2000')").await;
        browser.until(&format!("{LAST}.querySelector('img')")).await;
        assert_eq!(browser.value(IS_AT_THE_END).await, json!(true));
        assert_eq!(browser.value(few).await, json!(true));
        browser.click("[data-tab=thumbnails]").await;
        browser
            .until("document.querySelector('.thumbnail-row[aria-selected=true] .page-name')?.textContent == '2000'")
            .await;
        let rows = "document.querySelectorAll('.thumbnail-row').length < 40";
        assert_eq!(browser.value(rows).await, json!(true));
    });
}

/// At 800 %, the pages together are longer than the browser's maximum height of an element.
#[test]
fn pages_are_scrolled_that_are_longer_than_an_element_can_be() {
    let folder = scratch();
    let path = folder.path().join("long.pdf");
    std::fs::write(&path, document(PAGES, 0)).unwrap();
    browse(&[path], "#page=2", async |browser, _| {
        browser
            .until("document.querySelector('[data-page=\"1\"]')")
            .await;
        browser.value(&zoom("8")).await;
        let height = "document.querySelector('.page').clientHeight > 8000";
        browser.until(height).await;
        let space = "document.querySelector('#pages .scroll-space').clientHeight";
        let space = browser.value(space).await.as_u64().unwrap();
        assert!(space < PAGES as u64 * 8000, "{space}");
        browser
            .value("document.querySelector('#pages').focus()")
            .await;
        browser.press(&[char::from(Key::End)]).await;
        browser.until(IS_AT_THE_END).await;
        browser.press(&[char::from(Key::PageUp)]).await;
        browser
            .until(&format!(
                "{LAST}.getBoundingClientRect().bottom > innerHeight + 400"
            ))
            .await;
        browser.press(&[char::from(Key::Home)]).await;
        browser
            .until("document.querySelector('[data-page=\"0\"]')")
            .await;
        let step = "document.querySelector('#pages').scrollTop = document.querySelector('#pages').scrollHeight / 2";
        browser.value(step).await;
        browser
            .until("/page=(99|100)\\d/.test(location.hash)")
            .await;
    });
}
