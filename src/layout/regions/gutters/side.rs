//! What is on one side of a strip.

use super::GutterFinder;
use crate::geometry::Rect;
use crate::layout::regions::pieces::Piece;

/// Baselines closer than this, in ems, are those of one line and of what is raised or lowered on it.
pub(super) const SAME_LINE: f32 = 0.5;

/// Gaps wider than this, in ems, are not between words of one line, but between cells.
const WIDEST_SPACE: f32 = 1.0;

/// Notes in the margin are in type no larger than this share of that of the text …
const SMALLER: f32 = 0.93;

/// … no wider than this share of it …
const NARROWER: f32 = 0.5;

/// … and have this many letters a line, on the average.
const LEAST_LETTERS: f32 = 4.0;

/// From baseline to baseline of the lines that a picture stands for, or that a column has room for, in ems …
pub(super) const PITCH: f32 = 1.25;

/// … of which no more are counted.
const MOST_LINES: usize = 200;

/// What is on one side of a strip.
pub(super) struct Side {
    /// Of its lines, downwards.
    pub(super) baselines: Vec<f32>,
    pub(super) fill: f32,
    pub(super) letters: f32,
}

impl Side {
    /// In a column of this width, whose lines have no gap wider than `widest`.
    pub(super) fn of<'a>(
        pieces: impl Iterator<Item = &'a Piece>,
        width: f32,
        widest: f32,
        em: f32,
    ) -> Self {
        // Copied, as all of a piece is many times what sorting has to look at.
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

    /// How many of its lines are beside the other side, and neither above nor below it.
    pub(super) fn beside(&self, other: &Self, em: f32) -> usize {
        let ends = other.baselines.first().zip(other.baselines.last());
        ends.map_or(0, |(first, last)| {
            let heights = first - em..=last + em;
            let beside = self.baselines.iter();
            beside.filter(|line| heights.contains(line)).count()
        })
    }

    /// Counts pictures, by their heights, as the lines that would have their room.
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
    /// What some pieces on one side of a strip are like, in a column with this box.
    pub(super) fn side(&self, pieces: impl Iterator<Item = u32>, column: Rect, em: f32) -> Side {
        // Drawn in no order, words are runs of their own, and those of a narrow column are as far
        // apart as cells.
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
    /// Whether one side is prose, and the other notes in its margin: in smaller type, narrower, and more than
    /// numbers or marks. Each side with its pieces.
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

/// Which share of the fewer baselines has one of the others on its height; both sorted.
pub(super) fn level(a: &[f32], b: &[f32], em: f32) -> f32 {
    let (few, many) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let near = |v: f32| {
        let at = many.partition_point(|&m| m < v - 0.12 * em);
        many.get(at).is_some_and(|&m| m <= v + 0.12 * em)
    };
    few.iter().filter(|&&v| near(v)).count() as f32 / few.len().max(1) as f32
}
