//! `--format page`: one file for each page.

use std::fs;
use std::path::Path;

use crate::common::{fixture, run, scratch};

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn several_pages_are_files_that_a_list_names() {
    let out = scratch();
    let input = fixture("layout/two-columns.pdf");
    let list = out.path().join("book.page.xml");
    for _ in 0..2 {
        let ran = run(&[
            "-p",
            "-q",
            "--format",
            "page",
            &input,
            list.to_str().unwrap(),
        ]);
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
        assert_eq!(names(out.path()), ["book.page.xml", "book_pages"]);
    }
    let pages = names(&out.path().join("book_pages"));
    assert_eq!(pages, ["0001.xml", "0002.xml"]);
    let mets = fs::read_to_string(&list).unwrap();
    for page in &pages {
        assert!(
            mets.contains(&format!("xlink:href=\"book_pages/{page}\"")),
            "{mets}"
        );
        let alone = [
            "-p",
            "-q",
            "--format",
            "page",
            "--pages",
            &page[3..4],
            &input,
            "-",
        ];
        let alone = run(&alone).stdout;
        let file = fs::read_to_string(out.path().join("book_pages").join(page)).unwrap();
        // Images are named relative to the folder of the list.
        let body = |text: &str| text[..text.find("<!-- pdfa2hocr").unwrap()].to_owned();
        assert_eq!(body(&file).replace("\"../two", "\"two"), body(&alone));
        assert!(
            alone.contains("<Page imageFilename=\"two-columns.pdf\""),
            "{alone}"
        );
    }
}

#[test]
fn several_pages_need_a_place_of_their_own() {
    let out = scratch();
    let input = fixture("layout/two-columns.pdf");
    let ran = run(&["-p", "-q", "--format", "page", &input, "-"]);
    assert_eq!((ran.status, ran.stdout.as_str()), (1, ""));
    assert!(ran.stderr.contains("--pages"), "{}", ran.stderr);
    // A folder of other files is not replaced.
    let folder = out.path().join("book_pages");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("notes.txt"), "mine").unwrap();
    let list = out.path().join("book.page.xml");
    let ran = run(&[
        "-p",
        "-q",
        "--format",
        "page",
        &input,
        list.to_str().unwrap(),
    ]);
    assert_eq!(ran.status, 1, "{}", ran.stderr);
    assert!(ran.stderr.contains("book_pages"), "{}", ran.stderr);
    assert_eq!(names(out.path()), ["book_pages"]);
    assert_eq!(names(&folder), ["notes.txt"]);
}
