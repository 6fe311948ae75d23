//! Finds white strips: one or several stretches of a core, with the pieces on both sides.

use std::ops::Range;

use super::evidence::weight;
use super::finder::GutterFinder;
use super::ground::{Ground, Place, crosses};
use super::side::{MIN_TEXT_LINES, SAME_LINE};
use super::stretches::{Sides, Stretch};
use crate::geometry::{Rect, least, most};

/// Limits for strips that continue beyond an obstacle.
struct StripLimits {
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
    heading_size: 1.15,
    into_columns: 2.0,
    above_columns: 3.0,
    max_pitch: 1.6,
    pieces_per_outlier: 10,
};

/// A candidate for a strip between two columns.
pub(super) struct Strip {
    pub(super) core: (f32, f32),
    pub(super) top: f32,
    pub(super) bottom: f32,
    pub(super) left: Vec<u32>,
    pub(super) right: Vec<u32>,
    /// The boxes around the pieces of the left and of the right side.
    pub(super) columns: [Rect; 2],
    /// Pieces that hang over the core from one side.
    pub(super) hanging: Vec<u32>,
}

impl Strip {
    pub(super) fn new(core: (f32, f32), top: f32, bottom: f32) -> Self {
        Self {
            core,
            top,
            bottom,
            left: Vec::new(),
            right: Vec::new(),
            columns: [Rect::EMPTY; 2],
            hanging: Vec::new(),
        }
    }
}

/// An upper bound of the weight of a strip with so many pieces on its sides: a side has at most as many lines
/// as pieces, and a single line is not a column.
fn greatest_weight([left, right]: [usize; 2]) -> f32 {
    match left.min(right) {
        0 | 1 => 0.0,
        pieces => weight(pieces, f32::INFINITY),
    }
}

