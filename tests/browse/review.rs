//! The view *Review*, which lists pages to check.

use serde_json::json;

use crate::chromium::browse;
use crate::common::fixture;

const PAGES: &str = "[...document.querySelectorAll('#view-review [role=row] > :first-child')].slice(1).map(c => c.textContent)";

#[test]
fn pages_that_need_a_look_come_first_and_lead_to_their_places() {
    let files = [fixture("fonts/standard-14.pdf")];
    browse(&files, "#view=review", async |browser, _| {
        browser
            .until("document.querySelector('#view-review .status')?.textContent === '3 pages, 1 to look at'")
            .await;
        browser.until(&format!("{PAGES}.length === 3")).await;
        assert_eq!(browser.value(PAGES).await, json!(["2", "1", "3"]));
        let why = browser
            .text("document.querySelector('#view-review .listing-row').lastChild.textContent")
            .await;
        assert_eq!(why, "24 doubtful words, confidence 50 %, not measured (60)");
        browser
            .value("(() => { const s = document.querySelector('#review-order'); s.value = 'words'; s.dispatchEvent(new Event('change')); })()")
            .await;
        browser.until(&format!("{PAGES}.join() === '3,2,1'")).await;
        browser
            .value("[...document.querySelectorAll('#view-review .listing-row')].find(r => r.firstChild.textContent === '2').click()")
            .await;
        // The page appears with its first doubtful word marked, and with the confidence of its words.
        browser
            .until("document.querySelector('#page-number').value === '2'")
            .await;
        browser
            .until("document.querySelector('[data-page=\"1\"] .marks rect')?.checkVisibility()")
            .await;
        browser
            .until("document.querySelector('[data-page=\"1\"] .layer-confidence rect')")
            .await;
    });
}

#[test]
fn warnings_and_faults_lead_to_their_places() {
    let files = [fixture("fonts/unknown-names.pdf")];
    browse(&files, "#view=review", async |browser, _| {
        let warning = "[...document.querySelectorAll('#view-review .warnings li')].find(l => l.textContent.includes('font Secret'))";
        browser.until(warning).await;
        browser
            .value(&format!("{warning}.querySelector('button').click()"))
            .await;
        browser
            .until("document.querySelector('.pages-view')?.checkVisibility()")
            .await;
        browser
            .until("document.querySelector('.notes')?.textContent.includes('font Secret')")
            .await;
        browser.click("[data-view=review]").await;
        let fault = "#view-review .findings details";
        browser
            .until(&format!("document.querySelectorAll('{fault}').length > 2"))
            .await;
        let embed = format!(
            "[...document.querySelectorAll('{fault}')].find(d => d.textContent.includes('not embedded'))"
        );
        browser.value(&format!("{embed}.open = true")).await;
        browser
            .value(&format!("{embed}.querySelector('button').click()"))
            .await;
        browser
            .until("!document.querySelector('#view-review').checkVisibility()")
            .await;
    });
}

#[test]
fn pages_without_text_need_ocr() {
    let files = [fixture("scans/no-text.pdf")];
    browse(&files, "#view=review", async |browser, _| {
        browser.until(&format!("{PAGES}.length === 7")).await;
        let first = format!("{PAGES}.slice(0, 3)");
        assert_eq!(browser.value(&first).await, json!(["1", "2", "7"]));
        let why = "document.querySelector('#view-review .listing-row').lastChild.textContent";
        assert_eq!(browser.text(why).await, "a picture without text (100)");
    });
}
