//! FineReader XML, TEI and METS as input: facts that are kept, and messages.

use std::fs;

use crate::common::{fixture, run, scratch};
use pdfa2hocr::Document;

fn recognised(name: &str) -> String {
    fixture(&format!("recognised/{name}"))
}

/// Converts a fixture without a message and checks the parts of the output.
fn has(name: &str, format: &str, parts: &[&str]) {
    let made = run(&["-q", "--format", format, &recognised(name), "-"]);
    assert_eq!((made.status, made.stderr.as_str()), (0, ""), "{name}");
    for part in parts {
        assert!(
            made.stdout.contains(part),
            "{name} {format}: {part}: {}",
            made.stdout
        );
    }
}

#[test]
fn finereader_keeps_characters_readings_and_styles() {
    has(
        "finereader-6.xml",
        "hocr",
        &[
            "bbox 200 200 310 240; x_wconf 90",
            "poly 1000 200 1000 240 600 240 600 300 200 300 200 240 200 200",
            "baseline 0 -8",
            "class=\"ocr_photo\"",
            "scan_res 300 300",
        ],
    );
    // Of three characters, two have the confidence 90, and the third has none.
    has(
        "finereader-6.xml",
        "hocr",
        &["bbox 360 200 470 240; x_wconf 90"],
    );
    has(
        "finereader-6.xml",
        "json",
        &[
            "{\"name\":\"suspicious\",\"value\":\"3\"}",
            "\"TextAlign\",\"value\":\"Justify\"",
        ],
    );
    has(
        "finereader-8-variants.xml",
        "alto",
        &[
            "<ALTERNATIVE>Hans</ALTERNATIVE>",
            "<ALTERNATIVE>Hauf</ALTERNATIVE>",
            "WC=\"0.7\"",
        ],
    );
    has(
        "finereader-9-table.xml",
        "html",
        &[
            "<td colspan=\"2\">",
            "<li>",
            "<strong>some</strong>",
            "<em>text here</em>",
        ],
    );
    has("finereader-9-table.xml", "hocr", &["textangle 90"]);
    has(
        "finereader-10-styles.xml",
        "hocr",
        &[
            "aria-level=\"2\"",
            "class=\"ocr_header\"",
            "data-kind=\"footnote\"",
            "class=\"ocr_caption\"",
            "lang=\"fr\"",
            "x_font &quot;Times New Roman&quot;; x_fsize 14",
        ],
    );
}

#[test]
fn tei_keeps_zones_confidences_and_structure() {
    has(
        "tei-transkribus.xml",
        "hocr",
        &[
            "class=\"ocr_pageno\"",
            "x_wconf 75",
            "poly 200 200 1000 200 1000 240 200 241",
            "text&#xAD;",
            "<strong>two</strong>",
        ],
    );
    has(
        "tei-source.xml",
        "hocr",
        &[
            "bbox 200 200 500 240; x_wconf 90",
            "data-type=\"MainZone\"",
            "bbox 200 320 1000 360",
        ],
    );
    has(
        "tei-source.xml",
        "page",
        &["<Baseline points=\"200,230 600,232 1000,230\"/>"],
    );
    has(
        "tei-structure.xml",
        "html",
        &["aria-label=\"A map\"", "<ol>", "<blockquote>", "<th"],
    );
    // The paragraph has a part in each column and on the next page.
    has(
        "tei-structure.xml",
        "hocr",
        &[
            "bbox 200 200 1000 300",
            "bbox 1200 200 2000 240",
            "bbox 200 200 1000 240",
        ],
    );
}

#[test]
fn zones_with_a_line_are_lines_and_only_printed_readings_are_text() {
    has(
        "tei-zones.xml",
        "hocr",
        &[
            "data-type=\"MarginTextZone\"",
            "baseline 0.003 -11",
            "bbox 200 260 500 301; poly",
            // Lines without places share that of their zone.
            "bbox 600 200 1000 250;",
            "bbox 600 250 1000 301;",
            "bbox 600 400 1000 441;",
        ],
    );
    has(
        "tei-edition.xml",
        "text",
        &["The Dr reads teh olde book\n\na verse\nanother\n"],
    );
    has("tei-edition.xml", "hocr", &["bbox 200 300 1000 340"]);
    let said = run(&[
        "--input-dpi",
        "300",
        &recognised("tei-edition.xml"),
        "/dev/null",
    ]);
    assert_eq!(said.stderr, "");
}

