//! Finds white strips: the stretches of a core that nothing blocks, with the pieces on both sides.

use super::finder::{GutterFinder, inner_height};
use crate::geometry::Rect;
use crate::layout::regions::gutters::evidence::weight;
use crate::rank::sorted;

/// Limits for strips that continue beyond an obstacle.
struct StripLimits {
    /// Largest overlap of a shape between two columns with these columns, in ems.
    between: f32,
    /// Least size of a heading over both columns, relative to the text.
    heading_size: f32,
    /// Least overlap of such a heading with each column, in ems of the text.
    into_columns: f32,
    /// Largest distance between the heading and the text below it on each side, in its ems.
    above_columns: f32,
    /// Largest distance between baselines of one column, and largest height of a long line between them, in
    /// ems.
    max_pitch: f32,
    /// One piece in this many may be drawn at another time, such as captions.
    pieces_per_outlier: usize,
}

const STRIP: StripLimits = StripLimits {
    between: 0.5,
    heading_size: 1.15,
    into_columns: 2.0,
    above_columns: 3.0,
    max_pitch: 1.6,
    pieces_per_outlier: 10,
};

/// Number of pieces at the end of a strip for which there is memory at first.
const ENDS: usize = 16;

/// The place of a piece, with the values that the search for strips reads repeatedly.
struct Extent {
    index: u32,
    cell: Rect,
    /// The centre of its cell, across the line.
    middle: f32,
}

/// An obstacle that ends the strips that it crosses, with its extents.
#[derive(Clone, Copy)]
struct Block {
    x: (f32, f32),
    y: (f32, f32),
    /// Whether it is an image or a ruled line, not text.
    barrier: bool,
}

/// The pieces and obstacles of a region in sorted order, computed once for all cores.
pub(super) struct Ground {
    /// Sorted by their centres.
    places: Vec<Extent>,
    /// Sorted by their tops.
    blocks: Vec<Block>,
}

/// A candidate for a strip between two columns.
pub(super) struct Strip {
    pub(super) core: (f32, f32),
    pub(super) top: f32,
    pub(super) bottom: f32,
    pub(super) left: Vec<u32>,
    pub(super) right: Vec<u32>,
    /// Pieces that hang over the core from one side.
    pub(super) hanging: Vec<u32>,
    /// Pieces at the height of the obstacle that ends the strip.
    pub(super) end: Vec<u32>,
}

impl Strip {
    pub(super) fn new(core: (f32, f32), top: f32, bottom: f32) -> Self {
        Self {
            core,
            top,
            bottom,
            left: Vec::new(),
            right: Vec::new(),
            hanging: Vec::new(),
            end: Vec::new(),
        }
    }

    fn has_sides(&self) -> bool {
        !self.left.is_empty() && !self.right.is_empty()
    }

    /// An upper bound of its weight: a side has at most as many lines as pieces, and a single line is not a
    /// column.
    pub(super) fn greatest_weight(&self) -> f32 {
        match self.left.len().min(self.right.len()) {
            0 | 1 => 0.0,
            pieces => weight(pieces, f32::INFINITY),
        }
    }
}

