//! The steps that can be undone and redone, computed from the entries of a file. A step is the operations of
//! one request, whose identifiers begin alike, or the withdrawal of one entry among two that conflict.
//!
//! ```text
//! entries   A  B  C  undo C  undo B  redo B
//! undo      A  B
//! redo      C
//! ```
//!
//! A new step ends redoing. The entries of a step that can no longer be redone are not needed.

use std::collections::BTreeMap;

use pdfa2hocr_core::corrections::{Entry, Id, Operation};
use pdfa2hocr_core::page_number::PageNumber;

/// Hexadecimal digits of an identifier that are those of its step; the others are its number in the step.
pub(super) const STEP: usize = 24;

/// A step.
#[derive(Clone, Debug)]
struct Step {
    /// Operations of one request, or an entry that withdraws or restores earlier ones.
    entries: Vec<Entry>,
    /// The entry that took it back last.
    undone_by: Option<Entry>,
}

/// The steps of a file.
#[derive(Clone, Debug, Default)]
pub(in crate::browse) struct History {
    /// The last one is undone next.
    undo: Vec<Step>,
    /// The last one is redone next.
    redo: Vec<Step>,
    /// The last entry about the progress of each page.
    progress: BTreeMap<PageNumber, Entry>,
}

impl History {
    pub(super) fn of(entries: &[Entry]) -> Self {
        let mut history = Self::default();
        entries.iter().for_each(|entry| history.add(entry));
        history
    }

    /// The number of steps that can be undone, and redone.
    pub(in crate::browse) fn counts(&self) -> (usize, usize) {
        (self.undo.len(), self.redo.len())
    }

    /// The operation that undoes the last step.
    pub(in crate::browse) fn to_undo(&self) -> Option<Operation> {
        Some(self.undo.last()?.operation(true))
    }

    /// The operation that redoes the step that was undone last.
    pub(in crate::browse) fn to_redo(&self) -> Option<Operation> {
        Some(self.redo.last()?.operation(false))
    }

    /// Adds the next entry of the file.
    pub(super) fn add(&mut self, entry: &Entry) {
        match &entry.operation {
            Operation::Progress { .. } => {
                let page = entry.page.map(|page| (page, entry.clone()));
                self.progress.extend(page);
            }
            operation if operation.of().is_some() && self.to_undo().as_ref() == Some(operation) => {
                if let Some(mut step) = self.undo.pop() {
                    step.undone_by = Some(entry.clone());
                    self.redo.push(step);
                }
            }
            operation if operation.of().is_some() && self.to_redo().as_ref() == Some(operation) => {
                self.undo.extend(self.redo.pop());
            }
            _ => match self.undo.last_mut() {
                Some(last) if self.redo.is_empty() && last.continues_with(entry) => {
                    last.entries.push(entry.clone());
                }
                _ => {
                    self.redo.clear();
                    self.undo.push(Step {
                        entries: vec![entry.clone()],
                        undone_by: None,
                    });
                }
            },
        }
    }

    /// The entries that give the same history: without steps that can no longer be redone, and without
    /// repeated undoing.
    pub(super) fn compacted(&self) -> Vec<Entry> {
        let done = self.undo.iter().chain(self.redo.iter().rev());
        let undone = self.redo.iter().filter_map(|step| step.undone_by.as_ref());
        let progress = self.progress.values();
        let entries = done.flat_map(|step| &step.entries);
        entries.chain(undone).chain(progress).cloned().collect()
    }
}

impl Step {
    /// The operation that undoes or redoes it.
    fn operation(&self, undoes: bool) -> Operation {
        let first = self.entries.first().map(|first| &first.operation);
        let withdraws = matches!(first, Some(Operation::Undo { .. }));
        let made = self.entries.iter().map(|own| own.id.clone());
        let of = first.and_then(Operation::of);
        let of = of.map_or_else(|| made.collect(), <[Id]>::to_vec);
        match undoes == withdraws {
            true => Operation::Redo { of },
            false => Operation::Undo { of },
        }
    }

    /// Whether an entry is another operation of the same request.
    fn continues_with(&self, entry: &Entry) -> bool {
        let is_made = |entry: &Entry| entry.operation.phase().is_some();
        self.entries.first().is_some_and(|first| {
            let is_other = first.id != entry.id && request(&first.id) == request(&entry.id);
            is_other && is_made(first) && is_made(entry)
        })
    }
}

