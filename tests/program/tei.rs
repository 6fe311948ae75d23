//! `--format tei` and `--format lex0`: text with its places, and dictionary entries.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;

use crate::common::{fixture, run, scratch};

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

/// Checks that each pointer of a Lex-0 file leads to an element of the TEI file beside it.
fn check_pointers(lex0: &Path) {
    let text = fs::read_to_string(lex0).unwrap();
    assert_well_formed(&text);
    assert!(text.matches("<orth ").count() > 3, "{text}");
    let mut files = HashMap::new();
    let pointers = values(&text, "facs");
    assert!(!pointers.is_empty());
    for pointer in pointers.into_iter().flat_map(|all| all.split(' ')) {
        let (file, id) = pointer.split_once('#').unwrap();
        let tei = files.entry(file).or_insert_with(|| {
            let file = lex0.parent().unwrap().join(file.replace("%20", " "));
            fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()))
        });
        assert!(tei.contains(&format!("xml:id=\"{id}\"")), "{pointer}");
    }
}

#[test]
fn entries_point_into_the_tei_file_whatever_its_name() {
    let input = fixture("showcase/dictionary.pdf");
    let module = ["-p", "-q", "-c", "auto", "-l", "dictionary_entries", &input];
    for (formats, output, lex0) in [
        ("tei,lex0", "dictionary.x", "dictionary.x.lex0.xml"),
        ("tei,lex0", "out.html", "out.lex0.xml"),
        ("tei,lex0", "my words.tei.xml", "my words.lex0.xml"),
        ("lex0,tei=places/a.xml", "b.lex0.xml", "b.lex0.xml"),
        ("tei,lex0=entries/c.xml", "d.tei.xml", "entries/c.xml"),
    ] {
        let out = scratch();
        for folder in ["places", "entries"] {
            fs::create_dir(out.path().join(folder)).unwrap();
        }
        let placed = |name: &str| out.path().join(name).to_str().unwrap().to_owned();
        let formats = match formats.split_once('=') {
            Some((name, file)) => format!("{name}={}", placed(file)),
            None => formats.to_owned(),
        };
        let ran = run(&[&module[..], &["--format", &formats, &placed(output)]].concat());
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{formats}");
        check_pointers(&out.path().join(lex0));
    }
    // Without a TEI file, nothing is pointed to.
    let alone = run(&[&module[..], &["--format", "lex0", "-"]].concat());
    assert_eq!(alone.status, 0);
    assert!(!alone.stdout.contains("facs="), "{}", alone.stdout);
}

#[test]
fn the_imprint_is_what_the_user_says() {
    let out = scratch();
    let meta = out.path().join("meta.json");
    fs::write(
        &meta,
        r#"{"title": "Owls & co", "publisher": "Barn", "date": "1854", "language": "pl"}"#,
    )
    .unwrap();
    let meta = meta.to_str().unwrap();
    let input = fixture("showcase/herald.pdf");
    let tei = run(&["-p", "-q", "--meta", meta, "--format", "tei", &input, "-"]).stdout;
    let head = tei.split("<facsimile>").next().unwrap();
    for part in [
        "<title>Owls &amp; co</title>",
        "<publisher>Barn</publisher>",
        "<date>1854</date>",
        "ident=\"pl\"",
    ] {
        assert!(head.contains(part), "{part}: {head}");
    }
    let plain = run(&["-p", "-q", "--format", "tei", &input, "-"]).stdout;
    let (_, imprint) = plain.split_once("<imprint>").unwrap();
    assert!(
        imprint.trim_start().starts_with("<date>unknown</date>"),
        "{imprint}"
    );
    let hocr = run(&["-p", "-q", "--meta", meta, &input, "-"]).stdout;
    assert!(hocr.contains("<title>Owls &amp; co</title>"), "{hocr}");
    fs::write(meta, r#"{"titel": "x"}"#).unwrap();
    let wrong = run(&["-p", "--meta", meta, &input, "-"]);
    assert_eq!((wrong.status, wrong.stdout.as_str()), (1, ""));
    assert!(
        wrong.stderr.contains("meta.json: unknown field `titel`"),
        "{}",
        wrong.stderr
    );
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
    // Nothing of it is on standard output.
    let piped = run(&["-q", "--format", "lex0", &input, "-"]);
    assert_eq!((piped.status, piped.stdout.as_str()), (1, ""));
}
