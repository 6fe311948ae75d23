//! `inspect`: the contents of a document as text and as JSON.

use serde_json::Value;

use crate::common::{fixture, run};

/// A listing as JSON.
fn json(listing: &str, args: &[&str]) -> Value {
    let mut all = vec!["inspect", listing, "--json", "-q"];
    all.extend(args);
    let ran = run(&all);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{all:?}");
    serde_json::from_str(&ran.stdout).expect("JSON")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

/// The exit code and the message of a run that fails.
fn refusal(args: &[&str]) -> (i32, String) {
    let mut all = vec!["inspect"];
    all.extend(args);
    let ran = run(&all);
    assert_eq!(ran.stdout, "", "{all:?}");
    (ran.status, ran.stderr)
}

#[test]
fn text_and_json_list_the_same() {
    for (listing, rows, file) in [
        ("fonts", "fonts", "fonts/encodings.pdf"),
        ("images", "images", "content/inline-images.pdf"),
        ("objects", "objects", "content/form-xobjects.pdf"),
    ] {
        let file = fixture(file);
        let listed = json(listing, &[&file]);
        let ran = run(&["inspect", listing, &file]);
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
        let rows = list(&listed[rows]).len();
        // A listing begins with two header lines.
        assert_eq!(ran.stdout.lines().count(), rows + 2, "{listing}");
        assert!(rows > 2);
    }
}

#[test]
fn the_structure_is_what_structure_text_prints() {
    for name in ["tables-and-lists", "over-pages", "actual-text", "objects"] {
        let file = fixture(&format!("tagged/{name}.pdf"));
        let [new, old] = [
            run(&["inspect", "structure", "-q", &file]),
            run(&["--structure-text", "-q", &file]),
        ];
        assert_eq!((new.status, old.status), (0, 0), "{name}");
        assert!(!new.stdout.is_empty());
        assert_eq!(new.stdout, old.stdout, "{name}");
        // JSON has the same number of rows.
        let rows = json("structure", &[&file]);
        assert_eq!(list(&rows["rows"]).len(), new.stdout.lines().count());
    }
}

#[test]
fn a_font_is_shown_with_its_glyphs() {
    let file = fixture("fonts/embedded-truetype.pdf");
    let fonts = json("fonts", &[&file]);
    let key = fonts["fonts"][0]["key"].as_str().unwrap();
    let font = json("fonts", &[&file, key]);
    assert_eq!(font["program"]["format"], "TrueType");
    let codes = list(&font["codes"]);
    assert_eq!(font["total"], codes.len());
    let drawn = codes.iter().filter(|code| code["outline"].is_string());
    assert!(drawn.count() > 3);
    let sources: Vec<&str> = codes.iter().filter_map(|c| c["source"].as_str()).collect();
    assert_eq!(sources.len(), codes.len());
    let text = run(&["inspect", "fonts", &file, key]);
    assert_eq!(text.status, 0);
    assert!(text.stdout.lines().count() > codes.len());
}

#[test]
fn only_the_pages_asked_for_are_looked_at() {
    let file = fixture("columns/undivided.pdf");
    let all = json("operators", &[&file]);
    let count = list(&all).len();
    assert!(count > 1);
    let second = json("operators", &["--pages", "2", &file]);
    assert_eq!(list(&second).len(), 1);
    assert_eq!(second[0], all[1]);
}

#[test]
fn what_cannot_be_shown_is_said() {
    let file = fixture("fonts/type3.pdf");
    for (args, status, message) in [
        (
            vec!["objects", file.as_str(), "999"],
            1,
            "pdfa2hocr: there is no object 999-0, or it cannot be read\n",
        ),
        (
            vec!["images", &file, "1"],
            1,
            "pdfa2hocr: object 1-0 is not an image\n",
        ),
        (
            vec!["fonts", &file, "1"],
            1,
            "pdfa2hocr: object 1-0 is not a font\n",
        ),
        (
            vec!["fonts", "--pages", "7", &file],
            1,
            "pdfa2hocr: --pages: there is no page 7; the document has 1 page\n",
        ),
    ] {
        let (code, said) = refusal(&args);
        assert_eq!((code, said.as_str()), (status, message), "{args:?}");
    }
    let (code, said) = refusal(&["objects", &file, "x"]);
    assert_eq!(code, 1);
    assert!(said.contains("write its number"), "{said}");
}

#[test]
fn encrypted_files_need_their_password() {
    let file = fixture("encrypted/aes-256-password.pdf");
    let (code, said) = refusal(&["metadata", &file]);
    assert_eq!(code, 5);
    assert!(said.contains("--password"), "{said}");
    let metadata = json("metadata", &["--password", "user", &file]);
    assert_eq!(metadata["encrypted"], true);
}

#[test]
fn files_in_a_document_are_listed() {
    let metadata = json("metadata", &[&fixture("attachments/portfolio.pdf")]);
    let files = list(&metadata["attachments"]);
    assert!(files.len() > 1);
    assert!(files.iter().all(|file| file["bytes"].as_u64() > Some(0)));
}

#[test]
fn nothing_that_is_printed_controls_the_terminal() {
    for file in ["hostile/escapes.pdf", "hostile/markup.pdf"] {
        let file = fixture(file);
        for listing in ["fonts", "images", "objects", "operators", "metadata"] {
            let ran = run(&["inspect", listing, &file]);
            assert_eq!(ran.status, 0, "{listing} {file}");
            let obeyed = |c: char| c.is_control() && c != '\n' && c != '\t';
            let found = ran
                .stdout
                .chars()
                .chain(ran.stderr.chars())
                .find(|c| obeyed(*c));
            assert_eq!(found, None, "{listing} {file}");
        }
    }
}

#[test]
fn pages_that_draw_without_end_are_listed_in_bounded_time() {
    for listing in ["fonts", "operators"] {
        let ran = run(&["inspect", listing, "-q", &fixture("content/form-bomb.pdf")]);
        assert_eq!(ran.status, 0, "{listing}");
    }
}
