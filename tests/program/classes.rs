//! Headings, captions, notes and running heads are found, and text that only looks like one is left as it is.

use crate::common::{fixture, run};
use serde_json::Value;

/// The items of each page that are neither paragraphs nor in tables: kind, level, and text without white
/// space.
type Items = Vec<Vec<(String, Option<u64>, String)>>;

fn folded(text: &str) -> String {
    text.split_whitespace().collect()
}

/// The items that the fixture was made with.
fn truth(name: &str) -> Items {
    let text = std::fs::read_to_string(fixture(&format!("classes/{name}.json"))).unwrap();
    let pages: Vec<Vec<Value>> = serde_json::from_str(&text).unwrap();
    let item = |item: &Value| {
        let kind = item["kind"].as_str().unwrap().to_owned();
        let text = folded(item["text"].as_str().unwrap());
        (kind != "paragraph").then(|| (kind, item["level"].as_u64(), text))
    };
    let pages = pages
        .iter()
        .map(|page| page.iter().filter_map(item).collect());
    pages.collect()
}

/// The items that the program finds.
fn found(name: &str, options: &[&str]) -> Items {
    let input = fixture(&format!("classes/{name}.pdf"));
    let options = [options, &["-p", "-q", "--format", "json", &input, "-"]].concat();
    let run = run(&options);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    let document: Value = serde_json::from_str(&run.stdout).unwrap();
    let pages = document["pages"].as_array().unwrap().iter();
    let pages = pages.map(|page| {
        let mut items = Vec::new();
        collect(&page["tree"], &mut items);
        items
    });
    pages.collect()
}

fn collect(node: &Value, items: &mut Vec<(String, Option<u64>, String)>) {
    let attribute = |name: &str| {
        let attributes = node["attributes"].as_array()?;
        let own = attributes.iter().find(|a| a["name"] == name)?;
        own["value"].as_str()
    };
    let level = attribute("level").and_then(|level| level.parse().ok());
    let kind = match node["kind"].as_str() {
        Some(kind @ ("header" | "footer" | "pageno")) => Some(kind),
        Some("Table") => return,
        _ if level.is_some() => Some("heading"),
        _ => attribute("role"),
    };
    if let Some(kind) = kind {
        let mut text = String::new();
        said(node, &mut text);
        items.push((kind.to_owned(), level, folded(&text)));
        return;
    }
    for child in node["children"].as_array().into_iter().flatten() {
        collect(child, items);
    }
}

fn said(node: &Value, text: &mut String) {
    text.push_str(node["text"].as_str().unwrap_or_default());
    for child in node["children"].as_array().into_iter().flatten() {
        said(child, text);
    }
}

fn check(name: &str) {
    assert_eq!(found(name, &[]), truth(name), "{name}");
}

/// Checks that the right items are found, and that other items are found without this heuristic.
fn check_needs(name: &str, heuristic: &str) {
    check(name);
    let without = found(name, &["--without", heuristic]);
    assert_ne!(without, truth(name), "{name} without {heuristic}");
}

#[test]
fn headings_are_known_by_their_style_and_by_what_follows() {
    check_needs("headings", "headings");
    check_needs("contents", "headings");
}

#[test]
fn a_paper_has_a_title_and_numbered_headings_in_capitals() {
    check_needs("paper", "headings");
}

#[test]
fn formulas_have_numbers_as_figures_have_captions() {
    check_needs("formulas", "formula-numbers");
}

#[test]
fn captions_begin_with_a_label() {
    check_needs("captions", "captions");
}

#[test]
fn footnotes_are_in_small_type_at_the_foot() {
    check_needs("footnotes", "footnotes");
}

#[test]
fn a_page_alone_has_a_running_head_where_it_looks_like_one() {
    check_needs("lone-head", "running-heads");
    check("lone-title");
}
