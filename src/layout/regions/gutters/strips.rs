//! White strips: where a core is free of what ends it, with what is beside it.

use super::GutterFinder;
use crate::geometry::Rect;
use crate::layout::regions::gutters::evidence::weight;
use crate::rank::sorted;

/// How far what is between two columns may reach into them, in ems.
const BETWEEN: f32 = 0.5;

/// A heading over both columns is in type larger than the text by this factor …
const HEADING: f32 = 1.15;

/// … reaches into each of them by more than this, in ems of the text …
const INTO_COLUMNS: f32 = 2.0;

/// … and is no further above what is on each side below it than this, in ems of its own.
const ABOVE_COLUMNS: f32 = 3.0;

/// Where a piece is: what the search for strips goes through again and again.
struct Extent {
    index: u32,
    cell: Rect,
    /// Of its cell, across the line.
    middle: f32,
}

/// What ends the strips that it crosses, and where it is dense enough to do so.
#[derive(Clone, Copy)]
struct Block {
    x: (f32, f32),
    y: (f32, f32),
    /// An image or a ruled line, and no text.
    barrier: bool,
}

/// What is laid against each core, in order: it is the same for all, and there are many.
pub(super) struct Ground {
    /// By their middles.
    places: Vec<Extent>,
    /// By their tops.
    blocks: Vec<Block>,
}

/// A strip between two columns, perhaps.
pub(super) struct Strip {
    pub(super) core: (f32, f32),
    pub(super) top: f32,
    pub(super) bottom: f32,
    pub(super) left: Vec<u32>,
    pub(super) right: Vec<u32>,
    /// What hangs over the core from one of its sides.
    pub(super) hanging: Vec<u32>,
    /// What is at the height of that which ends the strip.
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

    /// What it weighs at most, whatever is found out about it: no side has more lines than pieces,
    /// and a single line is no column.
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
            y: (c.y0 + c.height() / 4.0, c.y1 - c.height() / 4.0),
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

    /// Where the core is free of text and barriers, with what is beside it. Both sides have
    /// pieces. Strips are joined where what is between them ends no column.
    pub(super) fn strips(&self, ground: &Ground, core: (f32, f32), em: f32) -> Vec<Strip> {
        let crosses = |x0: f32, x1: f32| x0 < core.1 && x1 > core.0;
        // What is between two columns, as an arrow from one to the other, ends neither. A core is
        // the middle third of the white.
        let white = core.1 - core.0 + BETWEEN * em;
        let is_between = |(x0, x1): (f32, f32)| x0 >= core.0 - white && x1 <= core.1 + white;
        let blocks = ground.blocks.iter();
        let blocks = blocks.filter(|block| crosses(block.x.0, block.x.1));
        let blocks = blocks.filter(|block| !(block.barrier && is_between(block.x)));
        let ends = blocks.map(|block| block.y);
        let mut chains: Vec<Vec<Strip>> = Vec::new();
        // What is on the sides of the strip that comes next, and the strips since the last of a
        // chain that have nothing on one side.
        let (mut left, mut right) = (Vec::new(), Vec::new());
        let mut between: Vec<Strip> = Vec::new();
        let mut top = f32::NEG_INFINITY;
        let mut downwards = ground.places.iter().peekable();
        for (start, end) in ends.chain([(f32::INFINITY, f32::INFINITY)]) {
            if start > top {
                while let Some(place) = downwards.next_if(|place| place.middle < start) {
                    if place.middle < top || crosses(place.cell.x0, place.cell.x1) {
                        let chain = chains.last_mut().and_then(|c| c.last_mut());
                        if let Some(before) = between.last_mut().or(chain) {
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
                let strip = Strip {
                    left: std::mem::take(&mut left),
                    right: std::mem::take(&mut right),
                    ..Strip::new(core, top, start)
                };
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

    /// Strips that follow each other as one, where what is between them ends no column.
    fn joined(&self, chain: Vec<Strip>) -> Option<Strip> {
        let mut chain = chain.into_iter();
        let mut whole = chain.next()?;
        if chain.len() == 0 {
            return Some(whole);
        }
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

    /// Whether the columns beside a strip go on beside the next one below it, although something
    /// is between the two: an image in the middle of the page, a line that is too long for its
    /// column. Either all of one side is drawn before all of the other, or both go on from line to line
    /// as if there were nothing. `between` are strips with nothing on one side, beside an image.
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
        if crossing.is_empty() || crossing.height() > 1.6 * em {
            return false;
        }
        let step = |a: &[u32], b: &[u32]| {
            let last = a.iter().map(|&i| self.piece(i).baseline);
            let next = b.iter().map(|&i| self.piece(i).baseline);
            next.fold(f32::INFINITY, f32::min) - last.fold(f32::NEG_INFINITY, f32::max)
        };
        // What is beside the long line is of the other side, and makes it continue.
        let beside = |left: bool| -> Vec<u32> {
            let is_left = |i: &u32| self.piece(*i).cell.x1 <= above.core.0;
            let is_right = |i: &u32| self.piece(*i).cell.x0 >= above.core.1;
            let end = above.end.iter().copied();
            end.filter(|i| if left { is_left(i) } else { is_right(i) })
                .collect()
        };
        let even = |a: &[u32], between: Vec<u32>, b: &[u32]| {
            if between.is_empty() {
                step(a, b) <= 1.6 * em
            } else {
                step(a, &between) <= 1.6 * em && step(&between, b) <= 1.6 * em
            }
        };
        even(&above.left, beside(true), &below.left)
            && even(&above.right, beside(false), &below.right)
    }

    /// Whether a heading between two strips is over both columns of the lower one, and not a long line of one.
    fn is_headed(&self, above: &Strip, below: &Strip, em: f32) -> bool {
        let (start, end) = above.core;
        let crossing = above.end.iter().map(|&i| self.piece(i));
        let crossing = crossing.filter(|p| p.cell.x0 < end && p.cell.x1 > start);
        let (cell, size) = crossing.fold((Rect::EMPTY, f32::INFINITY), |(cell, size), p| {
            (cell.union(p.cell), size.min(p.size))
        });
        let into = INTO_COLUMNS * em;
        let reaches = cell.x0 <= start - into && cell.x1 >= end + into;
        if !reaches || size < HEADING * em || !size.is_finite() {
            return false;
        }
        [&below.left, &below.right].iter().all(|side| {
            let column = self.around(side);
            column.x0 < cell.x1
                && column.x1 > cell.x0
                && (0.0..=ABOVE_COLUMNS * size).contains(&(column.y0 - cell.y1).max(0.0))
        })
    }
}

/// Whether what is on one side of some strips is drawn before what is on the other, but for a tenth:
/// what floats, as a caption does, is drawn elsewhere.
fn is_one_after_the_other(above: &Strip, between: &[Strip], below: &Strip) -> bool {
    let is_before = |a: &[u32], b: &[u32]| {
        let last = a.len().checked_sub(a.len() / 10 + 1);
        let last = last.and_then(|n| a.get(n));
        // A side with nothing on it is neither.
        last.zip(b.get(b.len() / 10)).is_none_or(|(a, b)| a < b)
    };
    let strips = || [above].into_iter().chain(between).chain([below]);
    let all = |is_before: &dyn Fn(&Strip, &Strip) -> bool| {
        strips().all(|a| strips().all(|b| is_before(a, b)))
    };
    all(&|a, b| is_before(&a.left, &b.right)) || all(&|a, b| is_before(&a.right, &b.left))
}