impl GutterFinder<'_> {
    fn place(&self, index: u32) -> Extent {
        let piece = self.piece(index);
        Extent {
            index,
            cell: piece.cell,
            middle: piece.middle(),
        }
    }

    pub(super) fn ground(&self, region: &[u32], bridges: &[Rect]) -> Ground {
        let places: Vec<Extent> = sorted(region.iter().map(|&i| (self.piece(i).middle(), i)))
            .map(|i| self.place(i))
            .collect();
        let texts = places.iter().map(|place| place.cell);
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
        let blocks = by_top.filter_map(|n| blocks.get(n as usize).copied());
        Ground {
            blocks: blocks.collect(),
            places,
        }
    }

    /// The stretches where nothing blocks the core, each with pieces on both sides. Stretches are joined if
    /// the obstacle between them does not end the columns.
    pub(super) fn strips(&self, ground: &Ground, core: (f32, f32), em: f32) -> Vec<Strip> {
        let crosses = |x0: f32, x1: f32| x0 < core.1 && x1 > core.0;
        // A shape between two columns, such as an arrow, ends neither of them. A core is the middle third of
        // the white space.
        let white = core.1 - core.0 + STRIP.between * em;
        let is_between = |(x0, x1): (f32, f32)| x0 >= core.0 - white && x1 <= core.1 + white;
        let blocks = ground.blocks.iter();
        let blocks = blocks.filter(|block| crosses(block.x.0, block.x.1));
        let blocks = blocks.filter(|block| !(block.barrier && is_between(block.x)));
        let ends = blocks.map(|block| block.y);
        let mut chains: Vec<Vec<Strip>> = Vec::new();
        // The sides of the next strip, and the strips with an empty side since the last of a chain.
        let (mut left, mut right) = (Vec::<u32>::new(), Vec::<u32>::new());
        let mut between: Vec<Strip> = Vec::new();
        let mut top = f32::NEG_INFINITY;
        let mut downwards = ground.places.iter().peekable();
        for (start, end) in ends.chain([(f32::INFINITY, f32::INFINITY)]) {
            if start > top {
                while let Some(place) = downwards.next_if(|place| place.middle < start) {
                    if place.middle < top || crosses(place.cell.x0, place.cell.x1) {
                        let chain = chains.last_mut().and_then(|c| c.last_mut());
                        if let Some(before) = between.last_mut().or(chain) {
                            if before.end.is_empty() {
                                before.end.reserve(ENDS);
                            }
                            before.end.push(place.index);
                        }
                    } else if place.cell.x1 <= core.0 {
                        left.push(place.index);
                    } else {
                        right.push(place.index);
                    }
                }
                left.sort_unstable();
                right.sort_unstable();
                // The lists are copied, because lists that grow are slow.
                let strip = Strip {
                    left: left.clone(),
                    right: right.clone(),
                    ..Strip::new(core, top, start)
                };
                left.clear();
                right.clear();
                if strip.has_sides() {
                    let between = std::mem::take(&mut between);
                    match chains.last_mut() {
                        Some(chain)
                            if chain
                                .last()
                                .is_some_and(|last| self.goes_on(last, &between, &strip, em)) =>
                        {
                            chain.extend(between);
                            chain.push(strip);
                        }
                        _ => chains.push(vec![strip]),
                    }
                } else if !strip.left.is_empty() || !strip.right.is_empty() {
                    between.push(strip);
                }
            }
            top = top.max(end);
        }
        chains
            .into_iter()
            .filter_map(|chain| self.joined(chain))
            .collect()
    }

    /// Joins consecutive strips into one. Pieces between them go to a side, or hang over the core.
    fn joined(&self, chain: Vec<Strip>) -> Option<Strip> {
        let mut chain = chain.into_iter();
        let mut whole = chain.next()?;
        if chain.len() == 0 {
            return Some(whole);
        }
        let count = |of: fn(&Strip) -> usize| chain.as_slice().iter().map(of).sum();
        whole.left.reserve(count(|strip| strip.left.len()));
        whole.right.reserve(count(|strip| strip.right.len()));
        for strip in chain {
            for index in std::mem::replace(&mut whole.end, strip.end) {
                let cell = self.piece(index).cell;
                if cell.x1 <= whole.core.0 {
                    whole.left.push(index);
                } else if cell.x0 >= whole.core.1 {
                    whole.right.push(index);
                } else {
                    whole.hanging.push(index);
                }
            }
            whole.left.extend(strip.left);
            whole.right.extend(strip.right);
            whole.bottom = strip.bottom;
        }
        whole.left.sort_unstable();
        whole.right.sort_unstable();
        Some(whole)
    }

    /// Whether the columns beside a strip continue below an obstacle, such as an image or a line that is too
    /// long. Either all of one side is drawn before all of the other, or both continue from line to line at
    /// the same pitch. `between` are strips with one empty side, beside an image.
    fn goes_on(&self, above: &Strip, between: &[Strip], below: &Strip, em: f32) -> bool {
        if self.is_headed(above, below, em) {
            return false;
        }
        if self.drawn && is_one_after_the_other(above, between, below) {
            return true;
        }
        if !between.is_empty() {
            return false;
        }
        let crossing = above
            .end
            .iter()
            .map(|&i| self.piece(i).cell)
            .filter(|c| c.x0 < above.core.1 && c.x1 > above.core.0)
            .fold(Rect::EMPTY, Rect::union);
        if crossing.is_empty() || crossing.height() > STRIP.max_pitch * em {
            return false;
        }
        let step = |a: &[u32], b: &[u32]| {
            let last = a.iter().map(|&i| self.piece(i).baseline);
            let next = b.iter().map(|&i| self.piece(i).baseline);
            next.fold(f32::INFINITY, f32::min) - last.fold(f32::NEG_INFINITY, f32::max)
        };
        // Text beside the long line belongs to the other side, and continues it.
        let beside = |left: bool| -> Vec<u32> {
            let is_left = |i: &u32| self.piece(*i).cell.x1 <= above.core.0;
            let is_right = |i: &u32| self.piece(*i).cell.x0 >= above.core.1;
            let end = above.end.iter().copied();
            end.filter(|i| if left { is_left(i) } else { is_right(i) })
                .collect()
        };
        let even = |a: &[u32], between: Vec<u32>, b: &[u32]| {
            if between.is_empty() {
                step(a, b) <= STRIP.max_pitch * em
            } else {
                step(a, &between) <= STRIP.max_pitch * em
                    && step(&between, b) <= STRIP.max_pitch * em
            }
        };
        even(&above.left, beside(true), &below.left)
            && even(&above.right, beside(false), &below.right)
    }

    /// Whether a heading between two strips is above both columns of the lower one, and not a long line of
    /// one column.
    fn is_headed(&self, above: &Strip, below: &Strip, em: f32) -> bool {
        let (start, end) = above.core;
        let crossing = above.end.iter().map(|&i| self.piece(i));
        let crossing = crossing.filter(|p| p.cell.x0 < end && p.cell.x1 > start);
        let (cell, size) = crossing.fold((Rect::EMPTY, f32::INFINITY), |(cell, size), p| {
            (cell.union(p.cell), size.min(p.size))
        });
        let into = STRIP.into_columns * em;
        let reaches = cell.x0 <= start - into && cell.x1 >= end + into;
        if !reaches || size < STRIP.heading_size * em || !size.is_finite() {
            return false;
        }
        [&below.left, &below.right].iter().all(|side| {
            let column = self.around(side);
            column.x0 < cell.x1
                && column.x1 > cell.x0
                && (0.0..=STRIP.above_columns * size).contains(&(column.y0 - cell.y1).max(0.0))
        })
    }
}

/// Whether one side of some strips is drawn before the other, except for a tenth: floating parts, such as
/// captions, are drawn at other times.
fn is_one_after_the_other(above: &Strip, between: &[Strip], below: &Strip) -> bool {
    let is_before = |a: &[u32], b: &[u32]| {
        let last = a.len().checked_sub(a.len() / STRIP.pieces_per_outlier + 1);
        let last = last.and_then(|n| a.get(n));
        // An empty side does not matter.
        last.zip(b.get(b.len() / STRIP.pieces_per_outlier))
            .is_none_or(|(a, b)| a < b)
    };
    let strips = || [above].into_iter().chain(between).chain([below]);
    let all = |is_before: &dyn Fn(&Strip, &Strip) -> bool| {
        strips().all(|a| strips().all(|b| is_before(a, b)))
    };
    all(&|a, b| is_before(&a.left, &b.right)) || all(&|a, b| is_before(&a.right, &b.left))
}
