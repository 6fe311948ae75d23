//! A long document: what is not seen is not made.

use fantoccini::key::Key;
use serde_json::json;

use crate::chromium::browse;
use crate::common::{document, scratch};

const PAGES: usize = 2000;

#[test]
fn a_document_of_2000_pages_is_scrolled_to_its_end() {
    let folder = scratch();
    let path = folder.path().join("long.pdf");
    std::fs::write(&path, document(PAGES, 0)).unwrap();
    browse(&[path], "", async |browser, _| {
        browser
            .until("document.querySelector('.page .picture img')")
            .await;
        browser
            .value("document.querySelector('#pages').focus()")
            .await;
        browser.press(&[char::from(Key::End)]).await;
        browser.until("location.hash.includes('page=2000')").await;
        browser
            .until("document.querySelector('[data-page=\"1999\"] .picture img')")
            .await;
        // Far more than the pixels that an element can have.
        browser.value("(() => { const z = document.querySelector('#zoom'); z.value = '4'; z.dispatchEvent(new Event('change')); })()").await;
        browser.press(&[char::from(Key::Home)]).await;
        browser.until("/page=1(&|$)/.test(location.hash)").await;
        browser.press(&[char::from(Key::End)]).await;
        browser
            .until("document.querySelector('[data-page=\"1999\"] .picture img')")
            .await;
        let place = "(() => { const [p, v] = ['[data-page=\"1999\"]', '#pages'].map(s => document.querySelector(s).getBoundingClientRect()); \
             return Math.abs(p.bottom - v.bottom) < 60; })()";
        browser.until(place).await;
        assert_eq!(
            browser
                .value("document.querySelectorAll('.page').length < 12")
                .await,
            json!(true)
        );
        browser.click("[data-tab=thumbnails]").await;
        browser.until("document.querySelector('.thumbnail-row[aria-selected=true] .page-name')?.textContent == '2000'").await;
        assert_eq!(
            browser
                .value("document.querySelectorAll('.thumbnail-row').length < 40")
                .await,
            json!(true)
        );
    });
}
