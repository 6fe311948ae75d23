//! Measures the lines on one side of a strip.

use super::finder::GutterFinder;
use crate::geometry::{Rect, most};
use crate::layout::regions::pieces::Piece;
use crate::layout::scale::MIN_LENGTH;
use crate::rank::{rank, sorted};

/// Largest distance between the baselines of a line and its raised or lowered parts, in ems.
pub(super) const SAME_LINE: f32 = 0.5;

/// Fewest lines of a column of prose.
pub(super) const MIN_TEXT_LINES: usize = 8;

/// Limits for the lines on one side of a strip.
struct SideLimits {
    /// Largest gap between words of one line, in ems. Wider gaps separate cells.
    max_space: f32,
    /// Most lines counted for one picture.
    max_picture_lines: usize,
    /// Least share of the width that lines of prose fill.
    min_text_fill: f32,
    /// Largest distance between level baselines, in ems. Larger: more table cells, fewer columns.
    level: f32,
    /// Least share of the pieces of a column of numbers. Others are dashes, units and marks.
    numbers: f32,
    /// Fewest characters of such a number. Numbers of lines mostly have fewer.
    min_digits: u32,
}

const SIDE: SideLimits = SideLimits {
    max_space: 1.0,
    max_picture_lines: 200,
    min_text_fill: 0.7,
    level: 0.12,
    numbers: 0.75,
    min_digits: 3,
};

/// Limits for notes in the margin.
struct NoteLimits {
    /// Largest size of margin notes, relative to the text.
    max_size: f32,
    /// Largest width of margin notes, relative to the text.
    max_width: f32,
    /// Fewest letters of their lines, on average.
    min_letters: f32,
}

const NOTE: NoteLimits = NoteLimits {
    max_size: 0.93,
    max_width: 0.5,
    min_letters: 4.0,
};

/// Assumed distance between the baselines of lines that a picture replaces, or for which a column has space,
/// in ems.
pub(super) const PITCH: f32 = 1.25;

/// The lines on one side of a strip.
pub(super) struct Side {
    /// The baselines of its lines, downwards.
    pub(super) baselines: Vec<f32>,
    pub(super) fill: f32,
    pub(super) letters: f32,
}

impl Side {
    /// Measures pieces in a column of this width; gaps up to `widest` are within a line.
    pub(super) fn of<'a>(
        pieces: impl Iterator<Item = &'a Piece>,
        width: f32,
        widest: f32,
        em: f32,
    ) -> Self {
        // Copies the few values that are needed, because a piece is large.
        let mut pieces: Vec<(f32, f32, f32, u32)> = pieces
            .map(|p| (p.baseline, p.cell.x0, p.cell.x1, p.inked))
            .collect();
        if !pieces.is_sorted_by_key(|piece| rank(piece.0)) {
            let downwards = sorted((0u32..).zip(&pieces).map(|(n, piece)| (piece.0, n)));
            let mut copy = Vec::with_capacity(pieces.len());
            copy.extend(downwards.filter_map(|n| pieces.get(n as usize).copied()));
            pieces = copy;
        }
        let mut side = Self {
            baselines: Vec::with_capacity(pieces.len()),
            fill: 0.0,
            letters: 0.0,
        };
        let (mut filled, mut letters, mut stretches) = (0.0, 0u32, 0u32);
        for line in pieces.chunk_by_mut(|a, b| b.0 - a.0 <= SAME_LINE * em) {
            if line.len() > 1 {
                line.sort_unstable_by(|a, b| a.1.total_cmp(&b.1));
            }
            let (start, mut reached) = line.first().map_or((0.0, 0.0), |p| (p.1, p.1));
            stretches += 1;
            for &(_, x0, x1, inked) in &*line {
                stretches += u32::from(x0 - reached > widest);
                reached = most(reached, x1);
                letters = letters.saturating_add(inked);
            }
            filled += reached - start;
            let longest = line.iter().max_by_key(|p| p.3);
            side.baselines.extend(longest.map(|p| p.0));
        }
        side.fill = fill(filled, side.baselines.len(), width);
        side.letters = letters as f32 / stretches.max(1) as f32;
        side
    }

    /// The number of its lines that are beside the other side, neither above nor below it.
    pub(super) fn beside(&self, other: &Self, em: f32) -> usize {
        let ends = other.baselines.first().zip(other.baselines.last());
        ends.map_or(0, |(first, last)| {
            let heights = first - em..=last + em;
            let beside = self.baselines.iter();
            beside.filter(|line| heights.contains(line)).count()
        })
    }

    /// Adds the lines that would fit in the space of pictures, given by their vertical extents.
    pub(super) fn add_pictures(&mut self, pictures: Vec<(f32, f32)>, em: f32) {
        for (top, bottom) in pictures {
            let count = ((bottom - top) / (PITCH * em)) as usize;
            let lines =
                (0..count.min(SIDE.max_picture_lines)).map(|n| top + (n as f32 + 0.5) * PITCH * em);
            self.baselines.extend(lines);
        }
        self.baselines.sort_unstable_by(f32::total_cmp);
    }

    /// Whether it is a column of prose.
    pub(super) fn is_text(&self) -> bool {
        is_text(self.baselines.len(), self.fill)
    }
}

/// The share of a column's width that lines of this total length fill on average.
fn fill(length: f32, lines: usize, width: f32) -> f32 {
    length / lines.max(1) as f32 / width.max(MIN_LENGTH)
}

