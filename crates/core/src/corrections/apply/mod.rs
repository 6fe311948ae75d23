//! Applies operations to a page: one file for each kind of operation, on the units of `unit` and the glyphs
//! of `glyphs`.

mod add;
mod align;
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

use super::anchor::{Earlier, find, is_removed, rect};
use super::entry::{Class, Entry, Level, Operation, Phase};
use super::report::Outcome;
use crate::page::Page;

/// A page's state between the two steps at which operations are applied to it.
#[derive(Clone, Debug, Default)]
pub struct Corrected {
    earlier: Earlier,
    /// The results of the operations so far.
    pub outcomes: Vec<Outcome>,
}

/// Applies the operations of a phase to a page, in order. An operation that does not fit leaves the page
/// unchanged.
pub(super) fn apply<'e>(
    page: &mut Page,
    entries: impl Iterator<Item = (&'e Entry, Option<&'e Entry>)> + Clone,
    phase: Phase,
    corrected: &mut Corrected,
) {
    let of_phase = entries.enumerate();
    let of_phase = of_phase.filter(|(_, (entry, _))| entry.operation.phase() == Some(phase));
    // Later operations fit the boxes of units to their words again.
    let is_last = |entry: &Entry| match &entry.operation {
        Operation::Resize { level, .. } => *level != Level::Word,
        _ => false,
    };
    for last in [false, true] {
        for (at, (entry, winner)) in of_phase.clone() {
            if is_last(entry) != last {
                continue;
            }
            let result = apply_one(page, &entry.operation, at, &mut corrected.earlier);
            let outcome = Outcome::new(page.number(), entry, result);
            corrected.outcomes.push(match winner {
                Some(winner) => outcome.in_conflict(winner),
                None => outcome,
            });
        }
    }
}

/// Applies an operation, the page's one of this number. Returns whether it changed the page.
fn apply_one(
    page: &mut Page,
    operation: &Operation,
    at: usize,
    earlier: &mut Earlier,
) -> Result<bool, String> {
    match operation {
        Operation::Undo { .. }
        | Operation::Redo { .. }
        | Operation::Progress { .. }
        | Operation::Gutters { .. } => Ok(false),
        Operation::Text { on, text, .. } => text::replace(page, earlier, on, text),
        Operation::Group {
            level,
            parts,
            together,
        } => match level {
            Level::Word => split::words(page, earlier, parts, *together),
            _ => gather::parts(page, earlier, *level, parts, *together, at),
        },
        Operation::Resize { level, on, bbox } => {
            resize::resize(page, earlier, *level, on, rect(*bbox), at)
        }
        Operation::Add { level, bbox, text } => add::add(page, earlier, *level, rect(*bbox), text),
        Operation::Delete { on, .. } => remove::delete(page, earlier, on),
        // A later operation may have deleted the words.
        Operation::Class { on, .. } if is_removed(page, earlier, on) => Ok(false),
        Operation::Class { level, on, class } => {
            let words = find(page, earlier, on)?;
            // Classes of units are those of paragraphs.
            let units = match (level, class) {
                (Level::Word, _) | (_, Class::Noise | Class::Headword) => vec![words],
                _ => gather::since(page, earlier, Level::Paragraph, words, at),
            };
            let mut changed = false;
            for words in units {
                changed |= class::set(page, earlier, *level, &words, *class)?;
            }
            Ok(changed)
        }
        Operation::Order { level, parts } => order::order(page, earlier, *level, parts, at),
    }
}
