//! Corrections of structure, random ones and those that depend on others, each made on the page as the ones before it
//! leave it.

use std::collections::HashSet;

use proptest::prelude::*;

use super::super::tests::{apply, entry, page, shown};
use super::super::words::{box_around, texts_of, words_below};
use super::super::{Anchor, Class, Corrections, File, Level, Operation, Phase, State};
use super::Corrected;
use super::check::Units;
use super::gather::gather;
use super::unit::unit_of;
use crate::geometry::Rect;
use crate::page::{Detail, Node, NodeId, NodeKind, Page};

const TEXT: &str = "a1 a2 a3;a4 a5/b1 b2;b3/c1|d1 d2;d3 d4/e1;e2 e3|f1;f2 f3/g1 g2|h1";

/// The units of a level, as their words.
fn units(page: &Page, level: Level) -> Vec<Vec<NodeId>> {
    let mut found: Vec<(NodeId, Vec<NodeId>)> = Vec::new();
    for word in words_below(page, page.tree.root()) {
        let unit = unit_of(&page.tree, level, word).unwrap_or(word);
        match found.iter_mut().find(|(known, _)| *known == unit) {
            Some((_, words)) => words.push(word),
            None => found.push((unit, vec![word])),
        }
    }
    found.into_iter().map(|(_, words)| words).collect()
}

fn anchor(page: &Page, words: &[NodeId]) -> Anchor {
    let bbox = box_around(page, words);
    Anchor {
        bbox: [bbox.x0, bbox.y0, bbox.x1, bbox.y1],
        text: texts_of(page, words).join(" "),
    }
}

/// An operation that a person can make on a page.
fn operation(page: &Page, (kind, level, first, second): (u8, u8, u8, u8)) -> Operation {
    let levels = [Level::Line, Level::Paragraph, Level::Block];
    let level = levels[usize::from(level) % 3];
    let all = units(page, level);
    let at = |n: u8| usize::from(n) % all.len();
    let (first, second) = (at(first), at(second));
    let on = |n: usize| anchor(page, &all[n]);
    let group = |parts: Vec<Anchor>, together| Operation::Group {
        level,
        parts,
        together,
    };
    match kind {
        0 | 1 if first != second => group(vec![on(first), on(second)], true),
        0 | 1 => {
            let words = &all[first];
            let (start, rest) = words.split_at(words.len() / 2);
            let parts = [start, rest].into_iter().filter(|part| !part.is_empty());
            group(parts.map(|part| anchor(page, part)).collect(), false)
        }
        2 => {
            let classes = [
                Class::Text,
                Class::Heading(2),
                Class::ListItem,
                Class::Note,
                Class::RunningHead,
                Class::Figure,
                Class::Entry,
            ];
            Operation::Class {
                level,
                on: on(first),
                class: classes[second % classes.len()],
            }
        }
        _ => Operation::Order {
            level,
            parts: match first == second {
                true => vec![on(first)],
                false => vec![on(second), on(first)],
            },
        },
    }
}

fn sorted<T: Ord>(mut words: Vec<T>) -> Vec<T> {
    words.sort_unstable();
    words
}

fn sorted_words(page: &Page) -> Vec<String> {
    let words: Vec<NodeId> = words_below(page, page.tree.root()).collect();
    sorted(texts_of(page, &words))
}

proptest! {
    #[test]
    fn corrections_of_structure_apply_one_after_the_other_and_keep_all_words(
        steps in prop::collection::vec(any::<(u8, u8, u8, u8)>(), 1..8),
    ) {
        let start = page(TEXT);
        let (mut operations, mut now) = (Vec::new(), start.clone());
        for (kind, level, first, second) in steps {
            operations.push(operation(&now, (kind % 4, level, first, second)));
            now = start.clone();
            let states = apply(&mut now, operations.clone());
            // Only orders can be broken, by later ones and by units that move their lines.
            let failed = states.iter().zip(&operations).filter(|(state, _)| **state == State::Failed);
            let mut others = failed.filter(|(_, own)| !matches!(own, Operation::Order { .. }));
            prop_assert!(others.next().is_none(), "{states:?} {operations:?} {}", shown(&now));
            prop_assert_eq!(sorted_words(&now), sorted_words(&start), "{:?}", operations);
            // The last merge makes one paragraph, unless lines were moved to others, which is done after it.
            let moves_lines = |operation: &Operation| {
                matches!(operation, Operation::Order { level: Level::Line, .. })
            };
            if let Some(Operation::Group { level: Level::Paragraph, parts, together: true }) = operations.last()
                && !operations.iter().any(moves_lines)
            {
                let merged: Vec<&str> = parts.iter().flat_map(|part| part.text.split(' ')).collect();
                let all = units(&now, Level::Paragraph);
                let is_whole = all.iter().any(|words| sorted(texts_of(&now, words)).iter().eq(&sorted(merged.clone())));
                prop_assert!(is_whole, "{merged:?} {operations:?} {}", shown(&now));
            }
        }
    }
}

