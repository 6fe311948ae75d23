//! Books of `--format viewer`, opened from disk without a network.

use std::path::{Path, PathBuf};

use serde_json::json;

use crate::chromium::{Browser, open};
use crate::common::{fixture, run, scratch};

/// Writes a book of a fixture.
fn book(folder: &Path, name: &str, more: &[&str]) -> PathBuf {
    let (input, output) = (fixture(name), folder.join("a book.html"));
    let mut args = vec!["-q", "--format", "viewer"];
    args.extend(more);
    args.extend([input.as_str(), output.to_str().unwrap()]);
    let done = run(&args);
    assert_eq!((done.status, done.stderr.as_str()), (0, ""), "{name}");
    output
}

async fn asked_nothing_else(browser: &Browser) {
    let elsewhere = "performance.getEntriesByType('resource').map(e => e.name)\
                     .filter(n => !/^(file|blob):/.test(n))";
    assert_eq!(browser.value(elsewhere).await, json!([]));
    assert_eq!(browser.value("window.refused").await, json!([]));
}

const SHAPES: [&str; 2] = ["file", "folder"];

#[test]
fn the_text_of_a_page_is_selected_in_reading_order_and_found() {
    for shape in SHAPES {
        let folder = scratch();
        let file = book(
            folder.path(),
            "layout/two-columns.pdf",
            &["-p", "--viewer-as", shape],
        );
        assert_eq!(
            folder.path().join("a book_files").exists(),
            shape == "folder"
        );
        open(&file, "", async |browser| {
            browser.watch_refusals().await;
            browser.until("document.querySelector('.text-word')").await;
            browser
                .until("document.querySelector('.picture img').naturalWidth > 0")
                .await;
            let selected = browser
                .text("(() => { getSelection().selectAllChildren(document.querySelector('[data-page=\"0\"] .text-layer')); return getSelection().toString(); })()")
                .await;
            let text = run(&[
                "-p",
                "-q",
                "--format",
                "text",
                "--pages",
                "1",
                &fixture("layout/two-columns.pdf"),
                "-",
            ]);
            let words = |text: &str| {
                text.split_whitespace()
                    .map(str::to_owned)
                    .collect::<Vec<_>>()
            };
            assert_eq!(words(&selected), words(&text.stdout), "{shape}");
            // A word of the text layer is at its place on the picture, and as wide as its box.
            let word = words(&text.stdout)
                .into_iter()
                .find(|w| w.len() > 4 && w.bytes().all(|b| b.is_ascii_alphabetic()))
                .unwrap();
            browser.press(&['\u{E009}', 'f']).await;
            browser.type_text(&word.to_uppercase()).await;
            browser
                .until("document.querySelector('.marks .hit.current')")
                .await;
            let off = "(() => { const hit = document.querySelector('.marks .hit.current').getBoundingClientRect();\
                const words = [...document.querySelectorAll('.text-word')].map(w => w.getBoundingClientRect());\
                return Math.min(...words.map(w => Math.abs(w.left - hit.left) + Math.abs(w.top - hit.top))); })()";
            let off = browser.value(off).await.as_f64().unwrap();
            assert!(off < 4.0, "{shape}: {off}");
            asked_nothing_else(browser).await;
        });
    }
}

#[test]
fn what_is_copied_has_its_words_whole() {
    let folder = scratch();
    let file = book(folder.path(), "programs/typst-columns.pdf", &[]);
    open(&file, "", async |browser| {
        browser.until("document.querySelector('.text-word')").await;
        let copy = "(() => { getSelection().selectAllChildren(document.querySelector('.text-layer'));\
            const clipboardData = new DataTransfer();\
            document.querySelector('.pages').dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true }));\
            return [getSelection().toString(), clipboardData.getData('text/plain')]; })()";
        let both = browser.value(copy).await;
        let [selected, copied] = [0, 1].map(|i| both[i].as_str().unwrap().to_owned());
        assert!(selected.contains("\u{AD}\n"), "{selected}");
        assert!(!copied.contains('\u{AD}'), "{copied}");
        let joined = selected.replace("\u{AD}\n", "").replace('\u{AD}', "");
        assert_eq!(copied, joined);
        // Line breaks in a paragraph are copied.
        assert!(copied.lines().count() > 5, "{copied}");
    });
}

