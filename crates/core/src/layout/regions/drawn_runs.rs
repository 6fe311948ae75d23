//! Joins pieces into runs: pieces drawn one after the other along a line. Gutters do not cross runs, so the
//! search for gutters handles a line as a whole instead of its words.

use std::ops::Range;

use super::pieces::Piece;
use crate::geometry::{Rect, most};
use crate::layout::scale::{DRAWN_BASELINE, WIDEST_SPACE, is_same_size};
use crate::rank::sorted;

/// Limits within which a piece continues a run.
struct RunLimits {
    /// Largest distance between the end of white space and the next piece that it reaches, in ems.
    touching: f32,
    /// Largest gap that such white space joins, in ems.
    max_spaced: f32,
    /// Largest overlap with the piece before, in ems; a piece that overlaps more does not continue it.
    max_back: f32,
    /// Fewest leader dots before an entry. One or a dash is not a leader.
    min_leaders: u32,
    /// Largest distance between the leader dots and the entry, in ems.
    leader_gap: f32,
}

const RUN: RunLimits = RunLimits {
    touching: 0.1,
    max_spaced: 1.5,
    max_back: 0.3,
    min_leaders: 3,
    leader_gap: 2.0,
};

/// Limits for gutters that cross runs.
struct CrossingLimits {
    /// Largest gap within a run that is a space and not a gutter, in ems.
    min_width: f32,
    /// A gutter crosses a run if at least this many runs near it end at the gutter, and as many begin there.
    min_ends: u32,
    /// That number of ends and begins must also be at least this many times the runs that cross the gutter.
    ends_per_crossing: u32,
    /// Largest distance of the runs that are counted, above and below, in ems.
    near: f32,
    /// Largest distance of their ends from the gap along the line, in ems.
    indent: f32,
    /// Most runs near a gap that are counted.
    max_near: usize,
}

const CROSSING: CrossingLimits = CrossingLimits {
    min_width: 0.45,
    min_ends: 8,
    ends_per_crossing: 2,
    near: 15.0,
    indent: 1.5,
    max_near: 100,
};

/// The runs of a list of pieces, in drawing order.
#[derive(Clone, Debug, Default)]
pub(crate) struct DrawnRuns {
    /// Each run as one piece, with the glyphs of all its pieces.
    pub runs: Vec<Piece>,
    /// For each run, the range of its pieces in the list.
    ranges: Vec<Range<usize>>,
}

impl DrawnRuns {
    /// Makes each piece of `list` (pieces by number, in drawing order) a separate run.
    pub(crate) fn apart(pieces: &[Piece], list: &[u32]) -> Self {
        let pieces = list.iter().map(|&i| pieces.get(i as usize));
        let runs = (0..).zip(pieces);
        let runs = runs.filter_map(|(at, piece)| Some((piece?.clone(), at..at + 1)));
        let (runs, ranges) = runs.unzip();
        Self { runs, ranges }
    }

    /// Joins the pieces of `list` (by number, in drawing order) that were drawn one after the other.
    pub(crate) fn joined(pieces: &[Piece], list: &[u32]) -> Self {
        let mut out = Self::default();
        let mut last: Option<(u32, &Piece)> = None;
        // The number of leader dots so far.
        let mut leaders = 0u32;
        for (at, &index) in list.iter().enumerate() {
            let Some(piece) = pieces.get(index as usize) else {
                continue;
            };
            let follows = |(before, last): (u32, &Piece)| {
                before.checked_add(1) == Some(index)
                    && (is_in_one_go(last, piece) || is_led(last, leaders, piece))
            };
            match (out.runs.last_mut(), out.ranges.last_mut()) {
                (Some(run), Some(range)) if last.is_some_and(follows) => {
                    extend(run, piece);
                    range.end = at + 1;
                }
                _ => {
                    out.runs.push(piece.clone());
                    out.ranges.push(at..at + 1);
                }
            }
            leaders = if piece.leader {
                leaders.saturating_add(piece.inked)
            } else {
                0
            };
            last = Some((index, piece));
        }
        out
    }

    /// Splits the runs that cross a gutter, where OCR took the lines of two columns for one: the lines above
    /// and below end and begin there.
    pub(crate) fn divide_over_gutters(&mut self, pieces: &[Piece], list: &[u32]) {
        let gaps = self.wide_gaps(pieces, list);
        if gaps.is_empty() {
            return;
        }
        let downwards = Downwards::of(&self.runs);
        let cuts = gaps.iter().filter(|gap| downwards.is_gutter(gap.white));
        let mut cuts = cuts.peekable();
        if cuts.peek().is_none() {
            return;
        }
        let mut out = Self::default();
        for (number, range) in self.ranges.iter().enumerate() {
            let mut from = range.start;
            while let Some(gap) = cuts.next_if(|gap| gap.run == number) {
                out.push(pieces, list, from..gap.at);
                if let Some(run) = out.runs.last_mut() {
                    run.reach = run.cell.x0;
                }
                from = gap.at;
            }
            out.push(pieces, list, from..range.end);
        }
        *self = out;
    }

