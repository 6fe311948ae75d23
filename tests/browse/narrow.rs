//! Windows of 800 pixels, and zooms of 200 %: panes are folded, and everything can be reached.

use fantoccini::key::Key;
use serde_json::json;

use crate::chromium::browse;
use crate::common::fixture;

const TABLES: &str = "tagged/tables-and-lists.pdf";

/// Visible elements outside of the window that cannot be scrolled to.
const CUT_OFF: &str = "(() => { const out = []; \
    if (document.scrollingElement.scrollWidth > innerWidth) out.push('the page scrolls'); \
    for (const e of document.querySelectorAll('body *')) { \
        if (!e.checkVisibility() || e.closest('.pages, .unseen, h1, .gutter')) continue; \
        const r = e.getBoundingClientRect(); if (r.width < 2 || r.height < 2) continue; \
        let scrolls = false; \
        for (let p = e.parentElement; p && !scrolls; p = p.parentElement) \
            scrolls = /auto|scroll/.test(getComputedStyle(p).overflow); \
        if (!scrolls && (r.right > innerWidth + 1 || r.bottom > innerHeight + 1 || r.left < -1 || r.top < -1)) \
            out.push(`${e.tagName} ${e.className} ${[r.left, r.top, r.right, r.bottom].map(Math.round)}`); \
    } return out; })()";

#[test]
fn nothing_is_cut_off_in_any_view() {
    browse(&[fixture(TABLES)], "", async |browser, _| {
        for (width, height) in [(800, 600), (640, 400)] {
            browser.resize(width, height).await;
            for view in [
                "correct", "compare", "review", "tags", "fonts", "images", "objects", "metadata",
                "pages",
            ] {
                browser.click(&format!("[data-view={view}]")).await;
                let cut = browser.value(CUT_OFF).await;
                assert_eq!(cut, json!([]), "{view}, {width} pixels");
                // The bar leaves most of the window to the view.
                let shown = "document.querySelector('main').clientHeight > innerHeight * 0.7";
                assert_eq!(browser.value(shown).await, json!(true), "{view}");
                let parts = format!("[id=view-{view}] > .pane-choice > [aria-pressed]");
                let count = format!("document.querySelectorAll('{parts}').length");
                for part in 0..browser.value(&count).await.as_u64().unwrap() {
                    browser
                        .click(&format!("{parts}:nth-child({})", part + 1))
                        .await;
                    let cut = browser.value(CUT_OFF).await;
                    assert_eq!(cut, json!([]), "{view}, part {part}, {width} pixels");
                }
            }
            for tab in [
                "tree",
                "thumbnails",
                "outline",
                "find",
                "layers",
                "operators",
                "faults",
                "analysis",
                "script",
                "element",
            ] {
                browser.click(&format!("[data-tab={tab}]")).await;
                let open = format!(
                    "document.querySelector('[aria-labelledby$=-{tab}]')?.checkVisibility() \
                     || document.querySelector('[data-tab={tab}]').ariaExpanded == 'false'"
                );
                browser.until(&open).await;
                let cut = browser.value(CUT_OFF).await;
                assert_eq!(cut, json!([]), "{tab}, {width} pixels");
                let page = "document.querySelector('#pages').clientWidth > 180";
                assert_eq!(browser.value(page).await, json!(true), "{tab}");
            }
        }
    });
}

#[test]
fn tabs_open_and_close_the_panes_beside_the_page() {
    browse(&[fixture(TABLES)], "", async |browser, _| {
        browser.resize(640, 400).await;
        let tree = "document.querySelector('.left').checkVisibility()";
        let right = "document.querySelector('.right').checkVisibility()";
        browser.click("[data-tab=tree]").await;
        browser.until(&format!("{tree} && !{right}")).await;
        browser.click("[data-tab=layers]").await;
        browser.until(&format!("!{tree} && {right}")).await;
        browser.click("[data-tab=layers]").await;
        browser.until(&format!("!{tree} && !{right}")).await;
        let expanded = "document.querySelector('[data-tab=layers]').ariaExpanded";
        assert_eq!(browser.text(expanded).await, "false");
        // By keyboard, and by the keys of the search.
        browser.press(&[Key::Enter.into()]).await;
        browser.until(right).await;
        browser.press(&[Key::Control.into(), 'f']).await;
        browser
            .until(
                "document.activeElement.id == 'find' && document.activeElement.checkVisibility()",
            )
            .await;
        browser.press(&[Key::F6.into()]).await;
        browser.until("document.activeElement.id != 'find'").await;
        // A wide window has both panes again.
        browser.resize(1280, 900).await;
        browser.until(&format!("{tree} && {right}")).await;
        let tabs = "document.querySelectorAll('aside [role=tablist]').length";
        assert_eq!(browser.value(tabs).await, json!(2));
    });
}

