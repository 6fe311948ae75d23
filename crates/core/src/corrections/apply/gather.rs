//! Makes words one unit: takes them out of the units that hold them, and splits or merges these.

use std::collections::HashSet;

use super::super::anchor::{Earlier, Grouped};
use super::super::entry::{Anchor, Level};
use super::super::words::words_below;
use super::boxes::restore_boxes;
use super::unit::{
    has_words, is_fixed, is_within, new_unit, refit, shell, unit_of, unit_or_paragraph,
};
use super::{Corrected, Editor};
use crate::compact_sort::CompactSort;
use crate::page::{NodeId, Page};

impl Editor<'_> {
    /// Makes each part one unit, or all of them together.
    pub(super) fn group(
        &mut self,
        level: Level,
        parts: &[Anchor],
        together: bool,
    ) -> Result<bool, String> {
        let mut found = self.find_parts(parts)?;
        if together {
            found = vec![found.concat()];
        }
        let mut changed = false;
        for words in &found {
            let count = self.page.tree.len();
            let (mut unit, is_new) = gather(self.page, level, words);
            if level == Level::Block && unit_of(&self.page.tree, level, unit) != Some(unit) {
                // A paragraph that is in no block. Later operations may split it.
                unit = wrap(self.page, unit);
            }
            let at = self.at;
            let made = Grouped {
                at,
                level,
                words: Vec::new(),
            };
            self.earlier.grouped.insert(unit, made);
            let inside = self.page.tree.below(unit);
            let split = inside.filter(|node| node.number() as usize >= count);
            self.earlier.split.extend(split.map(|node| (node, at)));
            changed |= is_new;
        }
        Ok(changed)
    }

    /// Finds the words of each part. No word may be in two parts.
    pub(super) fn find_parts<'a>(
        &self,
        parts: impl IntoIterator<Item = &'a Anchor>,
    ) -> Result<Vec<Vec<NodeId>>, String> {
        let found = parts.into_iter().map(|part| self.find(part));
        let found: Vec<Vec<NodeId>> = found.collect::<Result<_, _>>()?;
        let mut seen = HashSet::new();
        match found.iter().flatten().all(|word| seen.insert(*word)) {
            true => Ok(found),
            false => Err("two of its parts have the same words".to_owned()),
        }
    }

    /// The units that words of an operation have since another one after it made lines, paragraphs or blocks of
    /// them. These stay whole, and belong to the operation that has their first word. A unit that was split on the
    /// way is several.
    pub(super) fn since(&self, level: Level, words: Vec<NodeId>) -> Vec<Vec<NodeId>> {
        let mut words = self.with_added(level, words);
        let made = &self.earlier.grouped;
        let is_later = |unit: &NodeId, step: Level| {
            let made = made.get(unit).filter(|made| made.level == step);
            made.is_some_and(|made| made.at > self.at)
        };
        let (first, mut units) = (words.first().copied(), Vec::new());
        let steps = [Level::Line, Level::Paragraph, Level::Block].into_iter();
        for step in steps.take_while(|step| *step <= level) {
            let set: HashSet<NodeId> = words.iter().copied().collect();
            let (mut seen, mut kept) = (HashSet::new(), Vec::new());
            for word in words {
                let Some(unit) = unit_or_paragraph(&self.page.tree, step, word)
                    .filter(|unit| is_later(unit, step))
                else {
                    kept.push(word);
                    continue;
                };
                let own: Vec<NodeId> = words_below(self.page, unit).collect();
                let is_own = own.first().is_some_and(|first| set.contains(first));
                match seen.insert(unit) && is_own {
                    true if step == level => units.push(own),
                    true => kept.extend(own),
                    false => {}
                }
            }
            words = kept;
        }
        let split = &self.earlier.split;
        let is_split = |unit: &NodeId| split.get(unit).is_some_and(|split| *split > self.at);
        let part_of = |word: NodeId| unit_of(&self.page.tree, level, word).filter(is_split);
        for words in grouped_by(words, part_of) {
            let is_first = words.first() == first.as_ref();
            units.insert(if is_first { 0 } else { units.len() }, words);
        }
        units
    }
}

