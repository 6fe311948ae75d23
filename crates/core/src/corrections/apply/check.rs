//! Checks that an operation changed nothing but the units of its words. An operation that did is taken back, because a
//! correction that is not applied is reported, and one that is applied to something else is not noticed.

use std::collections::{HashMap, HashSet};

use super::super::entry::{Class, Level};
use super::super::words::words_below;
use super::paragraph_class::class_of;
use super::unit::unit_of;
use crate::geometry::Rect;
use crate::page::{NodeId, Page};

/// The units of a page by their words: the class, if it is that of a paragraph, and the box.
pub(super) struct Units(HashMap<(Level, Vec<NodeId>), (Option<Class>, Rect)>);

impl Units {
    /// The lines, paragraphs and blocks.
    pub(super) fn of(page: &Page) -> Self {
        let tree = &page.tree;
        let mut found: Vec<((Level, NodeId), Vec<NodeId>)> = Vec::new();
        let mut places: HashMap<(Level, NodeId), usize> = HashMap::new();
        // The words of a line are in the same units.
        let (mut parent, mut around) = (None, Vec::new());
        for word in words_below(page, tree.root()) {
            if parent.is_none() || tree.parent(word) != parent {
                parent = tree.parent(word);
                let levels = [Level::Line, Level::Paragraph, Level::Block].into_iter();
                let units = levels.filter_map(|level| Some((level, unit_of(tree, level, word)?)));
                around.clear();
                around.extend(units.map(|unit| {
                    *places.entry(unit).or_insert_with(|| {
                        found.push((unit, Vec::new()));
                        found.len() - 1
                    })
                }));
            }
            for &at in &around {
                if let Some((_, words)) = found.get_mut(at) {
                    words.push(word);
                }
            }
        }
        let class = |level, unit| match level {
            Level::Paragraph => class_of(page, unit),
            _ => None,
        };
        let units = found.into_iter().map(|((level, unit), words)| {
            let facts = (class(level, unit), tree[unit].bbox);
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
        let mut units = self.0.iter();
        let changed = units.find(|(unit, facts)| {
            unit.0 <= most
                && after.0.get(unit) != Some(facts)
                && !unit.1.iter().any(|word| words.contains(word))
        });
        changed.map(|((level, _), _)| *level)
    }
}
