//! The views of fonts, images, objects, operators, metadata and faults.

use serde_json::json;

use crate::chromium::browse;
use crate::common::fixture;

#[test]
fn a_font_shows_its_codes_with_their_glyphs() {
    browse(
        &[fixture("fonts/embedded-truetype.pdf")],
        "#view=fonts",
        async |browser, _| {
            browser
                .until("document.querySelectorAll('#view-fonts .codes .glyph path').length > 0")
                .await;
            browser
                .until("document.querySelector('#view-fonts .font-facts dd')")
                .await;
            let drawn =
                "document.querySelector('#view-fonts .codes .glyph path').getBBox().height > 50";
            assert_eq!(browser.value(drawn).await, json!(true));
            assert!(
                browser
                    .text("document.querySelector('.codes').textContent")
                    .await
                    .contains("U+00")
            );
        },
    );
}

/// The glyphs of Type 3 fonts are content streams, which are drawn like pages.
#[test]
fn glyphs_of_type_3_fonts_are_drawn() {
    browse(
        &[fixture("fonts/type3-object.pdf")],
        "#view=fonts",
        async |browser, _| {
            browser
                .until("document.querySelectorAll('#view-fonts .glyph-drawn canvas').length == 2")
                .await;
            let is_drawn = "[...document.querySelectorAll('.glyph-drawn canvas')].every(canvas => \
                canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data \
                .some((value, i) => i % 4 == 0 && value < 128))";
            assert_eq!(browser.value(is_drawn).await, json!(true));
        },
    );
}

#[test]
fn an_image_is_shown_and_saved() {
    browse(
        &[fixture("scans/jpeg.pdf")],
        "#view=images",
        async |browser, _| {
            browser
                .until("document.querySelector('.image-frame img')?.naturalWidth > 0")
                .await;
            let saved = browser.client.execute_async(
            "const done = arguments[0]; fetch(document.querySelector('#view-images a.button').href) \
             .then(a => a.arrayBuffer()).then(b => done([...new Uint8Array(b).slice(0, 3)]))",
            Vec::new(),
        );
            assert_eq!(saved.await.unwrap(), json!([0xff, 0xd8, 0xff]));
        },
    );
}

#[test]
fn references_of_objects_are_followed_and_gone_back() {
    browse(
        &[fixture("tagged/objects.pdf")],
        "#view=objects&object=trailer",
        async |browser, _| {
            browser
                .until("document.querySelector('.object-tree .value-ref button')")
                .await;
            browser.click(".object-tree .value-ref button").await;
            browser
                .until("/^Object/.test(document.querySelector('#view-objects h2').textContent)")
                .await;
            assert!(!browser.text("location.hash").await.contains("trailer"));
            browser.click("[aria-label=Back]").await;
            browser
                .until("document.querySelector('#view-objects h2').textContent == 'Trailer'")
                .await;
            browser
                .click(".object-tree [aria-expanded=false] .twisty")
                .await;
            browser
                .until("document.querySelector('.object-tree [aria-level=\"3\"]')")
                .await;
        },
    );
}

#[test]
fn operators_show_their_text_and_place() {
    browse(
        &[fixture("content/text-operators.pdf")],
        "",
        async |browser, _| {
            browser
                .until("document.querySelector('.page .picture img')")
                .await;
            browser.click("[data-tab=operators]").await;
            browser
                .until("document.querySelector('#operators .shown-text')")
                .await;
            browser
                .point_at("[...document.querySelectorAll('#operators .shown-text')].find(t => t.textContent.startsWith('“'))")
                .await;
            browser
                .until("document.querySelector('.page .marks .pointed')")
                .await;
        },
    );
}

#[test]
fn metadata_lists_the_attachments() {
    browse(
        &[fixture("attachments/portfolio.pdf")],
        "#view=metadata",
        async |browser, _| {
            browser
                .until("document.querySelectorAll('#view-metadata a[download]').length > 0")
                .await;
            let status = browser.client.execute_async(
                "const done = arguments[0]; fetch(document.querySelector('#view-metadata a').href) \
             .then(a => done(a.status))",
                Vec::new(),
            );
            assert_eq!(status.await.unwrap(), json!(200));
        },
    );
}

#[test]
#[cfg(feature = "validate")]
fn faults_lead_to_their_places() {
    browse(&[fixture("hostile/forged.pdf")], "", async |browser, _| {
        browser.click("[data-tab=faults]").await;
        browser
            .until("document.querySelectorAll('#faults .findings > li').length > 0")
            .await;
        browser.click("#faults summary").await;
        browser.click("#faults details[open] button.link").await;
        browser
            .until("location.hash.includes('view=objects') || document.querySelector('.page')")
            .await;
        let clause = browser
            .text("document.querySelector('#faults .clause').textContent")
            .await;
        assert!(clause.contains('.'), "{clause}");
    });
}