impl Editor<'_> {
    /// The words of a unit, with those that operations added beside them. These may be outside of the box of its anchor.
    pub(super) fn with_added(&self, level: Level, words: Vec<NodeId>) -> Vec<NodeId> {
        if level == Level::Word {
            return words;
        }
        let mut known: HashSet<NodeId> = words.iter().copied().collect();
        let added = self.earlier.added.iter();
        let added = added.filter(|(word, beside)| known.contains(beside) && !known.contains(word));
        let added: Vec<NodeId> = added.map(|(word, _)| *word).collect();
        if added.is_empty() {
            return words;
        }
        known.extend(added);
        let all = words_below(self.page, self.page.tree.root());
        all.filter(|word| known.contains(word)).collect()
    }
}

impl Corrected {
    /// Makes the units of operations again after the page was completed from its neighbours: running heads were
    /// taken out of them.
    pub fn regroup(&mut self, page: &mut Page) {
        let earlier = &mut self.earlier;
        let mut grouped: Vec<(NodeId, Grouped)> = earlier.grouped.drain().collect();
        grouped.compact_sort_by_key(|(unit, made)| (made.level, made.at, *unit));
        for (unit, made) in grouped {
            let is_same = made.words.is_empty() || has_words(page, unit, &made.words);
            let unit = match is_same {
                true => unit,
                false => gather(page, made.level, &made.words).0,
            };
            earlier.grouped.insert(unit, made);
        }
        for resized in &mut earlier.resized {
            resized.unit = gather(page, resized.level, &resized.words).0;
        }
        restore_boxes(page, earlier);
    }
}

impl Earlier {
    /// Records the words of the units that operations made.
    pub(super) fn record_words(&mut self, page: &Page) {
        for (unit, made) in &mut self.grouped {
            made.words = words_below(page, *unit).collect();
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
        // A paragraph that is in no block is one.
        return (*one, page.tree.len() > count);
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

/// Puts a paragraph into a new block at its place. Returns the block.
fn wrap(page: &mut Page, paragraph: NodeId) -> NodeId {
    let block = new_unit(page, Level::Block, paragraph);
    page.tree.insert_before(paragraph, block);
    page.tree.detach(paragraph);
    page.tree.append(block, paragraph);
    refit(&mut page.tree, block);
    block
}

/// Moves parts into a unit of their own, at the place of the first one.
fn carve(page: &mut Page, level: Level, parts: &[NodeId], set: &HashSet<NodeId>) -> NodeId {
    let Some(&first) = parts.first() else {
        return page.tree.root();
    };
    let unit = unit_of(&page.tree, level, first).filter(|unit| !parts.contains(unit));
    let mut moved: Vec<NodeId> = Vec::new();
    for &part in parts {
        let top = lift(page, level, part, set);
        if !moved.contains(&top) {
            moved.push(top);
        }
    }
    let mut old: Vec<NodeId> = moved.iter().filter_map(|&m| page.tree.parent(m)).collect();
    let top = moved.first().copied().unwrap_or(first);
    let new = match unit {
        Some(unit) => {
            let kept = |id: &NodeId| !is_within(page, *id, set);
            // The child of the unit that has the first part.
            let around = page.tree.with_around(top);
            let place = around.take_while(|&id| id != unit).last().unwrap_or(top);
            let mut children = page.tree.children(unit);
            let before = children.by_ref().take_while(|&child| child != place);
            let is_inside = before.filter(kept).count() > 0;
            let after: Vec<NodeId> = children.filter(kept).collect();
            let is_all = after.is_empty() && !kept(&place);
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

/// The highest node around a part that has no other words and is below the unit.
fn lift(page: &Page, level: Level, part: NodeId, set: &HashSet<NodeId>) -> NodeId {
    let tree = &page.tree;
    let unit = unit_of(tree, level, part);
    let mut top = part;
    for parent in tree.around(part) {
        let is_end = Some(parent) == unit || parent == tree.root();
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
