//! Content that belongs together is read together: columns of pictures, side notes, framed articles, labels
//! of a
//! drawing.

use crate::common::{fixture, run};
use serde_json::Value;

fn folded(text: &str) -> String {
    text.split_whitespace().collect()
}

/// The text of the pages, without white space.
fn read(name: &str, options: &[&str]) -> Vec<String> {
    let input = fixture(&format!("regions/{name}.pdf"));
    let options = [options, &["-p", "-q", "--format", "text", &input, "-"]].concat();
    let run = run(&options);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    run.stdout.split('\u{c}').map(folded).collect()
}

/// The faults of a reading: items in pieces, and paragraphs and headings out of order.
fn faults(name: &str, options: &[&str]) -> Vec<String> {
    let text = std::fs::read_to_string(fixture(&format!("regions/{name}.json"))).unwrap();
    let truth: Vec<Vec<Value>> = serde_json::from_str(&text).unwrap();
    let pages = read(name, options);
    let mut faults = Vec::new();
    for (items, page) in truth.iter().zip(&pages) {
        let mut last = 0;
        for item in items {
            let text = item["text"].as_str().unwrap();
            let ordered = matches!(item["kind"].as_str(), Some("paragraph" | "heading"));
            match page.find(&folded(text)) {
                None => faults.push(format!("in pieces: {text}")),
                Some(at) if ordered && at < last => faults.push(format!("too early: {text}")),
                Some(at) if ordered => last = at,
                Some(_) => {}
            }
        }
    }
    faults
}

/// Checks that the order is right, and that it is wrong without these heuristics.
fn check_needs(name: &str, heuristics: &[&str]) {
    assert_eq!(faults(name, &[]), Vec::<String>::new(), "{name}");
    let without = heuristics.iter().flat_map(|own| ["--without", *own]);
    let without: Vec<&str> = without.collect();
    assert_ne!(
        faults(name, &without),
        Vec::<String>::new(),
        "{name} {without:?}"
    );
}

#[test]
fn articles_are_read_one_after_the_other_column_by_column() {
    assert_eq!(faults("articles", &[]), Vec::<String>::new());
}

#[test]
fn cells_of_justified_sentences_are_read_row_by_row() {
    assert_eq!(faults("wrapped", &[]), Vec::<String>::new());
}

#[test]
fn a_picture_with_its_caption_is_part_of_a_column() {
    check_needs("pictures", &["pictures"]);
}

#[test]
fn scattered_labels_make_no_columns_and_lists_of_short_entries_do() {
    check_needs("labels", &["gutters", "reading-order"]);
}

#[test]
fn notes_in_the_margin_share_no_line_with_the_text() {
    check_needs("margins", &["gutters"]);
}

#[test]
fn framed_and_shaded_stories_are_read_with_their_headings() {
    check_needs("frames", &["gutters"]);
}
