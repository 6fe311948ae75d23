//! Numbers the notes of a document.

use std::collections::{HashMap, HashSet};

use super::part::NoteId;

/// The numbers of notes, counted through the document in the order of first references.
#[derive(Debug, Default)]
pub(in crate::write) struct NoteNumbers {
    numbers: HashMap<NoteId, usize>,
    taken: HashSet<usize>,
}

impl NoteNumbers {
    /// Returns the number of a note that is referred to: `printed` if that is a number not used by another
    /// note, otherwise the next unused one.
    pub(in crate::write) fn refer(&mut self, id: NoteId, printed: &str) -> usize {
        if let Some(&known) = self.numbers.get(&id) {
            return known;
        }
        let digits = printed.trim_matches(|c: char| !c.is_ascii_digit());
        let own = digits.parse().ok().filter(|own| !self.taken.contains(own));
        let number = own.unwrap_or_else(|| {
            let mut free = self.numbers.len() + 1;
            while self.taken.contains(&free) {
                free += 1;
            }
            free
        });
        self.taken.insert(number);
        self.numbers.insert(id, number);
        number
    }

    /// The number of a note, if the text written so far refers to it.
    pub(in crate::write) fn of(&self, id: Option<NoteId>) -> Option<usize> {
        self.numbers.get(&id?).copied()
    }
}
