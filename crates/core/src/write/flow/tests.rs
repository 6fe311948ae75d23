//! Tests of paragraphs and lists that continue over columns and pages.

use super::*;
use crate::blocks::testing::{Builder, frame};
use crate::write::map::MappedText;
use crate::write::{Join, Options};

/// A format that writes each part on one line.
struct Plain;

impl FlowFormat for Plain {
    fn part(&mut self, part: &Part, out: &mut MappedText) {
        for (at, token) in part.tokens.iter().enumerate() {
            let before = at.checked_sub(1).and_then(|at| part.tokens.get(at));
            if before.is_some_and(|b| Separator::between(b, token, false) == Separator::Space) {
                out.push(' ');
            }
            let hyphen = token.hyphen(part.tokens.get(at + 1), false);
            out.from(token.origin, |out| out.push_str(&token.text));
            out.push_str(hyphen);
        }
        out.push('\n');
    }

    fn end(&mut self, _: &mut MappedText) {}
}

/// A page of boxes, each with position, role and lines.
fn page(index: u32, boxes: &[([f32; 2], &str, &[&str])]) -> crate::blocks::Page {
    let mut b = Builder::new();
    b.page.index = index;
    for ([x, y], role, lines) in boxes {
        let bottom = y + 12.0 * lines.len() as f32;
        b.open("textbox", [*x, *y, x + 80.0, bottom]);
        let node = b.parent;
        if let Some(depth) = role.strip_prefix("item ") {
            b.page.tree[node].add_attribute(crate::page::Own::Item, depth);
        } else if !role.is_empty() {
            b.page.tree[node].add_attribute(crate::page::Own::Role, *role);
        }
        for (n, line) in lines.iter().enumerate() {
            let top = y + 12.0 * n as f32;
            b.line([*x, top, x + 80.0, top + 10.0], 0.0);
            for word in line.split(' ') {
                b.word(word, [*x, top, x + 10.0, top + 10.0]);
            }
            b.close();
        }
        b.close();
    }
    b.in_frame(frame(400, 200))
}

fn flowing(pages: &[crate::blocks::Page]) -> String {
    let mut flow = Flow::new(Plain, &Options::default());
    let mut text = String::new();
    for page in pages {
        text.push_str(&flow.page(super::page(page)).text);
    }
    text + &flow.end().text
}

#[test]
fn a_paragraph_goes_on_in_the_next_column_and_on_the_next_page() {
    let first = page(
        0,
        &[
            (
                [10.0, 50.0],
                "",
                &["It begins here and", "goes on over the dictio\u{AD}"],
            ),
            (
                [110.0, 10.0],
                "",
                &["nary of the next", "column, and then the"],
            ),
            ([110.0, 80.0], "footnote", &["a note"]),
        ],
    );
    let second = page(
        1,
        &[
            ([10.0, 10.0], "", &["page has its end."]),
            ([10.0, 40.0], "", &["Another begins."]),
        ],
    );
    assert_eq!(
        flowing(&[first, second]),
        "It begins here and goes on over the dictionary of the next column, and then the page has its \
         end.\na note\nAnother begins.\n"
    );
}

#[test]
fn a_paragraph_goes_on_with_a_capital_behind_a_full_line() {
    let page = page(
        0,
        &[
            ([10.0, 50.0], "", &["It begins here and", "goes on in the"]),
            ([110.0, 10.0], "", &["City, which is in", "the next column"]),
            ([210.0, 10.0], "", &["Another"]),
        ],
    );
    assert_eq!(
        flowing(&[page]),
        "It begins here and goes on in the City, which is in the next column\nAnother\n"
    );
}

#[test]
fn a_row_of_dashes_goes_on_nowhere() {
    let page = page(
        0,
        &[
            ([10.0, 50.0], "", &["It begins here and", "goes on beside"]),
            ([10.0, 90.0], "", &["————————"]),
            ([110.0, 10.0], "", &["a rule of dashes."]),
        ],
    );
    assert_eq!(
        flowing(&[page]),
        "It begins here and goes on beside\n————————\na rule of dashes.\n"
    );
}

#[test]
fn lines_of_contents_are_read_one_by_one() {
    let contents = page(
        0,
        &[(
            [10.0, 10.0],
            "",
            &[
                "1 Spaces . . . 2",
                "1.1 Metric spaces",
                "and more ..... 6",
                "II Planes 9",
                "xii",
            ],
        )],
    );
    assert_eq!(
        flowing(&[contents]),
        "1 Spaces . . . 2\n1.1 Metric spaces and more 6\nII Planes 9\nxii\n"
    );
}