    /// The gaps in runs that are wide enough for a gutter, run by run.
    fn wide_gaps(&self, pieces: &[Piece], list: &[u32]) -> Vec<Gap> {
        let piece = |at: usize| list.get(at).and_then(|&i| pieces.get(i as usize));
        let mut gaps = Vec::new();
        for (run, range) in self.ranges.iter().enumerate() {
            for at in range.start + 1..range.end {
                let (Some(left), Some(right)) = (piece(at - 1), piece(at)) else {
                    continue;
                };
                let size = most(left.size, right.size);
                let (x0, x1) = (left.cell.x1, right.cell.x0);
                if x1 - x0 > CROSSING.min_width * size && !left.leader && !right.leader {
                    let white = Rect::new(x0, right.baseline - size, x1, right.baseline);
                    gaps.push(Gap { run, at, white });
                }
            }
        }
        gaps
    }

    /// Adds a run of the pieces in a range of the list.
    fn push(&mut self, pieces: &[Piece], list: &[u32], range: Range<usize>) {
        let of = list.get(range.clone()).unwrap_or_default().iter();
        let mut of = of.filter_map(|&i| pieces.get(i as usize));
        let Some(mut run) = of.next().cloned() else {
            return;
        };
        of.for_each(|piece| extend(&mut run, piece));
        self.runs.push(run);
        self.ranges.push(range);
    }

    /// The pieces of some runs, from the list that the runs were made of.
    pub(crate) fn pieces_of(&self, runs: &[u32], list: &[u32]) -> Vec<u32> {
        let ranges = runs.iter().filter_map(|&i| self.ranges.get(i as usize));
        let pieces = ranges.filter_map(|range| list.get(range.clone()));
        pieces.flatten().copied().collect()
    }
}

/// The places of runs, ordered downwards.
struct Downwards {
    baselines: Vec<f32>,
    /// The start and the end of each run.
    starts: Vec<f32>,
    ends: Vec<f32>,
}

impl Downwards {
    fn of(runs: &[Piece]) -> Self {
        let order = sorted((0u32..).zip(runs).map(|(n, run)| (run.baseline, n)));
        let runs = order.filter_map(|n| runs.get(n as usize));
        let mut out = Self {
            baselines: Vec::new(),
            starts: Vec::new(),
            ends: Vec::new(),
        };
        for run in runs {
            out.baselines.push(run.baseline);
            out.starts.push(run.cell.x0);
            out.ends.push(run.cell.x1);
        }
        out
    }

    /// Whether a gap continues a gutter: many of the runs above and below it end and begin there, and hardly
    /// any crosses it.
    fn is_gutter(&self, white: Rect) -> bool {
        let size = white.height();
        let (top, bottom) = (
            white.y1 - CROSSING.near * size,
            white.y1 + CROSSING.near * size,
        );
        let from = self.baselines.partition_point(|y| *y < top);
        let below = self.baselines.get(from..).unwrap_or_default();
        let near = below.partition_point(|y| *y <= bottom);
        let near = from..from + near.min(CROSSING.max_near);
        let starts = self.starts.get(near.clone()).unwrap_or_default();
        let all_ends = self.ends.get(near).unwrap_or_default();
        let over = white.x0 + CROSSING.min_width * size / 2.0;
        let first_end = white.x0 - CROSSING.indent * size;
        let last_start = white.x1 + CROSSING.indent * size;
        // Without branches, so that several runs are counted at once.
        let ends_here = |x1: &f32| u32::from((*x1 <= over) & (*x1 > first_end));
        let ends: u32 = all_ends.iter().map(ends_here).sum();
        if ends < CROSSING.min_ends {
            return false;
        }
        let (mut begins, mut crosses) = (0u32, 0u32);
        for (&x0, &x1) in starts.iter().zip(all_ends) {
            let is_left = x1 <= over;
            let is_right = !is_left & (x0 >= over);
            begins += u32::from(is_right & (x0 < last_start));
            crosses += u32::from(!is_left & !is_right);
        }
        let least = (CROSSING.ends_per_crossing * crosses).max(CROSSING.min_ends);
        ends.min(begins) >= least
    }
}

/// A gap between two pieces of a run.
struct Gap {
    run: usize,
    /// The index of the piece after it in the list.
    at: usize,
    /// The white space between them, one em high.
    white: Rect,
}

/// Adds a piece to a run.
fn extend(run: &mut Piece, piece: &Piece) {
    run.cell = run.cell.union(piece.cell);
    run.reach = most(run.reach, piece.reach);
    run.glyphs.end = piece.glyphs.end;
    run.inked = run.inked.saturating_add(piece.inked);
    run.bold &= piece.bold;
    run.leader &= piece.leader;
    run.edges = run.edges.and(piece.edges);
}