/// The anchor of words that need not follow each other.
fn anchor_of(page: &Page, texts: &[&str]) -> Anchor {
    let words = words_below(page, page.tree.root());
    let words = words.filter(|&word| texts.contains(&page.text_below(word).as_str()));
    anchor(page, &words.collect::<Vec<_>>())
}

fn class_op(page: &Page, level: Level, texts: &[&str], class: Class) -> Operation {
    Operation::Class {
        level,
        on: anchor_of(page, texts),
        class,
    }
}

fn split_op(page: &Page, level: Level, parts: &[&[&str]]) -> Operation {
    Operation::Group {
        level,
        parts: parts.iter().map(|part| anchor_of(page, part)).collect(),
        together: false,
    }
}

#[test]
fn the_class_of_a_paragraph_is_that_of_its_parts_after_a_cut() {
    let mut page = page("a b;c d|e");
    let ops = vec![
        class_op(&page, Level::Paragraph, &["a", "b", "c", "d"], Class::Note),
        split_op(&page, Level::Block, &[&["a", "c"], &["b", "d"]]),
    ];
    assert_eq!(apply(&mut page, ops), [State::Applied; 2]);
    assert_eq!(shown(&page), "<role=footnote>a;c|<role=footnote>b;d|e");
}

#[test]
fn boxes_stay_when_other_units_are_resized_classified_and_moved() {
    let mut page = page("a/b;c|d");
    let resize = |level, texts: &[&str], bbox| Operation::Resize {
        level,
        on: anchor_of(&page, texts),
        bbox,
    };
    let (block, line) = ([10.0, 60.0, 200.0, 150.0], [20.0, 100.0, 90.0, 125.0]);
    let ops = vec![
        resize(Level::Block, &["a", "b", "c"], block),
        resize(Level::Line, &["b"], line),
        class_op(&page, Level::Paragraph, &["a"], Class::Heading(1)),
        Operation::Order {
            level: Level::Line,
            parts: vec![anchor_of(&page, &["c"]), anchor_of(&page, &["b"])],
        },
    ];
    assert_eq!(apply(&mut page, ops), [State::Applied; 4]);
    assert_eq!(shown(&page), "<level=1>a/c;b|d");
    let word = words_below(&page, page.tree.root()).nth(2).unwrap();
    for (level, wanted) in [(Level::Block, block), (Level::Line, line)] {
        let unit = unit_of(&page.tree, level, word).unwrap();
        assert_eq!(<[f32; 4]>::from(page.tree[unit].bbox), wanted);
    }
}

#[test]
fn a_block_is_found_without_the_running_head_in_it() {
    let mut page = page("x/q y/x w q|z");
    let words: Vec<NodeId> = words_below(&page, page.tree.root()).collect();
    let ops = vec![
        Operation::Class {
            level: Level::Paragraph,
            on: anchor(&page, &words[1..3]),
            class: Class::RunningHead,
        },
        Operation::Delete {
            level: Level::Block,
            on: Anchor {
                text: "x x w q".to_owned(),
                ..anchor(&page, &words[..6])
            },
        },
    ];
    assert_eq!(apply(&mut page, ops), [State::Applied; 2]);
    assert_eq!(shown(&page), "<header>q y|z");
}

#[test]
fn text_is_added_at_the_place_of_noise() {
    let mut page = page("a b/c");
    let noise = anchor_of(&page, &["a", "b"]);
    let ops = vec![
        class_op(&page, Level::Line, &["a", "b"], Class::Noise),
        Operation::Add {
            level: Level::Line,
            bbox: noise.bbox,
            text: "new".to_owned(),
        },
    ];
    assert_eq!(apply(&mut page, ops), [State::Applied; 2]);
    assert!(
        shown(&page).contains("new") && !shown(&page).contains('a'),
        "{}",
        shown(&page)
    );
}

