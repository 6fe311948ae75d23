//! Detects backgrounds of words, such as those of a highlighter, whose edges separate no cells.
//!
//! ```text
//!     the use of ░coloured░ pens       text goes on at an edge
//!     ░░a heading░░                    or all edges are those of the text
//! ```

use std::borrow::Cow;

use super::draft::TableFinder;
use crate::geometry::Rect;
use crate::layout::regions::shapes::THIN;
use crate::page::Fill;
use crate::rank::sorted;

/// Limits for backgrounds of words, in ems.
struct Limits {
    /// Largest height.
    height: f32,
    /// Largest distance between an edge and the first or last word. Cells have more room at one of their sides.
    close: f32,
    /// Smallest distance of words in neighbouring cells.
    apart: f32,
    /// Largest difference of the middles of words in a line.
    level: f32,
}

const LIMITS: Limits = Limits {
    height: 2.0,
    close: 0.15,
    apart: 0.4,
    level: 0.3,
};

impl TableFinder<'_> {
    /// The filled shapes that can be ruled lines or backgrounds of cells.
    pub(super) fn fills_of_cells(&self, pieces: &[u32]) -> Cow<'_, [Fill]> {
        let fills = &self.content.fills;
        let is_low = |fill: &Fill| {
            let rect = self.frame.enter_rect(fill.bbox);
            let height = THIN..=LIMITS.height * self.em;
            rect.width() > THIN && height.contains(&rect.height())
        };
        if !fills.iter().any(is_low) {
            return Cow::Borrowed(fills);
        }
        // Downwards, because a page can have thousands of shapes.
        let downwards: Vec<u32> =
            sorted(pieces.iter().map(|&i| (self.piece(i).middle(), i))).collect();
        let is_kept = |fill: &&Fill| {
            !is_low(fill) || !self.is_highlight(self.frame.enter_rect(fill.bbox), &downwards)
        };
        fills.iter().filter(is_kept).copied().collect()
    }

    /// Whether a background ends where its words end, or in a line between two words.
    fn is_highlight(&self, rect: Rect, downwards: &[u32]) -> bool {
        let from = downwards.partition_point(|&i| self.piece(i).middle() < rect.y0);
        let level = downwards.get(from..).unwrap_or_default().iter();
        let level = level
            .map(|&i| self.piece(i))
            .take_while(|piece| piece.middle() <= rect.y1);
        let (mut own, mut middle) = (Rect::EMPTY, None);
        let (mut before, mut after) = (f32::NEG_INFINITY, f32::INFINITY);
        for piece in level {
            let cell = piece.cell;
            let at = (cell.x0 + cell.x1) / 2.0;
            if at < rect.x0 {
                before = before.max(cell.x1);
            } else if at > rect.x1 {
                after = after.min(cell.x0);
            } else {
                let first = *middle.get_or_insert(piece.middle());
                if (piece.middle() - first).abs() > LIMITS.level * self.em {
                    return false;
                }
                own = own.union(cell);
            }
        }
        let gap = LIMITS.apart * self.em;
        let is_close = |a: f32, b: f32| (a - b).abs() <= LIMITS.close * self.em;
        middle.is_some()
            && (own.x0 - before < gap
                || after - own.x1 < gap
                || is_close(own.x0, rect.x0) && is_close(own.x1, rect.x1))
    }
}
