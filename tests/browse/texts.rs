//! The texts of the page are correct and not cut off.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use fantoccini::key::Key;
use serde_json::json;

use crate::analysis::set;
use crate::chromium::{Browser, browse};
use crate::common::{fixture, scratch};

const TABLES: &str = "tagged/tables-and-lists.pdf";
/// Texts and attributes that contain a JavaScript object, `undefined` or `NaN` instead of a text.
const OBJECTS: &str = "(() => { const found = []; \
    const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT); \
    for (let node; (node = walker.nextNode()); ) { \
      const texts = node.nodeType === 3 ? [node.data] : [...node.attributes].map(a => a.value); \
      found.push(...texts.filter(t => /\\[object |undefined|NaN/.test(t))); } return found; })()";

/// Waits until loading has finished, opens all closed details, and checks all texts.
async fn check_texts(browser: &Browser, place: &str) {
    browser
        .until("!document.querySelector('[aria-busy=true], .picture.coming')")
        .await;
    browser
        .value("document.querySelectorAll('details').forEach(d => { d.open = true; })")
        .await;
    assert_eq!(browser.value(OBJECTS).await, json!([]), "{place}");
}

async fn names(browser: &Browser, of: &str) -> Vec<String> {
    let names = browser
        .value(&format!(
            "[...document.querySelectorAll('[data-{of}]')].map(e => e.dataset.{of})"
        ))
        .await;
    let names = names.as_array().unwrap().iter();
    names
        .map(|name| name.as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn no_view_shows_an_object_as_its_text() {
    for file in [
        TABLES,
        "fonts/type3-object.pdf",
        "scans/jpeg.pdf",
        "attachments/portfolio.pdf",
    ] {
        browse(&[fixture(file)], "", async |browser, _| {
            browser
                .until("document.querySelector('.tree-place [role=treeitem]')")
                .await;
            browser.click(".tree-place [role=treeitem]").await;
            for tab in names(browser, "tab").await {
                browser.click(&format!("[data-tab={tab}]")).await;
                if tab == "analysis" {
                    browser
                        .until("document.querySelector('.known-options dt code')")
                        .await;
                    let listed = "[...document.querySelectorAll('.known-options dt')].every(t => t.textContent.includes('--'))";
                    assert_eq!(browser.value(listed).await, json!(true));
                }
                check_texts(browser, &format!("{file}, {tab}")).await;
            }
            for view in names(browser, "view").await {
                browser.click(&format!("[data-view={view}]")).await;
                browser
                    .until(
                        "document.querySelector('main:not([hidden]), [id^=view-]:not([hidden])')",
                    )
                    .await;
                check_texts(browser, &format!("{file}, {view}")).await;
            }
            browser.click("[data-view=pages]").await;
            browser.press(&['?']).await;
            check_texts(browser, "keys").await;
        });
    }
}

#[test]
fn numbers_of_pages_are_seen_whole_in_find() {
    browse(&[fixture("pages/labels.pdf")], "", async |browser, _| {
        browser.until("document.querySelector('.page')").await;
        browser.click("[data-tab=find]").await;
        browser.click("#find").await;
        browser.type_text("sheet").await;
        browser
            .until("document.querySelectorAll('.hit-row').length >= 12")
            .await;
        // The label may be truncated. The number is not, and the title has the whole name.
        let rows = browser
            .value(
                "[...document.querySelectorAll('.hit-row')].map(row => { \
                 const name = row.querySelector('.page-name'); \
                 const box = name.getBoundingClientRect(); \
                 const number = name.lastElementChild.getBoundingClientRect(); \
                 const text = row.querySelector('.context').getBoundingClientRect(); \
                 return [name.title, name.lastElementChild.textContent, number.left >= box.left - 0.5 \
                   && number.right <= box.right + 0.5 && number.right <= text.left && number.width > 0]; })",
            )
            .await;
        let rows = rows.as_array().unwrap();
        assert_eq!(
            rows[3],
            json!(["Supplement to volume iv (4)", " (4)", true])
        );
        assert_eq!(rows[8], json!(["100 (9)", " (9)", true]));
        assert!(rows.iter().all(|row| row[2] == json!(true)), "{rows:?}");
        // The space behind a match is kept.
        let text = "document.querySelector('.hit-row .context').textContent";
        assert_eq!(browser.text(text).await, "sheet 1 of twelve");
    });
}

#[test]
fn a_search_finds_what_the_tree_shows() {
    browse(&[fixture(TABLES)], "", async |browser, _| {
        for road in ["tags", "layout"] {
            browser.click(&format!("[data-road={road}]")).await;
            browser
                .until(&format!(
                    "document.querySelector('[data-road={road}]').ariaChecked == 'true'"
                ))
                .await;
            browser
                .until("document.querySelector('.tree-place [role=treeitem] .name')")
                .await;
            browser
                .value("document.querySelector('.tree-place [role=tree]').focus()")
                .await;
            // The search finds each visible row by its name and by its text.
            let mut wanted = BTreeSet::new();
            // `*` opens the siblings of a row, whose own children are loaded when it opens.
            for _ in 0..100 {
                for key in [Key::End.into(), '*', Key::Home.into(), '*'] {
                    browser.press(&[key]).await;
                }
                let seen = browser
                    .value(
                        "[...document.querySelectorAll('.tree-place [role=treeitem]')].map(r => [r.dataset.key, \
                         r.querySelector('.name').textContent, r.querySelector('.text')?.textContent ?? null])",
                    )
                    .await;
                for row in seen.as_array().unwrap() {
                    let name = row[1].as_str().unwrap();
                    let shown = [Some(name), row[2].as_str()].into_iter().flatten();
                    wanted.extend(shown.map(|text| (text.to_owned(), name.to_owned())));
                }
                if wanted.len() > 10 {
                    break;
                }
            }
            assert!(wanted.len() > 10, "{wanted:?}");
            for (text, name) in wanted {
                browser.value(&set("#tree-search", "", "input")).await;
                browser
                    .until("document.querySelector('.tree-results').hidden")
                    .await;
                browser.value(&set("#tree-search", &text, "input")).await;
                let is_found = format!(
                    "!document.querySelector('.tree-results').hidden && \
                     [...document.querySelectorAll('.tree-hits .name')].some(n => n.textContent == {})",
                    json!(name)
                );
                browser.until(&is_found).await;
            }
            browser.value(&set("#tree-search", "", "input")).await;
        }
    });
}

#[test]
fn the_reading_order_numbers_blocks_paragraphs_or_lines() {
    browse(
        &[fixture("layout/two-columns.pdf")],
        "",
        async |browser, server| {
            browser
                .until("document.querySelector('[data-page=\"0\"] .picture img')")
                .await;
            browser.click("[data-tab=layers]").await;
            let page = server.data("0/pages/0");
            let blocks = page["blocks"].as_array().unwrap();
            let below = |of: &str, all: &[serde_json::Value]| -> Vec<serde_json::Value> {
                all.iter()
                    .flat_map(|each| each[of].as_array().unwrap().clone())
                    .collect()
            };
            let paragraphs = below("paragraphs", blocks);
            let lines = below("lines", &paragraphs);
            assert!(lines.len() > paragraphs.len());
            let numbers = "[...document.querySelectorAll('[data-page=\"0\"] .layer-order .number')].map(n => Number(n.textContent))";
            for (name, count) in [
                ("paragraphs", paragraphs.len()),
                ("lines", lines.len()),
                ("blocks", blocks.len()),
            ] {
                browser
                    .value(&set(".right [data-choice=order]", name, "change"))
                    .await;
                browser.until(&format!("{numbers}.length == {count}")).await;
                let expected: Vec<usize> = (1..=count).collect();
                assert_eq!(browser.value(numbers).await, json!(expected), "{name}");
            }
        },
    );
}

#[test]
fn a_confidence_that_nobody_measured_is_not_shown_as_if() {
    // In the first file all words have 90, in the second they differ.
    for (file, is_measured) in [
        ("recognised/hocr-pages.html", false),
        ("recognised/tsv-tesseract.tsv", true),
    ] {
        browse(&[fixture(file)], "", async |browser, _| {
            browser.until("document.querySelector('.page')").await;
            browser.click("[data-tab=layers]").await;
            browser.click("[data-layer=confidence]").await;
            browser.click("[data-layer=words]").await;
            browser
                .until("document.querySelector('.layer-confidence rect')")
                .await;
            let note = "[...document.querySelectorAll('[data-page=\"0\"] .notes li')].some(l => l.textContent.includes('The confidence is 90 % for all words'))";
            assert_eq!(browser.value(note).await, json!(!is_measured), "{file}");
            browser
                .point_at("document.querySelector('[data-page=\"0\"] .layer-words rect')")
                .await;
            browser
                .until("document.querySelector('.tooltip .about-words')?.checkVisibility()")
                .await;
            let says = browser
                .text("document.querySelector('.tooltip .about-words').textContent")
                .await;
            assert_eq!(
                says.contains("% as all words of the page"),
                !is_measured,
                "{says}"
            );
            browser.click("[data-view=review]").await;
            let cell =
                "document.querySelector('#view-review .listing-row')?.children[3].textContent";
            browser.until(&format!("/\\d/.test({cell} ?? '')")).await;
            let value = browser.text(cell).await;
            assert_eq!(value.starts_with('('), !is_measured, "{file}: {value}");
        });
    }
}

#[test]
fn escape_selects_nothing_in_all_panes() {
    browse(&[fixture(TABLES)], "", async |browser, _| {
        browser
            .until("document.querySelectorAll('.tree-place [role=treeitem]').length > 1")
            .await;
        browser
            .click(".tree-place [role=treeitem][aria-level='2']")
            .await;
        browser.until("document.querySelector('#element h2') && document.querySelector('.page .marks .selected')").await;
        browser.press(&[Key::Escape.into()]).await;
        browser
            .until("document.querySelector('#element .note')")
            .await;
        let selected = "document.querySelectorAll('.tree-place [aria-selected=true], .page .marks .selected').length";
        assert_eq!(browser.value(selected).await, json!(0));
        // In a search field, Escape clears it and closes the results.
        browser.click("#tree-search").await;
        browser.type_text("TH").await;
        browser
            .until("document.querySelector('.tree-hits [role=option]')")
            .await;
        browser.press(&[Key::Escape.into()]).await;
        browser.until("document.querySelector('#tree-search').value == '' && document.querySelector('.tree-results').hidden").await;
        // In *Compare*, Escape deselects the difference.
        browser.click("[data-view=compare]").await;
        browser
            .until("document.querySelector('.difference-row')")
            .await;
        browser.click(".difference-row").await;
        browser
            .until("document.querySelector('.half rect.current')")
            .await;
        browser.press(&[Key::Escape.into()]).await;
        browser
            .until("!document.querySelector('.half rect.current, .difference-row.active')")
            .await;
    });
}

#[test]
fn the_next_difference_is_on_the_next_page_at_the_end_of_one() {
    let file = fixture("tagged/artifacts.pdf");
    browse(&[file], "#view=compare", async |browser, _| {
        let counts =
            "[...document.querySelectorAll('.page-count .count')].map(c => Number(c.textContent))";
        browser
            .until(&format!(
                "{counts}.length > 1 && {counts}.every(c => c > 0)"
            ))
            .await;
        let first = browser
            .value(&format!("{counts}[0]"))
            .await
            .as_u64()
            .unwrap();
        let current = "Number(document.querySelector('.difference-row.active')?.dataset.row ?? -1)";
        let page = "document.querySelector('#page-number').value";
        // Keys still work after a click into the list.
        browser.click(".difference-row").await;
        for at in 1..first {
            browser.press(&['d']).await;
            browser
                .until(&format!("{current} == {at} && {page} == '1'"))
                .await;
        }
        browser.press(&['d']).await;
        browser
            .until(&format!("{page} == '2' && {current} == 0"))
            .await;
        browser.press(&[Key::Shift.into(), 'D']).await;
        browser
            .until(&format!("{page} == '1' && {current} == {}", first - 1))
            .await;
    });
}

#[test]
fn a_saved_module_is_not_to_be_saved_before_an_export() {
    const OLD: &str = "def custom_processing(page):\n    pass\n";
    let folder = scratch();
    let file = folder.path().join("mine.star");
    fs::write(&file, OLD).unwrap();
    let document = fixture("layout/two-columns.pdf");
    let args = [Path::new(&document), Path::new("-l"), &file];
    let note = "document.querySelector('dialog.export h3 ~ .hint')";
    browse(&args, "", async |browser, _| {
        browser.click("[data-tab=script]").await;
        browser
            .until("document.querySelector('#script-text').value.includes('def ')")
            .await;
        let changed = format!("{OLD}# changed\n");
        for is_saved in [false, true] {
            if is_saved {
                browser.click("#save").await;
                browser
                    .until("document.querySelector('#saved').textContent == 'saved'")
                    .await;
                assert_eq!(fs::read_to_string(&file).unwrap(), changed);
            } else {
                browser.value(&set("#script-text", &changed, "input")).await;
                browser
                    .until("document.querySelector('#saved').textContent == 'not saved'")
                    .await;
            }
            browser
                .until("document.querySelector('.output .status').textContent")
                .await;
            browser.click("#export").await;
            browser
                .until(
                    "document.querySelector('#export-command').textContent.includes('mine.star')",
                )
                .await;
            browser.until(&format!("{note}.hidden == {is_saved}")).await;
            if !is_saved {
                let says = browser.text(&format!("{note}.textContent")).await;
                assert!(
                    says.contains("save ") && says.contains("mine.star"),
                    "{says}"
                );
            }
            browser.press(&[Key::Escape.into()]).await;
            browser.until("!document.querySelector('dialog')").await;
        }
        // A module without a file is downloaded instead of saved.
        browser.click("[data-tab=analysis]").await;
        browser.until("document.querySelector('#add-module')").await;
        browser.value(&set("#add-module", "+", "change")).await;
        browser
            .until("document.querySelector('#saved').textContent == 'in no file'")
            .await;
        browser.click("#export").await;
        browser
            .until(&format!(
                "{note}.textContent.includes('download module.star')"
            ))
            .await;
    });
}
