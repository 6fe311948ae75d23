//! `--format`: several formats in one pass, and where they go.

mod common;

use std::fs;

use common::{fixture, run, scratch};

fn names(folder: &std::path::Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn what_is_written_in_one_pass_is_what_is_written_alone() {
    let out = scratch();
    let input = fixture("tagged/tables-and-lists.pdf");
    let file = out.path().join("t.html");
    let formats = ["hocr", "alto", "text", "tsv"];
    let list = formats.join(",");
    let ran = run(&["-q", "--format", &list, &input, file.to_str().unwrap()]);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    assert_eq!(
        names(out.path()),
        ["t.alto.xml", "t.html", "t.tsv", "t.txt"]
    );
    for (format, ending) in formats.into_iter().zip(["html", "alto.xml", "txt", "tsv"]) {
        let alone = run(&["-q", "--format", format, &input, "-"]);
        assert_eq!(alone.status, 0);
        let together = fs::read_to_string(out.path().join(format!("t.{ending}"))).unwrap();
        assert_eq!(alone.stdout, together, "{format}");
        assert!(together.contains("tall"), "{format}");
    }
}

#[test]
fn nothing_is_left_behind_when_one_file_cannot_be_written() {
    let out = scratch();
    let input = fixture("damaged/whole.pdf");
    let whole = out.path().join("whole.html");
    let choice = format!("hocr={},text=/no/such/folder/x.txt", whole.display());
    let ran = run(&["-p", "-q", "--format", &choice, &input]);
    assert_eq!(ran.status, 2, "{ran:?}");
    assert!(ran.stderr.contains("/no/such/folder"), "{ran:?}");
    assert!(names(out.path()).is_empty());
    let missing = run(&[
        "-q",
        "--format",
        "hocr,text",
        &fixture("damaged/not-a-pdf.pdf"),
        whole.to_str().unwrap(),
    ]);
    assert_eq!(missing.status, 4, "{missing:?}");
    assert!(names(out.path()).is_empty());
}

#[test]
fn a_format_without_a_place_is_told() {
    let input = fixture("damaged/whole.pdf");
    for args in [
        &["--format", "hocr,text", &input, "-"][..],
        &["--format", "hocr", &input],
        &["--format", "hocr=-", &input, "out.html"],
        &["--format", "hocr=-,text=-", &input],
        &["--format", "docx", &input, "-"],
    ] {
        let ran = run(args);
        assert_eq!(ran.status, 1, "{ran:?}");
        assert_eq!(ran.stderr.lines().count(), 1, "{ran:?}");
        assert_eq!(ran.stdout, "");
    }
}

#[test]
fn a_batch_gives_each_format_its_ending() {
    let out = scratch();
    let input = fixture("damaged/whole.pdf");
    let batch = |formats: &str, folder: &str| {
        let dir = out.path().join(folder);
        let ran = run(&[
            "batch",
            "-p",
            "-q",
            "--format",
            formats,
            "--output-dir",
            dir.to_str().unwrap(),
            &input,
        ]);
        assert_eq!(ran.status, 0, "{ran:?}");
        names(&dir)
    };
    let of = |names: Vec<String>| -> Vec<String> {
        names
            .into_iter()
            .filter(|n| n.starts_with("whole"))
            .collect()
    };
    assert_eq!(of(batch("text", "a")), ["whole.txt"]);
    assert_eq!(of(batch("alto,tsv", "b")), ["whole.alto.xml", "whole.tsv"]);
    assert_eq!(
        run(&["batch", "--format", "text=-", "--output-dir", "x", &input]).status,
        1
    );
}
