//! The tree, and the selection of elements in tree and page.

use serde_json::json;

use crate::chromium::browse;
use crate::common::fixture;

const TABLES: &str = "tagged/tables-and-lists.pdf";
const ROWS: &str = "document.querySelectorAll('.tree-place [role=treeitem]').length";

#[test]
fn what_is_selected_in_the_tree_shows_on_the_page_and_back() {
    browse(&[fixture(TABLES)], "", async |browser, _| {
        browser.until(&format!("{ROWS} > 1")).await;
        browser
            .click(".tree-place [role=treeitem][aria-level='2']")
            .await;
        browser
            .until("document.querySelector('.page .marks .selected')")
            .await;
        browser.until("document.querySelector('#element h2')").await;
        let key = browser
            .text("document.querySelector('[aria-selected=true][role=treeitem]').dataset.key")
            .await;
        assert!(
            browser
                .text("location.hash")
                .await
                .contains(&format!("element={key}"))
        );
        // From the last word of the page back to its row in the tree.
        browser.click("[data-tab=layers]").await;
        browser.click("[data-layer=words]").await;
        browser
            .until("document.querySelector('.layer-words rect')")
            .await;
        let word = "[...document.querySelectorAll('[data-page=\"0\"] .layer-words rect')].at(-1)";
        browser
            .value(&format!("({word}).scrollIntoView({{block: 'center'}})"))
            .await;
        browser.point_at(word).await;
        browser.value(&format!(
            "(() => {{ const b = ({word}).getBoundingClientRect(); \
             document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2).dispatchEvent(new MouseEvent('click', \
             {{bubbles: true, clientX: b.x + b.width / 2, clientY: b.y + b.height / 2}})); }})()"
        )).await;
        let other = "document.querySelector('.tree-place [aria-selected=true][role=treeitem]')?.dataset.key";
        browser
            .until(&format!("{other} && {other} != '{key}'"))
            .await;
        browser
            .until("document.querySelector('.page .marks .selected')")
            .await;
    });
}

#[test]
fn the_tree_shows_the_analysed_page_too() {
    browse(&[fixture(TABLES)], "", async |browser, _| {
        browser.until(&format!("{ROWS} > 1")).await;
        browser.click("[data-road=layout]").await;
        browser.until("location.hash.includes('road=layout')").await;
        browser
            .until(&format!(
                "document.querySelector('[data-road=layout]').ariaChecked == 'true' && {ROWS} > 0"
            ))
            .await;
        let first = browser
            .text("document.querySelector('.tree-place [role=treeitem]').dataset.key")
            .await;
        assert!(first.starts_with('p'), "{first}");
    });
}

#[test]
fn elements_are_boxed_by_their_names() {
    browse(&[fixture(TABLES)], "", async |browser, _| {
        browser.until(&format!("{ROWS} > 1")).await;
        browser.click("[data-tab=layers]").await;
        browser
            .click(".names [data-name=TD] input[type=checkbox]")
            .await;
        browser
            .until("document.querySelectorAll('.layer-elements rect').length > 1")
            .await;
        let labels = "[...new Set([...document.querySelectorAll('.layer-elements .label')].map(t => t.textContent))]";
        assert_eq!(browser.value(labels).await, json!(["TD"]));
        browser
            .click(".names [data-name=TD] input[type=checkbox]")
            .await;
        browser
            .until(
                "![...document.querySelectorAll('.layer-elements')].some(g => g.checkVisibility())",
            )
            .await;
    });
}

#[test]
fn the_tree_is_searched() {
    browse(&[fixture(TABLES)], "", async |browser, _| {
        browser.until(&format!("{ROWS} > 1")).await;
        browser.click("#tree-search").await;
        browser.type_text("TH").await;
        browser
            .until("document.querySelectorAll('.tree-hits [role=option]').length > 0")
            .await;
        browser.press(&['\u{e007}']).await;
        browser.until("document.querySelector('#element h2')").await;
    });
}

#[test]
fn the_pane_of_an_element_shows_its_attributes_and_its_text() {
    let hash = "#document=0&view=pages&page=1&element=e1";
    browse(
        &[fixture("hostile/forged.pdf")],
        hash,
        async |browser, _| {
            browser
                .until("document.querySelectorAll('#element .attributes tr').length > 3")
                .await;
            browser
                .until("document.querySelector('#element .runs')")
                .await;
            let text =
                "[...document.querySelectorAll('#element .run')].map(r => r.textContent).join('')";
            assert_eq!(browser.text(text).await, "A paragraph");
        },
    );
}

#[test]
fn a_click_on_a_font_of_the_text_leads_to_the_fonts() {
    let hash = "#document=0&view=pages&page=1&element=e3";
    browse(
        &[fixture("programs/typst-columns.pdf")],
        hash,
        async |browser, _| {
            browser.click("#element .runs .font-mark").await;
            browser
                .until("/view=fonts.*font=/.test(location.hash)")
                .await;
            browser
                .until("document.querySelector('#view-fonts .detail h2')")
                .await;
            let chosen =
                "document.querySelector('#view-fonts .listing-row.active span')?.textContent";
            browser
                .until(&format!(
                    "{chosen} && {chosen} == document.querySelector('#view-fonts h2')?.textContent"
                ))
                .await;
        },
    );
}
