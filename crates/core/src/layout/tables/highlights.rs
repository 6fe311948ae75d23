//! Detects backgrounds of words, such as those of a highlighter, whose edges separate no cells.
//!
//! ```text
//!     the use of ░coloured░ pens       text goes on at an edge
//!     the type ░ u32 ░ of a number     also where code has room around it
//!     ░░a heading░░                    or all edges are those of the text
//!       ░ u64 ░                        or no other background touches it
//! ```

use std::borrow::Cow;

use super::draft::TableFinder;
use crate::compact_sort::CompactSort;
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
    /// Smallest distance of words in neighbouring cells, and of the end of a cell from the words in the next one.
    apart: f32,
    /// Most room at both sides of a text by itself, and the largest difference of the two.
    room: f32,
    even: f32,
    /// Largest distance of backgrounds of neighbouring cells.
    beside: f32,
    /// Most backgrounds next to another one that are looked at.
    most: usize,
    /// Largest difference of the middles of words in a line.
    level: f32,
}

const LIMITS: Limits = Limits {
    height: 2.0,
    close: 0.15,
    apart: 0.4,
    room: 0.7,
    even: 0.1,
    beside: 0.1,
    most: 100,
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
        let low = fills.iter().filter(|fill| is_low(fill));
        let low = low.map(|fill| self.frame.enter_rect(fill.bbox));
        let mut low: Vec<Rect> = low.collect();
        if low.is_empty() {
            return Cow::Borrowed(fills);
        }
        low.compact_sort_by(|a, b| a.y0.total_cmp(&b.y0));
        // Downwards, because a page can have thousands of shapes.
        let downwards: Vec<u32> =
            sorted(pieces.iter().map(|&i| (self.piece(i).middle(), i))).collect();
        let is_kept = |fill: &&Fill| {
            !is_low(fill) || !self.is_highlight(self.frame.enter_rect(fill.bbox), &downwards, &low)
        };
        fills.iter().filter(is_kept).copied().collect()
    }

    /// Whether a background ends where its words end, or in a line between two words; or it is around a text by itself.
    /// `low` are all low backgrounds, downwards.
    fn is_highlight(&self, rect: Rect, downwards: &[u32], low: &[Rect]) -> bool {
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
        let goes_on = own.x0 - before < gap || after - own.x1 < gap;
        let is_close = |a: f32, b: f32, most: f32| (a - b).abs() <= most * self.em;
        let ends =
            is_close(own.x0, rect.x0, LIMITS.close) && is_close(own.x1, rect.x1, LIMITS.close);
        // Code has room around it, and words or nothing beside it.
        let near = rect.x0 - before < gap || after - rect.x1 < gap;
        let room = own.x0 - rect.x0;
        let even = room <= LIMITS.room * self.em && is_close(room, rect.x1 - own.x1, LIMITS.even);
        middle.is_some() && (goes_on || ends || (near || even) && !self.touches_another(rect, low))
    }

    /// Whether the background of another cell is beside, above or below one.
    fn touches_another(&self, rect: Rect, low: &[Rect]) -> bool {
        let near = rect.grown(LIMITS.beside * self.em);
        let from = low.partition_point(|other| other.y0 < rect.y0 - LIMITS.height * self.em);
        let around = low.get(from..).unwrap_or_default().iter();
        let around = around
            .take_while(|other| other.y0 <= near.y1)
            .take(LIMITS.most);
        let mut others = around.filter(|other| **other != rect && other.intersection(rect) != rect);
        others.any(|other| other.touches(near))
    }
}
