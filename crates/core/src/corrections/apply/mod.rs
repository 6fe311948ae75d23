//! Applies operations to a page: one file for each kind of operation, on the units of `unit` and the glyphs
//! of `glyphs`.

mod add;
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

use super::anchor::{Earlier, find};
use super::entry::{Anchor, Entry, Level, Operation, Phase};
use super::report::Outcome;
use super::set::Corrections;
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
        for last in [false, true] {
            for (at, entry) in self.on(page.index).enumerate() {
                if entry.operation.phase() == Some(phase) && is_last(entry) == last {
                    let result = Editor { page, earlier, at }.apply(&entry.operation);
                    outcomes.push(self.judged(Outcome::new(number, entry, result)));
                }
            }
        }
    }
}

/// Applies one operation to a page. Its methods for operations return whether they changed the page, or the reason
/// why the operation does not fit.
struct Editor<'p> {
    page: &'p mut Page,
    earlier: &'p mut Earlier,
    /// The number of the operation among those of the page.
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

    /// The words of an anchor.
    fn find(&self, on: &Anchor) -> Result<Vec<NodeId>, String> {
        find(self.page, self.earlier, on)
    }
}
