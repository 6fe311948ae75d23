//! Puts units into another order, at the places that they occupy together.

use std::collections::{HashMap, HashSet};

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
        let found = self.located(parts)?;
        if level == Level::Word && found.concat().iter().any(|words| words.len() > 1) {
            return Err("a word is divided here".to_owned());
        }
        let mut changed = false;
        let (mut units, mut part_of) = (Vec::new(), HashMap::new());
        for (number, part) in found.iter().enumerate() {
            for words in part {
                let (unit, is_new) = gather(self.page, level, words);
                changed |= is_new;
                units.push(unit);
                part_of.insert(unit, (number, part.len()));
            }
        }
        let tree = &mut self.page.tree;
        // A later operation may have cut all units, such as the lines of a block that became two columns. The units
        // of each column are then put in order, if those that were not cut are in order, too.
        let mut groups = grouped_by(units.clone(), |unit| tree.parent(unit));
        groups.compact_sort_by_key(|group| {
            tree.below(tree.root())
                .position(|node| group.contains(&node))
        });
        let numbers = |group: &[NodeId]| -> Vec<(usize, usize)> {
            group
                .iter()
                .filter_map(|unit| part_of.get(unit))
                .copied()
                .collect()
        };
        let has_several =
            |group: &Vec<NodeId>| numbers(group).iter().collect::<HashSet<_>>().len() > 1;
        let uncut = numbers(&groups.concat())
            .into_iter()
            .filter(|(_, units)| *units == 1);
        if !groups.iter().all(has_several) || !uncut.is_sorted() {
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