#[test]
fn what_counts_on_is_a_list() {
    /// A format that writes the lists around each part.
    struct Items;

    impl FlowFormat for Items {
        fn part(&mut self, part: &Part, out: &mut MappedText) {
            match part.around.as_slice() {
                [Around::List { key, ordered }, Around::Item { label, .. }] => {
                    let label = label.as_ref().map_or("-", |label| label.text.as_str());
                    let kind = if *ordered { "ol" } else { "ul" };
                    let Key::Found { number, .. } = key else {
                        panic!("{key:?}")
                    };
                    out.push_str(&format!("{kind}{number} {label} "));
                }
                other => assert_eq!(other, []),
            }
            Plain.part(part, out);
        }

        fn end(&mut self, _: &mut MappedText) {}
    }

    let first = page(
        0,
        &[
            ([10.0, 10.0], "", &["1. A beginning."]),
            ([10.0, 30.0], "", &["Text."]),
            ([10.0, 50.0], "", &["(a) One."]),
            ([10.0, 70.0], "", &["(b) Two."]),
            ([10.0, 90.0], "", &["• Dot."]),
            ([10.0, 110.0], "", &["1. First;"]),
        ],
    );
    let second = page(
        1,
        &[
            ([10.0, 30.0], "", &["2. Second."]),
            ([10.0, 50.0], "", &["4. Fourth."]),
        ],
    );
    let mut flow = Flow::new(Items, &Options::default());
    let mut text = String::new();
    for page in [first, second] {
        text.push_str(&flow.page(super::page(&page)).text);
    }
    text.push_str(&flow.end().text);
    assert_eq!(
        text,
        "1. A beginning.\nText.\nol1 (a) One.\nol1 (b) Two.\nul4 • Dot.\nol6 1. First;\nol6 2. Second.\n\
         4. Fourth.\n"
    );
}

#[test]
fn what_has_ended_does_not_go_on() {
    let ended = page(
        0,
        &[
            ([10.0, 50.0], "", &["A sentence ends."]),
            ([110.0, 10.0], "", &["iPhones begin small."]),
        ],
    );
    assert_eq!(
        flowing(&[ended]),
        "A sentence ends.\niPhones begin small.\n"
    );
    // Directly below: the analysis made two paragraphs deliberately.
    let below = page(
        0,
        &[
            ([10.0, 10.0], "", &["a line"]),
            ([10.0, 40.0], "", &["another"]),
        ],
    );
    assert_eq!(flowing(&[below]), "a line\nanother\n");
    let hyphen = page(0, &[([10.0, 10.0], "", &["left alone dictio\u{AD}"])]);
    assert_eq!(flowing(&[hyphen]), "left alone dictio-\n");
}

#[test]
fn spans_say_where_words_are_on_which_page() {
    let pages = [
        page(0, &[([10.0, 50.0], "", &["ends in the dictio\u{AD}"])]),
        page(1, &[([10.0, 10.0], "", &["nary."])]),
    ];
    let options = Options {
        map: true,
        ..Options::default()
    };
    let mut flow = Flow::new(Plain, &options);
    assert_eq!(flow.page(super::page(&pages[0])).text, "");
    flow.page(super::page(&pages[1]));
    let written = flow.end();
    let of: Vec<(&str, u32)> = written
        .spans
        .iter()
        .map(|span| (&written.text[span.range.clone()], span.origin.page))
        .collect();
    assert_eq!(
        of,
        [
            ("ends", 0),
            ("in", 0),
            ("the", 0),
            ("dictio", 0),
            ("nary.", 1)
        ]
    );
}

/// A format that writes the labels around each part, with the keys of their lists as letters.
#[derive(Default)]
struct Outline {
    lists: Vec<Key>,
}

impl FlowFormat for Outline {
    fn part(&mut self, part: &Part, out: &mut MappedText) {
        for around in &part.around {
            match around {
                Around::List { key, .. } => {
                    let known = self.lists.iter().position(|list| list == key);
                    let at = known.unwrap_or_else(|| {
                        self.lists.push(*key);
                        self.lists.len() - 1
                    });
                    out.push_str(&format!("{at}:"));
                }
                Around::Item { label, .. } => {
                    out.push_str(label.as_ref().map_or("", |label| &label.text));
                    out.push_str(" ");
                }
                Around::Quote(_) => {}
            }
        }
        Plain.part(part, out);
    }

    fn end(&mut self, _: &mut MappedText) {}
}

#[test]
fn items_that_page_analysis_found_are_in_the_lists_of_their_depths() {
    let item =
        |y: f32, depth: &'static str, lines: &'static [&'static str]| ([10.0, y], depth, lines);
    let first = page(
        0,
        &[
            item(10.0, "item 1", &["1. first"]),
            item(30.0, "item 2", &["\u{2013} in it"]),
            item(50.0, "item 2", &["\u{2013}touching"]),
            item(70.0, "item 1", &["2.Second"]),
        ],
    );
    // The last item is alone on its page.
    let second = page(
        1,
        &[item(10.0, "", &["3. third"]), item(50.0, "", &["prose"])],
    );
    let mut flow = Flow::new(Outline::default(), &Options::default());
    let mut text = String::new();
    for page in [first, second] {
        text.push_str(&flow.page(super::page(&page)).text);
    }
    text.push_str(&flow.end().text);
    assert_eq!(
        text,
        "0:1. first\n0:1. 1:\u{2013} in it\n0:1. 1: \u{2013}touching\n0:2. Second\n0:3. third\nprose\n"
    );
    // It begins with a small letter, as a sentence that goes on.
    let roman = page(
        0,
        &[
            item(10.0, "item 1", &["i. first"]),
            item(30.0, "item 1", &["ii. next"]),
        ],
    );
    let alone = page(1, &[item(10.0, "", &["iii. third"])]);
    assert_eq!(flowing(&[roman, alone]), "first\nnext\nthird\n");
}
