//! A hash table of glyphs by content and position.

use crate::geometry::Point;

/// Maximum glyphs compared for one content and position. Entries that are not copies differ in size or
/// direction, so there are few.
const COMPARED: usize = 16;

const NONE: u32 = u32::MAX;

/// Hash buckets with chained entries: two allocations for any page.
pub(super) struct Places {
    first: Vec<u32>,
    /// For each glyph the next one in its bucket, and the lower half of the hash of its own content.
    next: Vec<(u32, u32)>,
    mask: usize,
}

impl Places {
    /// Creates a table for `entries` entries with numbers below `glyphs`.
    pub(super) fn new(entries: usize, glyphs: usize) -> Self {
        let mask = (2 * entries).next_power_of_two() - 1;
        Self {
            first: vec![NONE; mask + 1],
            next: vec![(NONE, 0); glyphs],
            mask,
        }
    }

    /// Returns an earlier entry with this hash, at most half of `side` away, that `is_copy` accepts. If there
    /// is none, adds the entry.
    pub(super) fn find_or_add(
        &mut self,
        hash: u64,
        origin: Point,
        side: f32,
        index: usize,
        is_copy: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        // The squares have twice the tolerance as side, so a copy is in this square or a neighbouring one.
        let side = side.max(f32::MIN_POSITIVE);
        let beside = |v: f32| {
            let whole = v as i64;
            let floor = whole.saturating_sub(i64::from(whole as f32 > v));
            let other = if v - (floor as f32) < 0.5 {
                floor.saturating_sub(1)
            } else {
                floor.saturating_add(1)
            };
            [floor, other]
        };
        let [x, next_x] = beside(origin.x / side).map(|x| mix64(hash, x as u64));
        let [y, next_y] = beside(origin.y / side);
        let bucket = |x: u64, y: i64| mix64(x, y as u64) as usize & self.mask;
        let content = hash as u32;
        let found = [(x, y), (next_x, y), (x, next_y), (next_x, next_y)]
            .into_iter()
            .find_map(|(x, y)| {
                let mut at = self.first[bucket(x, y)];
                for _ in 0..COMPARED {
                    if at == NONE {
                        break;
                    }
                    let (next, other) = self.next[at as usize];
                    if other == content && is_copy(at as usize) {
                        return Some(at as usize);
                    }
                    at = next;
                }
                None
            });
        if found.is_none() {
            let bucket = bucket(x, y);
            self.next[index] = (self.first[bucket], content);
            self.first[bucket] = index as u32;
        }
        found
    }
}

fn mix64(hash: u64, value: u64) -> u64 {
    let mixed = (hash ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ (mixed >> 29)
}
