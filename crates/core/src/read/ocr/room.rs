//! The budget of a page for characters and parts. Readers stop when it is used up, so that no memory is spent
//! on content that would be dropped.

use std::cell::Cell;

use crate::limits::Limits;

/// The characters and parts that a page may still have.
#[derive(Debug)]
pub(in crate::read) struct Room {
    characters: Cell<usize>,
    parts: Cell<usize>,
    is_full: Cell<bool>,
}

impl Room {
    pub(in crate::read) fn new(limits: &Limits) -> Self {
        Self {
            characters: Cell::new(limits.glyphs),
            parts: Cell::new(limits.ocr_parts),
            is_full: Cell::new(false),
        }
    }

    /// Reserves a region or a line. Returns `false` if the budget is used up.
    pub(in crate::read) fn take(&self) -> bool {
        self.take_word("")
    }

    /// Reserves a word. Returns `false` if the budget is used up.
    pub(in crate::read) fn take_word(&self, text: &str) -> bool {
        let characters = self.characters.get().checked_sub(text.chars().count());
        match (characters, self.parts.get().checked_sub(1)) {
            (Some(characters), Some(parts)) if !self.is_full.get() => {
                self.characters.set(characters);
                self.parts.set(parts);
                true
            }
            _ => {
                self.is_full.set(true);
                false
            }
        }
    }

    /// Returns the budget of words that are not kept, given the number of characters of each.
    #[cfg(any(feature = "html", test))]
    pub(in crate::read) fn give_back(&self, texts: impl Iterator<Item = usize>) {
        for characters in texts {
            self.characters.set(self.characters.get() + characters);
            self.parts.set(self.parts.get() + 1);
        }
    }

    /// Whether something exceeded the budget.
    pub(in crate::read) fn is_full(&self) -> bool {
        self.is_full.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_taken_once_something_did_not_fit() {
        let room = Room::new(&Limits {
            glyphs: 5,
            ocr_parts: 4,
            ..Limits::default()
        });
        assert!(room.take_word("äbc") && room.take() && !room.is_full());
        room.give_back([3].into_iter());
        assert!(room.take_word("abcde"));
        assert!(!room.take_word("f") && room.is_full());
        assert!(!room.take());
    }
}
