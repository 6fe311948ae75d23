//! Tests the built-in modules on handmade pages.

use super::testing::{Sheet, lines, ready};
use super::*;

const RUNNING_HEADS: &str = include_str!("../../../modules/running_heads.star");
const REPEATED_HEADS: &str = include_str!("../../../modules/repeated_heads.star");
const DICTIONARY_ENTRIES: &str = include_str!("../../../modules/dictionary_entries.star");

const REPLACEMENTS: &str = include_str!("../../../modules/replacements.star");

fn after(outcome: &Outcome) -> String {
    assert_eq!(outcome.error, None);
    lines(&outcome.page)
}

#[test]
fn running_heads_of_both_columns_become_one_header_before_them() {
    let page = Sheet::new()
        .textbox(&[
            (50.0, 50.0, "ALABA - ALB."),
            (50.0, 70.0, "alabastr, kamien"),
            (50.0, 82.0, "bialy jak snieg."),
        ])
        .textbox(&[
            (320.0, 50.0, "ALBO - ALE.                11"),
            (320.0, 70.0, "albo, spojnik"),
            (320.0, 82.0, "rozlaczajacy."),
            (500.0, 95.0, "13*"),
        ])
        .page(0);
    let outcome = ready(RUNNING_HEADS, &[]).unwrap().run(page, None);
    insta::assert_snapshot!(after(&outcome), @r"
    page
     header
      textline ALABA - ALB.
      textline ALBO - ALE.
     pageno
      textline 11
     textbox
      textline alabastr, kamien
      textline bialy jak snieg.
     textbox
      textline albo, spojnik
      textline rozlaczajacy.
     footer
      textline 13*
    ");
    let dump = outcome.page.dump();
    assert!(dump.contains("header 50.0 42.5 375.0 52.5"), "{dump}");
    assert!(dump.contains("pageno 455.0 42.5 465.0 52.5"), "{dump}");
}

#[test]
fn a_misread_imprint_and_a_line_that_hangs_below_become_footers() {
    let page = || {
        Sheet::new()
            .textbox(&[
                (50.0, 50.0, "HEAD"),
                (50.0, 70.0, "the left column"),
                (50.0, 82.0, "ends with an imprint"),
                (50.0, 94.0, "Slownik Lindego wyd. 2 tom I"),
            ])
            .textbox(&[
                (320.0, 50.0, "HEAD"),
                (320.0, 70.0, "the right column"),
                (320.0, 82.0, "ends one line lower"),
                (320.0, 94.0, "than the left one"),
                (320.0, 110.0, "Linde, vol. one"),
            ])
            .page(0)
    };
    let imprint = [("imprint", "Słownik Lindego wyd. 2. Tom I.")];
    let with = ready(RUNNING_HEADS, &imprint).unwrap().run(page(), None);
    assert!(after(&with).ends_with(
        " footer\n  textline Slownik Lindego wyd. 2 tom I\n  textline Linde, vol. one\n"
    ));
    let without = ready(RUNNING_HEADS, &[]).unwrap().run(page(), None);
    assert!(after(&without).ends_with(" footer\n  textline Linde, vol. one\n"));
}

/// A page of a book: a head on the left or right, with or without a number, and text.
fn book_page(index: u32) -> Page {
    let number = format!("{}", 40 + index);
    let (head, x) = match index % 2 {
        0 => ("The Whole Book", 50.0),
        _ => ("Chapter the First", 300.0),
    };
    // Words that occur on no other page.
    let say = |seed: u32| {
        let word = |i: u32| {
            "abcdefghijklmnopqrstuvwxyz"
                .chars()
                .cycle()
                .skip((seed * i) as usize % 23)
        };
        let words = (3..9).map(|i| {
            word(i)
                .step_by(seed as usize)
                .take(i as usize)
                .collect::<String>()
        });
        words.collect::<Vec<_>>().join(" ")
    };
    Sheet::new()
        .textbox(&[(x, 50.0, head)])
        .textbox(&[
            (50.0, 90.0, &say(3 + 2 * index)),
            (50.0, 102.0, &say(4 + 3 * index)),
            (50.0, 114.0, &say(5 + 4 * index)),
            (50.0, 126.0, &say(6 + 5 * index)),
        ])
        .textbox(&[(280.0, 780.0, &number)])
        .page(index)
}

#[test]
fn heads_and_numbers_are_found_by_their_repetition() {
    let ready = ready(REPEATED_HEADS, &[]).unwrap();
    let all: Vec<(u32, Data)> = (0..8)
        .map(|index| (index, ready.collect(book_page(index)).0.unwrap()))
        .collect();
    let collected = ready
        .gather(all.iter().map(|(index, data)| (*index, data)))
        .unwrap();
    for index in 0..8 {
        let outcome = ready.run(book_page(index), Some(&collected));
        let text = after(&outcome);
        let head = ["The Whole Book", "Chapter the First"][index as usize % 2];
        assert!(
            text.starts_with(&format!("page\n header\n  textline {head}\n textbox\n")),
            "{text}"
        );
        assert!(
            text.ends_with(&format!("\n pageno\n  textline {}\n", 40 + index)),
            "{text}"
        );
        assert_eq!(text.lines().count(), 10, "{text}");
    }
}

#[test]
fn pages_that_have_nothing_in_common_keep_their_lines() {
    let ready = ready(REPEATED_HEADS, &[]).unwrap();
    let page = |index: u32| {
        let text = [
            "alpha beta",
            "gamma delta epsilon",
            "zeta",
            "eta theta iota kappa",
        ];
        let lines = text.map(|t| t.repeat(1 + index as usize));
        Sheet::new()
            .textbox(&[
                (50.0, 50.0 + 11.0 * index as f32, &lines[index as usize % 4]),
                (50.0, 200.0, &lines[(index as usize + 1) % 4]),
                (50.0, 300.0, &lines[(index as usize + 2) % 4]),
                (
                    50.0,
                    400.0 + 9.0 * index as f32,
                    &lines[(index as usize + 3) % 4],
                ),
            ])
            .page(index)
    };
    let all: Vec<(u32, Data)> = (0..4)
        .map(|index| (index, ready.collect(page(index)).0.unwrap()))
        .collect();
    let collected = ready
        .gather(all.iter().map(|(index, data)| (*index, data)))
        .unwrap();
    let outcome = ready.run(page(1), Some(&collected));
    assert_eq!(after(&outcome), lines(&page(1)));
}

#[test]
fn entries_begin_with_bold_headwords() {
    let page = Sheet::new()
        .textbox(&[
            (50.0, 50.0, "rest of the entry before."),
            (50.0, 62.0, "*abbey *church n. a church"),
            (50.0, 74.0, "of an *abbey"),
            (50.0, 86.0, "*abbot n. its head"),
        ])
        .page(0);
    let outcome = ready(DICTIONARY_ENTRIES, &[]).unwrap().run(page, None);
    insta::assert_snapshot!(after(&outcome), @r"
    page
     column
      entry
       textline rest of the entry before.
      entry
       textline abbey church n. a church
        headword
        headword
       textline of an abbey
      entry
       textline abbot n. its head
        headword
    ");
    assert!(
        outcome
            .page
            .dump()
            .contains("entry 50.0 42.5 175.0 52.5 continued=\"true\"")
    );
}

#[test]
fn entries_hang_where_nothing_is_bold() {
    let page = Sheet::new()
        .textbox(&[
            (50.0, 50.0, "abbey a church"),
            (60.0, 62.0, "with an abbot"),
            (60.0, 74.0, "and monks"),
            (50.0, 86.0, "abbot its head"),
            (60.0, 98.0, "in all things"),
        ])
        .textbox(&[(300.0, 50.0, "plain text"), (300.0, 62.0, "is left alone")])
        .page(0);
    let outcome = ready(DICTIONARY_ENTRIES, &[]).unwrap().run(page, None);
    insta::assert_snapshot!(after(&outcome), @r"
    page
     column
      entry
       textline abbey a church
       textline with an abbot
       textline and monks
      entry
       textline abbot its head
       textline in all things
     textbox
      textline plain text
      textline is left alone
    ");
}

#[test]
fn words_of_a_table_are_replaced_with_the_punctuation_around_them() {
    let page = Sheet::new()
        .textbox(&[
            (50.0, 50.0, "tlie (tlie) tlies ist?"),
            (50.0, 62.0, "fiir alle"),
        ])
        .page(0);
    let table = "# word\treplacement\ntlie\tthe\t5\t0\nfiir\tfür\t3\t1\n\nist?\tis?\n";
    let outcome = ready(REPLACEMENTS, &[("table", table)])
        .unwrap()
        .run(page, None);
    insta::assert_snapshot!(after(&outcome), @r"
    page
     textbox
      textline the (the) tlies is?
      textline für alle
    ");
}
