//! The direction of a page whose text is turned, so that its edges are those of a reader who turns the page.

use crate::geometry::Rect;

/// Degrees of a quarter turn.
const QUARTER: f32 = 90.0;

/// A turn of text by quarters, with the size of its page.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Turn {
    /// Number of quarters, counter-clockwise: 1 for text that is read upwards.
    quarters: u8,
    width: f32,
    height: f32,
}

impl Turn {
    /// Number of directions.
    pub(super) const COUNT: usize = 4;

    /// A turn by some quarters on a page of this size, in points.
    pub(super) fn new(quarters: usize, width: f32, height: f32) -> Self {
        Self {
            quarters: (quarters % Self::COUNT) as u8,
            width,
            height,
        }
    }

    /// The quarters of text with this angle in degrees, counter-clockwise; `None` if it differs from quarter
    /// turns by more than `slope` degrees.
    pub(super) fn quarters_of(angle: f32, slope: f32) -> Option<usize> {
        let quarters = (angle / QUARTER).round();
        let near = (angle - quarters * QUARTER).abs() <= slope;
        near.then(|| (quarters as i32).rem_euclid(Self::COUNT as i32) as usize)
    }

    /// A rectangle of the page after the page was turned so that its text is upright.
    pub(super) fn upright(self, r: Rect) -> Rect {
        match self.quarters {
            1 => Rect::new(self.height - r.y1, r.x0, self.height - r.y0, r.x1),
            2 => Rect::new(
                self.width - r.x1,
                self.height - r.y1,
                self.width - r.x0,
                self.height - r.y0,
            ),
            3 => Rect::new(r.y0, self.width - r.x1, r.y1, self.width - r.x0),
            _ => r,
        }
    }

    /// The height of the page after it was turned, in points.
    pub(super) fn page_height(self) -> f32 {
        if self.quarters % 2 == 1 {
            self.width
        } else {
            self.height
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_top_of_a_turned_page_is_where_its_text_begins() {
        // A page 100 wide and 200 high; a line of 80 by 10 at the top left corner of the text.
        let line = Rect::new(0.0, 0.0, 80.0, 10.0);
        for (quarters, on_page) in [
            (0, Rect::new(0.0, 0.0, 80.0, 10.0)),
            (1, Rect::new(0.0, 120.0, 10.0, 200.0)),
            (2, Rect::new(20.0, 190.0, 100.0, 200.0)),
            (3, Rect::new(90.0, 0.0, 100.0, 80.0)),
        ] {
            assert_eq!(Turn::new(quarters, 100.0, 200.0).upright(on_page), line);
        }
    }

    #[test]
    fn angles_are_quarters_if_they_are_near() {
        for (angle, quarters) in [
            (0.0, Some(0)),
            (92.0, Some(1)),
            (-180.0, Some(2)),
            (-90.0, Some(3)),
            (45.0, None),
        ] {
            assert_eq!(Turn::quarters_of(angle, 4.0), quarters, "{angle}");
        }
    }
}