/// The top and the bottom of consecutive stretches.
fn heights(chain: &[Stretch<'_>]) -> Option<(f32, f32)> {
    Some((chain.first()?.top, chain.last()?.bottom))
}

/// The pieces between consecutive stretches.
fn ends<'a>(chain: &'a [Stretch<'_>]) -> impl Iterator<Item = &'a Place> {
    let between = chain.split_last().map_or(&[][..], |(_, others)| others);
    between.iter().flat_map(|stretch| stretch.end)
}

/// The numbers of pieces on both sides of consecutive stretches.
fn count_pieces(chain: &[Stretch<'_>]) -> [usize; 2] {
    let (mut left, mut right) = (0, 0);
    for stretch in chain {
        left += stretch.left.len();
        right += stretch.right.len();
    }
    if let [Stretch { core, .. }, _, ..] = chain {
        for place in ends(chain) {
            left += usize::from(place.x.1 <= core.0);
            right += usize::from(place.x.0 >= core.1);
        }
    }
    [left, right]
}

impl GutterFinder<'_> {
    /// The strips along a core whose weight can be greater than `least`, each with pieces on both sides. They
    /// consist of one stretch, or of several if the obstacles between them do not end the columns.
    pub(super) fn strips(
        &self,
        ground: &Ground<'_>,
        core: (f32, f32),
        em: f32,
        least: f32,
    ) -> Vec<Strip> {
        let sides = Sides::of(ground, core, em);
        let stretches = sides.stretches();
        let mut chains: Vec<Range<usize>> = Vec::new();
        for (number, stretch) in stretches.iter().enumerate() {
            if !stretch.has_sides() {
                continue;
            }
            let goes_on = |chain: &Range<usize>| {
                let above = chain.end.checked_sub(1).and_then(|n| stretches.get(n));
                let between = stretches.get(chain.end..number).unwrap_or_default();
                above.is_some_and(|above| self.goes_on(above, between, stretch, em))
            };
            match chains.last_mut() {
                Some(chain) if goes_on(chain) => chain.end = number + 1,
                _ => chains.push(number..number + 1),
            }
        }
        let chains = chains.into_iter().filter_map(|chain| stretches.get(chain));
        let strips = chains.filter_map(|chain| {
            let count = count_pieces(chain);
            if greatest_weight(count) <= least {
                return None;
            }
            match chain {
                [only] => self.alone(only, em),
                _ => self.joined(ground, chain, count),
            }
        });
        strips.collect()
    }

    /// The strip of a single stretch.
    fn alone(&self, stretch: &Stretch<'_>, em: f32) -> Option<Strip> {
        let is_column = !self.is_beside_line(stretch.left, stretch.right, em);
        is_column.then(|| Strip {
            left: stretch.left.to_vec(),
            right: stretch.right.to_vec(),
            columns: [self.around(stretch.left), self.around(stretch.right)],
            ..Strip::new(stretch.core, stretch.top, stretch.bottom)
        })
    }

    /// The strip of consecutive stretches, with so many pieces on both sides. Pieces between the stretches, which
    /// are on neither, hang over the core.
    fn joined(
        &self,
        ground: &Ground<'_>,
        chain: &[Stretch<'_>],
        count: [usize; 2],
    ) -> Option<Strip> {
        let core = chain.first()?.core;
        let (top, bottom) = heights(chain)?;
        let [mut left, mut right] = count.map(Vec::with_capacity);
        // In drawing order, because sorting them would be expensive.
        for &index in ground.region {
            let piece = self.piece(index);
            if !(top..bottom).contains(&piece.middle()) {
                continue;
            }
            if piece.cell.x1 <= core.0 {
                left.push(index);
            } else if piece.cell.x0 >= core.1 {
                right.push(index);
            }
        }
        let hanging = ends(chain).filter(|place| crosses(place.x, core));
        Some(Strip {
            columns: [self.around(&left), self.around(&right)],
            left,
            right,
            hanging: hanging.map(|place| place.index).collect(),
            ..Strip::new(core, top, bottom)
        })
    }

    /// Whether one of two sides is a single line, and the other is not prose with a note in its margin. Pictures
    /// could add lines.
    fn is_beside_line(&self, left: &[u32], right: &[u32], em: f32) -> bool {
        let is_line = |side: &[u32]| {
            let baselines = side.iter().map(|&i| self.piece(i).baseline);
            let ends = baselines.fold((f32::INFINITY, f32::NEG_INFINITY), |(first, last), y| {
                (least(first, y), most(last, y))
            });
            ends.1 - ends.0 <= SAME_LINE * em
        };
        left.len().max(right.len()) < MIN_TEXT_LINES
            && self.pictures.is_empty()
            && (is_line(left) || is_line(right))
    }

    /// Whether the columns beside a stretch continue below an obstacle, such as an image or a line that is too
    /// long. Either all of one side is drawn before all of the other, or both continue from line to line at
    /// the same pitch. `between` are stretches with one empty side, beside an image.
    fn goes_on(
        &self,
        above: &Stretch<'_>,
        between: &[Stretch<'_>],
        below: &Stretch<'_>,
        em: f32,
    ) -> bool {
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
            .filter(|place| crosses(place.x, above.core));
        let crossing = crossing
            .map(|place| self.piece(place.index).cell)
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
            let is_own = |place: &&Place| match left {
                true => place.x.1 <= above.core.0,
                false => place.x.0 >= above.core.1,
            };
            let own = above.end.iter().filter(is_own);
            own.map(|place| place.index).collect()
        };
        let even = |a: &[u32], between: Vec<u32>, b: &[u32]| {
            if between.is_empty() {
                step(a, b) <= STRIP.max_pitch * em
            } else {
                step(a, &between) <= STRIP.max_pitch * em
                    && step(&between, b) <= STRIP.max_pitch * em
            }
        };
        even(above.left, beside(true), below.left) && even(above.right, beside(false), below.right)
    }

    /// Whether a heading between two stretches is above both columns of the lower one, and not a long line of
    /// one column.
    fn is_headed(&self, above: &Stretch<'_>, below: &Stretch<'_>, em: f32) -> bool {
        let (start, end) = above.core;
        let crossing = above
            .end
            .iter()
            .filter(|place| crosses(place.x, above.core));
        let crossing = crossing.map(|place| self.piece(place.index));
        let (cell, size) = crossing.fold((Rect::EMPTY, f32::INFINITY), |(cell, size), p| {
            (cell.union(p.cell), size.min(p.size))
        });
        let into = STRIP.into_columns * em;
        let reaches = cell.x0 <= start - into && cell.x1 >= end + into;
        if !reaches || size < STRIP.heading_size * em || !size.is_finite() {
            return false;
        }
        [below.left, below.right].iter().all(|side| {
            let column = self.around(side);
            column.x0 < cell.x1
                && column.x1 > cell.x0
                && (0.0..=STRIP.above_columns * size).contains(&(column.y0 - cell.y1).max(0.0))
        })
    }
}

/// Whether one side of some stretches is drawn before the other, except for a tenth: floating parts, such as
/// captions, are drawn at other times.
fn is_one_after_the_other(
    above: &Stretch<'_>,
    between: &[Stretch<'_>],
    below: &Stretch<'_>,
) -> bool {
    let is_before = |a: &[u32], b: &[u32]| {
        let last = a.len().checked_sub(a.len() / STRIP.pieces_per_outlier + 1);
        let last = last.and_then(|n| a.get(n));
        // An empty side does not matter.
        last.zip(b.get(b.len() / STRIP.pieces_per_outlier))
            .is_none_or(|(a, b)| a < b)
    };
    let stretches = || [above].into_iter().chain(between).chain([below]);
    let all = |is_before: &dyn Fn(&Stretch<'_>, &Stretch<'_>) -> bool| {
        stretches().all(|a| stretches().all(|b| is_before(a, b)))
    };
    all(&|a, b| is_before(a.left, b.right)) || all(&|a, b| is_before(a.right, b.left))
}
