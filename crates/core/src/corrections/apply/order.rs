//! Puts units into another order, at the places that they occupy together.

use std::collections::{HashMap, HashSet};

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
        let (mut units, mut part_of) = (Vec::new(), HashMap::new());
        for (part, words) in found.into_iter().enumerate() {
            for words in self.since(level, words) {
                let (unit, is_new) = gather(self.page, level, &words);
                changed |= is_new;
                units.push(unit);
                part_of.insert(unit, part);
            }
        }
        let tree = &mut self.page.tree;
        // A later operation may have cut all units, such as the lines of a block that became two columns.
        let mut groups = grouped_by(units.clone(), |unit| tree.parent(unit));
        let has_several = |units: &Vec<NodeId>| {
            let parts: HashSet<_> = units.iter().map(|unit| part_of.get(unit)).collect();
            parts.len() > 1
        };
        if !groups.iter().all(has_several) {
            groups = vec![units];
        }
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
