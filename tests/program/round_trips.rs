//! Recognised text from one format to another and back, for generated pages; and the references in outputs.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use crate::common::{corpus_path, fixture, run, scratch};
use proptest::prelude::*;
use proptest::test_runner::{Config, FileFailurePersistence};

/// The formats that are read and written, with the endings of their files.
const FORMATS: [(&str, &str); 5] = [
    ("hocr", "html"),
    ("alto", "alto.xml"),
    ("page", "page.xml"),
    ("tei", "tei.xml"),
    ("tsv", "tsv"),
];

/// A generated block: its type, and the words of its lines with their confidences.
type Block = (usize, Vec<Vec<(String, u8)>>);

/// The types of blocks: the start and end tag around a paragraph, and attributes of the paragraph.
const TYPES: [(&str, &str, &str); 5] = [
    ("", "", ""),
    ("", "", " role='heading' aria-level='2'"),
    ("<div class='ocr_header'>", "</div>", ""),
    ("<div class='ocr_pageno'>", "</div>", ""),
    ("", "", " data-kind='footnote'"),
];

/// hOCR of pages with these blocks, below each other.
fn hocr(pages: &[Vec<Block>]) -> String {
    let mut out = "<html><body>".to_owned();
    for page in pages {
        out.push_str("<div class='ocr_page' title='bbox 0 0 2400 3200; scan_res 300 300'>");
        let mut top = 100;
        for (kind, lines) in page {
            let (start, end, attributes) = TYPES[*kind];
            let bottom = top + 60 * lines.len() - 20;
            let bbox = format!("title='bbox 200 {top} 2200 {bottom}'");
            let tag = start.replace('>', &format!(" {bbox}>"));
            out.push_str(&format!("{tag}<p class='ocr_par' {bbox}{attributes}>"));
            for line in lines {
                let bottom = top + 40;
                out.push_str(&format!(
                    "<span class='ocr_line' title='bbox 200 {top} 2200 {bottom}; baseline 0 -8'>"
                ));
                let mut left = 200;
                for (word, confidence) in line {
                    let right = left + 20 * word.chars().count();
                    let word = word.replace('&', "&amp;").replace('<', "&lt;");
                    out.push_str(&format!(
                        "<span class='ocrx_word' title='bbox {left} {top} {right} {bottom}; x_wconf \
                         {confidence}'>{word}</span> "
                    ));
                    left = right + 20;
                }
                out.push_str("</span>");
                top += 60;
            }
            out.push_str(&format!("</p>{end}"));
            top += 80;
        }
        out.push_str("</div>");
    }
    out + "</body></html>"
}

/// A line of hOCR: its page, its type, its box and its words with boxes and confidences.
#[derive(Debug, PartialEq)]
struct Line {
    page: usize,
    kind: String,
    bbox: String,
    words: Vec<(String, String)>,
}

/// The value of an attribute of a start tag.
fn value<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let (_, behind) = tag.split_once(&format!(" {name}=\""))?;
    behind.split('"').next()
}

/// The lines of hOCR, with as much of them as both formats of a pair hold.
fn lines(hocr: &str, formats: [&str; 2]) -> Vec<Line> {
    let (has_words, has_kinds) = (!formats.contains(&"tei"), !formats.contains(&"tsv"));
    let (mut page, mut kind, mut block) = (0, String::new(), String::new());
    let mut out: Vec<Line> = Vec::new();
    for piece in hocr.split('<').skip(1) {
        let (tag, text) = piece.split_once('>').unwrap_or((piece, ""));
        let title = value(tag, "title").unwrap_or_default();
        let bbox = title.split("bbox ").nth(1).unwrap_or_default();
        let bbox = bbox.split([';', '"']).next().unwrap_or_default();
        match value(tag, "class").unwrap_or_default() {
            "ocr_page" => page += 1,
            class @ ("ocr_header" | "ocr_footer" | "ocr_pageno") => class.clone_into(&mut block),
            "ocr_carea" => block.clear(),
            "ocr_par" => {
                let more = ["data-kind", "aria-level"].map(|name| value(tag, name));
                let more: Vec<&str> = more.into_iter().flatten().collect();
                kind = more.join(" ");
            }
            "ocr_line" => out.push(Line {
                page,
                kind: match has_kinds {
                    true => format!("{block} {kind}"),
                    false => String::new(),
                },
                bbox: bbox.to_owned(),
                words: Vec::new(),
            }),
            "ocrx_word" => {
                let place = if has_words { title } else { "" };
                let line = out.last_mut().expect("words are in lines");
                line.words.push((text.to_owned(), place.to_owned()));
            }
            _ => {}
        }
    }
    out
}

fn convert(from: &Path, format: &str, to: &Path) {
    let (from, to) = (from.to_str().unwrap(), to.to_str().unwrap());
    let made = run(&["-q", "--overwrite", "--format", format, from, to]);
    assert_eq!(made.status, 0, "{made:?}");
}

