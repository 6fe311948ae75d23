//! The pieces and obstacles of a region, in the form in which the search for strips reads them for each core.

use super::finder::{GutterFinder, inner_height};
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
pub(super) struct Ground<'r> {
    /// The pieces in drawing order.
    pub(super) region: &'r [u32],
    /// Sorted by their centres, downwards.
    pub(super) places: Vec<Place>,
    /// Sorted by their tops.
    blocks: Vec<Block>,
}

impl GutterFinder<'_> {
    pub(super) fn ground<'r>(&self, region: &'r [u32], bridges: &[Rect]) -> Ground<'r> {
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
        let downwards = sorted(region.iter().map(|&i| (self.piece(i).middle(), i)));
        let places = downwards.map(|index| {
            let piece = self.piece(index);
            Place {
                index,
                x: (piece.cell.x0, piece.cell.x1),
                middle: piece.middle(),
            }
        });
        Ground {
            region,
            places: places.collect(),
            blocks: by_top
                .filter_map(|n| blocks.get(n as usize).copied())
                .collect(),
        }
    }
}

impl Ground<'_> {
    /// The tops and bottoms of the stretches where nothing blocks a core, downwards. The last has no bottom.
    pub(super) fn free(&self, core: (f32, f32), em: f32) -> impl Iterator<Item = (f32, f32)> {
        // A shape between two columns, such as an arrow, ends neither of them. A core is the middle third of
        // the white space.
        let white = core.1 - core.0 + BETWEEN * em;
        let is_between = move |x: (f32, f32)| x.0 >= core.0 - white && x.1 <= core.1 + white;
        let blocks = self.blocks.iter();
        let blocks = blocks
            .filter(move |block| crosses(block.x, core) && !(block.barrier && is_between(block.x)));
        let mut top = f32::NEG_INFINITY;
        let ends = blocks.map(|block| block.y);
        ends.chain([(f32::INFINITY, f32::INFINITY)])
            .filter_map(move |(start, end)| {
                let free = (start > top).then_some((top, start));
                top = top.max(end);
                free
            })
    }
}

/// Whether an extent along the line overlaps a core.
pub(super) fn crosses(x: (f32, f32), core: (f32, f32)) -> bool {
    x.0 < core.1 && x.1 > core.0
}
