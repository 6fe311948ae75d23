//! The stretches of a core that nothing blocks, with the pieces beside them.

use super::ground::{Ground, Place, crosses};
use super::nearest::Nearest;

/// A stretch of a core that nothing blocks, with pieces beside it, in drawing order.
pub(super) struct Stretch<'a> {
    pub(super) core: (f32, f32),
    pub(super) top: f32,
    pub(super) bottom: f32,
    pub(super) left: &'a [u32],
    pub(super) right: &'a [u32],
    /// Pieces between it and the next stretch; unknown after the last.
    pub(super) end: &'a [u32],
}

impl Stretch<'_> {
    pub(super) fn has_sides(&self) -> bool {
        !self.left.is_empty() && !self.right.is_empty()
    }
}

/// Places of pieces relative to a stretch of a core, in the order of the list of [`Sides`].
#[derive(Clone, Copy)]
enum Part {
    /// At the height of the obstacles above it, or across the core.
    Before,
    Left,
    Right,
}

/// The number of parts of a stretch.
const PARTS: usize = 3;

/// The pieces of a region, stretch by stretch of a core, part by part, and in drawing order within each.
pub(super) struct Sides {
    core: (f32, f32),
    stretches: Vec<(f32, f32)>,
    pieces: Vec<u32>,
    /// The end of each part in the list of pieces.
    ends: Vec<usize>,
}

impl Sides {
    pub(super) fn of(ground: &Ground, core: (f32, f32), em: f32) -> Self {
        let stretches = ground.free(core, em);
        // Counting the pieces of each part first costs less than lists that grow, and than sorting.
        let mut all_ends = vec![0; PARTS * stretches.len() + 1];
        let ends = all_ends.as_mut_slice();
        let mut nearest = Nearest::new(&stretches);
        let part = |place: &Place| {
            let (number, top) = nearest.below(place.middle);
            let part = if place.middle < top || crosses(place.x, core) {
                Part::Before
            } else if place.x.1 <= core.0 {
                Part::Left
            } else {
                Part::Right
            };
            let part = PARTS * number + part as usize;
            if let Some(count) = ends.get_mut(part + 1) {
                *count += 1;
            }
            part
        };
        let parts: Vec<usize> = ground.places.iter().map(part).collect();
        let mut sum = 0;
        for end in &mut *ends {
            sum += *end;
            *end = sum;
        }
        // Each number is the start of a part now, and becomes its end as its pieces are put in place.
        let mut all_pieces = vec![0; parts.len()];
        let pieces = all_pieces.as_mut_slice();
        for (place, part) in ground.places.iter().zip(parts) {
            if let Some(end) = ends.get_mut(part)
                && let Some(piece) = pieces.get_mut(*end)
            {
                *piece = place.index;
                *end += 1;
            }
        }
        Self {
            core,
            stretches,
            pieces: all_pieces,
            ends: all_ends,
        }
    }

    /// The stretches that have pieces beside them.
    pub(super) fn stretches(&self) -> Vec<Stretch<'_>> {
        let mut out: Vec<Stretch<'_>> = Vec::new();
        let mut end = 0;
        let heights = self.stretches.iter();
        for (&(top, bottom), ends) in heights.zip(self.ends.chunks_exact(PARTS)) {
            let &[before, left, right] = ends else {
                continue;
            };
            if before == right {
                continue;
            }
            let pieces = |from: usize, to: usize| self.pieces.get(from..to).unwrap_or_default();
            if let Some(last) = out.last_mut() {
                last.end = pieces(end, before);
            }
            end = right;
            out.push(Stretch {
                core: self.core,
                top,
                bottom,
                left: pieces(before, left),
                right: pieces(left, right),
                end: &[],
            });
        }
        out
    }
}