#[test]
fn the_xml_of_pdfminer_opens_without_pictures() {
    let folder = crate::common::scratch();
    let path = folder.path().join("pages.xml");
    let xml = "<?xml version=\"1.0\" encoding=\"utf-8\" ?>\n<pages>\n\
        <page id=\"1\" bbox=\"0.000,0.000,300.000,200.000\" rotate=\"0\">\n\
        <textbox id=\"0\" bbox=\"20.000,150.000,60.000,162.000\">\n\
        <textline bbox=\"20.000,150.000,60.000,162.000\">\n\
        <text font=\"Times-Roman\" bbox=\"20.000,150.000,30.000,162.000\" size=\"12.000\">A</text>\n\
        <text font=\"Times-Roman\" bbox=\"30.000,150.000,40.000,162.000\" size=\"12.000\">b</text>\n\
        </textline>\n</textbox>\n</page>\n</pages>\n";
    std::fs::write(&path, xml).unwrap();
    browse(&[path], "", async |browser, _| {
        browser
            .until("document.querySelector('.tree-place [role=treeitem]')")
            .await;
        browser.click("[data-tab=layers]").await;
        browser.click("[data-layer=text]").await;
        browser
            .until("document.querySelector('.layer-text text')?.textContent == 'Ab'")
            .await;
        assert_eq!(
            browser
                .value("document.querySelectorAll('.picture img, .no-picture').length")
                .await,
            json!(0)
        );
        // Such a document has no objects.
        let views = "[...document.querySelectorAll('[data-view]')].map(v => v.dataset.view)";
        assert_eq!(
            browser.value(views).await,
            json!(["pages", "correct", "compare", "review"])
        );
    });
}

#[test]
fn the_words_in_a_font_are_listed_and_shown() {
    let file = fixture("tagged/tables-and-lists.pdf");
    browse(&[file], "#view=fonts", async |browser, server| {
        browser.click("#view-fonts [data-words]").await;
        let words = "[...document.querySelectorAll('.hits [role=option]')].map(o => o.querySelector('mark').textContent)";
        browser
            .until(&format!(
                "{words}.length > 0 && document.querySelector('.marks .hit.current')"
            ))
            .await;
        let page = server.data("0/pages/0");
        let name = browser
            .text("document.querySelector('#view-fonts h2').textContent")
            .await;
        let fonts = page["fonts"].as_array().unwrap();
        let font = fonts.iter().position(|font| font["name"] == json!(name));
        let count = page["blocks"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|block| block["paragraphs"].as_array().unwrap())
            .flat_map(|paragraph| paragraph["lines"].as_array().unwrap())
            .flat_map(|line| line["words"].as_array().unwrap())
            .filter(|word| word["font"] == json!(font))
            .count();
        browser
            .until(&format!("document.querySelector('.find-status').textContent == 'Words in {name}: {count}More'"))
            .await;
        assert_eq!(
            browser.value(&format!("{words}.length")).await,
            json!(count)
        );
        let place = "document.querySelector('.marks .hit.current').getAttribute('y')";
        let first = browser.text(place).await;
        browser.click(".hits [role=option]:last-child").await;
        browser.until(&format!("{place} != {}", json!(first))).await;
        // From an element to the words in its font.
        browser.click(".tabs [data-tab=tree]").await;
        browser
            .click(".tree-place [role=treeitem][aria-level='2']")
            .await;
        browser.click(".fonts-used button:last-child").await;
        browser
            .until(&format!("{words}.length > 0 && document.querySelector('.find-status').textContent.startsWith('Words in ')"))
            .await;
    });
}

#[test]
fn more_words_in_a_font_are_listed_when_they_are_asked_for() {
    browse(
        &[fixture("tagged/half.pdf")],
        "#view=fonts",
        async |browser, _| {
            browser.click("#view-fonts [data-words]").await;
            let status = "document.querySelector('.find-status [role=status]').textContent";
            browser
                .until(&format!("{status}.endsWith(': 200 so far')"))
                .await;
            browser.click(".find-status button").await;
            browser.until(&format!("{status}.endsWith(': 232')")).await;
            let more = "document.querySelector('.find-status button').checkVisibility()";
            assert_eq!(browser.value(more).await, json!(false));
        },
    );
}
