//! `--format viewer`: the files that are written, and their folders.

use std::fs;
use std::path::Path;

use crate::common::{Run, fixture, run, scratch};

const BOOK: &str = "damaged/whole.pdf";

fn convert(input: &str, output: &Path, more: &[&str]) -> Run {
    let input = fixture(input);
    let mut args = vec!["--format", "viewer"];
    args.extend(more);
    args.extend([input.as_str(), output.to_str().unwrap()]);
    run(&args)
}

/// The paths of all files in a folder and below, sorted.
fn names(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        match path.is_dir() {
            true => found.extend(
                names(&path)
                    .into_iter()
                    .map(|below| format!("{name}/{below}")),
            ),
            false => found.push(name),
        }
    }
    found.sort();
    found
}

const FOLDER: [&str; 8] = [
    "book.html",
    "book_files/page-1.js",
    "book_files/page-2.js",
    "book_files/picture-1.png",
    "book_files/picture-2.png",
    "book_files/text-1.js",
    "book_files/thumbnail-1.png",
    "book_files/thumbnail-2.png",
];

#[test]
fn a_short_book_is_one_file_and_any_can_be() {
    let folder = scratch();
    let place = folder.path().join("book.html");
    let done = convert(BOOK, &place, &["-q"]);
    assert_eq!((done.status, done.stderr.as_str()), (0, ""));
    assert_eq!(names(folder.path()), ["book.html"]);
    let page = fs::read_to_string(&place).unwrap();
    assert!(page.contains("id=\"picture-2\"") && page.contains("default-src 'none'"));

    let done = convert(BOOK, &place, &["-q", "--viewer-as", "folder"]);
    assert_eq!((done.status, done.stderr.as_str()), (0, ""));
    assert_eq!(names(folder.path()), FOLDER);
    assert!(
        !fs::read_to_string(&place)
            .unwrap()
            .contains("id=\"picture-2\"")
    );
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions();
    let other = folder.path().join("other");
    fs::create_dir(&other).unwrap();
    assert_eq!(mode(&folder.path().join("book_files")), mode(&other));
}

#[test]
fn the_folder_of_an_earlier_book_is_replaced_and_no_other() {
    let folder = scratch();
    let place = folder.path().join("book.html");
    let again = |pages: &str| {
        convert(
            BOOK,
            &place,
            &["-q", "--viewer-as", "folder", "--pages", pages],
        )
    };
    assert_eq!(again("1-2").status, 0);
    assert_eq!(again("2").status, 0);
    let only: Vec<_> = FOLDER
        .into_iter()
        .filter(|name| !name.contains("-2."))
        .collect();
    assert_eq!(names(folder.path()), only);
    let before = fs::read(&place).unwrap();
    fs::write(folder.path().join("book_files/notes.txt"), "mine").unwrap();
    let refused = again("1");
    assert_eq!(refused.status, 1);
    assert!(
        refused
            .stderr
            .contains("is not the folder of an earlier book"),
        "{}",
        refused.stderr
    );
    assert_eq!(fs::read(&place).unwrap(), before);
    assert_eq!(names(folder.path()).len(), only.len() + 1);
    // A book in one file does not need the folder's place.
    assert_eq!(
        convert(BOOK, &place, &["-q", "--viewer-as", "file"]).status,
        0
    );
}

#[test]
fn scans_that_are_saved_in_its_folder_are_not_lost() {
    let folder = scratch();
    let images = folder.path().join("book_files");
    let images = images.to_str().unwrap();
    let more = ["-q", "--viewer-as", "folder", "--images", images];
    let place = folder.path().join("book.html");
    let refused = convert("scans/jpeg.pdf", &place, &more);
    assert_eq!(refused.status, 1, "{}", refused.stderr);
    assert_eq!(names(folder.path()), ["book_files/book-0001.jpg"]);
}

#[test]
fn it_is_written_with_other_formats_and_to_standard_output() {
    let folder = scratch();
    let [book, hocr] = ["b.html", "h.html"].map(|name| folder.path().join(name));
    let formats = format!("hocr={},viewer={}", hocr.display(), book.display());
    let done = run(&["-q", "--format", &formats, &fixture(BOOK)]);
    assert_eq!((done.status, done.stderr.as_str()), (0, ""));
    assert_eq!(names(folder.path()), ["b.html", "h.html"]);
    let done = run(&["-q", "--format", "viewer", &fixture(BOOK), "-"]);
    assert_eq!(done.stdout, fs::read_to_string(&book).unwrap());
}

#[test]
fn a_batch_makes_books() {
    let folder = scratch();
    let output = folder.path().join("out");
    let args = [
        "batch",
        "-q",
        "--format",
        "viewer",
        "--viewer-as",
        "folder",
        "--output-dir",
    ];
    let mut args: Vec<&str> = args.to_vec();
    let input = fixture(BOOK);
    args.extend([output.to_str().unwrap(), &input]);
    let done = run(&args);
    assert_eq!((done.status, done.stderr.as_str()), (0, ""));
    let mut expected: Vec<String> = FOLDER
        .iter()
        .map(|name| name.replace("book", "whole"))
        .collect();
    expected[0] = "whole.viewer.html".into();
    expected.push("manifest.jsonl".into());
    expected.sort();
    assert_eq!(names(&output), expected);
}

#[test]
fn a_jpeg_is_taken_as_it_is_unless_another_resolution_is_wanted() {
    let folder = scratch();
    let picture = |more: &[&str]| {
        let place = folder.path().join("book.html");
        let mut args = vec!["-q", "--viewer-as", "folder"];
        args.extend(more);
        assert_eq!(convert("scans/jpeg.pdf", &place, &args).status, 0);
        let files = folder.path().join("book_files");
        let name = names(&files)
            .into_iter()
            .find(|n| n.starts_with("picture"))
            .unwrap();
        fs::read(files.join(name)).unwrap()
    };
    let own = picture(&[]);
    let document = fs::read(fixture("scans/jpeg.pdf")).unwrap();
    assert!(document.windows(own.len()).any(|part| part == own));
    assert_ne!(picture(&["--dpi", "36"]), own);
}

#[test]
fn neither_the_path_nor_the_password_is_in_it() {
    let folder = scratch();
    let secret = folder.path().join("secret-folder");
    fs::create_dir(&secret).unwrap();
    let input = secret.join("named.pdf");
    fs::copy(fixture("encrypted/aes-256-password.pdf"), &input).unwrap();
    let output = folder.path().join("book.html");
    let done = run(&[
        "-q",
        "--format",
        "viewer",
        "--viewer-as",
        "folder",
        "--password",
        "user",
        input.to_str().unwrap(),
        output.to_str().unwrap(),
    ]);
    assert_eq!((done.status, done.stderr.as_str()), (0, ""));
    for name in names(folder.path())
        .iter()
        .filter(|name| name.starts_with("book"))
    {
        let file = fs::read(folder.path().join(name)).unwrap();
        let has = |text: &[u8]| file.windows(text.len()).any(|part| part == text);
        assert!(!has(b"secret-folder") && !has(b"--password"), "{name}");
    }
}

#[test]
fn a_page_that_cannot_be_drawn_has_its_text() {
    let folder = scratch();
    let place = folder.path().join("book.html");
    let done = convert("content/form-bomb.pdf", &place, &["--viewer-as", "folder"]);
    assert!(
        done.stderr.contains("page 1: the page has no picture"),
        "{}",
        done.stderr
    );
    assert!(names(folder.path()).contains(&"book_files/page-1.js".to_owned()));
}
