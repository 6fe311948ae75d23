//! Export in the browser: the file is the same as that of the command line shown.

use std::fs;

use serde_json::json;

use crate::chromium::browse;
use crate::common::{fixture, run, scratch};

/// The command line that is shown.
const LINE: &str = "document.querySelector('#export-command').textContent";

#[test]
fn the_file_is_that_of_the_command_line() {
    let input = fixture("layout/two-columns.pdf");
    let page = ["-p", "-i", &input];
    browse(&page, "#page=2", async |browser, _| {
        browser.click("#export").await;
        browser
            .until(&format!("{LINE}.startsWith('pdfa2hocr --')"))
            .await;
        browser
            .value(
                "(() => { const f = document.querySelector('#export-format'); f.value = 'text'; \
                 f.dispatchEvent(new Event('change', { bubbles: true })); })()",
            )
            .await;
        browser.click("[name=export-which][value=this]").await;
        browser
            .until(&format!(
                "{LINE} == 'pdfa2hocr --page-analysis --ignore-text-groups --format=text \
                 --pages=2 {input} two-columns-p2.txt'"
            ))
            .await;
        browser.click("#export-go").await;
        browser
            .until("document.querySelector('#export-status a')")
            .await;
        let exported = browser.client.execute_async(
            "const done = arguments[0]; fetch(document.querySelector('#export-status a').href) \
             .then(a => a.text()).then(done)",
            vec![],
        );
        let exported = exported.await.unwrap();
        let folder = scratch();
        let output = folder.path().join("out");
        let output = output.to_str().unwrap();
        let args = ["-pi", "--format=text", "--pages=2", &input, output];
        assert_eq!(run(&args).status, 0);
        let written = fs::read_to_string(output).unwrap();
        assert!(!written.is_empty());
        assert_eq!(exported, json!(written));
    });
}

#[test]
fn an_export_is_cancelled_and_pages_that_are_wrong_are_named() {
    let folder = scratch();
    let module = folder.path().join("endless.star");
    let text = "def custom_processing(page):\n    if page.page_number == 2:\n        \
                for i in range(1000000000):\n            pass\n";
    fs::write(&module, text).unwrap();
    let module = module.to_str().unwrap();
    let input = fixture("layout/two-columns.pdf");
    let args = ["-l", module, "--module-steps=1000000000000", &input];
    browse(&args, "", async |browser, server| {
        browser.click("#export").await;
        browser.until(LINE).await;
        browser.click("#export-pages").await;
        browser.type_text("7-x").await;
        browser
            .until("document.querySelector('#export-status.bad')?.textContent.startsWith('pages:')")
            .await;
        browser.click("[name=export-which][value=all]").await;
        browser.until(LINE).await;
        browser.click("#export-go").await;
        browser
            .until("document.querySelector('#export-status').textContent.includes('of 2 pages')")
            .await;
        browser.click("#export-cancel").await;
        browser
            .until("document.querySelector('#export-status').textContent == 'Cancelled.'")
            .await;
        while server.data("0/export")["running"] != json!([]) {
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    });
}
