//! Test readings of a page, written as text: `ab c/de|fg||h` has the words `ab` and `c` in a line, a second
//! line, another paragraph, and another block. Each letter is a glyph that occurs once on the page. A
//! paragraph may begin with its class: `heading 1:ab`.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::difference::{Change, Difference, Differences, Kind};
use super::reading::Level;
use super::*;
use crate::convert::{Options, Road};
use crate::document::Document;
use pdfa2hocr_core::geometry::Rect;
use pdfa2hocr_core::pdf::Source;

fn read(page: &str) -> Reading {
    let mut reading = Reading::default();
    for block in page.split("||") {
        reading.groups[Level::Block as usize].push(Rect::default());
        for paragraph in block.split('|') {
            reading.groups[Level::Paragraph as usize].push(Rect::default());
            let (class, lines) = paragraph
                .split_once(':')
                .unwrap_or(("paragraph", paragraph));
            for line in lines.split('/') {
                reading.groups[Level::Line as usize].push(Rect::default());
                for text in line.split(' ').filter(|text| !text.is_empty()) {
                    reading.add_word(text, class);
                }
            }
        }
    }
    reading
}

fn found(a: &str, b: &str) -> Differences {
    compare_readings(&[read(a), read(b)])
}

/// The differences, one string each.
fn said(a: &str, b: &str) -> Vec<String> {
    let found = found(a, b).differences.into_iter();
    found
        .map(|d| {
            let kind = format!("{:?} {:?}", d.kind, d.change).to_lowercase();
            let [a, b] = d.places.map(|place| match place.says {
                Some(says) => format!("{} ({says})", place.count),
                None => place.count.to_string(),
            });
            format!("{kind} [{}] {a} -> {b}", d.text)
        })
        .collect()
}

#[test]
fn words_are_compared_by_their_glyphs() {
    assert_eq!(said("ab cd", "ab cd"), [""; 0]);
    assert_eq!(
        said("abcd", "ab cd"),
        ["word split [abcd] 1 (abcd) -> 2 (ab cd)"]
    );
    assert_eq!(
        said("ab cd", "abcd"),
        ["word joined [ab cd] 2 (ab cd) -> 1 (abcd)"]
    );
    assert_eq!(
        said("ab c de", "a bcd e"),
        ["word divided [ab c de] 3 (ab c de) -> 3 (a bcd e)"]
    );
    // Words of only one reading, grouped within a paragraph.
    assert_eq!(
        said("ab c d e|f", "ab d"),
        [
            "word only [c] 1 (c) -> 0",
            "word only [e] 1 (e) -> 0",
            "word only [f] 1 (f) -> 0",
        ]
    );
    assert_eq!(said("a", "a b c"), ["word only [b c] 0 -> 2 (b c)"]);
}

#[test]
fn other_texts_of_the_same_glyphs_are_found() {
    let [mut a, mut b] = [read("ab c"), read("ab c")];
    "fi".clone_into(&mut a.words[0].text);
    "ﬁ".clone_into(&mut b.words[0].text);
    "acces\u{AD}".clone_into(&mut a.words[1].text);
    "acces-".clone_into(&mut b.words[1].text);
    let found = compare_readings(&[a, b]).differences;
    let changes: Vec<_> = found.iter().map(|d| (d.kind, d.change, d.words)).collect();
    assert_eq!(
        changes,
        [
            (Kind::Word, Change::Changed, 1),
            (Kind::Word, Change::Hyphen, 1)
        ]
    );
}

#[test]
fn groups_are_compared_by_the_words_in_them() {
    assert_eq!(said("a b/c d", "a b c d"), ["line joined [a b] 2 -> 1"]);
    assert_eq!(
        said("a b|c d", "a b/c d"),
        ["paragraph joined [a b] 2 -> 1"]
    );
    assert_eq!(
        said("a b|c d", "a b||c d"),
        ["block split [a b c d] 1 -> 2"]
    );
    assert_eq!(
        said("a b c d||e f g h", "a b||c d e f||g h"),
        [
            "block divided [a b c d] 2 -> 3",
            "paragraph divided [a b c d] 2 -> 3",
            "line divided [a b c d] 2 -> 3",
        ]
    );
    // One word of many moves to another group; the groups still correspond.
    assert_eq!(
        said("a b c d e||f g h i j", "a b c d||e f g h i j"),
        [
            "block moved [e] 1 -> 1",
            "paragraph moved [e] 1 -> 1",
            "line moved [e] 1 -> 1",
        ]
    );
    // A word that is divided belongs to the groups of both.
    assert_eq!(
        said("ab c|d", "a b c|d"),
        ["word split [ab] 1 (ab) -> 2 (a b)"]
    );
}

#[test]
fn order_is_compared_by_the_fewest_words_that_move() {
    assert_eq!(
        said("a b c||d e||f", "d e||a b c||f"),
        ["order moved [d e] 2 (a b c) -> 2"]
    );
    // Two columns that are read row by row: each row of the second moves, as one difference.
    assert_eq!(
        said("a b d/e c f||x", "a b/c||d/e f||x")
            .iter()
            .filter(|line| line.starts_with("order"))
            .collect::<Vec<_>>(),
        ["order moved [c] 1 (a b d e) -> 1 (a b)"]
    );
    assert_eq!(said("a b||c", "a b||c"), [""; 0]);
}