#[test]
fn a_word_that_is_added_beside_a_line_stays_in_its_paragraph() {
    let mut page = page("a a;b c/d");
    let ops = vec![
        class_op(&page, Level::Paragraph, &["a", "b", "c"], Class::Note),
        Operation::Text {
            level: Level::Word,
            on: anchor_of(&page, &["b"]),
            text: "before b".to_owned(),
        },
    ];
    assert_eq!(apply(&mut page, ops), [State::Applied; 2]);
    assert_eq!(shown(&page), "<role=footnote>a a;before b c/d");
}

#[test]
fn the_last_class_and_deletion_count() {
    let mut page = page("a/b/c|d");
    let ops = vec![
        class_op(&page, Level::Paragraph, &["b"], Class::RunningHead),
        class_op(&page, Level::Paragraph, &["b"], Class::Heading(2)),
        Operation::Resize {
            level: Level::Paragraph,
            on: anchor_of(&page, &["c"]),
            bbox: [40.0, 120.0, 90.0, 140.0],
        },
        Operation::Delete {
            level: Level::Paragraph,
            on: anchor_of(&page, &["c"]),
        },
    ];
    let expected = [
        State::Needless,
        State::Applied,
        State::Needless,
        State::Applied,
    ];
    assert_eq!(apply(&mut page, ops), expected);
    assert_eq!(shown(&page), "a/<level=2>b|d");
}

#[test]
fn paragraphs_without_a_block_are_split_to_blocks() {
    let mut page = page("a/b c");
    let group = page.tree.children(page.tree.root()).next().unwrap();
    page.tree[group].kind = NodeKind::known("Sect");
    let order = [&["a"][..], &["b", "c"]].map(|part| anchor_of(&page, part));
    let ops = vec![
        Operation::Order {
            level: Level::Block,
            parts: order.to_vec(),
        },
        split_op(&page, Level::Block, &[&["b"], &["c"]]),
    ];
    assert_eq!(apply(&mut page, ops), [State::Needless, State::Applied]);
    let words: Vec<NodeId> = words_below(&page, page.tree.root()).collect();
    let blocks = words
        .iter()
        .map(|&word| unit_of(&page.tree, Level::Block, word));
    let blocks: Vec<NodeId> = blocks.skip(1).flatten().collect();
    assert!(blocks.len() == 2 && blocks[0] != blocks[1], "{blocks:?}");
}

/// The state of a page after one operation, before the page is completed from its neighbours.
fn applied(page: &mut Page, operation: Operation) -> Corrected {
    let file = File {
        entries: vec![entry(0, "ada", operation)],
        ..File::default()
    };
    let mut corrected = Corrected::default();
    Corrections::new(&file).apply(page, Phase::BeforeModules, &mut corrected);
    corrected
}

#[test]
fn units_are_made_again_after_running_heads_were_taken_out() {
    let mut page = page("head/a|b");
    let merge = Operation::Group {
        level: Level::Paragraph,
        parts: vec![anchor_of(&page, &["head"]), anchor_of(&page, &["a"])],
        together: true,
    };
    let mut corrected = applied(&mut page, merge);
    assert_eq!(shown(&page), "head;a|b");
    let head = words_below(&page, page.tree.root()).next().unwrap();
    let line = unit_of(&page.tree, Level::Line, head).unwrap();
    let root = page.tree.root();
    let header = Node::new(NodeKind::known("header"), Rect::EMPTY, Detail::None);
    let header = page.tree.add(header);
    page.tree.insert(root, 0, header);
    page.tree.detach(line);
    page.tree.append(header, line);
    assert_eq!(shown(&page), "<header>head|a|b");
    corrected.regroup(&mut page);
    assert_eq!(shown(&page), "<header>head;a|b");
}