#[test]
fn a_chosen_row_shows_its_details() {
    browse(&[fixture(TABLES)], "#view=fonts", async |browser, _| {
        browser.resize(640, 400).await;
        let detail = "document.querySelector('#view-fonts .detail').checkVisibility()";
        assert_eq!(browser.value(detail).await, json!(false));
        browser.click("#view-fonts .listing-row").await;
        browser
            .until(&format!(
                "{detail} && document.querySelector('#view-fonts .detail h2')"
            ))
            .await;
        browser.click("#view-fonts .pane-choice button").await;
        browser.until(&format!("!{detail}")).await;
    });
}

#[test]
fn the_first_look_explains_what_is_over_the_page() {
    browse(&[fixture(TABLES)], "", async |browser, _| {
        browser
            .until("document.querySelector('.layer-blocks rect') && document.querySelector('.layer-order .number')")
            .await;
        let hint = browser
            .text("document.querySelector('#element').innerText")
            .await;
        assert!(
            hint.contains("1 page, tagged") && hint.contains("Click on the page"),
            "{hint}"
        );
        let legend = "[...document.querySelectorAll('.legend .swatch')].map(s => s.className)";
        let swatches = json!(["swatch swatch-blocks", "swatch swatch-order"]);
        assert_eq!(browser.value(legend).await, swatches);
        browser.click("[data-tab=layers]").await;
        browser.click("[data-layer=lines]").await;
        browser.click("[data-tab=element]").await;
        browser.until(&format!("{legend}.length == 3")).await;
        browser
            .click(".tree-place [role=treeitem][aria-level='2']")
            .await;
        browser.until("!document.querySelector('.legend')").await;
    });
}

#[test]
fn lines_are_numbered_in_columns_readably() {
    let file = fixture("layout/two-columns.pdf");
    browse(&[file], "", async |browser, _| {
        browser
            .until("document.querySelector('.layer-order .number')")
            .await;
        browser.click("[data-tab=layers]").await;
        let lines = "(() => { const c = document.querySelector('.right [data-choice=order]'); \
            c.value = 'lines'; c.dispatchEvent(new Event('change')); return true; })()";
        browser.value(lines).await;
        browser
            .until(
                "document.querySelectorAll('[data-page=\"0\"] .layer-order .number').length > 15",
            )
            .await;
        // The second column follows the first, and no number covers another one.
        let numbers = "[...document.querySelectorAll('[data-page=\"0\"] .layer-order .number')].map(n => { \
            const r = n.getBoundingClientRect(); return [Number(n.textContent), r.left, r.top, r.bottom, \
            parseFloat(getComputedStyle(n).fontSize) * r.height / n.getBBox().height]; })";
        let numbers = browser.value(numbers).await;
        let numbers: Vec<Vec<f64>> = serde_json::from_value(numbers).unwrap();
        let mut columns = 0;
        for (i, pair) in numbers.windows(2).enumerate() {
            let [above, below] = pair else { unreachable!() };
            assert_eq!(above[0], (i + 1) as f64);
            if below[2] < above[2] {
                columns += 1;
                assert!(below[1] > above[1] + 50.0, "{below:?}");
            } else if below[1] - above[1] < 20.0 && below[2] - above[2] < 40.0 {
                assert!(below[2] >= above[3] - 6.0, "{above:?} {below:?}");
            }
            assert!(below[4] >= 6.0, "{below:?}");
        }
        assert_eq!(columns, 1);
        let ground = "getComputedStyle(document.querySelector('.layer-order .number'))";
        assert_eq!(
            browser.text(&format!("{ground}.paintOrder")).await,
            "stroke"
        );
    });
}
