//! Detects pictures that contain text: rows of connected components of the size of letters.

use std::collections::HashMap;

use super::bitmap::Bitmap;
use pdfa2hocr_core::union_find::UnionFind;

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
    /// Most runs of ink that are examined. Photographs have more, and are not text.
    max_runs: usize,
}

const ROW: RowLimits = RowLimits {
    heights: 3.0..=30.0,
    max_width: 6.0,
    max_step: 0.4,
    max_gap: 3.0,
    max_ratio: 2.0,
    min_letters: 4,
    min_rows: 2,
    max_runs: 400_000,
};

/// A connected component of ink: a rectangle of pixels.
#[derive(Clone, Copy, Debug)]
struct Component {
    x0: usize,
    y0: usize,
    x1: usize,
    y1: usize,
}

impl Component {
    fn height(self) -> f32 {
        (self.y1 - self.y0) as f32
    }
}

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
        let width = (own.x1 - own.x0) as f32;
        ROW.heights.contains(&(own.height() / scale)) && width <= ROW.max_width * own.height()
    });
    // From left to right, each letter continues the row whose last letter is beside it.
    letters.sort_by_key(|own| own.x0);
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

/// The connected components of ink darker than `threshold`; none if there are too many runs.
fn components(picture: &Bitmap, threshold: u8) -> Vec<Component> {
    // Runs of ink: row, first and last column.
    let mut runs: Vec<(usize, usize, usize)> = Vec::new();
    for (y, row) in picture.rows().enumerate() {
        let mut x = 0;
        while x < row.len() {
            let is_ink = |at: usize| row.get(at).is_some_and(|grey| *grey < threshold);
            if !is_ink(x) {
                x += 1;
                continue;
            }
            let start = x;
            while is_ink(x) {
                x += 1;
            }
            runs.push((y, start, x));
        }
        if runs.len() > ROW.max_runs {
            return Vec::new();
        }
    }
    let mut sets = UnionFind::new(runs.len());
    let mut above = 0;
    for (i, (y, x0, x1)) in runs.iter().enumerate() {
        // The first run of the row above that can touch this one. Both rows ascend.
        while let Some((upper, _, end)) = runs.get(above)
            && (upper + 1 < *y || upper + 1 == *y && end < x0)
        {
            above += 1;
        }
        let touching = runs.iter().enumerate().skip(above);
        for (j, _) in touching.take_while(|(_, (upper, start, _))| upper + 1 == *y && start <= x1) {
            sets.join(i as u32, j as u32);
        }
    }
    let mut found: HashMap<u32, Component> = HashMap::new();
    for (i, (y, x0, x1)) in runs.into_iter().enumerate() {
        let own = Component { x0, y0: y, x1, y1: y + 1 };
        let all = found.entry(sets.first(i as u32)).or_insert(own);
        *all = Component {
            x0: all.x0.min(x0),
            y0: all.y0.min(y),
            x1: all.x1.max(x1),
            y1: all.y1.max(y + 1),
        };
    }
    let mut components: Vec<Component> = found.into_values().collect();
    components.sort_by_key(|own| (own.y0, own.x0));
    components
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

    #[test]
    fn touching_runs_are_one_component() {
        let rows = ["#.#", "#.#", "###", "...", "#.."];
        let grey = rows.iter().flat_map(|row| row.bytes());
        let grey = grey.map(|c| if c == b'#' { 0 } else { 255 }).collect();
        let picture = Bitmap::new(3, 5, grey).unwrap();
        let boxes: Vec<_> = components(&picture, 128)
            .iter()
            .map(|c| [c.x0, c.y0, c.x1, c.y1])
            .collect();
        assert_eq!(boxes, [[0, 0, 3, 3], [0, 4, 1, 5]]);
    }
}
