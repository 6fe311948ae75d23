//! Applies operations to a page: one file for each kind of operation, on the units of `unit` and the glyphs
//! of `glyphs`.

mod add;
mod boxes;
mod check;
mod class;
mod gather;
mod glyphs;
mod order;
mod paragraph_class;
mod remove;
mod resize;
mod split;
#[cfg(test)]
mod tests;
mod text;
mod unit;

pub use glyphs::reword;
pub use paragraph_class::class_of;

use std::collections::HashSet;

use boxes::restore_boxes;
use check::Units;
use order::{broken_orders, places};
use unit::{open_paragraphs, set_apart};

use super::anchor::{Earlier, Part, find};
use super::entry::{Anchor, Class, Entry, Level, Operation, Phase};
use super::report::Outcome;
use super::set::Corrections;
use super::words::words_below;
use crate::compact_sort::CompactSort;
use crate::page::{Detail, NodeId, Page};

/// A page's state between the two steps at which operations are applied to it.
#[derive(Clone, Debug, Default)]
pub struct Corrected {
    earlier: Earlier,
    /// The results of the operations so far.
    pub outcomes: Vec<Outcome>,
}

impl Corrections {
    /// Applies the operations of a phase to a page, in order. An operation that does not fit leaves the page unchanged.
    ///
    /// Classes, orders and boxes of units come after the other operations, which would change them. Their words are
    /// found when it is their turn, because the page then has the text and units on which they were made.
    pub fn apply(&self, page: &mut Page, phase: Phase, corrected: &mut Corrected) {
        let is_last = |operation: &Operation| match operation {
            Operation::Resize { level, .. } => *level != Level::Word,
            _ => operation.phase() == Some(Phase::AfterModules),
        };
        let (number, Corrected { earlier, outcomes }) = (page.number(), corrected);
        let entries: Vec<&Entry> = self.on(number).collect();
        open_paragraphs(&mut page.tree);
        for last in [false, true] {
            for (at, Entry { operation, .. }) in entries.iter().enumerate() {
                let mut editor = Editor {
                    page,
                    earlier,
                    entries: &entries,
                    at,
                };
                if is_last(operation) && !last {
                    editor.locate(operation);
                } else if is_last(operation) == last && operation.phase() == Some(phase) {
                    let result = editor.apply(operation);
                    outcomes.push(self.judged(Outcome::new(number, entries[at], result)));
                }
            }
        }
        if phase == Phase::BeforeModules {
            earlier.record_words(page);
        }
        for at in broken_orders(page, earlier, &entries) {
            let why = "a later correction moved one of its parts".to_owned();
            let broken = Outcome::new(number, entries[at], Err(why));
            let is_own = |own: &&mut Outcome| own.id == broken.id && own.reason.is_none();
            if let Some(own) = outcomes.iter_mut().find(is_own) {
                *own = broken;
            }
        }
        restore_boxes(page, &mut earlier.made);
    }
}

/// Applies one operation to a page. Its methods for operations return whether they changed the page, or the reason
/// why the operation does not fit.
struct Editor<'p> {
    page: &'p mut Page,
    earlier: &'p mut Earlier,
    /// All operations on the page.
    entries: &'p [&'p Entry],
    /// The number of the operation among them.
    at: usize,
}