fn blocks() -> impl Strategy<Value = Vec<Block>> {
    let word = ("[a-zäßþ&<]{1,9}[.,;!?)]{0,1}", 1..=100u8);
    let lines = prop::collection::vec(prop::collection::vec(word, 1..6), 1..4);
    prop::collection::vec((0..TYPES.len(), lines), 1..5)
}

proptest! {
    #![proptest_config(Config {
        cases: 6,
        max_shrink_iters: 40,
        failure_persistence: Some(Box::new(FileFailurePersistence::Off)),
        ..Config::default()
    })]

    #[test]
    fn each_format_leads_into_each_other_and_back(pages in prop::collection::vec(blocks(), 1..4)) {
        let folder = scratch();
        let at = |name: String| folder.path().join(name);
        let source = at("source.hocr".to_owned());
        fs::write(&source, hocr(&pages)).unwrap();
        for (a, a_ending) in FORMATS {
            let first = at(format!("{a}.{a_ending}"));
            convert(&source, a, &first);
            let direct = at(format!("{a}-direct.hocr"));
            convert(&first, "hocr", &direct);
            let direct = fs::read_to_string(&direct).unwrap();
            let count: usize = pages.iter().flatten().map(|(_, lines)| lines.len()).sum();
            prop_assert_eq!(lines(&direct, [a, a]).len(), count, "{}", a);
            for (b, b_ending) in FORMATS.iter().filter(|(b, _)| *b != a) {
                let (there, back) = (at(format!("{a}-{b}.{b_ending}")), at(format!("{a}-{b}-back.{a_ending}")));
                convert(&first, b, &there);
                convert(&there, a, &back);
                let again = at(format!("{a}-{b}-again.hocr"));
                convert(&back, "hocr", &again);
                let again = fs::read_to_string(&again).unwrap();
                prop_assert_eq!(lines(&direct, [a, b]), lines(&again, [a, b]), "{} {}", a, b);
            }
        }
    }
}

/// The names that elements of a file have, and those to which they refer.
fn references(text: &str) -> (HashSet<&str>, Vec<&str>) {
    let (mut names, mut targets) = (HashSet::new(), Vec::new());
    for piece in text.split('<').skip(1) {
        let tag = piece.split('>').next().unwrap_or_default();
        names.extend(["xml:id", "id"].iter().filter_map(|name| value(tag, name)));
        for name in ["facs", "href", "ref", "target", "corresp"] {
            let said = value(tag, name).unwrap_or_default();
            targets.extend(
                said.split_whitespace()
                    .filter_map(|one| one.strip_prefix('#')),
            );
        }
    }
    (names, targets)
}

#[test]
fn every_reference_in_an_output_has_its_target() {
    let mut files: Vec<String> = [
        "tagged/notes.pdf",
        "tagged/objects.pdf",
        "tagged/tables-and-lists.pdf",
        "showcase/herald.pdf",
        "showcase/dictionary.pdf",
    ]
    .map(fixture)
    .into();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/recognised");
    let recognised = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path());
    let recognised = recognised.filter(|path| path.extension().is_some_and(|e| e != "txt"));
    files.extend(recognised.map(|path| path.to_str().unwrap().to_owned()));
    let mut count = 0;
    for path in files {
        for format in ["tei", "html"] {
            let made = run(&["-q", "--format", format, &path, "-"]);
            assert_eq!(made.status, 0, "{path}: {made:?}");
            let (names, targets) = references(&made.stdout);
            count += targets.len();
            let missing: Vec<_> = targets.iter().filter(|t| !names.contains(*t)).collect();
            assert!(missing.is_empty(), "{path} {format}: {missing:?}");
        }
    }
    assert!(count > 200, "{count}");
}

/// The files of a folder and below it.
fn files_below(folder: &Path, out: &mut Vec<std::path::PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => files_below(&path, out),
            false => out.push(path),
        }
    }
}

#[test]
fn strict_hocr_of_recognised_text_has_no_fault() {
    let mut files = Vec::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    files_below(&root.join("fixtures/recognised"), &mut files);
    if let Some(corpus) = corpus_path("ocr") {
        files_below(&corpus, &mut files);
    }
    let folder = scratch();
    let out = folder.path().join("strict.html");
    let out = out.to_str().unwrap();
    let mut made = 0;
    for path in files {
        let path = path.to_str().unwrap();
        // The others are not recognised text, or lists of files that do not exist.
        let run_of = run(&[
            "-q",
            "--overwrite",
            "-m",
            "strict",
            "--pages",
            "1-2",
            path,
            out,
        ]);
        if path.ends_with(".txt") || run_of.status != 0 {
            continue;
        }
        made += 1;
        let checked = run(&["check", out]);
        assert_eq!(checked.status, 0, "{path}: {}", checked.stdout);
    }
    assert!(made > 30, "{made}");
}
