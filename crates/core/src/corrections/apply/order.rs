//! Puts units into another order, at the places that they occupy together.

use std::collections::HashMap;

use super::super::anchor::{Earlier, is_removed};
use super::super::entry::{Anchor, Level};
use super::gather::{gather, since, words_of};
use crate::compact_sort::CompactSort;
use crate::geometry::Rect;
use crate::page::{Detail, Node, NodeId, NodeKind, Page, Step};

/// Orders units as their anchors. Returns whether the page changed.
pub(super) fn order(
    page: &mut Page,
    earlier: &Earlier,
    level: Level,
    parts: &[Anchor],
    at: usize,
) -> Result<bool, String> {
    let kept = parts.iter().filter(|part| !is_removed(page, earlier, part));
    let found = words_of(page, earlier, kept)?;
    if level == Level::Word && found.iter().any(|words| words.len() > 1) {
        return Err("a word is divided here".to_owned());
    }
    let mut changed = false;
    let mut units = Vec::new();
    for words in found {
        for words in since(page, earlier, level, words, at) {
            let (unit, carved) = gather(page, level, &words);
            changed |= carved;
            units.push(unit);
        }
    }
    let mut places: HashMap<NodeId, usize> = HashMap::new();
    for (place, step) in page.tree.walk(page.tree.root()).enumerate() {
        if let Step::Enter(id) = step {
            places.insert(id, place);
        }
    }
    let mut sorted = units.clone();
    sorted.compact_sort_by_key(|unit| places.get(unit).copied());
    if sorted == units {
        return Ok(changed);
    }
    let mark = Node::new(NodeKind::TEXTGROUP, Rect::EMPTY, Detail::None);
    let mut marks = Vec::new();
    for &unit in &sorted {
        let place = page.tree.add(mark.clone());
        page.tree.insert_before(unit, place);
        page.tree.detach(unit);
        marks.push(place);
    }
    let mut parents = Vec::new();
    for (&place, &unit) in marks.iter().zip(&units) {
        page.tree.insert_before(place, unit);
        page.tree.detach(place);
        parents.extend(page.tree.parent(unit));
    }
    parents.dedup();
    for parent in parents {
        super::unit::refit(&mut page.tree, parent);
    }
    Ok(true)
}
