//! Pages of several kinds are read in the lines and paragraphs that are printed, mostly in any drawing order
//! of
//! their words.

use crate::common::{fixture, run};

/// The text that the program reads on a page, and the text that is printed on it.
fn read(name: &str) -> (String, String) {
    let input = fixture(&format!("kinds/{name}.pdf"));
    let truth = std::fs::read_to_string(fixture(&format!("kinds/{name}.txt"))).unwrap();
    let run = run(&["-p", "-q", "--format", "text", &input, "-"]);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    (run.stdout.trim().to_owned(), truth.trim().to_owned())
}

fn check(name: &str) {
    let (text, truth) = read(name);
    assert!(text == truth, "{name}:\n{text}\n--- is printed as\n{truth}");
}

fn check_in_any_order(name: &str) {
    check(name);
    check(&format!("{name}-shuffled"));
}

#[test]
fn articles_of_a_newspaper_stand_under_their_headlines() {
    check_in_any_order("newspaper");
}

#[test]
fn entries_of_a_dictionary_and_of_a_bibliography_hang_out() {
    check_in_any_order("dictionary");
    check_in_any_order("bibliography");
}

#[test]
fn entries_of_an_index_have_those_below_them() {
    check("index");
}

#[test]
fn stanzas_and_speeches_are_paragraphs() {
    check_in_any_order("poem");
    check_in_any_order("play");
}

#[test]
fn columns_of_hebrew_are_read_from_the_right() {
    check_in_any_order("right-to-left");
}
