//! Conversion of embedded PDFs, each to its own file.

use std::fs;
use std::path::Path;

use crate::common::{read_hocr, run};

/// Converts the attachments of a fixture. Returns the exit code, the list, and the words of each hOCR file by
/// its name.
fn converted(name: &str) -> (i32, String, Vec<(String, String)>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("inside");
    let input = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fixtures/attachments")
        .join(name);
    let run = run(&[
        "-p",
        "-q",
        "--pages",
        "1",
        "--attachments",
        path.to_str().unwrap(),
        input.to_str().unwrap(),
        "-",
    ]);
    // The document itself is converted as usual.
    assert!(!read_hocr(&run.stdout)[0].words.is_empty());
    let list = fs::read_to_string(path.join("attachments.tsv")).unwrap();
    let mut files: Vec<(String, String)> = fs::read_dir(&path)
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.path().extension().is_some_and(|e| e == "html"))
        .map(|entry| {
            let hocr = fs::read_to_string(entry.path()).unwrap();
            let pages = read_hocr(&hocr);
            let words = pages.iter().flat_map(|page| &page.words);
            let words: Vec<&str> = words.map(|word| word.text.as_str()).collect();
            (entry.file_name().into_string().unwrap(), words.join(" "))
        })
        .collect();
    files.sort();
    // Nothing is written outside the folder.
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    (run.status, list, files)
}

#[test]
fn every_embedded_pdf_gets_a_file_of_its_own() {
    let (status, list, files) = converted("portfolio.pdf");
    assert_eq!(status, 0);
    let files: Vec<String> = files
        .iter()
        .map(|(name, text)| format!("{name}: {text}"))
        .collect();
    assert_eq!(
        files,
        [
            "Report (2).html: with another",
            "deep.html: deepest",
            "pinned.html: pinned to the page",
            "report.html: the report",
            "source.html: associated",
        ]
    );
    let rows: Vec<Vec<&str>> = list.lines().map(|row| row.split('\t').collect()).collect();
    let named: Vec<(&str, &str)> = rows.iter().map(|row| (row[0], row[3])).collect();
    assert_eq!(
        named,
        [
            ("attachment", "output"),
            ("report.pdf", "report.html"),
            ("../Report.pdf", "Report (2).html"),
            ("../Report.pdf/deep.pdf", "deep.html"),
            ("note.txt", "not a PDF"),
            ("source.pdf", "source.html"),
            ("pinned.pdf", "pinned.html"),
        ]
    );
    assert_eq!((rows[4][1], rows[4][2]), ("text/plain", "6"));
}

#[test]
fn an_embedded_pdf_that_is_broken_stops_no_other() {
    let (status, list, files) = converted("broken.pdf");
    assert_eq!(status, 7);
    assert_eq!(files.len(), 1, "{list}");
    assert_eq!(files[0], ("good.html".to_owned(), "still good".to_owned()));
    assert_eq!(list.lines().count(), 3, "{list}");
}

#[test]
fn attachments_that_are_named_alike_get_files_of_their_own() {
    let input = crate::common::fixture("attachments/alike.pdf");
    for (format, ending) in [("hocr", "html"), ("tsv", "tsv"), ("hocr,text", "txt")] {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        // The output of the document itself is in the same folder.
        let cover = at(&format!("cover.{ending}"));
        let args = [
            "-p",
            "-q",
            "--format",
            format,
            "--attachments",
            &at(""),
            &input,
            &cover,
        ];
        assert_eq!(run(&args).status, 0);
        let list = fs::read_to_string(at("attachments.tsv")).unwrap();
        let rows: Vec<Vec<&str>> = list.lines().map(|row| row.split('\t').collect()).collect();
        assert_eq!(rows[0], ["attachment", "type", "bytes", "output"]);
        let named: Vec<(&str, &str)> = rows[1..].iter().map(|row| (row[0], row[3])).collect();
        let list = match format {
            "tsv" => "attachments (2)",
            _ => "attachments",
        };
        for ((name, files), (own, stem)) in named.into_iter().zip([
            ("foo.txt", "foo"),
            ("foo.pdf", "foo (2)"),
            ("FOO.html", "FOO (3)"),
            ("attachments.pdf", list),
            ("cover.pdf", "cover (2)"),
        ]) {
            assert_eq!(name, own);
            assert!(
                files
                    .split(", ")
                    .any(|file| file == format!("{stem}.{ending}")),
                "{files}"
            );
            // Each output contains the text of its own attachment only.
            for file in files.split(", ") {
                let text = fs::read_to_string(at(file)).unwrap();
                assert_eq!(text.matches("this").count(), 1, "{file}");
                assert!(text.contains(name), "{file}");
            }
        }
        assert!(fs::read_to_string(&cover).unwrap().contains("cover"));
    }
}
