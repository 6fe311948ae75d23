//! Makes words one unit: takes them out of the units that hold them, and splits or merges these.

use std::collections::HashSet;

use super::super::anchor::{Earlier, find};
use super::super::entry::{Anchor, Level};
use super::unit::{below, is_fixed, is_within, new_unit, refit, shell, unit_of, words_below};
use crate::page::{NodeId, Page};

/// Makes each part one unit, or all of them together. Returns whether the page changed.
pub(super) fn parts(
    page: &mut Page,
    earlier: &mut Earlier,
    level: Level,
    parts: &[Anchor],
    together: bool,
    at: usize,
) -> Result<bool, String> {
    let mut found = words_of(page, earlier, parts.iter())?;
    if together {
        found = vec![found.concat()];
    }
    let mut changed = false;
    for words in &found {
        let (unit, is_new) = gather(page, level, words);
        earlier.grouped.insert(unit, at);
        changed |= is_new;
    }
    Ok(changed)
}

/// The units that words of an operation have since another one after it made lines, paragraphs or blocks of them. These
/// stay whole, and belong to the operation that has their first word.
pub(super) fn since(
    page: &Page,
    earlier: &Earlier,
    level: Level,
    mut words: Vec<NodeId>,
    at: usize,
) -> Vec<Vec<NodeId>> {
    let is_later = |unit: &NodeId| earlier.grouped.get(unit).is_some_and(|made| *made > at);
    let (first, mut units) = (words.first().copied(), Vec::new());
    for step in [Level::Line, Level::Paragraph, Level::Block] {
        if level == Level::Word {
            break;
        }
        let set: HashSet<NodeId> = words.iter().copied().collect();
        let (mut seen, mut kept) = (HashSet::new(), Vec::new());
        for word in words {
            let Some(unit) = unit_of(&page.tree, step, word).filter(is_later) else {
                kept.push(word);
                continue;
            };
            let own = words_below(page, unit);
            let is_own = own.first().is_some_and(|first| set.contains(first));
            match seen.insert(unit) && is_own {
                true if step == level => units.push(own),
                true => kept.extend(own),
                false => {}
            }
        }
        words = kept;
        if step == level {
            break;
        }
    }
    if !words.is_empty() {
        let place = if words.first() == first.as_ref() {
            0
        } else {
            units.len()
        };
        units.insert(place, words);
    }
    units
}

/// Finds the words of each part. No word may be in two parts.
pub(super) fn words_of<'a>(
    page: &Page,
    earlier: &Earlier,
    parts: impl Iterator<Item = &'a Anchor>,
) -> Result<Vec<Vec<NodeId>>, String> {
    let found = parts.map(|part| find(page, earlier, part));
    let found: Vec<Vec<NodeId>> = found.collect::<Result<_, _>>()?;
    let mut seen = HashSet::new();
    match found.iter().flatten().all(|word| seen.insert(*word)) {
        true => Ok(found),
        false => Err("two of its parts have the same words".to_owned()),
    }
}

/// Makes words, given in order and at least one, one unit. Returns its node, and whether the page changed.
pub(super) fn gather(page: &mut Page, level: Level, words: &[NodeId]) -> (NodeId, bool) {
    let set: HashSet<NodeId> = words.iter().copied().collect();
    let first = words.first().copied().unwrap_or(page.tree.root());
    let unit = unit_of(&page.tree, level, first);
    if let Some(unit) = unit {
        let own = words_below(page, unit);
        if own.len() == set.len() && own.iter().all(|word| set.contains(word)) {
            return (unit, false);
        }
    }
    // The parts of the unit: words of a line, whole lines of a paragraph, whole paragraphs of a block.
    let parts = match level {
        Level::Word | Level::Line => words.to_vec(),
        Level::Paragraph | Level::Block => whole(page, below(level), words),
    };
    if let (Level::Block, None, [one]) = (level, unit, parts.as_slice()) {
        // A paragraph that is in no block is one.
        return (*one, false);
    }
    (carve(page, level, &parts, &set), true)
}

/// Gathers words into one unit in each unit of a level that has some of them. Returns the units.
pub(super) fn whole(page: &mut Page, level: Level, words: &[NodeId]) -> Vec<NodeId> {
    let mut units: Vec<(Option<NodeId>, Vec<NodeId>)> = Vec::new();
    for &word in words {
        let unit = unit_of(&page.tree, level, word).or_else(|| {
            // Words or lines without a node around them.
            let line = unit_of(&page.tree, Level::Line, word).filter(|_| level != Level::Line);
            page.tree.parent(line.unwrap_or(word))
        });
        match units.iter_mut().find(|(known, _)| *known == unit) {
            Some((_, own)) => own.push(word),
            None => units.push((unit, vec![word])),
        }
    }
    let units = units.iter();
    units
        .map(|(_, words)| gather(page, level, words).0)
        .collect()
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
            let new = shell(&page.tree, unit);
            let new = page.tree.add(new);
            let kept = |page: &Page, id: NodeId| !is_within(page, id, set);
            // The child of the unit that has the first part.
            let around = std::iter::once(top).chain(page.tree.around(top));
            let place = around.take_while(|&id| id != unit).last().unwrap_or(top);
            let children: Vec<NodeId> = page.tree.children(unit).collect();
            let at = children.iter().position(|&child| child == place);
            let (before, after) = children.split_at(at.unwrap_or(0));
            let mut after = after.to_vec();
            after.retain(|&child| child != place && kept(page, child));
            if before.iter().any(|&child| kept(page, child)) {
                page.tree.insert_after(unit, new);
                if !after.is_empty() {
                    let rest = shell(&page.tree, unit);
                    let rest = page.tree.add(rest);
                    page.tree.insert_after(new, rest);
                    for child in after {
                        page.tree.detach(child);
                        page.tree.append(rest, child);
                    }
                    old.push(rest);
                }
            } else {
                page.tree.insert_before(unit, new);
                page.tree[new].element = match after.is_empty() && !kept(page, place) {
                    true => page.tree[unit].element,
                    false => None,
                };
            }
            new
        }
        None => {
            let word = words_below(page, first).first().copied().unwrap_or(first);
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
    for parent in old {
        if parent != new {
            refit(&mut page.tree, parent);
        }
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
