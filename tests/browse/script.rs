//! Editing mappings and modules in the browser: their effect, errors, and saving.

use std::fs;
use std::path::Path;

use serde_json::json;

use crate::analysis::set;
use crate::chromium::{Browser, browse};
use crate::common::{fixture, scratch};

const FILE: &str = "layout/two-columns.pdf";
const OLD: &str = "def custom_processing(page):\n    pass\n";
const HEADER: &str = "def custom_processing(page):
    lines = page.descendants('textline')
    page.insert(0, page.new('header', [lines[0]]))
    print('page', page.page_number, '<img src=x onerror=alert(1)>')
";
const TEXT: &str = "document.querySelector('#script-text').value";
const MESSAGES: &str = "document.querySelector('.script-messages').textContent";
const SAVED: &str = "document.querySelector('#saved').textContent";

/// Opens the tab *Script* with the module of the command line.
async fn open(browser: &Browser) {
    browser.click("[data-tab=script]").await;
    browser.until(&format!("{TEXT}.includes('def ')")).await;
    browser
        .until("document.querySelector('.output-line')")
        .await;
}

/// True if a marked line of the output contains a text.
fn marked(kind: &str, text: &str) -> String {
    format!(
        "[...document.querySelectorAll('.output-line.{kind}')] \
         .some(l => l.textContent.includes('{text}'))"
    )
}

async fn write(browser: &Browser, text: &str) {
    browser.value(&set("#script-text", text, "input")).await;
}

#[test]
fn a_module_with_an_error_and_then_without_changes_tree_page_and_output() {
    let folder = scratch();
    let file = folder.path().join("mine.star");
    fs::write(&file, OLD).unwrap();
    let document = fixture(FILE);
    let args = [Path::new(&document), Path::new("-l"), &file];
    browse(&args, "", async |browser, _| {
        open(browser).await;
        browser
            .until(
                "document.querySelector('.output .status').textContent == 'as on the command line'",
            )
            .await;
        // Expands the first page in the tree.
        browser.click(".tree-place [role=treeitem] .twisty").await;
        let rows = "[...document.querySelectorAll('.tree-place [role=treeitem] .name')].map(n => n.textContent)";
        browser
            .until(&format!(
                "{rows}.includes('textgroup') || {rows}.includes('textbox')"
            ))
            .await;

        write(browser, &HEADER.replace("lines[0]]", "lines[0]")).await;
        browser
            .until(&format!("{MESSAGES}.includes('mine.star:')"))
            .await;
        // A click on the mark moves the cursor to its line.
        browser.until("document.querySelector('.line-mark')").await;
        let line = browser
            .text("document.querySelector('.line-mark').textContent")
            .await;
        browser.click(".line-mark").await;
        browser
            .until(&format!(
                "document.querySelector('.script').textContent.includes('Line {line}, column')"
            ))
            .await;

        write(browser, HEADER).await;
        browser.until("!document.querySelector('.line-mark')").await;
        browser.until(&marked("added", "ocr_header")).await;
        browser.until(&format!("{rows}.includes('header')")).await;
        // Printed HTML is shown as text.
        browser
            .until(&format!("{MESSAGES}.includes('page 1 <img')"))
            .await;
        assert_eq!(
            browser
                .value("document.querySelectorAll('.script-messages img').length")
                .await,
            json!(0)
        );
        // A module that fails on the page.
        write(browser, &HEADER.replace("descendants", "descendents")).await;
        browser
            .until(&format!("{MESSAGES}.includes('did you mean')"))
            .await;
        assert_eq!(
            browser
                .text("document.querySelector('.line-mark').textContent")
                .await,
            "2"
        );
        browser
            .until(&format!("!{}", marked("added", "ocr_header")))
            .await;
    });
}

