//! Puts units into another order, at the places that they occupy together.

use std::collections::HashMap;

use super::super::anchor::is_removed;
use super::super::entry::{Anchor, Level};
use super::Editor;
use super::gather::gather;
use super::unit::relocate;
use crate::compact_sort::CompactSort;
use crate::geometry::Rect;
use crate::page::{Detail, Node, NodeId, NodeKind};

impl Editor<'_> {
    /// Orders units as their anchors.
    pub(super) fn order(&mut self, level: Level, parts: &[Anchor]) -> Result<bool, String> {
        let is_removed = |part: &&Anchor| is_removed(self.page, self.earlier, part);
        let found = self.find_parts(parts.iter().filter(|part| !is_removed(part)))?;
        if level == Level::Word && found.iter().any(|words| words.len() > 1) {
            return Err("a word is divided here".to_owned());
        }
        let mut changed = false;
        let mut units = Vec::new();
        for words in found {
            for words in self.since(level, words) {
                let (unit, is_new) = gather(self.page, level, &words);
                changed |= is_new;
                units.push(unit);
            }
        }
        let tree = &mut self.page.tree;
        let places: HashMap<NodeId, usize> = tree.below(tree.root()).zip(0..).collect();
        let mut sorted = units.clone();
        sorted.compact_sort_by_key(|unit| places.get(unit).copied());
        if sorted == units {
            return Ok(changed);
        }
        let mark = Node::new(NodeKind::TEXTGROUP, Rect::EMPTY, Detail::None);
        let mut marks = Vec::new();
        for &unit in &sorted {
            let place = tree.add(mark.clone());
            tree.insert_before(unit, place);
            tree.detach(unit);
            marks.push(place);
        }
        for (place, unit) in marks.into_iter().zip(units) {
            tree.insert_before(place, unit);
            relocate(tree, place, |_| {});
        }
        Ok(true)
    }
}
