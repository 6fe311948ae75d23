//! Accessibility of the page: the rules of axe-core, contrast, landmarks, lists, focus.

use std::env;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use fantoccini::key::Key;
use serde_json::json;

use crate::chromium::{Browser, MUST_RUN, browse};
use crate::common::{fixture, skipped};

const TABLES: &str = "tagged/tables-and-lists.pdf";
const VIEWS: [&str; 9] = [
    "pages", "correct", "compare", "review", "tags", "fonts", "images", "objects", "metadata",
];
const TABS: [&str; 9] = [
    "thumbnails",
    "outline",
    "find",
    "layers",
    "operators",
    "faults",
    "analysis",
    "script",
    "element",
];
/// The buttons that open dialogs.
const DIALOGS: [&str; 3] = ["[aria-label=Keys]", "#export", "#send"];

/// The script of axe-core. Returns `None` and prints a note if npm cannot install it.
fn axe() -> Option<&'static str> {
    static AXE: OnceLock<Option<String>> = OnceLock::new();
    let script = AXE.get_or_init(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/axe");
        let file = folder.join("node_modules/axe-core/axe.min.js");
        if !file.is_file() {
            let args = ["install", "--silent", "--no-audit", "--no-fund", "--prefix"];
            let mut npm = Command::new("npm");
            npm.args(args).arg(&folder).arg("axe-core@4.14.1");
            // Its output says why it fails.
            let _ = npm.status();
        }
        std::fs::read_to_string(file).ok()
    });
    if script.is_none() {
        let what = "npm cannot install axe-core here";
        assert!(env::var_os(MUST_RUN).is_none(), "{what}");
        skipped(what);
    }
    script.as_deref()
}

/// Checks the rules of axe-core in the present state of the page.
async fn check(browser: &Browser, what: &str) {
    let script = "const done = arguments[0]; axe.run(document, { resultTypes: ['violations'] }).then( \
        ({ violations }) => done(violations.flatMap(({ id, nodes }) => \
            nodes.map(({ target, failureSummary }) => `${id}: ${target}: ${failureSummary}`))), \
        (error) => done([String(error)]))";
    let found = browser.client.execute_async(script, Vec::new()).await;
    assert_eq!(found.unwrap(), json!([]), "{what}");
}

async fn check_contrast(browser: &Browser, what: &str) {
    for scheme in ["light", "dark"] {
        let set = format!("document.documentElement.style.colorScheme = '{scheme}'");
        browser.value(&set).await;
        let found = browser
            .client
            .execute(include_str!("contrast.js"), Vec::new())
            .await;
        assert_eq!(found.unwrap(), json!([]), "{what}, {scheme}");
    }
}

/// Shows each view, tab and dialog. Calls `check` with each.
async fn everywhere(browser: &Browser, check: impl AsyncFn(&str)) {
    let click = async |css: &str| {
        let script =
            format!("(() => {{ document.querySelector('{css}').click(); return true; }})()");
        browser.value(&script).await;
        let settled = "!document.querySelector('[aria-busy=true], .view-page:empty')";
        browser.until(settled).await;
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    };
    browser
        .until("document.querySelector('.layer-blocks rect')")
        .await;
    for view in VIEWS {
        click(&format!("[data-view={view}]")).await;
        check(view).await;
    }
    click("[data-view=pages]").await;
    click(".tree-place [role=treeitem][aria-level=\"2\"]").await;
    browser.until("document.querySelector('.fonts-used')").await;
    for tab in TABS {
        click(&format!("[data-tab={tab}]")).await;
        if tab == "layers" {
            click("[data-layer=confidence]").await;
        }
        check(tab).await;
    }
    for dialog in DIALOGS {
        click(dialog).await;
        browser.until("document.querySelector('dialog')").await;
        check(dialog).await;
        browser
            .value("document.querySelector('dialog').close()")
            .await;
    }
}