fn is_text(lines: usize, fill: f32) -> bool {
    lines >= MIN_TEXT_LINES && fill >= SIDE.min_text_fill
}

impl GutterFinder<'_> {
    /// Measures some pieces on one side of a strip, in a column with this box.
    pub(super) fn side(&self, pieces: impl Iterator<Item = u32>, column: Rect, em: f32) -> Side {
        // Without a drawing order, each word is a separate run, and gaps in narrow columns are as wide as
        // between cells.
        let widest = if self.drawn {
            SIDE.max_space
        } else {
            f32::INFINITY
        };
        let pieces = pieces.map(|i| self.piece(i));
        Side::of(pieces, column.width(), widest * em, em)
    }

    /// Whether most of some pieces are numbers, and not numbers of lines.
    pub(super) fn are_numbers(&self, pieces: &[u32]) -> bool {
        let all = pieces.iter().map(|&i| self.piece(i));
        let numbers = all.filter(|piece| piece.inked >= SIDE.min_digits && piece.edges.is_number());
        numbers.count() as f32 >= SIDE.numbers * pieces.len() as f32
    }

    /// Whether the lines of some pieces are fewer than a number.
    pub(super) fn has_fewer_lines(&self, pieces: &[u32], number: usize, em: f32) -> bool {
        pieces.len() < number || {
            let pieces = self.by_baseline(pieces.iter().copied());
            self.lines(&pieces, em).count() < number
        }
    }

    fn by_baseline(&self, pieces: impl Iterator<Item = u32>) -> Vec<u32> {
        sorted(pieces.map(|i| (self.piece(i).baseline, i))).collect()
    }

    /// Divides pieces that are sorted by their baselines into lines.
    fn lines<'p>(&self, pieces: &'p [u32], em: f32) -> impl Iterator<Item = &'p [u32]> {
        let baseline = |i: u32| self.piece(i).baseline;
        pieces.chunk_by(move |&a, &b| baseline(b) - baseline(a) <= SAME_LINE * em)
    }

    /// Whether some pieces in a column with this box are prose, as [`Side::is_text`] finds at a higher price.
    pub(super) fn are_text(
        &self,
        pieces: impl Iterator<Item = u32>,
        column: Rect,
        em: f32,
    ) -> bool {
        let pieces: Vec<u32> = self.by_baseline(pieces);
        let (mut lines, mut filled) = (0, 0.0);
        for line in self.lines(&pieces, em) {
            let around = self.around(line);
            lines += 1;
            filled += around.x1 - around.x0;
        }
        is_text(lines, fill(filled, lines, column.width()))
    }
}

impl GutterFinder<'_> {
    /// Whether one side is prose and the other has notes in its margin: smaller, narrower, and more than
    /// numbers or marks. Each side is given with its pieces.
    pub(super) fn has_notes(
        &self,
        (text, own): (&Side, &[u32]),
        (notes, others): (&Side, &[u32]),
    ) -> bool {
        let width = |pieces: &[u32]| self.around(pieces).width();
        text.is_text()
            && notes.letters >= NOTE.min_letters
            && width(others) <= NOTE.max_width * width(own)
            && self.em(others) <= NOTE.max_size * self.em(own)
    }
}

/// The share of the fewer baselines that have one of the others at the same height. Both lists are sorted.
pub(super) fn level(a: &[f32], b: &[f32], em: f32) -> f32 {
    let (few, many) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let near = |v: f32| {
        let at = many.partition_point(|&m| m < v - SIDE.level * em);
        many.get(at).is_some_and(|&m| m <= v + SIDE.level * em)
    };
    few.iter().filter(|&&v| near(v)).count() as f32 / few.len().max(1) as f32
}

/// The pieces of two sides in drawing order, divided where drawing changes between the sides. Each side is in
/// drawing order.
pub(super) fn turns<'a>(a: &'a [u32], b: &'a [u32]) -> impl Iterator<Item = &'a [u32]> {
    let a_first = a.first().is_some_and(|a| b.first().is_none_or(|b| a < b));
    let (mut own, mut other) = if a_first { (a, b) } else { (b, a) };
    std::iter::from_fn(move || {
        let count = match other.first() {
            Some(next) => own.iter().take_while(|&i| i <= next).count(),
            None => own.len(),
        };
        let (turn, rest) = own.split_at_checked(count)?;
        (own, other) = (other, rest);
        (!turn.is_empty()).then_some(turn)
    })
}

/// Whether all of one set of pieces is drawn before all of another. Each is in drawing order.
pub(super) fn are_apart(a: &[u32], b: &[u32]) -> bool {
    let is_before = |a: &[u32], b: &[u32]| a.last().zip(b.first()).is_none_or(|(a, b)| a < b);
    is_before(a, b) || is_before(b, a)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_end_where_the_other_side_is_drawn() {
        let of = |a: &[u32], b: &[u32]| turns(a, b).map(<[u32]>::to_vec).collect::<Vec<_>>();
        assert_eq!(
            of(&[3, 4, 7], &[1, 2, 5]),
            [vec![1, 2], vec![3, 4], vec![5], vec![7]]
        );
        assert_eq!(of(&[], &[1, 2]), [[1, 2]]);
        assert_eq!(of(&[1, 2], &[]), [[1, 2]]);
        assert!(of(&[], &[]).is_empty());
        assert!(are_apart(&[1, 2], &[3]) && are_apart(&[3], &[]) && !are_apart(&[1, 3], &[2]));
    }
}