#[test]
fn a_page_is_loaded_when_it_is_shown() {
    let folder = scratch();
    let file = book(
        folder.path(),
        "scans/no-text.pdf",
        &["--viewer-as", "folder"],
    );
    let is_loaded = "window.taken.includes('page-7')";
    let pages = "[...document.querySelectorAll('.page')].map(p => Number(p.dataset.page))";
    open(&file, "", async |browser| {
        browser.watch_refusals().await;
        browser
            .until("document.querySelector('[data-page=\"0\"] .picture img')?.naturalWidth > 0")
            .await;
        let note = "(() => { window.taken = []; const { take } = pdfa2hocr;\
            pdfa2hocr.take = (name, data) => { taken.push(name); take(name, data); }; })()";
        browser.value(note).await;
        let there = browser.value(pages).await;
        assert!(!there.as_array().unwrap().contains(&json!(6)), "{there}");
        assert_eq!(browser.value(is_loaded).await, json!(false));
        browser
            .value("(() => document.querySelector('#pages').focus())()")
            .await;
        browser.press(&['\u{E010}']).await;
        browser
            .until("document.querySelector('[data-page=\"6\"] .picture img')?.naturalWidth > 0")
            .await;
        browser.until(is_loaded).await;
        asked_nothing_else(browser).await;
    });
    // Without its folder, the book reports which files are missing.
    let gone = folder.path().join("gone");
    std::fs::rename(folder.path().join("a book_files"), gone).unwrap();
    open(&file, "", async |browser| {
        browser
            .until("document.querySelector('.no-picture')?.textContent.includes('a book_files')")
            .await;
    });
}

#[test]
fn every_kind_of_scan_is_seen() {
    let kinds = [
        "cmyk",
        "codestream",
        "group3",
        "group4",
        "indexed",
        "inverted",
        "jbig2",
        "jpeg",
        "jpeg-flate",
        "jpeg2000",
        "lab",
        "layers",
        "short",
        "stencil",
        "turned",
    ];
    let folder = scratch();
    for kind in kinds {
        let place = folder.path().join(kind);
        std::fs::create_dir(&place).unwrap();
        book(
            &place,
            &format!("scans/{kind}.pdf"),
            &["--viewer-as", "file"],
        );
    }
    let first = folder.path().join(kinds[0]).join("a book.html");
    open(&first, "", async |browser| {
        for kind in kinds {
            let place = folder
                .path()
                .join(kind)
                .join("a book.html")
                .canonicalize()
                .unwrap();
            let address = format!("file://{}", place.display()).replace(' ', "%20");
            browser.client.goto(&address).await.unwrap();
            browser
                .until("document.querySelector('.picture img')?.naturalWidth > 0")
                .await;
            // The picture has dark and light pixels.
            let shades = "(() => { const i = document.querySelector('.picture img'); const c = document.createElement('canvas');\
                c.width = i.naturalWidth; c.height = i.naturalHeight; const x = c.getContext('2d'); x.drawImage(i, 0, 0);\
                const p = x.getImageData(0, 0, c.width, c.height).data.filter((_, n) => n % 4 === 2);\
                return Math.max(...p) - Math.min(...p); })()";
            let shades = browser.value(shades).await.as_f64().unwrap();
            assert!(shades > 60.0, "{kind}: {shades}");
        }
    });
}

#[test]
fn a_hostile_document_does_nothing() {
    for shape in SHAPES {
        let folder = scratch();
        let file = book(folder.path(), "hostile/markup.pdf", &["--viewer-as", shape]);
        open(&file, "", async |browser| {
            browser.watch_refusals().await;
            browser
                .until("document.querySelector('.text-word')?.textContent")
                .await;
            assert!(browser.text("document.title").await.contains("<script>"));
            for tab in ["find", "thumbnails", "outline"] {
                browser.click(&format!("[data-tab={tab}]")).await;
            }
            browser
                .until("document.querySelector('.outline-title')")
                .await;
            let injected = "document.querySelectorAll('img[src=\"x\"], iframe, object, embed, script[src*=\":\"]').length";
            assert_eq!(browser.value(injected).await, json!(0), "{shape}");
            assert_eq!(browser.value("window.attacked ?? null").await, json!(null));
            asked_nothing_else(browser).await;
        });
    }
}

#[test]
fn the_xml_of_pdfminer_is_a_book_of_text() {
    let folder = scratch();
    let xml = folder.path().join("in.xml");
    let input = fixture("layout/two-columns.pdf");
    let made = run(&[
        "-q",
        "--format",
        "pdfminer-xml",
        &input,
        xml.to_str().unwrap(),
    ]);
    assert_eq!(made.status, 0, "{}", made.stderr);
    let output = folder.path().join("out.html");
    let done = run(&[
        "-q",
        "--format",
        "viewer",
        xml.to_str().unwrap(),
        output.to_str().unwrap(),
    ]);
    assert_eq!((done.status, done.stderr.as_str()), (0, ""));
    open(&output, "", async |browser| {
        browser
            .until("document.querySelector('.is-only-text .text-word')")
            .await;
        let seen = "getComputedStyle(document.querySelector('.text-word')).color";
        assert_eq!(browser.text(seen).await, "rgb(0, 0, 0)");
    });
}

#[test]
fn a_page_without_its_scan_says_so_and_shows_its_words() {
    let folder = scratch();
    let file = book(folder.path(), "scan_files/missing.html", &[]);
    open(&file, "", async |browser| {
        browser.until("document.querySelector('.text-word')").await;
        let why = browser
            .text("document.querySelector('.page .no-picture').textContent")
            .await;
        assert!(why.starts_with("No picture: its image none.tif "), "{why}");
        let colour = "getComputedStyle(document.querySelector('.text-word')).color";
        assert_eq!(browser.value(colour).await, json!("rgb(0, 0, 0)"));
    });
}