#[test]
fn classes_are_compared_by_words() {
    assert_eq!(
        said("heading 1:a b|c", "a b|c"),
        ["class changed [a b] 2 (heading 1) -> 2 (paragraph)"]
    );
    // Also if the paragraphs differ.
    assert_eq!(
        said("caption:a b|c d", "a b/c d"),
        [
            "paragraph joined [a b] 2 -> 1",
            "class changed [a b] 2 (caption) -> 2 (paragraph)",
        ]
    );
}

#[test]
fn what_is_too_much_to_be_listed_is_counted() {
    let words = |text: &str| {
        let mut reading = read("");
        for glyph in 0..3000 {
            reading.add_word(text, "paragraph");
            reading.words[glyph].glyphs = vec![glyph as u32];
        }
        reading
    };
    let found = compare_readings(&[words("a"), words("b")]).sorted();
    let found = serde_json::to_value(found).unwrap();
    assert_eq!(found["differences"].as_array().unwrap().len(), 2000);
    assert_eq!(
        found["counts"]["word"],
        json!({"differences": 3000, "words": 3000})
    );
    assert_eq!(found["truncated"], true);
}

/// The letters of a page in some order, with some breaks between them.
fn pages() -> impl Strategy<Value = String> {
    let letters: Vec<char> = ('a'..='z').collect();
    let order = prop::sample::subsequence(letters, 0..=26).prop_shuffle();
    let breaks = prop::collection::vec(prop::sample::select(vec!["", "", " ", "/", "|", "||"]), 26);
    let classes = prop::collection::vec(prop::sample::select(vec!["", "", "note:"]), 26);
    (order, breaks, classes).prop_map(|(letters, breaks, classes)| {
        let mut page = String::new();
        for ((letter, before), class) in letters.into_iter().zip(breaks).zip(classes) {
            page.push_str(before);
            if page.is_empty() || before.starts_with('|') {
                page.push_str(class);
            }
            page.push(letter);
        }
        page
    })
}

fn mirrored(difference: Difference) -> Difference {
    let [a, b] = difference.places;
    Difference {
        change: match difference.change {
            Change::Joined => Change::Split,
            Change::Split => Change::Joined,
            change => change,
        },
        places: [b, a],
        // The text of the first reading.
        text: String::new(),
        ..difference
    }
}

fn sorted(differences: impl Iterator<Item = Difference>) -> Vec<String> {
    let mut all: Vec<String> = differences.map(|d| format!("{d:?}")).collect();
    all.sort_unstable();
    all
}

proptest! {
    #[test]
    fn a_page_does_not_differ_from_itself(page in pages()) {
        prop_assert_eq!(said(&page, &page), [""; 0]);
    }

    #[test]
    fn the_other_direction_is_the_mirror(a in pages(), b in pages()) {
        let there = found(&a, &b).differences.into_iter().map(mirrored);
        let back = found(&b, &a).differences.into_iter().map(|difference| Difference {
            text: String::new(),
            ..difference
        });
        prop_assert_eq!(sorted(there), sorted(back), "{} {}", a, b);
    }
}

fn view(name: &str, change: impl FnOnce(&mut Options)) -> View {
    let source = Source::open(format!("fixtures/{name}")).unwrap();
    let mut options = Options::default();
    change(&mut options);
    View::new(Document::with_options(&source, options).unwrap())
}

fn of_page(a: &View, b: &View) -> Value {
    serde_json::to_value(differences(a, b, 0).unwrap()).unwrap()
}

#[test]
fn tags_beside_geometry_differ_by_what_they_take_text_for() {
    let name = "tagged/tables-and-lists.pdf";
    let [tags, layout] = [Road::TagsOnly, Road::Geometry].map(|road| view(name, |o| o.road = road));
    let found = of_page(&tags, &layout);
    let classes: Vec<&Value> = found["differences"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|d| d["kind"] == "class")
        .collect();
    assert!(
        classes.iter().any(|d| d["a"]["says"] == "caption"),
        "{classes:?}"
    );
    for view in [&tags, &layout] {
        assert_eq!(of_page(view, view)["differences"], json!([]));
    }
}

#[test]
fn pages_are_counted_one_after_the_other() {
    let name = "layout/two-columns.pdf";
    let [a, b] = [false, true].map(|groups| view(name, |o| o.layout.groups = groups));
    let counted = serde_json::to_value(of_pages(&a, &b, 0).unwrap()).unwrap();
    let pages = counted["pages"].as_array().unwrap();
    let indices: Vec<&Value> = pages.iter().map(|page| &page["index"]).collect();
    assert_eq!(indices, [0, 1]);
    assert_eq!(counted["next"], Value::Null);
    assert_eq!(pages[0]["counts"], of_page(&a, &b)["counts"]);
}
