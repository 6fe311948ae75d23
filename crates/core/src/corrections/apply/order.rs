//! Puts units into another order, at the places that they occupy together.

use std::collections::{HashMap, HashSet};

use super::super::anchor::{Earlier, Part};
use super::super::entry::{Entry, Level, Operation};
use super::super::words::words_below;
use super::Editor;
use super::gather::{gather, grouped_by};
use super::paragraph_class::running;
use super::unit::relocate;
use crate::compact_sort::CompactSort;
use crate::geometry::Rect;
use crate::page::{Detail, Node, NodeId, NodeKind, Page, Tree};

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
        let columns = grouped_by(units.clone(), |unit| tree.parent(unit));
        // A later operation may have split the parent of the units, such as a paragraph of lines. Its parts are then
        // put in order, too, and keep their units.
        let parts = whole_parents(tree, &columns).filter(|_| level != Level::Block);
        let parts = parts.filter(|_| columns.concat() == units);
        // It may have cut units, such as the lines of a block that became two columns. The units of each column are
        // then put in order, because a line would leave its column otherwise.
        let groups = match is_cut || parts.is_some() {
            true => columns,
            false => vec![units],
        };
        for units in groups.into_iter().chain(parts) {
            changed |= reorder(tree, &units);
        }
        Ok(changed)
    }
}

/// The parents of groups of siblings, if these are all of their children, and the parents are siblings.
fn whole_parents(tree: &Tree, groups: &[Vec<NodeId>]) -> Option<Vec<NodeId>> {
    let whole = |group: &Vec<NodeId>| {
        let parent = tree.parent(*group.first()?)?;
        (tree.children(parent).count() == group.len()).then_some(parent)
    };
    let parents: Vec<NodeId> = groups.iter().map(whole).collect::<Option<_>>()?;
    let outer = tree.parent(*parents.first()?)?;
    let mut others = parents.iter();
    let is_one = others.all(|&parent| tree.parent(parent) == Some(outer));
    is_one.then_some(parents)
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

/// The places of words in the reading order.
pub(super) fn places(page: &Page) -> HashMap<NodeId, usize> {
    words_below(page, page.tree.root()).zip(0..).collect()
}

/// The operations whose units lost their order, because a later operation moved one of them among others. One that
/// moved several of them replaces the order.
pub(super) fn broken_orders(page: &Page, earlier: &Earlier, entries: &[&Entry]) -> Vec<usize> {
    let orders = entries.iter().enumerate().filter_map(|(at, entry)| {
        let parts = earlier.located.get(&at)?;
        // Units that were cut are in order in each column.
        let is_whole = parts.iter().all(|part| part.len() == 1);
        let is_order = matches!(entry.operation, Operation::Order { .. });
        (is_order && is_whole).then(|| (at, parts.concat()))
    });
    let orders: Vec<(usize, Part)> = orders.collect();
    if orders.is_empty() {
        return Vec::new();
    }
    let places = places(page);
    let first = |unit: &Vec<NodeId>| unit.iter().filter_map(|word| places.get(word)).min();
    // A running head is at the edge of the page.
    let is_inside = |unit: &&Vec<NodeId>| unit.iter().all(|&word| running(page, word).is_none());
    let is_kept = |units: &Part| {
        let inside = units.iter().filter(is_inside);
        inside.filter_map(first).is_sorted()
    };
    let mut broken = Vec::new();
    for (number, (at, units)) in orders.iter().enumerate() {
        if is_kept(units) {
            continue;
        }
        let mut later = orders.iter().skip(number + 1);
        let replaces = |(_, other): &(usize, Part)| {
            let other: HashSet<&NodeId> = other.iter().flatten().collect();
            let moved = |unit: &&Vec<NodeId>| unit.iter().any(|word| other.contains(word));
            units.iter().filter(moved).count() > 1
        };
        if !later.any(replaces) {
            broken.push(*at);
        }
    }
    broken
}
