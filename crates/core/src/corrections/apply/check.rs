//! Checks that an operation changed nothing but the units of its words. An operation that did is taken back, because a
//! correction that is not applied is reported, and one that is applied to something else is not noticed.

use std::collections::{HashMap, HashSet};

use super::super::entry::{Class, Level};
use super::super::words::words_below;
use super::class::class_of;
use super::unit::unit_of;
use crate::geometry::Rect;
use crate::page::{NodeId, Page};

/// The units of a page by their words: the class, if it is that of a paragraph, and the box.
pub(super) struct Units(HashMap<(Level, Vec<NodeId>), (Option<Class>, Rect)>);

impl Units {
    /// The lines, paragraphs and blocks.
    pub(super) fn of(page: &Page) -> Self {
        let mut words: HashMap<(Level, NodeId), Vec<NodeId>> = HashMap::new();
        for word in words_below(page, page.tree.root()) {
            for level in [Level::Line, Level::Paragraph, Level::Block] {
                if let Some(unit) = unit_of(&page.tree, level, word) {
                    words.entry((level, unit)).or_default().push(word);
                }
            }
        }
        let class = |level, unit| match level {
            Level::Paragraph => class_of(page, unit),
            _ => None,
        };
        let units = words.into_iter().map(|((level, unit), words)| {
            let facts = (class(level, unit), page.tree[unit].bbox);
            ((level, words), facts)
        });
        Self(units.collect())
    }

    /// The level of a unit up to a level that has none of some words, and is not on the page after an operation as it
    /// was before.
    pub(super) fn changed(
        &self,
        after: &Self,
        most: Level,
        words: &HashSet<NodeId>,
    ) -> Option<Level> {
        let is_other = |(level, own): &(Level, Vec<NodeId>)| {
            *level <= most && !own.iter().any(|word| words.contains(word))
        };
        let mut others = self.0.iter().filter(|(unit, _)| is_other(unit));
        let changed = others.find(|(unit, facts)| after.0.get(unit) != Some(facts));
        changed.map(|((level, _), _)| *level)
    }
}
