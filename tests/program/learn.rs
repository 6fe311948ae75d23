//! `learn`, the module `replacements` and `--format ground-truth` with the real program.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{fixture, run, scratch};
use pdfa2hocr::{ColumnCount, ColumnParams, Document, Options, Road, Source};
use serde_json::{Value, json};

/// Writes a file of operations on the first page of a document.
fn file(folder: &Path, source: &str, operations: &[Value]) -> PathBuf {
    let mut text =
        json!({"pdfa2hocr_corrections": 1, "name": source, "sha256": "", "pages": 1}).to_string();
    for (number, operation) in operations.iter().enumerate() {
        let mut entry = json!({"id": format!("a{number}"), "by": "Ada", "at": "2026-01-02T10:00:00Z", "page": 1});
        let entry_of = entry.as_object_mut().unwrap();
        entry_of.extend(operation.as_object().unwrap().clone());
        text += &format!("\n{entry}");
    }
    let path = folder.join("book.corrections.json");
    fs::write(&path, text + "\n").unwrap();
    path
}

/// The lines or blocks of the first page, each as an anchor, with the page divided into columns.
fn anchors(path: &str, columns: Option<u32>, blocks: bool) -> Vec<Value> {
    let mut options = Options::default();
    options.road = Road::Geometry;
    options.columns = columns.map(|count| {
        let mut columns = ColumnParams::default();
        columns.count = ColumnCount::Exactly(count);
        columns
    });
    let document = Document::with_options(&Source::open(path).unwrap(), options).unwrap();
    let page = document.page(0).unwrap();
    let mut found = Vec::new();
    let mut add = |bbox: pdfa2hocr::Rect, words: Vec<String>| {
        let bbox = [bbox.x0, bbox.y0, bbox.x1, bbox.y1];
        found.push(json!({"box": bbox, "text": words.join(" ")}));
    };
    for block in page.blocks() {
        let lines = block
            .paragraphs()
            .iter()
            .flat_map(|paragraph| paragraph.lines());
        let texts = |line: &pdfa2hocr::Line<'_>| -> Vec<String> {
            line.words()
                .iter()
                .map(|word| word.text().into_owned())
                .collect()
        };
        match blocks {
            true => add(block.bbox(), lines.flat_map(texts).collect()),
            false => lines.for_each(|line| add(line.bbox(), texts(line))),
        }
    }
    found
}

#[test]
fn words_corrected_again_and_again_are_replaced_by_the_module() {
    let folder = scratch();
    let input = fixture("layout/two-columns.pdf");
    let lines = anchors(&input, None, false);
    // "the" becomes "THE" in three lines; there are more.
    let with = lines.iter().filter(|line| {
        line["text"]
            .as_str()
            .unwrap()
            .split(' ')
            .any(|w| w == "the")
    });
    let operations: Vec<Value> = with
        .take(3)
        .map(|line| {
            let words: Vec<&str> = line["text"].as_str().unwrap().split(' ').collect();
            let new: Vec<&str> = words
                .iter()
                .map(|w| if *w == "the" { "THE" } else { w })
                .collect();
            json!({"op": "text", "level": "line", "on": line, "text": new.join(" ")})
        })
        .collect();
    assert_eq!(operations.len(), 3);
    let path = file(folder.path(), "two-columns.pdf", &operations);
    let words = folder.path().join("words.tsv");
    let learned = run(&[
        "learn",
        "-p",
        path.to_str().unwrap(),
        "--source",
        &input,
        "--words",
        words.to_str().unwrap(),
    ]);
    assert_eq!(learned.status, 0, "{}", learned.stderr);
    assert!(
        learned.stdout.contains("1 word corrected the same way"),
        "{}",
        learned.stdout
    );
    let table = fs::read_to_string(&words).unwrap();
    assert!(
        table.lines().any(|line| line.starts_with("the\tTHE\t")),
        "{table}"
    );

    let table = format!("table={table}");
    let plain = run(&["-p", "-q", "--format", "text", &input, "-"]).stdout;
    let replaced = run(&[
        "-p",
        "-q",
        "--format",
        "text",
        "-l",
        "replacements",
        "--module-arg",
        &table,
        &input,
        "-",
    ]);
    assert_eq!(replaced.status, 0, "{}", replaced.stderr);
    let expected: Vec<String> = plain
        .split_inclusive([' ', '\n'])
        .map(|word| {
            let end = word.len() - word.trim_end().len();
            match word.trim_end() {
                "the" => format!("THE{}", &word[word.len() - end..]),
                _ => word.to_owned(),
            }
        })
        .collect();
    assert_eq!(replaced.stdout, expected.concat());
    assert_ne!(replaced.stdout, plain);
}

