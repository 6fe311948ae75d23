//! The programs in `examples/`, which `cargo test` builds beside this one.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The path of the example's program, as built by Cargo.
fn example(name: &str) -> PathBuf {
    let program = Path::new(env!("CARGO_BIN_EXE_pdfa2hocr"));
    let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    let path = program.with_file_name("examples").join(file);
    assert!(
        path.is_file(),
        "{} is not built: cargo build --examples",
        path.display()
    );
    path
}

/// The output of an example for a fixture.
fn printed(name: &str, pdf: &str) -> String {
    let pdf = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fixtures")
        .join(pdf);
    let output = Command::new(example(name)).arg(pdf).output().unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn hocr() {
    let hocr = printed("hocr", "layout/two-columns.pdf");
    assert!(hocr.contains("class=\"ocrx_word\""), "{hocr}");
    let findings = pdfa2hocr::lint::check(hocr.as_bytes());
    assert!(findings.is_empty(), "{findings:?}");
}

#[test]
fn words() {
    let words = printed("words", "layout/two-columns.pdf");
    let mut lines = words.lines();
    assert!(lines.clone().count() > 10, "{words}");
    assert!(lines.all(|line| line.split('\t').count() == 4), "{words}");
}

#[test]
fn own_format() {
    let markdown = printed("own_format", "tagged/sections.pdf");
    assert!(
        markdown.starts_with("## One\n\nin one\n\n### Two\n"),
        "{markdown}"
    );
}

#[test]
fn own_analysis() {
    let text = printed("own_analysis", "layout/two-columns.pdf");
    assert!(
        text.starts_with("A DICTIONARY OF FEW WORDS\n\nAal, eel"),
        "{text}"
    );
    assert!(text.find("Abart") < text.find("Abbau"), "{text}");
}

#[test]
fn validate() {
    let report = printed("validate", "layout/two-columns.pdf");
    assert!(report.starts_with("1b: does not conform\n  "), "{report}");
}
