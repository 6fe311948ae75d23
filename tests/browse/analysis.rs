//! Changes of the analysis in its tab, and their effect on the page.

use serde_json::json;

use crate::chromium::browse;
use crate::common::fixture;

/// The positions of the blocks of the first page, in reading order.
const ORDER: &str = "[...document.querySelectorAll('[data-page=\"0\"] .layer-order text')] \
     .map(t => `${t.textContent}: ${t.getAttribute('x')} ${t.getAttribute('y')}`).join()";

/// A script that sets the value of a field and sends the event of a user's change.
pub(crate) fn set(field: &str, value: &str, event: &str) -> String {
    let value = json!(value);
    format!(
        "(() => {{ const f = document.querySelector('{field}'); f.focus(); f.value = {value}; \
         f.dispatchEvent(new Event('{event}')); return true; }})()"
    )
}

#[test]
fn columns_change_the_order_and_the_command_line_puts_it_back() {
    browse(&[fixture("layout/rotated.pdf")], "", async |browser, _| {
        browser.until(ORDER).await;
        let before = browser.text(ORDER).await;
        browser.click("[data-tab=analysis]").await;
        browser
            .until("document.querySelector('#option-columns')")
            .await;
        // A sharper picture replaces the first one.
        browser
            .until("document.querySelector('.page .picture:not(.coming) img')?.naturalWidth > 0")
            .await;
        browser
            .value("document.querySelector('.page .picture img').dataset.stays = 'yes'")
            .await;
        browser.value(&set("#option-columns", "2", "change")).await;
        browser
            .until(&format!("{ORDER} && {ORDER} != {}", json!(before)))
            .await;
        // The picture stays, and is not requested again.
        let stays = "document.querySelector('.page .picture img').dataset.stays";
        assert_eq!(browser.value(stays).await, json!("yes"));
        browser.click("#as-given").await;
        browser
            .until(&format!("{ORDER} == {}", json!(before)))
            .await;
        let chosen = "document.querySelector('#option-columns').value";
        assert_eq!(browser.value(chosen).await, json!(""));
    });
}

#[test]
fn tags_or_geometry_is_chosen_in_the_tree_and_in_the_analysis() {
    let file = fixture("tagged/tables-and-lists.pdf");
    browse(&[file], "", async |browser, _| {
        let rows = "document.querySelectorAll('.tree-place [role=treeitem]').length > 1";
        browser.until(rows).await;
        browser.click("[data-tab=analysis]").await;
        browser.click("[data-read=layout]").await;
        let is_chosen = |button: &str| {
            format!("document.querySelector('[{button}]').getAttribute('aria-checked') == 'true'")
        };
        browser.until(&is_chosen("data-road=layout")).await;
        browser.until("location.hash.includes('road=layout')").await;
        browser.click("[data-road=tags]").await;
        browser.until(&is_chosen("data-read=tags")).await;
        browser.until("location.hash.includes('road=tags')").await;
        browser.value("history.back()").await;
        browser.until(&is_chosen("data-read=layout")).await;
        browser.until(&is_chosen("data-road=layout")).await;
    });
}

#[test]
fn what_is_wrong_in_an_option_is_said_beside_it() {
    browse(
        &[fixture("layout/two-columns.pdf")],
        "",
        async |browser, _| {
            browser.click("[data-tab=analysis]").await;
            browser
                .until("document.querySelector('#option-columns')")
                .await;
            browser.value(&set("#option-columns", "2", "change")).await;
            browser
                .value(&set("#option-ignore-pages", "first", "input"))
                .await;
            let error =
                "document.querySelector('#option-ignore-pages').nextElementSibling.textContent";
            browser.until(&format!("{error}.includes('first')")).await;
            browser
                .value(&set("#option-ignore-pages", "2", "input"))
                .await;
            browser.until(&format!("{error} == ''")).await;
            // The field for any other option.
            let further =
                "document.querySelector('#further-options').nextElementSibling.textContent";
            browser
                .value(&set("#further-options", "--nonsense 1", "input"))
                .await;
            browser
                .until(&format!("{further}.includes('--nonsense')"))
                .await;
            browser
                .value(&set(
                    "#further-options",
                    "-r 100x100 --normalize 'nfkc'",
                    "input",
                ))
                .await;
            browser.until(&format!("{further} == ''")).await;
            browser.click("[data-tab=script]").await;
            let first =
                "document.querySelector('.output-lines').textContent.includes('bbox 0 0 100 100')";
            browser.until(first).await;
        },
    );
}
