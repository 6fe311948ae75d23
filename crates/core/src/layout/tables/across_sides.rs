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

impl TableFinder<'_> {
    /// For each row between the heights `ys`, downwards, whether a word is beside this rectangle as near as words in a line.
    pub(super) fn rows_across_sides(&self, rect: Rect, ys: &[f32]) -> Vec<bool> {
        let near = WORD_GAP * self.em;
        let mut across = vec![false; ys.len().saturating_sub(1)];
        for piece in &self.pieces.pieces {
            let cell = piece.cell;
            let middle = (cell.x0 + cell.x1) / 2.0;
            let left = middle < rect.x0 && (cell.x1 - rect.x0).abs() <= near;
            let right = middle > rect.x1 && (cell.x0 - rect.x1).abs() <= near;
            if !(left || right) || piece.inked == 0 {
                continue;
            }
            let at = ys.partition_point(|&y| y <= piece.middle());
            if let Some(own) = at.checked_sub(1).and_then(|row| across.get_mut(row)) {
                *own = true;
            }
        }
        across
    }
}
