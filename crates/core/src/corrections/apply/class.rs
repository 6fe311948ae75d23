//! Sets the class of units.

use std::collections::HashSet;

use super::super::entry::{Class, Entry, Level};
use super::super::words::box_around;
use super::Editor;
use super::gather::{gather, whole};
use super::paragraph_class::{class_of, empty, put};
use super::unit::{relocate, unit_of};
use crate::page::{Detail, Node, NodeId, NodeKind, Page};

impl Editor<'_> {
    /// Sets the class of a unit.
    pub(super) fn set_class(
        &mut self,
        level: Level,
        units: &[Vec<NodeId>],
        class: Class,
    ) -> Result<bool, String> {
        // A later operation may have deleted the words.
        if units.is_empty() || self.has_later_class(level, &units.concat()) {
            return Ok(false);
        }
        let mut changed = false;
        for words in units {
            changed |= self.classify(level, words, class);
        }
        Ok(changed)
    }

    /// Whether a later operation sets the class of the same unit. A running head that is none after all stays at its
    /// place.
    fn has_later_class(&self, level: Level, words: &[NodeId]) -> bool {
        let words: HashSet<&NodeId> = words.iter().collect();
        let mut later = self.entries.iter().enumerate().skip(self.at + 1);
        later.any(|(at, Entry { operation, .. })| {
            let found = self.earlier.located.get(&at);
            let found = found.map(|found| found.iter().flatten().flatten().collect());
            let is_same = found.as_ref() == Some(&words);
            let is_word = operation.level() == Some(Level::Word);
            operation.class().is_some() && is_same && is_word == (level == Level::Word)
        })
    }

    /// Sets the class of words, of which there is at least one. Returns whether the page changed.
    fn classify(&mut self, level: Level, words: &[NodeId], class: Class) -> bool {
        let page = &mut *self.page;
        match class {
            Class::Noise => {
                words.iter().for_each(|&word| self.remove(word));
                return true;
            }
            Class::Headword => return set_kind(page, words, "headword"),
            Class::Text if level == Level::Word => return set_kind(page, words, "word"),
            Class::Table => return make_table(page, words),
            _ => {}
        }
        let (mut paragraphs, mut changed) = match level {
            Level::Block => (whole(page, Level::Paragraph, words), false),
            _ => {
                let (paragraph, is_new) = gather(page, Level::Paragraph, words);
                (vec![paragraph], is_new)
            }
        };
        paragraphs.retain(|&paragraph| {
            let is_other = class_of(page, paragraph) != Some(class);
            if is_other {
                put(page, paragraph, class);
            }
            is_other
        });
        changed |= !paragraphs.is_empty();
        if let (Class::Figure, Some(&first)) = (class, paragraphs.first()) {
            let image = Node::new(NodeKind::IMAGE, box_around(page, &paragraphs), Detail::None);
            let image = page.tree.add(image);
            let place = unit_of(&page.tree, Level::Block, first).unwrap_or(first);
            page.tree.insert_before(place, image);
        }
        changed
    }
}

fn set_kind(page: &mut Page, words: &[NodeId], kind: &'static str) -> bool {
    let mut changed = false;
    for &word in words {
        changed |= page.tree[word].kind.as_str() != kind;
        page.tree[word].kind = NodeKind::known(kind);
    }
    changed
}

/// Makes words a table with a row for each line. Returns `false` if they are in one.
fn make_table(page: &mut Page, words: &[NodeId]) -> bool {
    let first = words.first().copied().unwrap_or(page.tree.root());
    let is_table = |id: &NodeId| page.tree[*id].kind.as_str() == "Table";
    if page.tree.around(first).any(|id| is_table(&id)) {
        return false;
    }
    let (block, _) = gather(page, Level::Block, words);
    let lines = whole(page, Level::Line, words);
    let table = page.tree.add(empty("Table", page.tree[block].bbox));
    page.tree.insert_before(block, table);
    for line in lines {
        let mut text = table;
        for kind in ["TR", "TD", "textbox"] {
            text = page.tree.add_child(text, empty(kind, page.tree[line].bbox));
        }
        relocate(&mut page.tree, line, |tree| tree.append(text, line));
    }
    true
}
