//! Makes words one unit: takes them out of the units that hold them, and splits or merges these.

use std::collections::HashSet;

use super::super::anchor::{Earlier, Made};
use super::super::entry::{Class, Level, Operation};
use super::super::words::words_below;
use super::boxes::restore_boxes;
use super::paragraph_class::{put, running};
use super::unit::{is_fixed, is_within, new_unit, refit, shell, unit_of, wrap};
use super::{Corrected, Editor};
use crate::compact_sort::CompactSort;
use crate::page::{NodeId, Page};

impl Editor<'_> {
    /// Makes each part one unit, or all of them together.
    pub(super) fn group(
        &mut self,
        level: Level,
        mut found: Vec<Vec<NodeId>>,
        together: bool,
    ) -> Result<bool, String> {
        if together {
            found = vec![found.concat()];
        }
        let mut changed = false;
        for words in &found {
            let (unit, is_new) = gather(self.page, level, words);
            let words: Vec<NodeId> = words_below(self.page, unit).collect();
            self.regroup_located(level, &words);
            self.earlier.made.push(Made {
                level,
                unit,
                words,
                bbox: None,
            });
            changed |= is_new;
        }
        Ok(changed)
    }

    /// Changes the units of operations that are applied later, because some words are one unit now. It belongs to the
    /// operation that has its first word.
    pub(super) fn regroup_located(&mut self, level: Level, words: &[NodeId]) {
        for (at, parts) in &mut self.earlier.located {
            let operation = self.entries.get(*at).map(|entry| &entry.operation);
            let Some(own) = operation.and_then(unit_level) else {
                continue;
            };
            for part in parts {
                let is_own = |word: &NodeId| part.iter().any(|unit| unit.contains(word));
                let is_merged =
                    level <= own && words.iter().any(is_own) && !words.iter().all(is_own);
                if is_merged && matches!(operation, Some(Operation::Resize { .. })) {
                    // The box of a unit is not that of a merged one.
                    part.clear();
                }
                let units = part.drain(..);
                *part = units
                    .flat_map(|unit| regrouped(unit, own, level, words))
                    .collect();
            }
        }
    }
}

/// The level of the units on which an operation has its effect; none if it is the same for each word.
fn unit_level(operation: &Operation) -> Option<Level> {
    match operation.class() {
        None => operation.level(),
        Some(Class::Noise | Class::Headword) => None,
        // Classes of units are those of paragraphs.
        Some(_) => operation
            .level()
            .filter(|level| *level != Level::Word)
            .and(Some(Level::Paragraph)),
    }
}

/// The units that become of one after some words were made a unit of a level.
fn regrouped(unit: Vec<NodeId>, own: Level, level: Level, words: &[NodeId]) -> Vec<Vec<NodeId>> {
    let has_first = words.first().is_some_and(|first| unit.contains(first));
    let is_inside = |word: &NodeId| words.contains(word);
    let (inside, mut outside): (Vec<_>, Vec<_>) = unit.into_iter().partition(is_inside);
    let new = match has_first {
        // A part of a larger unit.
        _ if level > own => inside,
        true => words.to_vec(),
        false => Vec::new(),
    };
    let units = match level < own {
        true => {
            outside.extend(new);
            vec![outside]
        }
        false => vec![outside, new],
    };
    units.into_iter().filter(|unit| !unit.is_empty()).collect()
}

impl Corrected {
    /// Makes the units of operations again after the page was completed from its neighbours: running heads were
    /// taken out of them. A part of a block is not a running head.
    pub fn regroup(&mut self, page: &mut Page) {
        let Earlier { made, .. } = &mut self.earlier;
        made.compact_sort_by_key(|made| made.level);
        for made in made.iter_mut().filter(|made| !made.words.is_empty()) {
            let has_others = made.words.iter().any(|&word| running(page, word).is_none());
            let is_mixed = made.level == Level::Block && has_others;
            made.unit = gather(page, made.level, &made.words).0;
            for &word in made.words.iter().filter(|_| is_mixed) {
                if let Some(paragraph) = running(page, word) {
                    put(page, paragraph, Class::Text);
                }
            }
        }
        restore_boxes(page, made);
    }
}

impl Earlier {
    /// Records the words of the units that operations made.
    pub(super) fn record_words(&mut self, page: &Page) {
        for made in self.made.iter_mut().filter(|made| made.bbox.is_none()) {
            made.words = words_below(page, made.unit).collect();
        }
    }
}

/// Makes words, given in order and at least one, one unit. Returns its node, and whether the page changed.
pub(super) fn gather(page: &mut Page, level: Level, words: &[NodeId]) -> (NodeId, bool) {
    let set: HashSet<NodeId> = words.iter().copied().collect();
    let first = words.first().copied().unwrap_or(page.tree.root());
    let unit = unit_of(&page.tree, level, first);
    if let Some(unit) = unit {
        let own: HashSet<NodeId> = words_below(page, unit).collect();
        if own == set {
            return (unit, false);
        }
    }
    let count = page.tree.len();
    // The parts of the unit: words of a line, whole lines of a paragraph, whole paragraphs of a block.
    let parts = match level {
        Level::Word | Level::Line => words.to_vec(),
        Level::Paragraph => whole(page, Level::Line, words),
        Level::Block => whole(page, Level::Paragraph, words),
    };
    if let (Level::Block, None, [one]) = (level, unit, parts.as_slice()) {
        // A paragraph that is in no block is one. Later operations may split it.
        let is_new = page.tree.len() > count;
        let block = new_unit(page, Level::Block, *one);
        wrap(&mut page.tree, *one, block);
        return (block, is_new);
    }
    (carve(page, level, &parts, &set), true)
}

