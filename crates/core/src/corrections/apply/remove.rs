//! Removes words from a page, with the units that become empty, or replaces them by others.

use super::super::anchor::quote;
use super::super::entry::{Anchor, Class, Level, Operation};
use super::super::words::{words_below, words_in};
use super::Editor;
use super::unit::{refit, relocate, set_apart};
use crate::geometry::Rect;
use crate::page::{Node, NodeId, Own};

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
        for part in self.earlier.located.values_mut().flatten() {
            part.iter_mut()
                .for_each(|unit| unit.retain(|own| *own != word));
            part.retain(|unit| !unit.is_empty());
        }
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
        let is_apart = |word: &NodeId| self.page.tree[*word].own(Own::Apart).is_some();
        let is_apart = words.first().is_none_or(is_apart);
        for mut node in new {
            // A person who types several words separates them.
            if is_apart || !added.is_empty() {
                set_apart(&mut node);
            }
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
        match words.first() {
            Some(&first) => self.join(&added, &[first], Level::Word),
            None => self.join(&added, &[beside], Level::Line),
        }
        words.iter().for_each(|&word| self.remove(word));
        let tree = &mut self.page.tree;
        if let Some(line) = added.last().and_then(|&last| tree.parent(last)) {
            refit(tree, line);
        }
        added
    }

    /// Adds new words to the units of operations that are applied later, of a level and those above it: to those that
    /// have all words beside the new ones. Noise gets none, because it is not on the page that people see.
    pub(super) fn join(&mut self, added: &[NodeId], beside: &[NodeId], least: Level) {
        for (at, parts) in &mut self.earlier.located {
            let operation = self.entries.get(*at).map(|entry| &entry.operation);
            let is_noise = operation.is_some_and(|own| own.class() == Some(Class::Noise));
            let level = operation.and_then(Operation::level).filter(|_| !is_noise);
            for unit in parts.iter_mut().flatten() {
                if level >= Some(least) && beside.iter().all(|word| unit.contains(word)) {
                    unit.extend(added);
                }
            }
        }
    }
}
