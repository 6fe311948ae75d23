//! `pdfa2hocr tags`: each kind of broken tags is found, and sound tags are not reported.

use std::collections::BTreeSet;
use std::fs;

use crate::common::{fixture, run};
use serde_json::Value;

fn report(name: &str) -> Value {
    let run = run(&["tags", "--json", &fixture(&format!("tagged/{name}.pdf"))]);
    serde_json::from_str(&run.stdout).expect("JSON")
}

/// The kinds of the faults in a report.
fn faults(report: &Value) -> BTreeSet<String> {
    let pages = report["pages"].as_array().expect("pages").iter();
    let findings = pages.flat_map(|page| page["findings"].as_array().expect("findings"));
    let faults = findings.filter(|found| found["fault"] == true);
    faults
        .map(|found| found["kind"].as_str().expect("a kind").to_owned())
        .collect()
}

#[test]
fn tags_that_are_broken_in_one_way_are_found_to_be_broken_in_that_way() {
    for (name, kinds) in [
        ("sound", &[][..]),
        ("shuffled", &["order"]),
        ("plain-headings", &["heading"]),
        ("one-heading", &[]),
        ("listed-headings", &[]),
        ("loose-headings", &["untagged"]),
        ("one-item", &[]),
        ("captioned", &[]),
        ("plain-table", &["table"]),
        ("plain-list", &["list"]),
        ("one-part", &["group", "heading", "list", "table"]),
        ("half", &["untagged"]),
        ("hidden", &["artifact"]),
        ("contradicted", &["actual-text"]),
        ("said-otherwise", &["actual-text"]),
        ("listing", &[]),
        ("between", &["untagged"]),
    ] {
        let found = faults(&report(name));
        assert_eq!(
            found,
            kinds.iter().map(|&kind| kind.to_owned()).collect(),
            "{name}"
        );
    }
}

/// The differences in a report that are not faults: the side that has it, its kind, and the number of its
/// places.
fn differences(report: &Value) -> Vec<String> {
    let pages = report["pages"].as_array().expect("pages").iter();
    let findings = pages.flat_map(|page| page["findings"].as_array().expect("findings"));
    let differences = findings.filter(|found| found["fault"] == false);
    differences
        .map(|found| format!("{} {} {}", found["by"], found["kind"], found["count"]))
        .map(|found| found.replace('"', ""))
        .collect()
}

#[test]
fn differences_name_the_headings_lists_and_captions_that_the_tags_lack() {
    for (name, expected) in [
        ("sound", &[][..]),
        ("one-heading", &["geometry heading 2"]),
        ("listed-headings", &["geometry heading 2"]),
        ("loose-headings", &["geometry heading 3"]),
        ("one-item", &["geometry list 1"]),
        ("captioned", &["geometry caption 1"]),
    ] {
        let report = report(name);
        assert_eq!(differences(&report), expected, "{name}");
        assert_eq!(report["differences"], expected.len(), "{name}");
        assert_eq!(report["differing"], expected.len(), "{name}");
    }
    let of_item = &report("one-item")["pages"][0]["findings"][0]["places"][0];
    let text = of_item["text"].as_str().expect("text");
    assert!(text.contains("Ask one of"), "{text}");
    assert!(!text.contains("Take the ferry"), "{text}");
}

#[test]
fn no_fault_is_not_said_as_if_tags_and_geometry_agreed() {
    let first = |name: &str| {
        let run = run(&["tags", &fixture(&format!("tagged/{name}.pdf"))]);
        assert_eq!(run.status, 0);
        let lines: Vec<&str> = run.stdout.lines().take(2).collect();
        lines.join("\n")
    };
    assert_eq!(
        first("sound"),
        "1 page, no fault of the tags found\norder: 100 of 100 pairs of lines agree"
    );
    assert_eq!(
        first("one-heading"),
        "1 page, no fault, 1 difference on 1\nby the geometry only: 2 headings"
    );
    assert_eq!(
        first("loose-headings"),
        "1 page, 1 fault on 1, 1 difference on 1\nby the geometry only: 3 headings"
    );
}

#[test]
fn a_report_says_where_its_findings_are() {
    let report = report("half");
    assert_eq!(report["version"], 2);
    assert_eq!(report["faulty"], 1);
    assert_eq!(report["faults"], 1);
    let page = &report["pages"][0];
    assert_eq!(page["page"], 0);
    assert_eq!(page["order"], 1.0);
    assert_eq!(page["leaves"], "untagged");
    let found = &page["findings"][0];
    assert_eq!(found["by"], "geometry");
    assert_eq!(found["count"], 3);
    assert_eq!(found["words"], page["untagged"]);
    let places = found["places"].as_array().expect("places");
    assert_eq!(places.len(), 3);
    let bbox: Vec<f64> = places[0]["bbox"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Value::as_f64)
        .collect();
    assert!(
        bbox[0] > 70.0 && bbox[1] > 100.0 && bbox[2] < 500.0 && bbox[3] < 160.0,
        "{bbox:?}"
    );
}

#[test]
fn a_report_fits_its_schema() {
    let schema = fs::read_to_string("docs/tags.schema.json").expect("the schema");
    let schema: Value = serde_json::from_str(&schema).expect("JSON");
    for name in ["half", "shuffled", "contradicted", "sound", "captioned"] {
        check(&report(name), &schema, name);
    }
}

/// Checks that objects have all properties of the schema, and no others.
fn check(value: &Value, schema: &Value, at: &str) {
    if let Some(properties) = schema["properties"].as_object() {
        let value = value
            .as_object()
            .unwrap_or_else(|| panic!("{at}: no object"));
        for name in schema["required"].as_array().expect("required") {
            let name = name.as_str().expect("a name");
            assert!(value.contains_key(name), "{at}: {name} is missing");
        }
        for (name, part) in value {
            let of = properties
                .get(name)
                .unwrap_or_else(|| panic!("{at}: {name}"));
            check(part, of, &format!("{at}.{name}"));
        }
    }
    if schema["items"].is_object() {
        for part in value.as_array().unwrap_or_else(|| panic!("{at}: no array")) {
            check(part, &schema["items"], at);
        }
    }
    if let Some(names) = schema["enum"].as_array() {
        assert!(names.contains(value), "{at}: {value}");
    }
}

#[test]
fn a_document_without_tags_has_none_to_be_compared() {
    let run = run(&["tags", &fixture("damaged/whole.pdf")]);
    assert_eq!(run.status, 3);
    assert!(run.stderr.contains("not tagged"), "{}", run.stderr);
    assert_eq!(run.stdout, "");
}

#[test]
fn recognised_text_has_no_tags_to_be_compared() {
    for name in [
        "hocr-pages.html",
        "alto-2-pages.xml",
        "page-2019.xml",
        "tsv-tesseract.tsv",
        "mets.xml",
    ] {
        let file = fixture(&format!("recognised/{name}"));
        for words in [
            &["tags"][..],
            &["tags", "--json"],
            &["inspect", "structure"],
        ] {
            let run = run(&[words, &[&file]].concat());
            assert_eq!(
                (run.status, run.stdout.as_str()),
                (3, ""),
                "{words:?} {name}"
            );
            assert_eq!(
                run.stderr,
                format!(
                    "pdfa2hocr: {file}: the document is not tagged: it is recognised text, and only a \
                     PDF has tags\n"
                ),
                "{words:?} {name}"
            );
        }
    }
    let file = fixture("recognised/hocr-pages.html");
    assert_eq!(run(&["--tagged", &file, "-"]).status, 3);
}