#[test]
fn a_running_head_in_the_middle_of_a_unit_is_text() {
    let mut page = page("head|a|b");
    let merge = Operation::Group {
        level: Level::Block,
        parts: vec![anchor_of(&page, &["a"]), anchor_of(&page, &["head"])],
        together: true,
    };
    let mut corrected = applied(&mut page, merge);
    assert_eq!(shown(&page), "a/head|b");
    let head = words_below(&page, page.tree.root()).nth(1).unwrap();
    let head = unit_of(&page.tree, Level::Paragraph, head).unwrap();
    page.tree[head].kind = NodeKind::known("header");
    let root = page.tree.root();
    page.tree.detach(head);
    page.tree.insert(root, 0, head);
    assert_eq!(shown(&page), "<header>head|a|b");
    corrected.regroup(&mut page);
    assert_eq!(shown(&page), "a/head|b");
}

#[test]
fn lines_in_order_stay_in_the_blocks_to_which_they_were_cut() {
    let mut page = page("a b;c d|e");
    let ops = vec![
        Operation::Order {
            level: Level::Line,
            parts: vec![anchor_of(&page, &["c", "d"]), anchor_of(&page, &["a", "b"])],
        },
        split_op(&page, Level::Block, &[&["a", "c"], &["b", "d"]]),
    ];
    assert_eq!(apply(&mut page, ops), [State::Applied; 2]);
    assert_eq!(shown(&page), "c;a|d;b|e");
}

#[test]
fn lines_in_order_stay_in_the_paragraphs_into_which_theirs_was_split() {
    let mut page = page("a;b;c|d");
    let lines = ["c", "a", "b"];
    let ops = vec![
        Operation::Order {
            level: Level::Line,
            parts: lines.map(|line| anchor_of(&page, &[line])).to_vec(),
        },
        split_op(&page, Level::Paragraph, &[&["c"], &["a", "b"]]),
    ];
    assert_eq!(apply(&mut page, ops), [State::Applied; 2]);
    assert_eq!(shown(&page), "c/a;b|d");
}

#[test]
fn units_of_several_blocks_are_put_in_order_together() {
    let mut page = page("a/b|c/d e");
    let order = |parts: &[&[&str]]| Operation::Order {
        level: Level::Paragraph,
        parts: parts.iter().map(|part| anchor_of(&page, part)).collect(),
    };
    let ops = vec![
        order(&[&["c"], &["d", "e"], &["a"], &["b"]]),
        split_op(&page, Level::Paragraph, &[&["d"], &["e"]]),
    ];
    assert_eq!(apply(&mut page, ops), [State::Applied; 2]);
    let words: Vec<NodeId> = words_below(&page, page.tree.root()).collect();
    assert_eq!(texts_of(&page, &words), ["c", "d", "e", "a", "b"]);
}

#[test]
fn units_are_found_as_they_were_before_later_operations() {
    let mut page = page("x a;y b|x c");
    let block = anchor_of(&page, &["x", "a", "y", "b"]);
    let ops = vec![
        Operation::Order {
            level: Level::Block,
            parts: vec![
                anchor(&page, &units(&page, Level::Block)[1]),
                // Its box also has the words of the other block, as that of a block beside a short one.
                Anchor {
                    bbox: [0.0, 0.0, 600.0, 800.0],
                    text: "x a y b".to_owned(),
                },
            ],
        },
        Operation::Group {
            level: Level::Block,
            parts: vec![
                Anchor {
                    bbox: [block.bbox[0], block.bbox[1], 56.0, 120.0],
                    text: "x y".to_owned(),
                },
                anchor_of(&page, &["a", "b"]),
            ],
            together: false,
        },
    ];
    assert_eq!(apply(&mut page, ops), [State::Applied; 2]);
    assert_eq!(shown(&page), "x c|x;y|a;b");
}

#[test]
fn the_word_that_fills_the_box_is_meant() {
    let mut page = page("a;a");
    let words: Vec<NodeId> = words_below(&page, page.tree.root()).collect();
    let on = anchor(&page, &words[..1]);
    page.tree[words[1]].bbox = page.tree[words[0]].bbox.grown(2.0);
    let text = Operation::Text {
        level: Level::Word,
        on,
        text: "b".to_owned(),
    };
    assert_eq!(apply(&mut page, vec![text]), [State::Applied]);
    assert_eq!(shown(&page), "b;a");
}

