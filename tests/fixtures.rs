//! Every fixture whose text is known comes out with exactly its words, in their order.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{read_hocr, run};
use unicode_normalization::UnicodeNormalization;

fn fixtures() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let mut files = Vec::new();
    for folder in fs::read_dir(root).unwrap().flatten() {
        if folder.path().is_dir() {
            files.extend(
                fs::read_dir(folder.path())
                    .unwrap()
                    .map(|e| e.unwrap().path()),
            );
        }
    }
    files.retain(|f| f.extension().is_some_and(|e| e == "pdf"));
    files.sort();
    assert!(files.len() > 50);
    files
}

fn folded(text: &str) -> String {
    text.nfkc().collect()
}

/// What differs between the words of a fixture and its truth, if anything does.
fn difference(pdf: &Path) -> Option<String> {
    let password = if pdf.to_str().unwrap().contains("password") {
        "user"
    } else {
        ""
    };
    let run = run(&["-p", "--password", password, pdf.to_str().unwrap(), "-"]);
    let name = pdf.file_stem().unwrap().to_str().unwrap();
    let truth = pdf.with_extension("txt");
    if !truth.exists() {
        // Odd files without a known text still end in order.
        return (run.status > 5).then(|| format!("{name}: exit code {}", run.status));
    }
    if run.status != 0 {
        return Some(format!("{name}: {}", run.stderr));
    }
    let truth = fs::read_to_string(truth).unwrap();
    let wanted: Vec<Vec<String>> = truth
        .strip_suffix('\u{C}')
        .unwrap_or(&truth)
        .split('\u{C}')
        .map(|page| folded(page).split_whitespace().map(str::to_owned).collect())
        .collect();
    let found: Vec<Vec<String>> = read_hocr(&run.stdout)
        .iter()
        .map(|page| page.words.iter().map(|w| folded(&w.text)).collect())
        .collect();
    (wanted != found).then(|| format!("{name}:\n  wanted {wanted:?}\n  found  {found:?}"))
}

#[test]
fn every_fixture_gives_its_words_in_order() {
    let differences: Vec<String> = fixtures().iter().filter_map(|f| difference(f)).collect();
    assert!(
        differences.is_empty(),
        "{} fixtures differ:\n{}",
        differences.len(),
        differences.join("\n")
    );
}