/// The part of an identifier that the operations of a request share.
fn request(id: &Id) -> &str {
    let Id(id) = id;
    id.get(..STEP).unwrap_or(id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pdfa2hocr_core::corrections::PageState;

    fn entry(id: &str, operation: Operation) -> Entry {
        Entry {
            id: Id(id.to_owned()),
            by: "a".to_owned(),
            at: "2026-01-01T00:00:00Z".to_owned(),
            page: Some(PageNumber::FIRST),
            operation,
        }
    }

    fn made(id: &str) -> Entry {
        entry(
            id,
            Operation::Gutters {
                at: Vec::new(),
                pages: pdfa2hocr_core::corrections::PagesOf::This,
            },
        )
    }

    fn ids(of: &[&str]) -> Vec<Id> {
        of.iter().map(|id| Id((*id).to_owned())).collect()
    }

    /// Each word is an entry: an identifier, `-A` that undoes it, `+A` that redoes it.
    fn entries(text: &str) -> Vec<Entry> {
        let words = text.split(' ').enumerate();
        words
            .map(|(number, word)| match word.split_at(1) {
                ("-", of) => entry(&format!("u{number}"), Operation::Undo { of: ids(&[of]) }),
                ("+", of) => entry(&format!("r{number}"), Operation::Redo { of: ids(&[of]) }),
                _ => made(word),
            })
            .collect()
    }

    fn shown(history: &History) -> (Vec<Vec<Id>>, Vec<Vec<Id>>) {
        let of = |step: &Step| match step.operation(true) {
            Operation::Undo { of } | Operation::Redo { of } => of,
            _ => Vec::new(),
        };
        let of = |steps: &[Step]| steps.iter().map(of).collect();
        (of(&history.undo), of(&history.redo))
    }

    #[test]
    fn steps_are_undone_and_redone_in_turn() {
        for (text, undo, redo) in [
            ("A B C", &["A", "B", "C"][..], &[][..]),
            ("A B C -C -B", &["A"], &["C", "B"]),
            ("A B C -C -B +B", &["A", "B"], &["C"]),
            // A new operation ends redoing.
            ("A B -B C", &["A", "C"], &[]),
            ("A B -B C -C +C", &["A", "C"], &[]),
            // The withdrawal of an earlier or another person's entry is a step.
            ("A B -A", &["A", "B", "A"], &[]),
            ("A B -A +A", &["A", "B"], &["A"]),
            ("A B -A +A -A", &["A", "B", "A"], &[]),
            ("A -X +X -A", &[], &["X", "A"]),
            ("A +X -X", &["A"], &["X"]),
        ] {
            let history = History::of(&entries(text));
            let of = |names: &[&str]| names.iter().map(|name| ids(&[name])).collect::<Vec<_>>();
            assert_eq!(shown(&history), (of(undo), of(redo)), "{text}");
            // The compacted entries have the same history, and cannot be compacted further.
            let compacted = history.compacted();
            let again = History::of(&compacted);
            assert_eq!(shown(&again), shown(&history), "{text}");
            assert_eq!(again.compacted(), compacted, "{text}");
        }
    }

    #[test]
    fn entries_that_cannot_be_redone_are_dropped() {
        for (text, kept) in [
            ("A B C", "A B C"),
            ("A B -B C", "A C"),
            ("A -A +A -A +A", "A"),
            ("A B -B -A C", "C"),
            ("A B -B", "A B -B"),
            ("A B -A +A", "A B -A +A"),
        ] {
            let compacted = History::of(&entries(text)).compacted();
            let operations = |entries: Vec<Entry>| -> Vec<Operation> {
                entries.into_iter().map(|entry| entry.operation).collect()
            };
            assert_eq!(operations(compacted), operations(entries(kept)), "{text}");
        }
    }

    #[test]
    fn the_operations_of_a_request_are_one_step() {
        let id =
            |step: char, number: usize| format!("{}{number:04x}", step.to_string().repeat(STEP));
        let mut history = History::default();
        for (step, number) in [('a', 0), ('a', 1), ('b', 0), ('b', 1), ('b', 2)] {
            history.add(&made(&id(step, number)));
        }
        assert_eq!(history.counts(), (2, 0));
        let of = ids(&[&id('b', 0), &id('b', 1), &id('b', 2)]);
        assert_eq!(history.to_undo(), Some(Operation::Undo { of: of.clone() }));
        history.add(&entry("u", Operation::Undo { of: of.clone() }));
        assert_eq!(history.counts(), (1, 1));
        assert_eq!(history.to_redo(), Some(Operation::Redo { of }));
    }

    #[test]
    fn the_last_progress_of_a_page_is_kept() {
        let progress = |id: &str, state| entry(id, Operation::Progress { state });
        let mut history = History::of(&[made("A")]);
        history.add(&progress("p", PageState::InWork));
        history.add(&progress("q", PageState::Done));
        assert_eq!(history.counts(), (1, 0));
        let kept = [made("A"), progress("q", PageState::Done)];
        assert_eq!(history.compacted(), kept);
    }
}