#[test]
fn a_mapping_is_written_from_one_that_is_built_in_and_a_module_with_the_keys() {
    browse(&[fixture(FILE)], "", async |browser, _| {
        browser.click("[data-tab=script]").await;
        // Without a mapping option, the default mapping of the document is shown.
        browser
            .until(&format!("{TEXT}.includes('\"textline\"')"))
            .await;
        let text = browser.text(TEXT).await;
        let changed = text.replacen("span.ocr_line", "b.ocr_line", 1);
        assert_ne!(changed, text);
        write(browser, &changed).await;
        browser
            .until(&marked("added", "<b class=\"ocr_line\""))
            .await;
        write(browser, &changed.replacen('{', "{ \"nothing\": 1,", 1)).await;
        browser
            .until(&format!("{MESSAGES}.includes('nothing')"))
            .await;
        browser.until("document.querySelector('.line-mark')").await;
        browser.click("[data-tab=analysis]").await;
        browser.click("#as-given").await;
        browser.click("[data-tab=script]").await;
        browser
            .value(
                "(() => { const s = document.querySelector('#script-choice'); s.value = '+'; \
             s.dispatchEvent(new Event('change')); })()",
            )
            .await;
        browser
            .until(&format!("{TEXT}.includes('def custom_processing')"))
            .await;
        let value = "document.querySelector('#script-text').value";
        let before = browser.text(value).await;
        browser
            .value("document.querySelector('#script-text').focus()")
            .await;
        // At the end of the text: a line after `:` is indented, and Tab indents once more.
        browser.press(&['\u{E009}', '\u{E010}']).await;
        browser.type_text("if True:").await;
        browser.press(&['\u{E007}']).await;
        browser.press(&['\u{E004}']).await;
        browser.type_text("x").await;
        browser
            .until(&format!(
                "{value} == {}",
                json!(format!("{before}if True:\n        x"))
            ))
            .await;
        // Undo reverts all of it.
        for _ in 0..20 {
            browser.press(&['\u{E009}', 'z']).await;
        }
        browser
            .until(&format!("{value} == {}", json!(before)))
            .await;
        // After Escape, Tab leaves the field.
        browser.press(&['\u{E00C}']).await;
        browser.press(&['\u{E004}']).await;
        browser
            .until("document.activeElement.id != 'script-text'")
            .await;
    });
}

#[test]
fn a_module_is_saved_after_a_click_and_not_over_what_others_wrote() {
    let folder = scratch();
    let file = folder.path().join("mine.star");
    fs::write(&file, OLD).unwrap();
    let document = fixture(FILE);
    let args = [Path::new(&document), Path::new("-l"), &file];
    let leaves = "dispatchEvent(new Event('beforeunload', { cancelable: true }))";
    browse(&args, "", async |browser, _| {
        open(browser).await;
        browser.until(&format!("{SAVED} == 'saved'")).await;
        assert_eq!(browser.value(leaves).await, json!(true));
        write(browser, HEADER).await;
        browser.until(&format!("{SAVED} == 'not saved'")).await;
        browser.until(&marked("added", "ocr_header")).await;
        // The change is visible, but not written to the file.
        assert_eq!(fs::read_to_string(&file).unwrap(), OLD);
        assert_eq!(
            browser.value(leaves).await,
            json!(false),
            "the user is asked"
        );
        browser.click("#save").await;
        browser.until(&format!("{SAVED} == 'saved'")).await;
        assert_eq!(fs::read_to_string(&file).unwrap(), HEADER);
        // The file of the command line has the change now.
        browser
            .until(
                "document.querySelector('.output .status').textContent == 'as on the command line'",
            )
            .await;

        fs::write(&file, "# of another program\n").unwrap();
        write(browser, OLD).await;
        browser.click("#save").await;
        browser.click("[data-answer=anew]").await;
        browser
            .until(&format!("{TEXT}.includes('of another program')"))
            .await;
        browser.until(&format!("{SAVED} == 'saved'")).await;
        fs::write(&file, "# once more\n").unwrap();
        write(browser, OLD).await;
        browser.click("#save").await;
        browser.click("[data-answer=overwrite]").await;
        browser.until(&format!("{SAVED} == 'saved'")).await;
        assert_eq!(fs::read_to_string(&file).unwrap(), OLD);
    });
}

#[test]
fn a_module_that_runs_away_leaves_the_page_working() {
    let folder = scratch();
    let file = folder.path().join("mine.star");
    fs::write(&file, OLD).unwrap();
    let steps = Path::new("--module-steps=100000");
    let document = fixture(FILE);
    let args = [Path::new(&document), steps, Path::new("-l"), &file];
    browse(&args, "", async |browser, _| {
        open(browser).await;
        let endless = OLD.replace(
            "pass",
            "for i in range(1000):\n        for j in range(1000): pass",
        );
        write(browser, &endless).await;
        browser
            .until(&format!("{MESSAGES}.includes('the module was stopped')"))
            .await;
        browser
            .until("['2', '3'].includes(document.querySelector('.line-mark')?.textContent)")
            .await;
        write(browser, HEADER).await;
        browser.until(&marked("added", "ocr_header")).await;
        browser.click("[aria-label='Next page']").await;
        browser
            .until(&format!("{MESSAGES}.includes('page 2')"))
            .await;
    });
}
