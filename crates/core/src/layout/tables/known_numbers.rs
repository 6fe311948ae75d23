//! Remembers which pieces of a page are numbers: candidates for tables share their pieces.

use std::cell::{Cell, OnceCell};

/// Whether each piece of a page is a number, as far as this was asked for.
#[derive(Debug, Default)]
pub(crate) struct KnownNumbers(OnceCell<Vec<Cell<Option<bool>>>>);

impl KnownNumbers {
    /// Returns `true` if a piece is a number, of a page with `count` pieces. `read` finds it out once.
    pub(super) fn of(&self, piece: u32, count: usize, read: impl FnOnce() -> bool) -> bool {
        let known = self.0.get_or_init(|| vec![Cell::new(None); count]);
        let Some(known) = known.get(piece as usize) else {
            return false;
        };
        known.get().unwrap_or_else(|| {
            let is_number = read();
            known.set(Some(is_number));
            is_number
        })
    }
}
