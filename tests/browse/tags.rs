//! The view *Tags*, which compares tags with geometry, and the automatic choice for each page.

use serde_json::json;

use crate::chromium::browse;
use crate::common::fixture;

const ROWS: &str = "[...document.querySelectorAll('#view-tags .listing-row')]";
const PAGES: &str = "[...document.querySelectorAll('#view-tags .listing-row > :first-child')].map(c => c.textContent)";

#[test]
fn pages_with_faults_come_first_and_lead_to_their_places() {
    let files = [fixture("tagged/mixed.pdf")];
    browse(&files, "#view=tags", async |browser, _| {
        let status = "document.querySelector('#view-tags .status')?.textContent";
        browser
            .until(&format!(
                "{status} === '5 pages, 1 with faults of the tags, 1 with differences'"
            ))
            .await;
        browser.until(&format!("{PAGES}.length === 5")).await;
        assert_eq!(browser.value(&format!("{PAGES}[0]")).await, json!("3"));
        let found = browser.text("document.querySelector('#view-tags .findings').textContent");
        let found = found.await;
        assert!(
            found.contains("Fault: several paragraphs in an element that only groups others"),
            "{found}"
        );
        let left = browser
            .text("document.querySelector('#view-tags').textContent")
            .await;
        assert!(left.contains("--road auto leaves these tags"), "{left}");
        // Shows the findings of another page.
        browser
            .value(&format!(
                "{ROWS}.find(r => r.firstChild.textContent === '2').click()"
            ))
            .await;
        browser
            .until("document.querySelector('#view-tags h2')?.textContent.startsWith('Page 2')")
            .await;
        browser
            .value(&format!(
                "{ROWS}.find(r => r.firstChild.textContent === '3').click()"
            ))
            .await;
        browser
            .until("document.querySelector('#view-tags h2')?.textContent.startsWith('Page 3')")
            .await;
        browser.click("#view-tags .places button").await;
        // The page is shown with a box of the layer, and the tree with the element.
        browser
            .until("document.querySelector('#page-number').value === '3'")
            .await;
        browser
            .until("document.querySelector('[data-page=\"2\"] .layer-verdicts rect.by-geometry.fault')?.checkVisibility()")
            .await;
        browser
            .until("document.querySelector('.right h2')?.textContent === 'Part'")
            .await;
    });
}

#[test]
fn both_roads_are_compared_with_their_orders() {
    let files = [fixture("tagged/shuffled.pdf")];
    browse(&files, "#view=tags", async |browser, _| {
        browser.until(&format!("{PAGES}.length === 1")).await;
        browser
            .value("[...document.querySelectorAll('#view-tags h2 button')].find(b => b.textContent === 'Compare').click()")
            .await;
        let orders = "[...document.querySelectorAll('#view-compare .half')].map(h => [...h.querySelectorAll('.layer-order .number')].map(n => n.textContent).length > 3)";
        browser
            .until(&format!("JSON.stringify({orders}) === '[true,true]'"))
            .await;
    });
}

#[test]
fn a_document_without_tags_has_no_such_view() {
    let files = [fixture("layout/two-columns.pdf")];
    browse(&files, "", async |browser, _| {
        browser
            .until("document.querySelector('[data-view=review]')")
            .await;
        let tags = "document.querySelector('[data-view=tags]') === null";
        assert_eq!(browser.value(tags).await, json!(true));
        browser.click("[data-tab=layers]").await;
        browser
            .until("document.querySelector('[data-layer=order]')")
            .await;
        let layer = "document.querySelector('[data-layer=verdicts]') === null";
        assert_eq!(browser.value(layer).await, json!(true));
    });
}

#[test]
fn either_road_is_an_analysis() {
    let files = [fixture("tagged/shuffled.pdf")];
    browse(&files, "", async |browser, _| {
        let heights = "[...document.querySelectorAll('[data-page=\"0\"] .layer-order .number')].map(n => Number(n.getAttribute('y')))";
        let descends = format!(
            "(h => h.length > 3 && h.every((y, i) => i === 0 || y >= h[i - 1]))({heights})"
        );
        browser
            .until(&format!("{heights}.length > 3 && !{descends}"))
            .await;
        browser.click("[data-tab=analysis]").await;
        browser
            .until("document.querySelector('[data-read=auto]')")
            .await;
        browser.click("[data-read=auto]").await;
        browser.until(&descends).await;
        let chosen = |road: &str| {
            format!(
                "document.querySelector('[data-read={road}]').getAttribute('aria-checked') === 'true'"
            )
        };
        browser.until(&chosen("auto")).await;
        browser
            .until("document.querySelector('.notes')?.textContent.includes('not by its tags: the tags go up the page')")
            .await;
        browser.click("[data-read=tags]").await;
        browser
            .until(&format!("{} && !{descends}", chosen("tags")))
            .await;
    });
}