#[test]
fn unknown_elements_are_named_once_for_a_document() {
    let (one, two) = (
        recognised("finereader-10-styles.xml"),
        recognised("tei-transkribus.xml"),
    );
    let made = run(&["--input-dpi", "300", &one, &two, "/dev/null"]);
    let warnings: Vec<&str> = made.stderr.lines().collect();
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    for name in [
        "novelty (1)",
        "line_conf (1)",
        "word_conf (1)",
        "unclear (1)",
    ] {
        assert!(warnings[0].contains(name), "{warnings:?}");
    }
}

#[test]
fn a_group_of_files_is_chosen_and_named() {
    let path = recognised("mets-groups.xml");
    let with = |group: &[&str]| {
        run(&[
            group,
            &["--input-dpi", "300", "--format", "text", &path, "-"],
        ]
        .concat())
    };
    let best = with(&[]);
    assert_eq!(best.status, 0);
    let named = "has the groups of files \"SEG\", \"OCR\", \"LATE\"; \"OCR\" is read (--file-grp)";
    assert!(best.stderr.contains(named), "{}", best.stderr);
    let same = with(&["--file-grp", "OCR"]);
    assert_eq!((same.stderr.as_str(), &same.stdout), ("", &best.stdout));
    let other = with(&["--file-grp", "LATE"]);
    assert!(other.stdout.starts_with("ab c"), "{}", other.stdout);
    let none = with(&["--file-grp", "IMG"]);
    assert_eq!(none.status, 1);
    let why = "no group of files \"IMG\" with text; it has \"SEG\", \"OCR\", \"LATE\" (--file-grp)";
    assert!(none.stderr.contains(why), "{}", none.stderr);
}

#[test]
fn chapters_of_mets_are_headings_and_the_outline() {
    let path = recognised("mets-groups.xml");
    let headings = run(&["-q", "--format", "markdown", &path, "-"]).stdout;
    for heading in ["# Heading\n", "## Some text and more\n", "# third line\n"] {
        assert!(
            headings.contains(&format!("\n{heading}")) || headings.starts_with(heading),
            "{headings}"
        );
    }
    assert!(!headings.contains("book"), "{headings}");
    let outline = Document::open(&path).unwrap().outline();
    let titles: Vec<_> = outline
        .iter()
        .map(|item| (item.title.as_str(), item.page, item.items.len()))
        .collect();
    assert_eq!(
        titles,
        [("Heading", Some(0), 1), ("Third line", Some(1), 0)]
    );
}

#[test]
fn labels_of_mets_may_differ_from_the_text_and_be_part_of_a_paragraph() {
    let folder = scratch();
    let path = recognised("mets-labels.xml");
    let out = folder.path().join("book.page.xml");
    let made = run(&["--input-dpi", "300", &path, out.to_str().unwrap()]);
    let why =
        "1 of the 4 pages that it lists is left out: page 4 (none.xml: there is no such file)";
    assert!(made.status == 0 && made.stderr.contains(why), "{made:?}");
    let headings = run(&["-q", "--format", "markdown", &path, "-"]).stdout;
    assert!(
        headings.starts_with("# An old page\n\n## first line\n\nsecond line\n"),
        "{headings}"
    );
    let json = run(&["-q", "--format", "json", &path, "-"]).stdout;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let pages = json["pages"].as_array().unwrap();
    let labels: Vec<_> = pages.iter().map(|page| page["label"].as_str()).collect();
    assert_eq!(labels, [Some("iv"), None, Some("[1]")]);
    // The list of PAGE files has the same headings and page numbers.
    let outline = |path: &str| {
        let outline = Document::open(path).unwrap().outline();
        let titles = outline.into_iter().map(|item| {
            let inner: Vec<_> = item.items.into_iter().map(|i| (i.title, i.page)).collect();
            (item.title, item.page, inner)
        });
        titles.collect::<Vec<_>>()
    };
    let first =
        |title: &str, inner: &str| (title.to_owned(), Some(0), vec![(inner.to_owned(), Some(1))]);
    let unprinted = ("Not on the page".to_owned(), Some(2), Vec::new());
    assert_eq!(
        outline(&path),
        [first("An Old Page", "First Lime."), unprinted.clone()]
    );
    let pdf = folder.path().join("book.pdf");
    let (pdf, out) = (pdf.to_str().unwrap(), out.to_str().unwrap());
    let made = run(&["-q", "--format", "pdf", &path, pdf]);
    assert_eq!((made.status, made.stderr.as_str()), (0, ""));
    for written in [out, pdf] {
        assert_eq!(
            outline(written),
            [first("An old page", "first line"), unprinted.clone()],
            "{written}"
        );
    }
    assert!(
        fs::read_to_string(out)
            .unwrap()
            .contains("ORDERLABEL=\"iv\"")
    );
    let again = run(&["-q", "--format", "json", out, "-"]).stdout;
    assert!(again.contains("\"label\":\"iv\""), "{again}");
}

