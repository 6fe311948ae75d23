//! Two analyses side by side: differences are marked, listed and counted.

use serde_json::json;

use crate::chromium::browse;
use crate::common::fixture;

/// True if both halves show their page.
const HAS_BOTH: &str = "document.querySelectorAll('.half .page').length == 2";
/// True if the differences have arrived.
const HAS_FOUND: &str =
    "document.querySelector('.compare-bar .status')?.textContent.includes('on this page')";

/// A script that chooses the analysis of a half.
fn choice(side: &str, name: &str) -> String {
    format!(
        "(() => {{ const s = document.querySelector('[data-side={side}]'); s.value = '{name}'; \
         s.dispatchEvent(new Event('change')); return s.value; }})()"
    )
}

/// The number of differences of a kind, as its switch shows it.
fn count(kind: &str) -> String {
    format!("Number(document.querySelector('.chip[data-kind={kind}] .count').textContent)")
}

#[test]
fn tags_beside_geometry_differ_in_what_text_is_taken_for() {
    let file = fixture("tagged/tables-and-lists.pdf");
    browse(&[file], "#view=compare", async |browser, server| {
        browser.until(HAS_BOTH).await;
        browser.until(HAS_FOUND).await;
        let chosen = "[...document.querySelectorAll('[data-side]')].map(s => s.value)";
        assert_eq!(browser.value(chosen).await, json!(["tags", "layout"]));
        // The page shows as many as the program returns.
        let found = server.data("0/pages/0/differences?a=tags&b=layout");
        let classes = &found["counts"]["class"]["differences"];
        assert_eq!(browser.value(&count("class")).await, *classes);
        browser
            .until("document.querySelectorAll('.half rect.difference-class').length > 2")
            .await;
        let row = "[...document.querySelectorAll('.difference-row')] \
                   .find(r => r.textContent.includes('caption → paragraph'))";
        browser.until(row).await;
        // A click marks both places.
        browser.value(&format!("{row}.click()")).await;
        browser
            .until("document.querySelectorAll('.half rect.difference-class.current').length == 2")
            .await;
        // The key `d` goes to the next one.
        browser.press(&['d']).await;
        browser
            .until(&format!("!{row}.classList.contains('active')"))
            .await;
        // A switch hides its kind in the list and on the page.
        browser.click(".chip[data-kind=class]").await;
        browser
            .until("document.querySelectorAll('.half rect.difference-class').length == 0")
            .await;
        assert_eq!(
            browser.value(&format!("Boolean({row})")).await,
            json!(false)
        );
        // An analysis has no differences from itself.
        browser.value(&choice("a", "layout")).await;
        browser
            .until(
                "document.querySelector('.compare-bar .status')?.textContent.startsWith('No diff')",
            )
            .await;
    });
}

#[test]
fn another_order_of_columns_is_one_difference() {
    let file = fixture("columns/right-to-left.pdf");
    browse(&[file], "#view=compare", async |browser, _| {
        browser.until(HAS_FOUND).await;
        browser.value(&choice("b", "classic")).await;
        browser.until(&format!("{} == 1", count("order"))).await;
        // Each half numbers its blocks in its own reading order.
        let second = "[...document.querySelectorAll('.half')].map(h => { \
                      const n = [...h.querySelectorAll('.number')].find(n => n.textContent == '2'); \
                      return n && Number(n.getAttribute('x')); })";
        browser
            .until(&format!("(([a, b]) => a && b && a < b)({second})"))
            .await;
        browser
            .until("document.querySelectorAll('.half rect.difference-order').length > 1")
            .await;
    });
}

#[test]
fn columns_are_compared_on_all_pages() {
    let file = fixture("layout/two-columns.pdf");
    browse(&[file], "#view=compare", async |browser, _| {
        browser.until(HAS_FOUND).await;
        let chosen = "[...document.querySelectorAll('[data-side]')].map(s => s.value)";
        assert_eq!(browser.value(chosen).await, json!(["given", "columns-2"]));
        assert_eq!(browser.value(&count("block")).await, json!(1));
        // Each page shows its count, and can be turned to.
        let counts = "[...document.querySelectorAll('.page-count .count')].map(c => c.textContent)";
        browser
            .until(&format!(
                "{counts}.length == 2 && {counts}.every(c => /^[0-9]+$/.test(c))"
            ))
            .await;
        browser.press(&['n']).await;
        let is_second = "document.querySelector('.half .page').dataset.page == '1'";
        browser.until(&format!("{HAS_FOUND} && {is_second}")).await;
        assert!(browser.text("location.hash").await.contains("view=compare"));
        // The view of pages follows to the same page.
        browser.click("[data-view=pages]").await;
        let is_there = "document.querySelector('#pages').scrollTop > 0 \
                        && document.querySelector('#page-number').value == '2'";
        browser.until(is_there).await;
        browser.click("[data-view=compare]").await;
        browser.until(HAS_FOUND).await;
        // Both halves scroll together.
        browser.click(".toolbar [aria-label=Larger]").await;
        browser.click(".toolbar [aria-label=Larger]").await;
        browser
            .value("document.querySelectorAll('.half')[0].scrollTop = 60")
            .await;
        browser
            .until("document.querySelectorAll('.half')[1].scrollTop == 60")
            .await;
    });
}
