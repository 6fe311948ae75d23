//! Detects pictures that contain text: rows of connected components of the size of letters.

use super::bitmap::Bitmap;
use super::components::{Component, components};
use pdfa2hocr_core::compact_sort::CompactSort;

/// Limits for letters and rows of them.
struct RowLimits {
    /// Heights of letters, in points.
    heights: std::ops::RangeInclusive<f32>,
    /// Largest ratio of a letter's width to its height; letters may touch.
    max_width: f32,
    /// Largest difference between the lower edges of neighbours, in their heights.
    max_step: f32,
    /// Largest gap between neighbours, in their heights.
    max_gap: f32,
    /// Largest ratio between the heights of neighbours.
    max_ratio: f32,
    /// Least number of letters in a row.
    min_letters: usize,
    /// Least number of rows.
    min_rows: usize,
}

const ROW: RowLimits = RowLimits {
    heights: 3.0..=30.0,
    max_width: 6.0,
    max_step: 0.4,
    max_gap: 3.0,
    max_ratio: 2.0,
    min_letters: 4,
    min_rows: 2,
};

/// The picture with dark text on light paper, if it contains rows of letters. `scale` is the number of pixels per point.
pub(super) fn readable(picture: Bitmap, scale: f32) -> Option<Bitmap> {
    if has_rows(&picture, scale) {
        return Some(picture);
    }
    let inverted = picture.inverted();
    has_rows(&inverted, scale).then_some(inverted)
}

fn has_rows(picture: &Bitmap, scale: f32) -> bool {
    let mut letters = components(picture, picture.threshold());
    letters.retain(|own| {
        ROW.heights.contains(&(own.height() / scale)) && own.width() <= ROW.max_width * own.height()
    });
    // From left to right, each letter continues the row whose last letter is beside it.
    letters.compact_sort_by_key(|own| own.x0);
    let mut rows: Vec<(Component, usize)> = Vec::new();
    let mut full = 0;
    for own in letters {
        let follows = |(last, _): &&mut (Component, usize)| {
            let size = last.height().min(own.height());
            let gap = own.x0 as f32 - last.x1 as f32;
            last.y1.abs_diff(own.y1) as f32 <= ROW.max_step * size
                && gap <= ROW.max_gap * size
                && last.height().max(own.height()) <= ROW.max_ratio * size
        };
        match rows.iter_mut().rev().take(200).find(follows) {
            Some((last, count)) => {
                *last = own;
                *count += 1;
                full += usize::from(*count == ROW.min_letters);
            }
            None => rows.push((own, 1)),
        }
    }
    full >= ROW.min_rows
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Letters as small boxes, in rows; `ink` on `paper`.
    fn page(rows: usize, (ink, paper): (u8, u8)) -> Bitmap {
        let (width, height) = (400usize, 200usize);
        let mut grey = vec![paper; width * height];
        for row in 0..rows {
            for letter in 0..12 {
                let (x0, y0) = (20 + 25 * letter, 30 + 50 * row);
                for y in y0..y0 + 20 {
                    grey[y * width + x0..y * width + x0 + 14].fill(ink);
                }
            }
        }
        Bitmap::new(width, height, grey).unwrap()
    }

    #[test]
    fn two_rows_of_letters_are_text() {
        assert!(readable(page(3, (0, 255)), 2.0).is_some());
        assert!(readable(page(1, (0, 255)), 2.0).is_none());
        assert!(readable(page(0, (0, 255)), 2.0).is_none());
        // Too large for letters.
        assert!(readable(page(3, (0, 255)), 0.5).is_none());
    }

    #[test]
    fn light_text_on_a_dark_ground_is_inverted() {
        let read = readable(page(2, (255, 0)), 2.0).unwrap();
        assert_eq!(read, page(2, (0, 255)));
    }
}
