//! Random corrections of structure, each made on the page as the ones before it leave it.

use proptest::prelude::*;

use super::super::tests::{apply, page, shown};
use super::super::words::{box_around, texts_of, words_below};
use super::super::{Anchor, Class, Level, Operation, State};
use super::unit::unit_of;
use crate::page::{NodeId, Page};

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
            prop_assert!(!states.contains(&State::Failed), "{states:?} {operations:?} {}", shown(&now));
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
