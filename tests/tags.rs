//! `pdfa2hocr tags`: tags that are broken in one way each are found, and sound ones are left alone.
#![cfg(feature = "cli")]

mod common;

use std::collections::BTreeSet;
use std::fs;

use common::{fixture, run};
use serde_json::Value;

fn report(name: &str) -> Value {
    let run = run(&["tags", "--json", &fixture(&format!("tagged/{name}.pdf"))]);
    serde_json::from_str(&run.stdout).expect("JSON")
}

/// What kinds of faults there are.
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
    for name in ["half", "shuffled", "contradicted", "sound"] {
        check(&report(name), &schema, name);
    }
}

/// Whether objects have what the schema says, and nothing else.
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
