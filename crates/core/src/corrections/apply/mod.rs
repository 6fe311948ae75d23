//! Applies operations to a page: one file for each kind of operation, on the units of `unit` and the glyphs
//! of `glyphs`.

mod add;
mod boxes;
mod class;
mod gather;
mod glyphs;
mod order;
mod remove;
mod resize;
mod split;
#[cfg(test)]
mod tests;
mod text;
mod unit;

pub use class::class_of;
pub use glyphs::reword;

use std::collections::HashSet;

use boxes::restore_boxes;
use unit::{is_within, unit_of};

use super::anchor::{Earlier, find};
use super::entry::{Anchor, Class, Entry, Level, Operation, Phase};
use super::report::Outcome;
use super::set::Corrections;
use super::words::{words_below, words_in};
use crate::geometry::Rect;
use crate::page::{NodeId, Page};

/// A page's state between the two steps at which operations are applied to it.
#[derive(Clone, Debug, Default)]
pub struct Corrected {
    earlier: Earlier,
    /// The results of the operations so far.
    pub outcomes: Vec<Outcome>,
}

impl Corrections {
    /// Applies the operations of a phase to a page, in order. An operation that does not fit leaves the page unchanged.
    pub fn apply(&self, page: &mut Page, phase: Phase, corrected: &mut Corrected) {
        // Later operations fit the boxes of units to their words again.
        let is_last = |entry: &Entry| match &entry.operation {
            Operation::Resize { level, .. } => *level != Level::Word,
            _ => false,
        };
        let (number, Corrected { earlier, outcomes }) = (page.number(), corrected);
        let entries: Vec<&Entry> = self.on(page.index).collect();
        for last in [false, true] {
            for (at, entry) in entries.iter().enumerate() {
                if entry.operation.phase() == Some(phase) && is_last(entry) == last {
                    let mut editor = Editor {
                        page,
                        earlier,
                        entries: &entries,
                        at,
                    };
                    let result = editor.apply(&entry.operation);
                    outcomes.push(self.judged(Outcome::new(number, entry, result)));
                }
            }
        }
        if phase == Phase::BeforeModules {
            earlier.record_words(page);
        }
        restore_boxes(page, earlier);
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
            Operation::Group {
                level,
                parts,
                together,
            } => match level {
                Level::Word => self.group_words(parts, *together),
                _ => self.group(*level, parts, *together),
            },
            Operation::Resize { level, on, bbox } => self.resize(*level, on, (*bbox).into()),
            Operation::Add { level, bbox, text } => self.add(*level, (*bbox).into(), text),
            Operation::Delete { on, .. } => self.delete(on),
            Operation::Class { level, on, class } => self.set_class(*level, on, *class),
            Operation::Order { level, parts } => self.order(*level, parts),
            Operation::Undo { .. }
            | Operation::Redo { .. }
            | Operation::Progress { .. }
            | Operation::Gutters { .. } => Ok(false),
        }
    }

    /// The words of an anchor. Its box may also have words that were not in the unit when the operation was made.
    fn find(&self, on: &Anchor) -> Result<Vec<NodeId>, String> {
        let found = match find(self.page, self.earlier, on, &HashSet::new()) {
            Ok(found) => found,
            Err(why) => {
                let found = self.find_unit(on);
                return found.or_else(|| self.find_unclassified(on)).ok_or(why);
            }
        };
        // Words that were added to another paragraph may be in the box.
        let paragraph = |word: NodeId| unit_of(&self.page.tree, Level::Paragraph, word);
        let is_inserted = |word: &&NodeId| self.is_inserted(**word);
        let others = found.iter().filter(|word| !is_inserted(word));
        let others: HashSet<_> = others.map(|&word| paragraph(word)).collect();
        let apart = found.iter().filter(is_inserted).copied();
        let apart: HashSet<NodeId> = apart
            .filter(|&word| !others.contains(&paragraph(word)))
            .collect();
        match apart.is_empty() {
            true => Ok(found),
            false => Ok(find(self.page, self.earlier, on, &apart).unwrap_or(found)),
        }
    }

    /// Whether a later operation added a word at an empty place.
    fn is_inserted(&self, word: NodeId) -> bool {
        let inserted = self.earlier.inserted.get(&word);
        inserted.is_some_and(|inserted| *inserted > self.at)
    }

    /// The words of the only unit in the box with the text of the anchor. Other units may be between its parts.
    fn find_unit(&self, on: &Anchor) -> Option<Vec<NodeId>> {
        let page = &*self.page;
        let all: HashSet<NodeId> = words_in(page, on.bbox.into()).into_iter().collect();
        let mut found: Option<Vec<NodeId>> = None;
        for level in [Level::Line, Level::Paragraph, Level::Block] {
            let units = all.iter().map(|&word| unit_of(&page.tree, level, word));
            let units: HashSet<NodeId> = units.flatten().collect();
            for unit in units
                .into_iter()
                .filter(|&unit| is_within(page, unit, &all))
            {
                let own: HashSet<NodeId> = words_below(page, unit).collect();
                let others = all.difference(&own).copied().collect();
                let Ok(words) = find(page, self.earlier, on, &others) else {
                    continue;
                };
                if found.get_or_insert_with(|| words.clone()) != &words {
                    return None;
                }
            }
        }
        found
    }

    /// The words of an anchor, without those whose class was set before. These were in other units, such as a running
    /// head in the middle of a block.
    fn find_unclassified(&self, on: &Anchor) -> Option<Vec<NodeId>> {
        let classified = self.classified(on.bbox.into(), |_| true);
        find(self.page, self.earlier, on, &classified).ok()
    }

    /// The words at a place to which an operation before this one gave one of some classes.
    fn classified(&self, area: Rect, is_wanted: impl Fn(Class) -> bool) -> HashSet<NodeId> {
        let mut found = HashSet::new();
        for entry in self.entries.iter().take(self.at) {
            if let Operation::Class { on, class, .. } = &entry.operation
                && is_wanted(*class)
                && !area.intersection(on.bbox.into()).is_empty()
            {
                let words = find(self.page, self.earlier, on, &HashSet::new());
                found.extend(words.unwrap_or_default());
            }
        }
        found
    }
}
