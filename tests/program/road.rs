//! `--road`: by tags, by geometry, or by the better of both for each page.

use std::fs;

use crate::common::{fixture, run};
use pdfa2hocr::page::TagFault;
use pdfa2hocr::{Document, Options, Road, Source};
use serde_json::Value;

fn tagged(name: &str) -> String {
    fixture(&format!("tagged/{name}.pdf"))
}

/// The pages as JSON, and standard error.
fn pages(name: &str, options: &[&str]) -> (Vec<Value>, String) {
    let file = tagged(name);
    let run = run(&[&["--format", "json"], options, &[&file, "-"]].concat());
    assert_eq!(run.status, 0, "{}", run.stderr);
    let mut json: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let Value::Array(pages) = json["pages"].take() else {
        panic!("no pages");
    };
    (pages, run.stderr)
}

#[test]
fn geometry_is_what_p_is() {
    let by_p = pages("mixed", &["-p"]);
    assert_eq!(pages("mixed", &["--road", "geometry"]), by_p);
    assert_eq!(pages("mixed", &["-p", "--road", "geometry"]), by_p);
    let by_default = pages("mixed", &[]);
    assert_ne!(by_default, by_p);
    assert_eq!(pages("mixed", &["--road", "tags"]), by_default);
}

#[test]
fn roads_that_contradict_each_other_are_refused() {
    let file = tagged("sound");
    for (options, said) in [
        (
            &["-p", "--road", "tags"][..],
            "--road tags contradicts --page-analysis",
        ),
        (
            &["-p", "--road", "auto"],
            "--road auto contradicts --page-analysis",
        ),
        (
            &["--tagged", "--road", "geometry"],
            "--road geometry contradicts --tagged",
        ),
        (
            &["--tagged", "--road", "auto"],
            "--road auto contradicts --tagged",
        ),
        (
            &["--structure-text", "--road", "auto"],
            "--structure-text shows the tags",
        ),
        (&["--road", "left"], "invalid value 'left'"),
    ] {
        let run = run(&[options, &[&file, "-"]].concat());
        assert_eq!(run.status, 1, "{options:?}");
        assert!(run.stderr.contains(said), "{options:?}: {}", run.stderr);
    }
}

#[test]
fn tags_are_left_for_faults_that_concern_most_of_a_page() {
    for (name, left) in [
        ("sound", None),
        ("shuffled", Some("the tags go up the page")),
        (
            "one-part",
            Some("directly in elements that only group others"),
        ),
        ("half", Some("most of the text has no tags")),
        ("hidden", Some("much of the text is marked as an artifact")),
        // Other tags on these pages are useful.
        ("plain-headings", None),
        ("plain-table", None),
        ("plain-list", None),
        ("contradicted", None),
        ("said-otherwise", None),
        ("listing", None),
    ] {
        let (auto, said) = pages(name, &["--road", "auto"]);
        let (other, _) = pages(name, if left.is_some() { &["-p"] } else { &[] });
        assert_eq!(auto, other, "{name}");
        match left {
            Some(why) => {
                assert_eq!(said.matches("warning:").count(), 1, "{said}");
                let read = ": page 1 is read by geometry, as with -p";
                assert!(said.contains(why) && said.contains(read), "{name}: {said}");
            }
            None => assert!(!said.contains("read by geometry"), "{name}: {said}"),
        }
    }
}

#[test]
fn each_page_is_as_if_all_were_read_by_its_road() {
    for options in [
        &[][..],
        &["-c", "2"],
        &["--all-text"],
        &["--layout", "classic"],
    ] {
        let (auto, said) = pages("mixed", &[&["--road", "auto"], options].concat());
        assert!(said.contains(": page 3 is read by geometry"), "{said}");
        let (tags, _) = pages("mixed", options);
        let (geometry, _) = pages("mixed", &[&["-p"], options].concat());
        for (number, page) in (1..).zip(&auto) {
            let same = if number == 3 { &geometry } else { &tags };
            assert_eq!(page, &same[number - 1], "{options:?}, page {number}");
        }
        // The decision does not depend on `--pages`.
        let (alone, _) = pages(
            "mixed",
            &[&["--road", "auto", "--pages", "3"], options].concat(),
        );
        assert_eq!(alone, &auto[2..3], "{options:?}");
    }
    // Running heads are detected by the surrounding pages, which are read by their tags.
    let (auto, _) = pages("mixed", &["--road", "auto"]);
    assert!(auto[2].to_string().contains(r#""kind":"header""#));
}

#[cfg(feature = "modules")]
#[test]
fn a_module_sees_the_page_that_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let module = folder.path().join("kinds.star");
    let script = "def custom_processing(page):\n    print(page.children[-1].kind)\n";
    fs::write(&module, script).expect("a module");
    let module = module.to_str().expect("a path");
    let said = |options: &[&str]| {
        let (_, said) = pages("mixed", &[&["-l", module], options].concat());
        let said = said.lines().find(|line| line.starts_with("page 3: "));
        said.map(str::to_owned)
    };
    assert!(said(&["-p"]).is_some());
    assert_eq!(said(&["--road", "auto"]), said(&["-p"]));
    assert_ne!(said(&["--road", "auto"]), said(&[]));
}

#[test]
fn a_batch_takes_the_same_road() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path().to_str().expect("a path");
    let file = tagged("mixed");
    let batch = run(&["batch", "--road", "auto", &file, "--output-dir", folder]);
    assert_eq!(batch.status, 0, "{}", batch.stderr);
    let alone = run(&["--road", "auto", &file, "-"]);
    let written = fs::read_to_string(format!("{folder}/mixed.html")).expect("the output");
    assert_eq!(written, alone.stdout);
}

#[test]
fn a_document_without_tags_is_read_by_its_geometry() {
    let file = fixture("damaged/whole.pdf");
    let auto = run(&["--road", "auto", &file, "-"]);
    assert_eq!(auto.status, 0);
    assert!(auto.stderr.contains("not tagged"), "{}", auto.stderr);
    assert_eq!(auto.stdout, run(&["-p", &file, "-"]).stdout);
}

#[test]
fn callers_of_the_library_are_told_page_by_page() {
    let mut options = Options::default();
    options.road = Road::Auto;
    let source = Source::open(tagged("mixed")).expect("a source");
    let document = Document::with_options(&source, options).expect("a document");
    let left: Vec<Option<TagFault>> = document
        .pages()
        .map(|page| page.expect("a page").tags_left())
        .collect();
    assert_eq!(left, [None, None, Some(TagFault::Group), None, None]);
    assert_eq!(left[2].map(TagFault::name), Some("group"));
}
