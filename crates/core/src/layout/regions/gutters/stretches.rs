//! The stretches of a core that nothing blocks, with the pieces beside them.

use std::ops::Range;

use super::ground::{Ground, Place};

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
    /// The pieces of each side, one after the other.
    pieces: Vec<u32>,
    parts: Vec<Part<'g>>,
}

/// The parts of a stretch: its sides in the list of [`Sides`], and its end.
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
            pieces: Vec::with_capacity(ground.places.len()),
            parts: Vec::new(),
        };
        // The places below the last of these stretches, and those below the current stretch.
        let (mut below, mut rest) = (&ground.places[..], &ground.places[..]);
        for (top, bottom) in ground.free(core, em) {
            let (_, from) = split_at_height(rest, top);
            let (own, after) = split_at_height(from, bottom);
            rest = after;
            let left = sides.add(own, |x| x.1 <= core.0);
            let right = sides.add(own, |x| x.0 >= core.1);
            if left.start == right.end {
                continue;
            }
            if let Some(last) = sides.parts.last_mut() {
                last.end = below.get(..below.len() - from.len()).unwrap_or_default();
            }
            below = after;
            sides.parts.push(Part {
                heights: (top, bottom),
                left,
                right,
                end: &[],
            });
        }
        sides
    }

    /// Adds the pieces of one side of a stretch.
    fn add(&mut self, places: &[Place], is_own: impl Fn((f32, f32)) -> bool) -> Range<usize> {
        let start = self.pieces.len();
        let own = places.iter().filter(|place| is_own(place.x));
        self.pieces.extend(own.map(|place| place.index));
        if let Some(own) = self.pieces.get_mut(start..) {
            own.sort_unstable();
        }
        start..self.pieces.len()
    }

    /// The stretches that have pieces beside them.
    pub(super) fn stretches(&self) -> Vec<Stretch<'_>> {
        let side = |own: &Range<usize>| self.pieces.get(own.clone()).unwrap_or_default();
        let parts = self.parts.iter().map(|part| Stretch {
            core: self.core,
            top: part.heights.0,
            bottom: part.heights.1,
            left: side(&part.left),
            right: side(&part.right),
            end: part.end,
        });
        parts.collect()
    }
}

/// Splits places, which are sorted downwards, above a height.
fn split_at_height(places: &[Place], height: f32) -> (&[Place], &[Place]) {
    // Most stretches and the obstacles between them are as high as a line.
    let above = places.iter().take_while(|place| place.middle < height);
    places.split_at(above.count())
}
