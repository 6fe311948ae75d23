//! Puts units into another order, at the places that they occupy together.

use std::collections::HashMap;

use super::super::anchor::Part;
use super::super::entry::Level;
use super::Editor;
use super::gather::{gather, grouped_by};
use super::unit::relocate;
use crate::compact_sort::CompactSort;
use crate::geometry::Rect;
use crate::page::{Detail, Node, NodeId, NodeKind, Tree};

impl Editor<'_> {
    /// Orders units, given by the words of each anchor.
    pub(super) fn order(&mut self, level: Level, found: Vec<Part>) -> Result<bool, String> {
        let mut changed = false;
        let (mut units, mut is_cut) = (Vec::new(), false);
        for part in &found {
            let gathered = part.iter().map(|words| gather(self.page, level, words));
            let (own, is_new): (Vec<NodeId>, Vec<bool>) = gathered.unzip();
            changed |= is_new.contains(&true);
            let parents = grouped_by(own.clone(), |unit| self.page.tree.parent(unit));
            is_cut |= level != Level::Block && parents.len() > 1;
            units.extend(own);
        }
        let tree = &mut self.page.tree;
        // A later operation may have cut units, such as the lines of a block that became two columns. The units of each
        // column are then put in order, because a line would leave its column otherwise.
        let groups = match is_cut {
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
