//! Finds text that goes on across the sides of ruled lines: it is between two tables, not in one.
//!
//! ```text
//!              ──────────────────
//!              Health   Defence
//!              3              1
//!              ──────────────────
//!     4. Compute the mean of each column.
//!              ──────────────────
//! ```

use super::distances::WORD_GAP;
use super::draft::TableFinder;
use crate::geometry::Rect;

/// The words of a row on one side of a rectangle.
#[derive(Clone, Copy, Default)]
struct Beside {
    words: u32,
    /// One of them is as near to the rectangle as words in a line.
    near: bool,
}

impl TableFinder<'_> {
    /// For each row between the heights `ys`, downwards, the number of words at a side of this rectangle at which a line of
    /// text goes on. A single one can be the end of a cell that is wider than the lines.
    pub(super) fn words_across_sides(&self, rect: Rect, ys: &[f32]) -> Vec<u32> {
        let near = WORD_GAP * self.em;
        let mut rows = vec![[Beside::default(); 2]; ys.len().saturating_sub(1)];
        for piece in self.pieces.pieces.iter().filter(|piece| piece.inked > 0) {
            let cell = piece.cell;
            let middle = (cell.x0 + cell.x1) / 2.0;
            let (side, distance) = if middle < rect.x0 {
                (0, rect.x0 - cell.x1)
            } else if middle > rect.x1 {
                (1, cell.x0 - rect.x1)
            } else {
                continue;
            };
            let at = ys.partition_point(|&y| y <= piece.middle());
            let row = at.checked_sub(1).and_then(|row| rows.get_mut(row));
            if let Some(own) = row.and_then(|row| row.get_mut(side)) {
                own.words += 1;
                own.near |= distance.abs() <= near;
            }
        }
        let words = |own: &Beside| if own.near { own.words } else { 0 };
        let most = |row: &[Beside; 2]| row.iter().map(words).max().unwrap_or_default();
        rows.iter().map(most).collect()
    }
}