#[test]
fn an_option_that_explains_corrections_is_named() {
    let folder = scratch();
    let input = fixture("layout/two-columns.pdf");
    let columns = anchors(&input, Some(2), true);
    let operations: Vec<Value> = columns
        .iter()
        .map(|block| json!({"op": "group", "level": "block", "parts": [block]}))
        .collect();
    let path = file(folder.path(), "two-columns.pdf", &operations);
    let learned = run(&[
        "learn",
        "--layout",
        "classic",
        "-p",
        path.to_str().unwrap(),
        "--source",
        &input,
    ]);
    assert_eq!(learned.status, 0, "{}", learned.stderr);
    let line = learned
        .stdout
        .lines()
        .find(|line| line.starts_with("-p -c 2"));
    assert!(
        line.is_some_and(|line| line.contains("explains")),
        "{}",
        learned.stdout
    );
}

#[test]
fn the_document_is_found_beside_its_corrections_or_named() {
    let folder = scratch();
    let nameless = file(folder.path(), "", &[]);
    let failed = run(&["learn", nameless.to_str().unwrap()]);
    assert_eq!(failed.status, 1, "{}", failed.stderr);
    assert!(failed.stderr.contains("--source"), "{}", failed.stderr);
    fs::copy(
        fixture("layout/two-columns.pdf"),
        folder.path().join("book.pdf"),
    )
    .unwrap();
    let beside = file(folder.path(), "book.pdf", &[]);
    let learned = run(&["learn", beside.to_str().unwrap()]);
    assert_eq!(learned.status, 0, "{}", learned.stderr);
    assert!(
        learned.stdout.starts_with("0 corrections of structure"),
        "{}",
        learned.stdout
    );
}

#[cfg(feature = "browse")]
#[test]
fn ground_truth_has_a_picture_and_the_text_of_each_corrected_line() {
    let folder = scratch();
    let input = fixture("layout/two-columns.pdf");
    let lines = anchors(&input, None, false);
    let confirmed = [&lines[1], &lines[4]];
    let operations: Vec<Value> = confirmed
        .iter()
        .map(|line| json!({"op": "text", "level": "line", "on": line, "text": line["text"]}))
        .collect();
    let path = file(folder.path(), "two-columns.pdf", &operations);
    let list = folder.path().join("book.truth.xml");
    let written = || {
        run(&[
            "-p",
            "-q",
            "--dpi",
            "150",
            "--corrections",
            path.to_str().unwrap(),
            "--format",
            "ground-truth",
            &input,
            list.to_str().unwrap(),
        ])
    };
    let first = written();
    assert_eq!(first.status, 0, "{}", first.stderr);
    let pictures = folder.path().join("book_truth");
    let mut names: Vec<String> = fs::read_dir(&pictures)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(
        names,
        [
            "0001.png",
            "0001.xml",
            "0001_001.gt.txt",
            "0001_001.png",
            "0001_002.gt.txt",
            "0001_002.png"
        ]
    );
    for (number, line) in (1..).zip(confirmed) {
        let text = fs::read_to_string(pictures.join(format!("0001_{number:03}.gt.txt"))).unwrap();
        assert_eq!(text.trim_end(), line["text"].as_str().unwrap());
        let picture = fs::File::open(pictures.join(format!("0001_{number:03}.png"))).unwrap();
        let mut picture = png::Decoder::new(std::io::BufReader::new(picture))
            .read_info()
            .unwrap();
        let (width, height) = picture.info().size();
        let side = |at: usize| line["box"][at].as_f64().unwrap();
        let points = side(2) - side(0) + 2.0;
        assert!(
            (f64::from(width) - points * 150.0 / 72.0).abs() <= 2.0,
            "{width} {points}"
        );
        assert!(height > 15 && height < 60, "{height}");
        let mut pixels = vec![0; picture.output_buffer_size().unwrap()];
        picture.next_frame(&mut pixels).unwrap();
        let (dark, light) = (
            pixels.iter().filter(|&&p| p < 100).count(),
            pixels.iter().filter(|&&p| p > 200).count(),
        );
        assert!(dark > 50 && light > dark, "{dark} dark, {light} light");
    }
    let page = fs::read_to_string(pictures.join("0001.xml")).unwrap();
    assert_eq!(page.matches("<TextLine ").count(), 2, "{page}");
    assert!(page.contains("imageFilename=\"0001.png\""));
    // A second run replaces its own files, and none of others.
    let again = written();
    assert_eq!(again.status, 0, "{}", again.stderr);
    fs::write(pictures.join("notes.txt"), "mine").unwrap();
    let refused = written();
    assert_eq!(refused.status, 1, "{}", refused.stderr);
    assert!(pictures.join("notes.txt").exists());
}
