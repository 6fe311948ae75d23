//! Everything is possible without a mouse.

use fantoccini::key::Key;
use serde_json::json;

use crate::chromium::browse;
use crate::common::fixture;

fn key(key: Key) -> char {
    char::from(key)
}

#[test]
fn the_tree_is_walked_opened_and_closed_by_keys() {
    browse(
        &[fixture("tagged/tables-and-lists.pdf")],
        "",
        async |browser, _| {
            browser
                .until("document.querySelectorAll('.tree-place [role=treeitem]').length > 1")
                .await;
            // The Tab key alone leads from the top of the page to the tree.
            let is_there = "document.activeElement.getAttribute('role') == 'tree'";
            for _ in 0..30 {
                if browser.value(is_there).await == json!(true) {
                    break;
                }
                browser.press(&[key(Key::Tab)]).await;
            }
            browser.until(is_there).await;
            let active = "document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))";
            browser.press(&[key(Key::Home)]).await;
            assert_eq!(browser.text(&format!("{active}.ariaLevel")).await, "1");
            browser.press(&[key(Key::Down)]).await;
            assert_eq!(browser.text(&format!("{active}.ariaLevel")).await, "2");
            let open = "document.querySelectorAll('.tree-place [aria-expanded=true]').length";
            let before = browser.value(open).await.as_u64().unwrap();
            // Moves to the next row that has children.
            for _ in 0..20 {
                if browser
                    .value(&format!("{active}.ariaExpanded == 'false'"))
                    .await
                    == json!(true)
                {
                    break;
                }
                browser.press(&[key(Key::Down)]).await;
            }
            browser.press(&[key(Key::Right)]).await;
            browser.until(&format!("{open} == {}", before + 1)).await;
            let level = browser
                .value(&format!("Number({active}.ariaLevel)"))
                .await
                .as_u64()
                .unwrap();
            browser.press(&[key(Key::Right)]).await;
            browser
                .until(&format!("{active}.ariaLevel == '{}'", level + 1))
                .await;
            browser.until("document.querySelector('#element h2')").await;
            browser.press(&[key(Key::Left)]).await;
            browser
                .until(&format!("{active}.ariaLevel == '{level}'"))
                .await;
            browser.press(&[key(Key::Left)]).await;
            browser.until(&format!("{open} == {before}")).await;
            let positions = format!("{active}.ariaSetSize > 0 && {active}.ariaPosInSet > 0");
            assert_eq!(browser.value(&positions).await, json!(true));
        },
    );
}

#[test]
fn pages_views_panes_and_zoom_have_keys() {
    browse(
        &[fixture("tagged/over-pages.pdf")],
        "",
        async |browser, _| {
            browser
                .until("document.querySelector('.page .picture img')")
                .await;
            browser.press(&['n']).await;
            browser.until("location.hash.includes('page=2')").await;
            browser.press(&['p']).await;
            browser.until("location.hash.includes('page=1')").await;
            let width = browser
                .value("document.querySelector('.page').clientWidth")
                .await;
            browser.press(&[key(Key::Control), '+']).await;
            browser
                .until(&format!(
                    "document.querySelector('.page').clientWidth > {width}"
                ))
                .await;
            browser.press(&[key(Key::Control), '0']).await;
            browser
                .until(&format!(
                    "document.querySelector('.page').clientWidth == {width}"
                ))
                .await;
            browser.press(&[key(Key::Alt), '6']).await;
            browser
                .until("document.querySelector('#view-fonts')?.checkVisibility()")
                .await;
            browser.press(&[key(Key::Alt), '1']).await;
            browser
                .until("document.querySelector('#pages').checkVisibility()")
                .await;
            browser.press(&[key(Key::F6)]).await;
            browser
                .until("document.activeElement.matches('[role=tree]')")
                .await;
            browser.press(&[key(Key::F6)]).await;
            browser.until("document.activeElement.id == 'pages'").await;
            browser.press(&[key(Key::End)]).await;
            browser.until("location.hash.includes('page=2')").await;
            browser.press(&['?']).await;
            browser.until("document.querySelector('dialog.help')").await;
            browser.press(&[key(Key::Escape)]).await;
            browser.until("!document.querySelector('dialog')").await;
        },
    );
}
