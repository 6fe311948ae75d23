//! The program's own hOCR passes `check`.
#![cfg(feature = "cli")]

mod common;

use std::path::Path;

use common::{corpus, fixture, run};
use pdfa2hocr::lint;

/// All fixtures that can be converted.
fn fixtures() -> Vec<std::path::PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let mut files = Vec::new();
    for part in std::fs::read_dir(folder).unwrap() {
        let part = part.unwrap().path();
        if part.is_dir() {
            let entries = std::fs::read_dir(part).unwrap().map(|e| e.unwrap().path());
            files.extend(entries.filter(|p| p.extension().is_some_and(|e| e == "pdf")));
        }
    }
    files.sort();
    files
}

fn assert_clean(files: &[std::path::PathBuf], options: &[&str]) {
    let mut checked = 0;
    for file in files {
        let name = file.to_str().unwrap();
        let ran = run(&[options, &["-q", name, "-"]].concat());
        if ran.status != 0 {
            continue;
        }
        checked += 1;
        let findings = lint::check(ran.stdout.as_bytes());
        assert!(
            findings.is_empty(),
            "{name} {options:?}: {:?}",
            findings.list.first()
        );
    }
    assert!(checked * 2 > files.len(), "{checked} of {}", files.len());
}

#[test]
fn fixtures_become_clean_hocr() {
    let files = fixtures();
    assert_clean(&files, &[]);
    assert_clean(&files, &["-p", "--char-boxes", "-t"]);
    assert_clean(&files, &["-p", "-m", "tesseract", "-c", "auto"]);
}

#[test]
fn the_corpus_becomes_clean_hocr() {
    let Some(files) = corpus("text") else { return };
    assert_clean(&files, &[]);
}

#[test]
fn findings_are_told_with_file_and_line() {
    let file = fixture("hocr/by-hand.html");
    let ran = run(&["check", &file]);
    assert_eq!(ran.status, 8, "{ran:?}");
    assert!(
        ran.stdout.contains(&format!("{file}:13: title is")),
        "{ran:?}"
    );
    assert!(
        ran.stdout.contains(":15: the id \"word_1\" is there twice"),
        "{ran:?}"
    );
    let missing = run(&["check", "/no/such/file.html"]);
    assert_eq!((missing.status, missing.stderr.lines().count()), (2, 1));
}
