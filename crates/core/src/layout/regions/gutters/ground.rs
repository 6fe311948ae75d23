//! The pieces and obstacles of a region, in the form in which the search for strips reads them for each core.

use super::finder::{GutterFinder, inner_height};
use super::nearest::Nearest;
use crate::geometry::Rect;
use crate::rank::sorted;

/// Largest overlap of a shape between two columns with these columns, in ems.
const BETWEEN: f32 = 0.5;

/// The place of a piece.
pub(super) struct Place {
    pub(super) index: u32,
    /// The extent of its cell along the line.
    pub(super) x: (f32, f32),
    /// The centre of its cell, across the line.
    pub(super) middle: f32,
}

/// An obstacle that ends the stretches that it crosses, with its extents.
#[derive(Clone, Copy)]
struct Block {
    x: (f32, f32),
    y: (f32, f32),
    /// Whether it is an image or a ruled line, not text.
    barrier: bool,
}

/// The pieces and obstacles of a region, computed once for all cores.
pub(super) struct Ground {
    /// In drawing order.
    pub(super) places: Vec<Place>,
    /// Sorted by their tops.
    blocks: Vec<Block>,
}

impl GutterFinder<'_> {
    pub(super) fn ground(&self, region: &[u32], bridges: &[Rect]) -> Ground {
        let texts = region.iter().map(|&i| self.piece(i).cell);
        // Descenders and the space above letters do not block the lines beside them.
        let texts = texts.chain(bridges.iter().copied()).map(|c| Block {
            x: (c.x0, c.x1),
            y: inner_height(c),
            barrier: false,
        });
        let barriers = self.shapes.barriers.iter().map(|r| Block {
            x: (r.x0, r.x1),
            y: (r.y0, r.y1),
            barrier: true,
        });
        let blocks: Vec<Block> = texts.chain(barriers).collect();
        let by_top = sorted((0u32..).zip(&blocks).map(|(n, block)| (block.y.0, n)));
        let places = region.iter().map(|&index| {
            let piece = self.piece(index);
            Place {
                index,
                x: (piece.cell.x0, piece.cell.x1),
                middle: piece.middle(),
            }
        });
        Ground {
            places: places.collect(),
            blocks: by_top
                .filter_map(|n| blocks.get(n as usize).copied())
                .collect(),
        }
    }
}

impl Ground {
    /// The pieces left and right of a core, in drawing order, whose centres are at some heights. These are
    /// sorted and do not overlap.
    pub(super) fn beside(&self, core: (f32, f32), heights: &[(f32, f32)]) -> Vec<[Vec<u32>; 2]> {
        let mut sides: Vec<[Vec<u32>; 2]> = heights.iter().map(|_| Default::default()).collect();
        if heights.is_empty() {
            return sides;
        }
        let mut nearest = Nearest::new(heights);
        for place in &self.places {
            let (number, top) = nearest.below(place.middle);
            if place.middle >= top
                && let Some([left, right]) = sides.get_mut(number)
            {
                if place.x.1 <= core.0 {
                    left.push(place.index);
                } else if place.x.0 >= core.1 {
                    right.push(place.index);
                }
            }
        }
        sides
    }

    /// The tops and bottoms of the stretches where nothing blocks a core. The last has no bottom.
    pub(super) fn free(&self, core: (f32, f32), em: f32) -> Vec<(f32, f32)> {
        // A shape between two columns, such as an arrow, ends neither of them. A core is the middle third of
        // the white space.
        let white = core.1 - core.0 + BETWEEN * em;
        let is_between = |x: (f32, f32)| x.0 >= core.0 - white && x.1 <= core.1 + white;
        let blocks = self.blocks.iter();
        let blocks = blocks.filter(|block| crosses(block.x, core));
        let blocks = blocks.filter(|block| !(block.barrier && is_between(block.x)));
        let mut free = Vec::new();
        let mut top = f32::NEG_INFINITY;
        for (start, end) in blocks.map(|block| block.y) {
            if start > top {
                free.push((top, start));
            }
            top = top.max(end);
        }
        free.push((top, f32::INFINITY));
        free
    }
}

/// Whether an extent along the line overlaps a core.
pub(super) fn crosses(x: (f32, f32), core: (f32, f32)) -> bool {
    x.0 < core.1 && x.1 > core.0
}
