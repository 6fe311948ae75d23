//! A dictionary page, from the first look to correct hOCR, in the browser only.

use std::fs;

use serde_json::json;

use crate::analysis::set;
use crate::chromium::browse;
use crate::common::{corpus, run, scratch};

/// The number of blocks in the reading order.
const ORDER: &str = "[...document.querySelectorAll('.layer-order text')].length";
/// The number of elements with a name that the tree shows.
fn seen(name: &str) -> String {
    format!(
        "[...document.querySelectorAll('.tree-place [role=treeitem] .name')] \
         .filter(each => each.textContent == '{name}').length"
    )
}

#[test]
fn a_dictionary_gets_its_columns_and_its_entries() {
    let Some(files) = corpus("text") else { return };
    let file = files.iter().find(|file| file.ends_with("linde142.pdf"));
    let file = file.expect("the page").to_str().expect("UTF-8");
    browse(&["-p", file], "", async |browser, _| {
        browser
            .until("document.querySelector('.page .picture img')?.naturalWidth > 0")
            .await;
        browser.until(&format!("{ORDER} > 2")).await;
        browser.click("[data-tab=analysis]").await;
        browser
            .until("document.querySelector('#option-columns')")
            .await;
        browser.value(&set("#option-columns", "2", "change")).await;
        browser.until(&format!("{ORDER} == 2")).await;
        // The module's changes appear in the tree, and in the output beside the module.
        browser
            .value(&set("#add-module", "dictionary_entries", "change"))
            .await;
        browser
            .until("/more, .* less/.test(document.querySelector('.output .status').textContent)")
            .await;
        browser.until(&format!("{} == 2", seen("column"))).await;
        // The first column, which is behind the running heads.
        let items = "[...document.querySelectorAll('.tree-place [aria-level=\"2\"]')]";
        let column = "item => item.querySelector('.name').textContent == 'column'";
        let open = format!("{items}.find({column}).querySelector('.twisty').click()");
        browser.value(&open).await;
        browser.until(&format!("{} > 5", seen("entry"))).await;
        browser.click("#export").await;
        let line = "document.querySelector('#export-command').textContent";
        let wanted = "--page-analysis --columns=2 --module=dictionary_entries";
        browser
            .until(&format!("{line}.startsWith('pdfa2hocr {wanted}')"))
            .await;
        browser.click("#export-go").await;
        let link = "document.querySelector('#export-status a')";
        browser.until(link).await;
        let script =
            format!("const done = arguments[0]; fetch({link}.href).then(a => a.text()).then(done)");
        let exported = browser.client.execute_async(&script, vec![]).await;
        let folder = scratch();
        let output = folder.path().join("out.html");
        let output = output.to_str().expect("UTF-8");
        let args = ["-p", "-c", "2", "-l", "dictionary_entries", file, output];
        assert_eq!(run(&args).status, 0);
        let written = fs::read_to_string(output).expect("the output");
        assert!(exported.expect("the file") == json!(written));
    });
}