/// Whether the second of two pieces, drawn right after the first, continues beside it, in either direction.
fn is_in_one_go(first: &Piece, second: &Piece) -> bool {
    let (left, right) = if first.cell.x0 <= second.cell.x0 {
        (first, second)
    } else {
        (second, first)
    };
    let size = most(left.size, right.size);
    is_same_size(left.size, right.size)
        && right.cell.x0 - left.cell.x1 >= -RUN.max_back * size
        && is_space(left, right)
}

/// Whether leaders continue from one piece to the next, or to the entry that they lead to.
fn is_led(last: &Piece, leaders: u32, piece: &Piece) -> bool {
    let size = most(last.size, piece.size);
    let gap = piece.cell.x0 - last.cell.x1;
    let led = last.leader && (piece.leader || leaders >= RUN.min_leaders);
    led && is_drawn_on_baseline(last, piece) && (0.0..=RUN.leader_gap * size).contains(&gap)
}

/// Whether two pieces of a line, drawn one after the other, are at most a space apart: a gap as in a
/// justified line, or white space throughout.
pub(crate) fn is_space(left: &Piece, right: &Piece) -> bool {
    let size = most(left.size, right.size);
    let gap = right.cell.x0 - left.cell.x1;
    let spaced =
        (right.cell.x0 - left.reach).abs() <= RUN.touching * size && gap <= RUN.max_spaced * size;
    let ended = left.reach < left.cell.x1;
    !ended && is_drawn_on_baseline(left, right) && (gap <= WIDEST_SPACE * size || spaced)
}

/// Whether two pieces, drawn one after the other, are on one baseline.
fn is_drawn_on_baseline(a: &Piece, b: &Piece) -> bool {
    (a.baseline - b.baseline).abs() <= DRAWN_BASELINE * most(a.size, b.size)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(x0: f32, x1: f32, baseline: f32) -> Piece {
        Piece {
            glyphs: 0..1,
            cell: Rect::new(x0, baseline - 8.0, x1, baseline + 2.0),
            baseline,
            size: 10.0,
            reach: x1,
            inked: 4,
            gap: 0.0,
            bold: false,
            in_order: true,
            frame: 0,
            leader: false,
            label: false,
            bullet: None,
            value: None,
            edges: Default::default(),
        }
    }

    #[test]
    fn words_of_a_line_drawn_one_after_the_other_are_one() {
        let pieces = [
            word(0.0, 20.0, 10.0),
            word(23.0, 40.0, 10.0),
            // After a gutter, and on the next line.
            word(60.0, 80.0, 10.0),
            word(0.0, 20.0, 22.0),
        ];
        let list = [0, 1, 2, 3];
        let runs = DrawnRuns::joined(&pieces, &list);
        assert_eq!(runs.ranges, [0..2, 2..3, 3..4]);
        let first = runs.runs.first().map(|s| (s.cell.x0, s.cell.x1, s.inked));
        assert_eq!(first, Some((0.0, 40.0, 8)));
        assert_eq!(runs.pieces_of(&[0, 2], &list), [0, 1, 3]);
    }

    #[test]
    fn words_are_one_also_when_drawn_from_the_right() {
        let pieces = [word(23.0, 40.0, 10.0), word(0.0, 20.0, 10.0)];
        assert_eq!(DrawnRuns::joined(&pieces, &[0, 1]).ranges.len(), 1);
    }

    #[test]
    fn words_are_one_only_where_one_follows_the_other() {
        let pieces = [
            word(0.0, 20.0, 10.0),
            word(90.0, 95.0, 50.0),
            word(23.0, 40.0, 10.0),
        ];
        assert_eq!(DrawnRuns::joined(&pieces, &[0, 2]).ranges.len(), 2);
    }

    /// The number of runs of two columns with little space between them, three lines of which were drawn as
    /// one.
    fn runs_of_columns(rows: u16, gap: f32) -> usize {
        let mut pieces = Vec::new();
        for row in 0..rows {
            let y = 100.0 + 12.0 * f32::from(row);
            pieces.push(word(0.0, 100.0, y));
            // In the other rows something else is drawn before the right column.
            if !(4..7).contains(&row) {
                pieces.push(word(400.0, 410.0, 900.0));
            }
            pieces.push(word(100.0 + gap, 200.0, y));
        }
        let list: Vec<u32> = (0u32..).zip(&pieces).map(|(n, _)| n).collect();
        let mut runs = DrawnRuns::joined(&pieces, &list);
        runs.divide_over_gutters(&pieces, &list);
        let run = |run: &&Piece| run.baseline < 900.0;
        runs.runs.iter().filter(run).count()
    }

    #[test]
    fn lines_of_two_columns_that_were_drawn_as_one_are_divided() {
        assert_eq!(runs_of_columns(20, 6.0), 40);
    }

    #[test]
    fn spaces_are_no_gutters_where_hardly_a_line_ends_or_where_they_are_narrow() {
        assert_eq!(runs_of_columns(10, 6.0), 17);
        assert_eq!(runs_of_columns(20, 4.0), 37);
    }
}
