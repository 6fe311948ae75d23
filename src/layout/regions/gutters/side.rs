//! Measures the lines on one side of a strip.

use super::finder::GutterFinder;
use crate::geometry::Rect;
use crate::layout::regions::pieces::Piece;

/// Largest distance between the baselines of a line and its raised or lowered parts, in ems.
pub(super) const SAME_LINE: f32 = 0.5;

/// Largest gap between words of one line, in ems. Wider gaps separate cells.
const WIDEST_SPACE: f32 = 1.0;

/// Largest size of margin notes, relative to the text.
const SMALLER: f32 = 0.93;

/// Largest width of margin notes, relative to the text.
const NARROWER: f32 = 0.5;

/// Fewest letters of their lines, on average.
const LEAST_LETTERS: f32 = 4.0;

/// Assumed distance between the baselines of lines that a picture replaces, or for which a column has space,
/// in ems.
pub(super) const PITCH: f32 = 1.25;

/// Most lines counted for one picture.
const MOST_LINES: usize = 200;

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
        // Copies the few values that sorting needs, because a piece is large.
        let mut pieces: Vec<(f32, f32, f32, u32)> = pieces
            .map(|p| (p.baseline, p.cell.x0, p.cell.x1, p.inked))
            .collect();
        pieces.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let mut side = Self {
            baselines: Vec::new(),
            fill: 0.0,
            letters: 0.0,
        };
        let (mut filled, mut letters, mut stretches) = (0.0, 0u32, 0u32);
        for line in pieces.chunk_by_mut(|a, b| b.0 - a.0 <= SAME_LINE * em) {
            line.sort_unstable_by(|a, b| a.1.total_cmp(&b.1));
            let (start, mut reached) = line.first().map_or((0.0, 0.0), |p| (p.1, p.1));
            stretches += 1;
            for &(_, x0, x1, inked) in &*line {
                stretches += u32::from(x0 - reached > widest);
                reached = reached.max(x1);
                letters = letters.saturating_add(inked);
            }
            filled += reached - start;
            let most = line.iter().max_by_key(|p| p.3);
            side.baselines.extend(most.map(|p| p.0));
        }
        let count = side.baselines.len().max(1) as f32;
        side.fill = filled / count / width.max(1e-3);
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
            let lines = (0..count.min(MOST_LINES)).map(|n| top + (n as f32 + 0.5) * PITCH * em);
            self.baselines.extend(lines);
        }
        self.baselines.sort_unstable_by(f32::total_cmp);
    }

    /// Whether it is a column of prose.
    pub(super) fn is_text(&self) -> bool {
        self.baselines.len() >= 8 && self.fill >= 0.7
    }
}

impl GutterFinder<'_> {
    /// Measures some pieces on one side of a strip, in a column with this box.
    pub(super) fn side(&self, pieces: impl Iterator<Item = u32>, column: Rect, em: f32) -> Side {
        // Without a drawing order, each word is a separate run, and gaps in narrow columns are as wide as
        // between cells.
        let widest = if self.drawn {
            WIDEST_SPACE
        } else {
            f32::INFINITY
        };
        let pieces = pieces.map(|i| self.piece(i));
        Side::of(pieces, column.width(), widest * em, em)
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
            && notes.letters >= LEAST_LETTERS
            && width(others) <= NARROWER * width(own)
            && self.em(others) <= SMALLER * self.em(own)
    }
}

/// The share of the fewer baselines that have one of the others at the same height. Both lists are sorted.
pub(super) fn level(a: &[f32], b: &[f32], em: f32) -> f32 {
    let (few, many) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let near = |v: f32| {
        let at = many.partition_point(|&m| m < v - 0.12 * em);
        many.get(at).is_some_and(|&m| m <= v + 0.12 * em)
    };
    few.iter().filter(|&&v| near(v)).count() as f32 / few.len().max(1) as f32
}

/// Counts how often drawing changes between two sets of pieces, each in drawing order.
pub(super) fn switches(a: &[u32], b: &[u32]) -> u32 {
    let (mut i, mut j) = (0, 0);
    let mut switches = 0;
    let mut in_a = None;
    while i < a.len() || j < b.len() {
        let take_a = match (a.get(i), b.get(j)) {
            (Some(x), Some(y)) => x < y,
            (x, _) => x.is_some(),
        };
        if in_a.is_some_and(|was| was != take_a) {
            switches += 1;
        }
        in_a = Some(take_a);
        if take_a {
            i += 1;
        } else {
            j += 1;
        }
    }
    switches
}
