//! Remembers the lines of cells: candidates for tables share their cells.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::layout::regions::rows::RowLine;

/// A text, given by its pieces, with its lines.
type Text = (Vec<u32>, Rc<[RowLine]>);

/// The lines of texts, by their first pieces.
#[derive(Debug, Default)]
pub(crate) struct KnownLines(RefCell<BTreeMap<u32, Vec<Text>>>);

impl KnownLines {
    /// The lines of a text. `read` puts its pieces on lines once.
    pub(super) fn of(&self, pieces: &[u32], read: impl FnOnce() -> Vec<RowLine>) -> Rc<[RowLine]> {
        let mut all = self.0.borrow_mut();
        let same_start = all
            .entry(pieces.first().copied().unwrap_or_default())
            .or_default();
        if let Some((_, lines)) = same_start.iter().find(|(own, _)| own == pieces) {
            return Rc::clone(lines);
        }
        let lines: Rc<[RowLine]> = read().into();
        same_start.push((pieces.to_vec(), Rc::clone(&lines)));
        lines
    }
}
