//! The painted area of a page, over which white text is visible.

use crate::geometry::Rect;

/// The area painted in a colour other than white, as a grid of 64 by 64 cells over the page with one bit
/// each.
#[derive(Debug)]
pub(super) struct Ground {
    page: Rect,
    rows: [u64; 64],
}

impl Ground {
    pub(super) fn new(page: Rect) -> Self {
        Self {
            page,
            rows: [0; 64],
        }
    }

    /// The rows of cells that a box touches, and the bits of its columns.
    fn cells(&self, bbox: Rect) -> Option<(std::ops::RangeInclusive<usize>, u64)> {
        let bbox = bbox.intersection(self.page);
        if bbox.is_empty() {
            return None;
        }
        // The cast saturates; NaN becomes 0.
        let cell = |at: f32, length: f32| ((at / length * 64.0) as usize).min(63);
        let (left, right) = (
            cell(bbox.x0, self.page.width()),
            cell(bbox.x1, self.page.width()),
        );
        let bits = (u64::MAX >> (63 - right)) & (u64::MAX << left);
        let top = cell(bbox.y0, self.page.height());
        Some((top..=cell(bbox.y1, self.page.height()), bits))
    }

    pub(super) fn paint(&mut self, bbox: Rect) {
        if let Some((rows, bits)) = self.cells(bbox) {
            for row in self.rows.get_mut(rows).into_iter().flatten() {
                *row |= bits;
            }
        }
    }

    pub(super) fn shows_white(&self, bbox: Rect) -> bool {
        self.cells(bbox).is_some_and(|(rows, bits)| {
            let rows = self.rows.get(rows).unwrap_or_default();
            rows.iter().any(|row| row & bits != 0)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_shows_on_what_has_been_painted() {
        let mut ground = Ground::new(Rect::new(0.0, 0.0, 640.0, 640.0));
        ground.paint(Rect::new(100.0, 100.0, 200.0, 150.0));
        assert!(ground.shows_white(Rect::new(110.0, 110.0, 120.0, 120.0)));
        assert!(ground.shows_white(Rect::new(0.0, 0.0, 105.0, 105.0)));
        assert!(!ground.shows_white(Rect::new(300.0, 100.0, 310.0, 110.0)));
        assert!(!ground.shows_white(Rect::new(110.0, 300.0, 120.0, 310.0)));
        ground.paint(Rect::new(f32::MIN, f32::MIN, f32::MAX, f32::MAX));
        assert!(ground.shows_white(Rect::new(639.0, 639.0, 639.5, 639.5)));
        assert!(!ground.shows_white(Rect::EMPTY));
    }
}