/// Gathers words into one unit in each unit of a level that has some of them. Returns the units.
pub(super) fn whole(page: &mut Page, level: Level, words: &[NodeId]) -> Vec<NodeId> {
    let unit = |word: NodeId| {
        unit_of(&page.tree, level, word).or_else(|| {
            // Words or lines without a node around them.
            let line = unit_of(&page.tree, Level::Line, word).filter(|_| level != Level::Line);
            page.tree.parent(line.unwrap_or(word))
        })
    };
    let units = grouped_by(words.to_vec(), unit);
    let units = units.iter();
    units.map(|words| gather(page, level, words).0).collect()
}

/// Words with the same unit, in the order of the first word of each.
pub(super) fn grouped_by(
    words: Vec<NodeId>,
    unit: impl Fn(NodeId) -> Option<NodeId>,
) -> Vec<Vec<NodeId>> {
    let mut units: Vec<(Option<NodeId>, Vec<NodeId>)> = Vec::new();
    for word in words {
        let unit = unit(word);
        match units.iter_mut().find(|(known, _)| *known == unit) {
            Some((_, own)) => own.push(word),
            None => units.push((unit, vec![word])),
        }
    }
    units.into_iter().map(|(_, words)| words).collect()
}

/// Moves parts into a unit of their own, at the place of the first one.
fn carve(page: &mut Page, level: Level, parts: &[NodeId], set: &HashSet<NodeId>) -> NodeId {
    let Some(&first) = parts.first() else {
        return page.tree.root();
    };
    let unit = unit_of(&page.tree, level, first).filter(|unit| !parts.contains(unit));
    let mut moved: Vec<NodeId> = Vec::new();
    for &part in parts {
        let beside = unit.or(moved.first().copied());
        let top = lift(page, level, part, set, beside);
        if !moved.contains(&top) {
            moved.push(top);
        }
    }
    let mut old: Vec<NodeId> = moved.iter().filter_map(|&m| page.tree.parent(m)).collect();
    let top = moved.first().copied().unwrap_or(first);
    let kept = |page: &Page, id: NodeId| !is_within(page, id, set);
    // The child of the unit that has the first part.
    let around = page.tree.with_around(top);
    let place = around
        .take_while(|&id| Some(id) != unit)
        .last()
        .unwrap_or(top);
    let is_table = |unit: NodeId| page.tree[unit].kind.as_str() == "Table";
    let new = match unit {
        // A cell is taken out of its table, which stays whole.
        Some(unit) if is_table(unit) && kept(page, place) => {
            let new = new_unit(page, level, first);
            page.tree.insert_after(unit, new);
            new
        }
        Some(unit) => {
            let mut children = page.tree.children(unit);
            let before = children.by_ref().take_while(|&child| child != place);
            let is_inside = before.filter(|&child| kept(page, child)).count() > 0;
            let after: Vec<NodeId> = children.filter(|&child| kept(page, child)).collect();
            let is_all = after.is_empty() && !kept(page, place);
            let shell = shell(&page.tree, unit);
            let new = page.tree.add(shell.clone());
            if is_inside {
                page.tree.insert_after(unit, new);
                if !after.is_empty() {
                    let rest = page.tree.add(shell);
                    page.tree.insert_after(new, rest);
                    for child in after {
                        page.tree.detach(child);
                        page.tree.append(rest, child);
                    }
                    old.push(rest);
                }
            } else {
                page.tree.insert_before(unit, new);
                let element = page.tree[unit].element;
                page.tree[new].element = element.filter(|_| is_all);
            }
            new
        }
        None => {
            let word = words_below(page, first).next().unwrap_or(first);
            let new = new_unit(page, level, word);
            page.tree.insert_before(top, new);
            new
        }
    };
    for part in moved {
        page.tree.detach(part);
        page.tree.append(new, part);
    }
    refit(&mut page.tree, new);
    for parent in old.into_iter().filter(|parent| *parent != new) {
        refit(&mut page.tree, parent);
    }
    new
}

/// The highest node around a part that has no other words and is below the unit. The node beside which it comes is not
/// in it.
fn lift(
    page: &Page,
    level: Level,
    part: NodeId,
    set: &HashSet<NodeId>,
    beside: Option<NodeId>,
) -> NodeId {
    let tree = &page.tree;
    let unit = unit_of(tree, level, part);
    let outside: HashSet<NodeId> = beside
        .into_iter()
        .flat_map(|node| tree.with_around(node))
        .collect();
    let mut top = part;
    for parent in tree.around(part) {
        let is_end = Some(parent) == unit || parent == tree.root() || outside.contains(&parent);
        let kind = tree[parent].kind.as_str();
        let is_cell = is_fixed(kind) && (unit.is_none() || !matches!(kind, "LI" | "LBody"));
        let has_unit = unit.is_some() || level == Level::Block;
        if is_end || is_cell || !has_unit || !is_within(page, parent, set) {
            break;
        }
        top = parent;
    }
    top
}
