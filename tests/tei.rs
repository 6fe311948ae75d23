//! `--format tei` and `--format lex0`: text with its places, and dictionary entries.
#![cfg(all(feature = "cli", feature = "modules"))]

mod common;

use std::collections::HashSet;
use std::fs;

use common::{fixture, run, scratch};

/// The values of an attribute.
fn values<'x>(xml: &'x str, attribute: &str) -> Vec<&'x str> {
    let begin = format!(" {attribute}=\"");
    let parts = xml.split(begin.as_str()).skip(1);
    parts.filter_map(|part| part.split('"').next()).collect()
}

fn assert_well_formed(xml: &str) {
    let mut reader = quick_xml::Reader::from_str(xml);
    while reader.read_event().unwrap() != quick_xml::events::Event::Eof {}
}

#[test]
fn places_of_all_pages_are_before_the_text_and_pointed_to() {
    let input = fixture("layout/two-columns.pdf");
    let ran = run(&["-p", "-q", "--format", "tei", &input, "-"]);
    assert_eq!(ran.status, 0, "{ran:?}");
    let (places, text) = ran.stdout.split_once("<text>").unwrap();
    assert_eq!(places.matches("<surface ").count(), 2);
    assert_eq!(text.matches("<pb ").count(), 2);
    assert_eq!(text.matches("<cb ").count(), 4);
    let ids: HashSet<&str> = values(places, "xml:id").into_iter().collect();
    let pointers = values(text, "facs");
    assert!(pointers.len() > 20);
    for pointer in pointers.into_iter().flat_map(|all| all.split(' ')) {
        assert!(
            ids.contains(pointer.strip_prefix('#').unwrap()),
            "{pointer}"
        );
    }
    assert_well_formed(&ran.stdout);
}

#[test]
fn entries_are_a_document_of_their_own() {
    let out = scratch();
    let input = fixture("showcase/dictionary.pdf");
    let file = out.path().join("dictionary.x");
    let file = file.to_str().unwrap();
    let module = ["-p", "-q", "-c", "auto", "-l", "dictionary_entries"];
    let ran = run(&[&module[..], &["--format", "tei,lex0", &input, file]].concat());
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    let read = |ending: &str| fs::read_to_string(format!("{file}.{ending}")).unwrap();
    let (tei, lex0) = (read("tei.xml"), read("lex0.xml"));
    let ids: HashSet<&str> = values(&tei, "xml:id").into_iter().collect();
    assert!(lex0.matches("<orth ").count() > 3, "{lex0}");
    for pointer in values(&lex0, "facs")
        .into_iter()
        .flat_map(|all| all.split(' '))
    {
        let id = pointer.strip_prefix("dictionary.tei.xml#").unwrap();
        assert!(ids.contains(id), "{pointer}");
    }
    assert_well_formed(&lex0);
}

#[test]
fn a_document_without_entries_is_told_what_makes_them() {
    let out = scratch();
    let file = out.path().join("none.lex0.xml");
    let input = fixture("tagged/objects.pdf");
    let ran = run(&["-q", "--format", "lex0", &input, file.to_str().unwrap()]);
    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(ran.stderr.contains("dictionary_entries"), "{}", ran.stderr);
    assert!(!file.exists());
}