#[test]
fn words_that_people_separated_stay_separate() {
    let mut page = page("abcd e");
    let [x0, y0, x1, y1] = anchor_of(&page, &["abcd"]).bbox;
    let middle = (x0 + x1) / 2.0;
    let [left, right] = [("ab", x0, middle), ("cd", middle, x1)].map(|(text, x0, x1)| Anchor {
        bbox: [x0, y0, x1, y1],
        text: text.to_owned(),
    });
    let ops = vec![
        Operation::Group {
            level: Level::Word,
            parts: vec![left.clone(), right.clone()],
            together: false,
        },
        Operation::Text {
            level: Level::Word,
            on: left,
            text: "longer".to_owned(),
        },
        Operation::Resize {
            level: Level::Word,
            bbox: [middle, y0, anchor_of(&page, &["e"]).bbox[0], y1],
            on: right,
        },
    ];
    assert_eq!(apply(&mut page, ops), [State::Applied; 3]);
    assert_eq!(shown(&page), "longer cd e");
    let words: Vec<NodeId> = words_below(&page, page.tree.root()).collect();
    for pair in words.windows(2) {
        let Detail::Word(before) = &page.tree[pair[0]].detail else {
            panic!("{:?}", page.tree[pair[0]]);
        };
        assert!(
            !page.is_glued(before, pair[1]),
            "{}",
            page.text_below(pair[1])
        );
    }
}

#[test]
fn a_paragraph_that_is_resized_as_a_block_stays_one_when_its_parts_get_classes() {
    let mut page = page("a;b|c");
    let group = page.tree.children(page.tree.root()).next().unwrap();
    page.tree[group].kind = NodeKind::known("Sect");
    let bbox = [10.0, 60.0, 200.0, 150.0];
    let ops = vec![
        Operation::Resize {
            level: Level::Block,
            on: anchor_of(&page, &["a", "b"]),
            bbox,
        },
        class_op(&page, Level::Line, &["b"], Class::Heading(1)),
    ];
    assert_eq!(apply(&mut page, ops), [State::Applied; 2]);
    let words = words_below(&page, page.tree.root());
    let blocks: Vec<_> = words
        .map(|word| unit_of(&page.tree, Level::Block, word))
        .collect();
    assert_eq!(blocks[0], blocks[1]);
    assert_eq!(<[f32; 4]>::from(page.tree[blocks[0].unwrap()].bbox), bbox);
}

#[test]
fn a_part_that_is_resized_as_a_block_stays_one_when_the_whole_gets_its_class() {
    let mut page = page("a;b;c|d");
    let ops = vec![
        class_op(&page, Level::Paragraph, &["a", "b", "c"], Class::ListItem),
        Operation::Resize {
            level: Level::Block,
            on: anchor_of(&page, &["a", "b"]),
            bbox: [10.0, 60.0, 200.0, 150.0],
        },
    ];
    assert_eq!(apply(&mut page, ops), [State::Applied; 2]);
    assert_eq!(shown(&page), "<item=1>a;b|<item=1>c|d");
}

#[test]
fn words_that_are_added_beside_noise_stay() {
    let mut page = page("a b;c");
    let [_, y0, x1, y1] = anchor_of(&page, &["a", "b"]).bbox;
    let ops = vec![
        class_op(&page, Level::Line, &["a", "b"], Class::Noise),
        Operation::Add {
            level: Level::Word,
            bbox: [x1 + 5.0, y0, x1 + 25.0, y1],
            text: "new".to_owned(),
        },
    ];
    assert_eq!(apply(&mut page, ops), [State::Applied; 2]);
    assert_eq!(shown(&page), "new;c");
}

#[test]
fn paragraphs_with_others_in_them_are_groups() {
    let mut page = page("a/b/c");
    let group = page.tree.children(page.tree.root()).next().unwrap();
    page.tree[group].kind = NodeKind::TEXTBOX;
    let op = class_op(&page, Level::Paragraph, &["b"], Class::Heading(1));
    assert_eq!(apply(&mut page, vec![op]), [State::Applied]);
    assert_eq!(page.tree[group].kind, NodeKind::TEXTGROUP);
    assert_eq!(shown(&page), "a/<level=1>b/c");
}

