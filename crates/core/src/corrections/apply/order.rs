//! Puts units into another order, at the places that they occupy together.

use std::collections::HashMap;

use super::super::anchor::is_removed;
use super::super::entry::{Anchor, Level};
use super::Editor;
use super::gather::{gather, grouped_by};
use super::unit::relocate;
use crate::compact_sort::CompactSort;
use crate::geometry::Rect;
use crate::page::{Detail, Node, NodeId, NodeKind, Tree};

impl Editor<'_> {
    /// Orders units as their anchors.
    pub(super) fn order(&mut self, level: Level, parts: &[Anchor]) -> Result<bool, String> {
        let is_removed = |part: &&Anchor| is_removed(self.page, self.earlier, part);
        let found = self.find_parts(parts.iter().filter(|part| !is_removed(part)))?;
        if level == Level::Word && found.iter().any(|words| words.len() > 1) {
            return Err("a word is divided here".to_owned());
        }
        let mut changed = false;
        let (mut units, mut is_split) = (Vec::new(), false);
        for words in found {
            let since = self.since(level, words);
            is_split |= since.len() > 1;
            for words in since {
                let (unit, is_new) = gather(self.page, level, &words);
                changed |= is_new;
                units.push(unit);
            }
        }
        let tree = &mut self.page.tree;
        // A later operation may have split units, such as the lines of a block that was cut.
        let groups = match is_split {
            true => grouped_by(units, |unit| tree.parent(unit)),
            false => vec![units],
        };
        for units in groups {
            changed |= reorder(tree, &units);
        }
        Ok(changed)
    }
}

/// Puts units into this order, at the places that they occupy. Returns whether the page changed.
fn reorder(tree: &mut Tree, units: &[NodeId]) -> bool {
    let places: HashMap<NodeId, usize> = tree.below(tree.root()).zip(0..).collect();
    let mut sorted = units.to_vec();
    sorted.compact_sort_by_key(|unit| places.get(unit).copied());
    if sorted == units {
        return false;
    }
    let mark = Node::new(NodeKind::TEXTGROUP, Rect::EMPTY, Detail::None);
    let mut marks = Vec::new();
    for &unit in &sorted {
        let place = tree.add(mark.clone());
        tree.insert_before(unit, place);
        tree.detach(unit);
        marks.push(place);
    }
    for (place, &unit) in marks.into_iter().zip(units) {
        tree.insert_before(place, unit);
        relocate(tree, place, |_| {});
    }
    true
}