#[test]
fn axe_core_finds_nothing() {
    let Some(axe) = axe() else { return };
    for (width, height) in [(1280, 900), (640, 400)] {
        browse(&[fixture(TABLES)], "", async |browser, _| {
            browser.resize(width, height).await;
            browser.client.execute(axe, Vec::new()).await.unwrap();
            everywhere(browser, async |what| {
                check(browser, &format!("{what}, {width} pixels")).await;
            })
            .await;
        });
    }
}

#[test]
fn all_text_has_contrast_in_light_and_dark() {
    browse(&[fixture(TABLES)], "", async |browser, _| {
        everywhere(browser, async |what| check_contrast(browser, what).await).await;
        // The labels of elements, in their own colours and in a light one.
        browser.click("[data-tab=layers]").await;
        browser
            .until("document.querySelectorAll('[data-name] input[type=checkbox]').length > 2")
            .await;
        browser
            .value("document.querySelectorAll('[data-name] input[type=checkbox]').forEach(c => c.click())")
            .await;
        let labels = "document.querySelectorAll('.layer-elements .label')";
        browser.until(&format!("{labels}.length > 2")).await;
        browser
            .value(&format!(
                "{labels}[0].style.setProperty('--colour', '#ffff00')"
            ))
            .await;
        check_contrast(browser, "labels of elements").await;
    });
}

#[test]
fn there_is_one_main_part_one_heading_and_each_pane_has_a_name() {
    browse(&[fixture(TABLES)], "", async |browser, _| {
        everywhere(browser, async |what| {
            let count = "['main', 'h1'].map(n => document.querySelectorAll(n).length)";
            assert_eq!(browser.value(count).await, json!([1, 1]), "{what}");
            let unnamed = "[...document.querySelectorAll('aside, nav, [role=region], dialog, \
                [role=tree], [role=listbox], [role=grid]')].filter(e => !e.ariaLabel).map(e => e.className)";
            assert_eq!(browser.value(unnamed).await, json!([]), "{what}");
        })
        .await;
    });
}

#[test]
fn the_active_row_of_a_list_exists() {
    let active =
        "document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))";
    browse(&[fixture(TABLES)], "#view=objects", async |browser, _| {
        browser
            .until("document.querySelectorAll('#view-objects [role=grid] [role=row]').length > 20")
            .await;
        browser
            .value("document.querySelector('#view-objects [role=grid]').focus()")
            .await;
        browser.press(&[Key::Down.into()]).await;
        browser.press(&[Key::Down.into()]).await;
        let scrolled = "document.activeElement.scrollTop = 1e6";
        browser.resize(1280, 300).await;
        browser.value(scrolled).await;
        browser.until("document.activeElement.scrollTop > 0").await;
        browser.until(&format!("{active}?.role == 'row'")).await;
        browser.press(&[Key::End.into()]).await;
        browser.until(&format!("{active}?.checkVisibility()")).await;
        // The head belongs to the grid.
        let head = "document.getElementById(document.activeElement.getAttribute('aria-owns')).children[0].role";
        assert_eq!(browser.text(head).await, "columnheader");
    });
    browse(
        &[fixture("tagged/over-pages.pdf")],
        "",
        async |browser, _| {
            browser.click("[data-tab=thumbnails]").await;
            browser.press(&['n']).await;
            browser
                .value("document.querySelector('.thumbnails').focus()")
                .await;
            browser
                .until(&format!("{active}?.ariaSelected == 'true'"))
                .await;
        },
    );
}

#[test]
fn the_focus_is_seen_wherever_it_goes() {
    browse(&[fixture(TABLES)], "", async |browser, _| {
        browser
            .until("document.querySelector('.layer-blocks rect')")
            .await;
        let seen = "(() => { const e = document.activeElement; if (e === document.body) return 'body'; \
            const s = getComputedStyle(e); return s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 2 \
                || e.matches('.splitter') && s.backgroundColor !== 'rgba(0, 0, 0, 0)' \
                || e.outerHTML.slice(0, 200); })()";
        let mut focused = 0;
        for _ in 0..60 {
            browser.press(&[Key::Tab.into()]).await;
            let seen = browser.value(seen).await;
            if seen == json!("body") {
                continue;
            }
            focused += 1;
            assert_eq!(seen, json!(true));
        }
        assert!(focused > 20);
    });
}