#[test]
fn a_word_that_is_added_before_a_line_stays_before_it() {
    let mut page = page("a b;c d|e");
    let block = [&["e"][..], &["a", "b", "c", "d"]];
    let ops = vec![
        Operation::Order {
            level: Level::Block,
            parts: block.iter().map(|part| anchor_of(&page, part)).collect(),
        },
        split_op(&page, Level::Block, &[&["a", "c"], &["b", "d"]]),
        Operation::Text {
            level: Level::Word,
            on: anchor_of(&page, &["c"]),
            text: "new c".to_owned(),
        },
    ];
    assert_eq!(apply(&mut page, ops), [State::Applied; 3]);
    assert_eq!(shown(&page), "e|a;new c|b;d");
}

#[test]
fn a_cell_that_becomes_a_block_leaves_its_table_whole() {
    let mut page = page("a b;c d;e f|g");
    let ops = vec![
        class_op(
            &page,
            Level::Block,
            &["a", "b", "c", "d", "e", "f"],
            Class::Table,
        ),
        class_op(&page, Level::Paragraph, &["g"], Class::Note),
    ];
    assert_eq!(apply(&mut page, ops), [State::Applied; 2]);
    let table = shown(&page);
    let rows = |page: &Page| -> Vec<String> {
        let nodes = page.tree.below(page.tree.root());
        let tables = nodes.filter(|node| page.tree[*node].kind.as_str() == "Table");
        tables.map(|table| page.text_below(table)).collect()
    };
    assert_eq!(rows(&page), ["a b c d e f"], "{table}");
    let ops = vec![split_op(&page, Level::Block, &[&["d"]])];
    assert_eq!(apply(&mut page, ops), [State::Applied]);
    assert_eq!(rows(&page), ["a b c e f"], "{}", shown(&page));
    let words: Vec<NodeId> = words_below(&page, page.tree.root()).collect();
    assert_eq!(texts_of(&page, &words), ["a", "b", "c", "e", "f", "d", "g"]);
}

#[test]
fn units_in_nested_groups_are_merged() {
    let mut page = page("a;b|c");
    let root = page.tree.root();
    let group = page.tree.children(root).next().unwrap();
    page.tree[group].attributes.clear();
    let merge = Operation::Group {
        level: Level::Block,
        parts: vec![anchor_of(&page, &["a"]), anchor_of(&page, &["b"])],
        together: true,
    };
    let ops = vec![split_op(&page, Level::Block, &[&["a"]]), merge];
    assert_eq!(apply(&mut page, ops), [State::Applied; 2]);
    assert_eq!(shown(&page), "a/b|c");
}

#[test]
fn lines_that_were_put_in_order_stay_so_in_a_new_paragraph() {
    let mut page = page("a;b;c|d");
    let ops = vec![
        Operation::Order {
            level: Level::Line,
            parts: vec![anchor_of(&page, &["b"]), anchor_of(&page, &["a"])],
        },
        class_op(&page, Level::Paragraph, &["a", "b"], Class::Note),
    ];
    assert_eq!(apply(&mut page, ops), [State::Applied; 2]);
    assert_eq!(shown(&page), "<role=footnote>b;a/c|d");
}

#[test]
fn lines_in_order_stay_in_their_columns_after_several_cuts() {
    let mut page = page("a b c;d e|f");
    let ops = vec![
        Operation::Order {
            level: Level::Line,
            parts: vec![
                anchor_of(&page, &["d", "e"]),
                anchor_of(&page, &["a", "b", "c"]),
            ],
        },
        split_op(&page, Level::Block, &[&["a", "d"], &["b", "c", "e"]]),
        // The last column has a piece of only one line.
        split_op(&page, Level::Block, &[&["b", "e"], &["c"]]),
    ];
    assert_eq!(apply(&mut page, ops), [State::Applied; 3]);
    assert_eq!(shown(&page), "d;a|e;b|c|f");
}

#[test]
fn a_line_that_is_added_far_from_a_block_is_not_in_it() {
    for (text, expected) in [("a;b|c", "a;b|new|c"), ("a;b/c", "a;b|new/c")] {
        let mut page = page(text);
        let block = [10.0, 60.0, 200.0, 130.0];
        let [x0, _, x1, above] = anchor_of(&page, &["b"]).bbox;
        let below = anchor_of(&page, &["c"]).bbox[1];
        let middle = (above + below) / 2.0;
        let ops = vec![
            Operation::Resize {
                level: Level::Block,
                on: anchor_of(&page, &["a", "b"]),
                bbox: block,
            },
            Operation::Add {
                level: Level::Line,
                bbox: [x0, middle - 0.1, x1, middle + 0.1],
                text: "new".to_owned(),
            },
        ];
        assert_eq!(apply(&mut page, ops), [State::Applied; 2]);
        assert_eq!(shown(&page), expected);
        let word = words_below(&page, page.tree.root()).next().unwrap();
        let unit = unit_of(&page.tree, Level::Block, word).unwrap();
        assert_eq!(<[f32; 4]>::from(page.tree[unit].bbox), block, "{text}");
    }
}