#[test]
fn pages_without_a_file_of_the_group_are_named() {
    let folder = scratch();
    for name in ["page-2009.xml", "hocr-lines.html"] {
        fs::copy(recognised(name), folder.path().join(name)).unwrap();
    }
    let list = folder.path().join("mets.xml");
    fs::write(
        &list,
        "<mets xmlns:l='x'><fileGrp USE='A'><file ID='a'><FLocat l:href='page-2009.xml'/></file></fileGrp>\
         <fileGrp USE='B'><file ID='b'><FLocat l:href='hocr-lines.html'/></file></fileGrp><structMap>\
         <div><div><fptr FILEID='a'/></div><div><fptr FILEID='b'/></div></div></structMap></mets>",
    )
    .unwrap();
    let made = run(&["--file-grp", "A", list.to_str().unwrap(), "/dev/null"]);
    let why = "left out: page 2 (it has no file of this group)";
    assert!(made.stderr.contains(why), "{}", made.stderr);
}

#[test]
fn formats_are_recognised_by_their_content() {
    let folder = scratch();
    let path = folder.path().join("scan.pdf");
    fs::copy(recognised("finereader-bare.xml"), &path).unwrap();
    let made = run(&["-q", "--format", "text", path.to_str().unwrap(), "-"]);
    assert_eq!((made.status, made.stdout.as_str()), (0, "ab c\n"));
    for (text, said) in [
        (
            "{\"type\": \"AnnotationPage\"}",
            "this is JSON, not a PDF file",
        ),
        (
            "<?xml version='1.0'?><x:quran/>",
            "this is XML with the root element x:quran, not a PDF file",
        ),
        (
            "<TEI xmlns='http://www.tei-c.org/ns/1.0'><text><body><entry/></body></text></TEI>",
            "this is TEI, not a PDF file; TEI can be converted if it has lines (lb)",
        ),
    ] {
        let path = folder.path().join("page.html");
        fs::write(&path, text).unwrap();
        let read = run(&[path.to_str().unwrap(), "-"]);
        assert!(
            read.status != 0 && read.stderr.contains(said),
            "{}",
            read.stderr
        );
    }
}

#[test]
fn the_reading_direction_of_a_region_is_that_of_its_lines() {
    let folder = scratch();
    let page = folder.path().join("page.xml");
    for (own, found) in [("", true), (" readingDirection='left-to-right'", false)] {
        let text = format!(
            "<PcGts><Page imageWidth='400' imageHeight='100'><TextRegion readingDirection='right-to-left'>\
             <Coords points='10,10 390,10 390,40 10,40'/><TextLine{own}>\
             <Coords points='10,10 390,10 390,40 10,40'/>\
             <Word><Coords points='200,10 390,10 390,40 200,40'/><TextEquiv><Unicode>*\u{5d0}\u{5d1}</Unicode></TextEquiv></Word>\
             </TextLine></TextRegion></Page></PcGts>"
        );
        fs::write(&page, text).unwrap();
        let made = run(&["-q", "--dpi", "100", page.to_str().unwrap(), "-"]);
        assert_eq!(made.status, 0, "{}", made.stderr);
        assert_eq!(
            made.stdout.contains("dir=\"rtl\""),
            found,
            "{}",
            made.stdout
        );
    }
}