impl Editor<'_> {
    fn apply(&mut self, operation: &Operation) -> Result<bool, String> {
        match operation {
            Operation::Text { on, text, .. } => self.replace_text(on, text),
            Operation::Add { level, bbox, text } => self.add(*level, (*bbox).into(), text),
            Operation::Delete { on, .. } => self.delete(on),
            Operation::Group {
                level: Level::Word,
                parts,
                together,
            } => self.group_words(parts, *together),
            Operation::Group { .. } => {
                let parts = self.find_units(operation.anchors())?;
                self.arrange(operation, parts)
            }
            Operation::Resize { .. } | Operation::Class { .. } | Operation::Order { .. } => {
                let parts = self.located(operation.anchors())?;
                self.arrange(operation, parts)
            }
            Operation::Undo { .. }
            | Operation::Redo { .. }
            | Operation::Progress { .. }
            | Operation::Gutters { .. } => Ok(false),
        }
    }

    /// Applies an operation on units, given by the words of each anchor. Takes it back if it does not fit, or if it
    /// changes other units.
    fn arrange(&mut self, operation: &Operation, parts: Vec<Part>) -> Result<bool, String> {
        let words: HashSet<NodeId> = parts.iter().flatten().flatten().copied().collect();
        let before = Units::of(self.page);
        let (tree, earlier) = (self.page.tree.clone(), self.earlier.clone());
        let result = match operation {
            Operation::Group {
                level, together, ..
            } => self.group(*level, parts.concat(), *together),
            Operation::Resize { level, on, bbox } => {
                self.resize(*level, on, (*bbox).into(), &parts.concat())
            }
            Operation::Class { level, class, .. } => {
                self.set_class(*level, &parts.concat(), *class)
            }
            Operation::Order { level, .. } => self.order(*level, parts),
            _ => Ok(false),
        };
        // An item joins the lists beside it.
        let most = operation.class().map_or(Level::Block, |_| Level::Paragraph);
        let result = result.and_then(|is_changed| {
            let changed = before.changed(&Units::of(self.page), most, &words);
            let level = changed.map(|level| format!("{level:?}").to_lowercase());
            level.map_or(Ok(is_changed), |level| {
                Err(format!("another {level} would change"))
            })
        });
        if result.is_err() {
            (self.page.tree, *self.earlier) = (tree, earlier);
        }
        result
    }

    /// Marks that words which are about to change, and those after them, are not written together with the words before
    /// them, unless they are now. Their new places would not show it. Words that were `added` are never.
    fn keep_apart(&mut self, words: &[NodeId], added: bool) {
        let page = &mut *self.page;
        let all: Vec<NodeId> = words_below(page, page.tree.root()).collect();
        for pair in all.windows(2) {
            let &[before, word] = pair else { continue };
            let is_own = words.contains(&before) || words.contains(&word);
            if let Detail::Word(glyphs) = &page.tree[before].detail
                && is_own
                && (added || !page.is_glued(glyphs, word))
            {
                set_apart(&mut page.tree[word]);
            }
        }
    }

    /// Finds the words of an operation that is applied later.
    fn locate(&mut self, operation: &Operation) {
        if !self.earlier.located.contains_key(&self.at)
            && let Ok(found) = self.find_units(operation.anchors())
        {
            self.earlier.located.insert(self.at, found);
        }
    }

    /// The words of each anchor in reading order, as they were found before; none if they were removed since then.
    fn located(&self, anchors: &[Anchor]) -> Result<Vec<Part>, String> {
        let places = places(self.page);
        let known = self.earlier.located.get(&self.at);
        let mut words = known.into_iter().flatten().flatten().flatten();
        if let Some(known) = known.filter(|_| words.all(|word| places.contains_key(word))) {
            let mut found = known.clone();
            for part in &mut found {
                for unit in part.iter_mut() {
                    unit.compact_sort_by_key(|word| places.get(word).copied());
                }
                part.compact_sort_by_key(|unit| {
                    unit.first().and_then(|word| places.get(word).copied())
                });
            }
            return Ok(found);
        }
        self.find_units(anchors)
    }

    /// The words of each anchor, as one unit. No word may be in two.
    fn find_units(&self, anchors: &[Anchor]) -> Result<Vec<Part>, String> {
        let found = anchors.iter().map(|on| Ok(vec![self.find(on)?]));
        let found: Vec<Part> = found.collect::<Result<_, String>>()?;
        let mut seen = HashSet::new();
        match found
            .iter()
            .flatten()
            .flatten()
            .all(|word| seen.insert(*word))
        {
            true => Ok(found),
            false => Err("two of its parts have the same words".to_owned()),
        }
    }

    /// The words of an anchor, or those whose class was not set before: others were in other units, such as a running
    /// head in the middle of a block.
    fn find(&self, on: &Anchor) -> Result<Vec<NodeId>, String> {
        find(self.page, self.earlier, on, &HashSet::new()).or_else(|why| {
            let classified = self.classified(|_| true);
            find(self.page, self.earlier, on, &classified).map_err(|_| why)
        })
    }

    /// The words to which operations before this one gave some classes.
    fn classified(&self, is_wanted: impl Fn(Class) -> bool) -> HashSet<NodeId> {
        let entries = self.entries.iter().enumerate().take(self.at);
        let classes = entries.filter(|(_, entry)| entry.operation.class().is_some_and(&is_wanted));
        let words = classes.filter_map(|(at, _)| self.earlier.located.get(&at));
        words.flatten().flatten().flatten().copied().collect()
    }
}
