//! The program's own hOCR passes `check`.

use std::path::{Path, PathBuf};

use crate::common::{corpus, fixture, run, scratch};

/// All fixtures that can be converted.
fn fixtures() -> Vec<PathBuf> {
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

/// Converts files with these options, and checks the hOCR. The program does both, because it may be an optimized one,
/// which the tests are not.
fn assert_clean(files: &[PathBuf], options: &[&str]) {
    let folder = scratch();
    let mut written = Vec::new();
    for (number, file) in files.iter().enumerate() {
        let name = file.file_stem().unwrap().to_str().unwrap();
        let output = folder.path().join(format!("{number}-{name}.html"));
        let output = output.to_str().unwrap().to_owned();
        let ran = run(&[options, &["-q", file.to_str().unwrap(), &output]].concat());
        if ran.status == 0 {
            written.push(output);
        }
    }
    let count = written.len();
    assert!(count * 2 > files.len(), "{count} of {}", files.len());
    written.insert(0, "check".to_owned());
    let checked = run(&written);
    let first = checked.stdout.lines().next();
    assert_eq!(
        (checked.status, first),
        (0, None),
        "{options:?}: {}",
        checked.stderr
    );
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
