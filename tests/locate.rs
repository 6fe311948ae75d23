//! `locate`: the pages and boxes of quotations.
#![cfg(feature = "cli")]

mod common;

use common::{fixture, run};
use serde_json::Value;

fn locate(quote: &str) -> (i32, Value) {
    let file = fixture("classes/footnotes.pdf");
    let run = run(&["locate", "-q", "-p", "--format", "json", &file, quote]);
    (run.status, serde_json::from_str(&run.stdout).unwrap())
}

#[test]
fn a_quotation_is_located_over_lines_with_a_box_for_each() {
    let (status, found) = locate("JERK “pliemekeat” —");
    assert_eq!((status, &found["located"]), (9, &Value::Array(Vec::new())));
    let (status, found) = locate("“Woust ploos FOOT quist”");
    assert_eq!(status, 0);
    let hit = &found["located"][0];
    assert_eq!(hit["score"], 1.0);
    assert_eq!(hit["text"], "Woust ploos foot quist");
    assert_eq!(hit["places"][0]["page"], 1);
    assert_eq!(hit["places"][0]["boxes"].as_array().unwrap().len(), 1);
    assert_eq!(found["near"], Value::Array(Vec::new()));

    let file = fixture("classes/footnotes.pdf");
    let text = run(&["-q", "-p", "--format", "text", &file, "-"]).stdout;
    let lines: Vec<&str> = text.lines().collect();
    let quote = format!("{} {}", lines[1], lines[2]);
    let (status, found) = locate(&quote);
    assert_eq!(status, 0, "{quote}: {found}");
    let boxes = found["located"][0]["places"][0]["boxes"]
        .as_array()
        .unwrap();
    assert_eq!(boxes.len(), 2, "{found}");
}

#[test]
fn another_word_is_near_and_never_located() {
    for quote in [
        "Woust ploos hand quist quaizierk werkdrumnerk",
        "Woust ploos foot not quist quaizierk werkdrumnerk",
        "Woust ploos quist quaizierk werkdrumnerk",
        "Woust ploos 1914 quist quaizierk werkdrumnerk",
    ] {
        let (status, found) = locate(quote);
        assert_eq!(status, 9, "{quote}");
        assert_eq!(found["located"], Value::Array(Vec::new()), "{quote}");
        assert!(!found["near"].as_array().unwrap().is_empty(), "{quote}");
    }
    let (_, found) = locate("Woust ploos hand quist quaizierk werkdrumnerk");
    let differs = serde_json::json!([{ "quoted": "hand", "printed": "foot" }]);
    assert_eq!(found["near"][0]["differs"], differs);
    let (status, found) = locate("nothing of this is in the document at all");
    assert_eq!(status, 9);
    assert_eq!(found["near"], Value::Array(Vec::new()));
}

#[test]
fn a_slip_in_a_long_word_is_forgiven() {
    let (status, found) = locate("Woust ploos foot quist quaizierk werkdrumnexk");
    assert_eq!(status, 0, "{found}");
    let hit = &found["located"][0];
    assert!(hit["score"].as_f64().unwrap() < 1.0);
    let differs = serde_json::json!([{ "quoted": "werkdrumnexk", "printed": "werkdrumnerk" }]);
    assert_eq!(hit["differs"], differs);
    let (status, found) = locate("Wqust ploos foot qaist");
    assert_eq!(status, 0, "{found}");
}

#[test]
fn many_quotations_are_looked_for_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let quotes = folder.path().join("quotes.txt");
    std::fs::write(&quotes, "ploos foot quist\n\nploos hand quist\n").unwrap();
    let (file, quotes) = (
        fixture("classes/footnotes.pdf"),
        quotes.display().to_string(),
    );
    let args = [
        "locate", "-q", "--format", "json", "--quotes", &quotes, &file, "Woust",
    ];
    let run = run(&args);
    let lines: Vec<Value> = run
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let asked: Vec<&str> = lines
        .iter()
        .map(|found| found["quote"].as_str().unwrap())
        .collect();
    assert_eq!(asked, ["Woust", "ploos foot quist", "ploos hand quist"]);
    let located = |found: &Value| !found["located"].as_array().unwrap().is_empty();
    assert_eq!(
        lines.iter().map(located).collect::<Vec<_>>(),
        [true, true, false]
    );
    assert_eq!(run.status, 9);
}

#[test]
fn a_quotation_goes_on_in_a_note_and_over_a_running_head() {
    let file = fixture("classes/footnotes.pdf");
    let text = run(&["-q", "-p", "--format", "text", &file, "-"]).stdout;
    let words: Vec<&str> = text.split_whitespace().collect();
    for at in (0..words.len().saturating_sub(12)).step_by(6) {
        let quote = words[at..at + 12].join(" ");
        let (status, found) = locate(&quote);
        assert_eq!(status, 0, "{quote}: {found}");
    }
}

#[test]
fn every_page_of_a_document_is_searched() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pages.pdf");
    std::fs::write(&file, common::document(15, 0)).unwrap();
    let file = file.to_str().unwrap();
    let found = |quote: &str| -> Vec<Vec<Value>> {
        let run = run(&["locate", "-q", "-p", "--format", "json", file, quote]);
        let found: Value = serde_json::from_str(&run.stdout).unwrap();
        let hits = found["located"].as_array().unwrap();
        let pages = |hit: &Value| hit["places"].as_array().unwrap().clone();
        hits.iter().map(pages).collect()
    };
    let lines = found("many words on a line");
    assert_eq!(lines.len(), 15 * 50);
    assert_eq!(
        (&lines[0][0]["page"], &lines[749][0]["page"]),
        (&1.into(), &15.into())
    );
    // From the last line of a page to the first one of the next.
    let over = found("many words on a line many words");
    assert!(over.iter().any(|places| places.len() == 2));
}

#[test]
fn what_has_no_letters_cannot_be_looked_for() {
    let file = fixture("classes/footnotes.pdf");
    let none = run(&["locate", "-q", &file, "…"]);
    assert_eq!(none.status, 1);
    assert!(none.stderr.contains("no letters"), "{}", none.stderr);
    let long = run(&["locate", "-q", &file, &"word ".repeat(600)]);
    assert_eq!(long.status, 1);
    assert!(long.stderr.contains("2400 letters"), "{}", long.stderr);
}
