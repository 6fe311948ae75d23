//! The stretches of a core that nothing blocks, with the pieces beside them.

use std::ops::Range;

use super::ground::{Ground, Place};

/// Number of stretches for which there is memory at first.
const STRETCHES: usize = 32;

/// A stretch of a core that nothing blocks, with pieces beside it, in drawing order.
pub(super) struct Stretch<'a> {
    pub(super) core: (f32, f32),
    pub(super) top: f32,
    pub(super) bottom: f32,
    pub(super) left: &'a [u32],
    pub(super) right: &'a [u32],
    /// Pieces between it and the next stretch, downwards; unknown after the last.
    pub(super) end: &'a [Place],
}

impl Stretch<'_> {
    pub(super) fn has_sides(&self) -> bool {
        !self.left.is_empty() && !self.right.is_empty()
    }
}

/// The pieces beside the stretches of a core.
pub(super) struct Sides<'g> {
    core: (f32, f32),
    /// The pieces on each side of the stretches, stretch by stretch.
    left: Vec<u32>,
    right: Vec<u32>,
    parts: Vec<Part<'g>>,
}

/// The parts of a stretch: its sides in the lists of [`Sides`], and its end.
struct Part<'g> {
    heights: (f32, f32),
    left: Range<usize>,
    right: Range<usize>,
    end: &'g [Place],
}

impl<'g> Sides<'g> {
    /// Collects the pieces of the stretches that have some beside them.
    pub(super) fn of(ground: &'g Ground<'_>, core: (f32, f32), em: f32) -> Self {
        let mut sides = Self {
            core,
            left: Vec::with_capacity(ground.places.len()),
            right: Vec::with_capacity(ground.places.len()),
            parts: Vec::with_capacity(STRETCHES),
        };
        // The places below the last of these stretches, and those below the current stretch.
        let (mut below, mut rest) = (&ground.places[..], &ground.places[..]);
        for (top, bottom) in ground.free(core, em) {
            // Most stretches and the obstacles between them are as high as a line.
            let above = rest.iter().take_while(|place| place.middle < top).count();
            let from = rest.get(above..).unwrap_or_default();
            let (left, right) = (sides.left.len(), sides.right.len());
            let count = sides.add_above(from, bottom);
            rest = from.get(count..).unwrap_or_default();
            let (left, right) = (left..sides.left.len(), right..sides.right.len());
            if left.is_empty() && right.is_empty() {
                continue;
            }
            sort(&mut sides.left, &left);
            sort(&mut sides.right, &right);
            if let Some(last) = sides.parts.last_mut() {
                last.end = below.get(..below.len() - from.len()).unwrap_or_default();
            }
            below = rest;
            sides.parts.push(Part {
                heights: (top, bottom),
                left,
                right,
                end: &[],
            });
        }
        sides
    }

    /// Adds the pieces beside the core from the first places, which are above a height. Returns the number of these
    /// places.
    fn add_above(&mut self, places: &[Place], height: f32) -> usize {
        let mut count = 0;
        for place in places.iter().take_while(|place| place.middle < height) {
            count += 1;
            if place.x.1 <= self.core.0 {
                self.left.push(place.index);
            } else if place.x.0 >= self.core.1 {
                self.right.push(place.index);
            }
        }
        count
    }

    /// The stretches that have pieces beside them.
    pub(super) fn stretches(&self) -> Vec<Stretch<'_>> {
        let parts = self.parts.iter().map(|part| Stretch {
            core: self.core,
            top: part.heights.0,
            bottom: part.heights.1,
            left: self.left.get(part.left.clone()).unwrap_or_default(),
            right: self.right.get(part.right.clone()).unwrap_or_default(),
            end: part.end,
        });
        parts.collect()
    }
}

/// Puts a range of pieces in drawing order.
fn sort(pieces: &mut [u32], range: &Range<usize>) {
    if let Some(own) = pieces.get_mut(range.clone()) {
        own.sort_unstable();
    }
}
