//! Finds the connected components of ink in a picture.

use std::collections::HashMap;

use super::bitmap::Bitmap;
use pdfa2hocr_core::compact_sort::CompactSort;
use pdfa2hocr_core::union_find::UnionFind;

/// Most runs of ink that are examined. Coarse photographs have more.
const MAX_RUNS: usize = 400_000;

/// A connected component of ink: a rectangle of pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Component {
    pub(super) x0: usize,
    pub(super) y0: usize,
    pub(super) x1: usize,
    pub(super) y1: usize,
    /// The number of its dark pixels.
    pub(super) ink: usize,
}

impl Component {
    pub(super) fn width(self) -> f32 {
        (self.x1 - self.x0) as f32
    }

    pub(super) fn height(self) -> f32 {
        (self.y1 - self.y0) as f32
    }
}

/// The connected components of ink darker than `threshold`; none if there are too many runs.
pub(super) fn components(picture: &Bitmap, threshold: u8) -> Vec<Component> {
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
        if runs.len() > MAX_RUNS {
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
        let own = Component {
            x0,
            y0: y,
            x1,
            y1: y + 1,
            ink: 0,
        };
        let all = found.entry(sets.first(i as u32)).or_insert(own);
        *all = Component {
            x0: all.x0.min(x0),
            y0: all.y0.min(y),
            x1: all.x1.max(x1),
            y1: all.y1.max(y + 1),
            ink: all.ink + x1 - x0,
        };
    }
    let mut components: Vec<Component> = found.into_values().collect();
    components.compact_sort_by_key(|own| (own.y0, own.x0));
    components
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn touching_runs_are_one_component() {
        let rows = ["#.#", "#.#", "###", "...", "#.."];
        let grey = rows.iter().flat_map(|row| row.bytes());
        let grey = grey.map(|c| if c == b'#' { 0 } else { 255 }).collect();
        let picture = Bitmap::new(3, 5, grey).unwrap();
        let boxes: Vec<_> = components(&picture, 128)
            .iter()
            .map(|c| [c.x0, c.y0, c.x1, c.y1, c.ink])
            .collect();
        assert_eq!(boxes, [[0, 0, 3, 3, 7], [0, 4, 1, 5, 1]]);
    }
}