#[test]
fn changes_of_other_units_are_noticed() {
    let mut page = page("a/b|c|d");
    let words: Vec<NodeId> = words_below(&page, page.tree.root()).collect();
    let before = Units::of(&page);
    assert_eq!(
        before.changed(&Units::of(&page), Level::Block, &HashSet::new()),
        None
    );
    gather(&mut page, Level::Block, &words[1..3]);
    let changed = |own: &[NodeId], most| {
        before.changed(&Units::of(&page), most, &own.iter().copied().collect())
    };
    assert_eq!(changed(&words[1..3], Level::Block), None);
    assert_eq!(changed(&words[2..3], Level::Block), Some(Level::Block));
    assert_eq!(changed(&words[2..3], Level::Paragraph), None);
}

#[test]
fn words_that_people_typed_are_separate() {
    let mut page = page("before after");
    let [x0, y0, _, y1] = anchor_of(&page, &["after"]).bbox;
    let ops = vec![
        // There is no place for it.
        Operation::Text {
            level: Level::Word,
            on: anchor_of(&page, &["after"]),
            text: "new after".to_owned(),
        },
        Operation::Add {
            level: Level::Word,
            bbox: [x0 + 25.0, y0, x0 + 45.0, y1],
            text: "last".to_owned(),
        },
    ];
    assert_eq!(apply(&mut page, ops), [State::Applied; 2]);
    assert_eq!(shown(&page), "before new after last");
    let words: Vec<NodeId> = words_below(&page, page.tree.root()).collect();
    for pair in words.windows(2) {
        let Detail::Word(before) = &page.tree[pair[0]].detail else {
            panic!("{:?}", page.tree[pair[0]]);
        };
        assert!(!page.is_glued(before, pair[1]));
    }
}

#[test]
fn a_line_that_is_added_below_a_gap_is_not_in_the_line_around_it() {
    let mut page = page("left right|last");
    let words: Vec<NodeId> = words_below(&page, page.tree.root()).collect();
    page.tree[words[1]].bbox.x0 += 200.0;
    page.tree[words[1]].bbox.x1 += 200.0;
    let line = unit_of(&page.tree, Level::Line, words[0]).unwrap();
    page.tree[line].bbox = box_around(&page, &words[..2]);
    let [_, y0, x1, _] = anchor_of(&page, &["left"]).bbox;
    let add = Operation::Add {
        level: Level::Line,
        bbox: [x1 + 60.0, y0 - 11.0, x1 + 80.0, y0 - 1.0],
        text: "new".to_owned(),
    };
    assert_eq!(apply(&mut page, vec![add]), [State::Applied]);
    assert!(shown(&page).starts_with("left right|"), "{}", shown(&page));
}

#[test]
fn a_word_is_added_to_the_line_of_the_nearest_word() {
    let mut page = page("left right;middle");
    let words: Vec<NodeId> = words_below(&page, page.tree.root()).collect();
    for (word, by) in [(words[1], (400.0, 0.0)), (words[2], (200.0, -12.0))] {
        let bbox = &mut page.tree[word].bbox;
        let (x, y) = by;
        *bbox = Rect::new(bbox.x0 + x, bbox.y0 + y, bbox.x1 + x, bbox.y1 + y);
    }
    for own in [&words[..2], &words[2..]] {
        let line = unit_of(&page.tree, Level::Line, own[0]).unwrap();
        page.tree[line].bbox = box_around(&page, own);
    }
    let [_, y0, x1, y1] = anchor_of(&page, &["middle"]).bbox;
    let add = Operation::Add {
        level: Level::Word,
        bbox: [x1 + 5.0, y0, x1 + 20.0, y1],
        text: "new".to_owned(),
    };
    assert_eq!(apply(&mut page, vec![add]), [State::Applied]);
    assert_eq!(shown(&page), "left right;middle new");
}
