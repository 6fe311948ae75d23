//! Removes words from a page, with the units that become empty, or replaces them by others.

use super::super::anchor::quote;
use super::super::entry::Anchor;
use super::super::words::{words_below, words_in};
use super::Editor;
use super::unit::{refit, relocate};
use crate::geometry::Rect;
use crate::page::{Node, NodeId};

impl Editor<'_> {
    /// Deletes the words of an anchor. Returns `false` if there are none in its box.
    pub(super) fn delete(&mut self, on: &Anchor) -> Result<bool, String> {
        let (page, bbox) = (&*self.page, Rect::from(on.bbox));
        if words_in(page, bbox).is_empty() {
            // A longer word over the box may be that word, read otherwise.
            let is_over = |word: &NodeId| page.tree[*word].bbox.contains(bbox.centre());
            let over = words_below(page, page.tree.root()).find(is_over);
            return over.map_or(Ok(false), |word| {
                let there = quote(&page.text_below(word));
                Err(format!("the word {there} is larger than the box"))
            });
        }
        self.find(on)?
            .into_iter()
            .for_each(|word| self.remove(word));
        Ok(true)
    }

    /// Removes a word.
    pub(super) fn remove(&mut self, word: NodeId) {
        self.earlier.remove(self.page, word);
        relocate(&mut self.page.tree, word, |_| {});
    }

    /// Replaces words by new ones, which come before or after a word. Returns these.
    pub(super) fn replace(
        &mut self,
        words: &[NodeId],
        new: Vec<Node>,
        (beside, is_before): (NodeId, bool),
    ) -> Vec<NodeId> {
        let mut added: Vec<NodeId> = Vec::new();
        for node in new {
            let tree = &mut self.page.tree;
            let new = tree.add(node);
            match added.last() {
                Some(&last) => tree.insert_after(last, new),
                None if is_before => tree.insert_before(beside, new),
                None => tree.insert_after(beside, new),
            }
            // There was no such word.
            self.earlier.add(new, "");
            added.push(new);
        }
        words.iter().for_each(|&word| self.remove(word));
        let tree = &mut self.page.tree;
        if let Some(line) = added.last().and_then(|&last| tree.parent(last)) {
            refit(tree, line);
        }
        added
    }
}
