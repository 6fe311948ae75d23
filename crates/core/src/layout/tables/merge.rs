//! Decides which lines of text are one row of a table without lines between its rows.
//!
//! ```text
//!     iron   a metal that    1.2      each pair of lines is scored: the distance to
//!            rusts in water           the line above against that of the others,
//!     gold   one that does   3.4      empty cells, small initials, full lines above
//!            not rust
//! ```

use super::draft::TableFinder;
use super::weights;
use super::white::{Segment, TextRow};
use crate::geometry::Rect;
use crate::layout::regions::shapes::THIN;
use crate::layout::score::{Feature, Score, feature};

/// Smallest distance to the line above of the first line of a row, as a multiple of the smallest distance.
const PARTED: f32 = 1.15;

/// Smallest distance that is measured, in ems. Nearer lines are scripts or not level.
const LEVEL: f32 = 0.8;

/// Largest distance between lines of one cell, in ems.
const LEADING: f32 = 1.7;

/// Smallest share of its column that a line fills which goes on in the next one.
const FULL: f32 = 0.7;

impl TableFinder<'_> {
    /// Groups lines of text into table rows.
    pub(super) fn merged<'l>(
        &self,
        rows: &[TextRow<'l>],
        strips: &[(f32, f32)],
    ) -> Vec<Vec<TextRow<'l>>> {
        let all: Vec<Vec<Segment>> = rows.iter().map(|row| self.segments(row, strips)).collect();
        let baseline = |n: usize| {
            let line = rows.get(n).and_then(|row| row.first());
            line.map_or(0.0, |line| line.baseline)
        };
        let gap = |n: usize| baseline(n) - baseline(n.saturating_sub(1));
        let gaps = || {
            (1..rows.len())
                .map(gap)
                .filter(|gap| *gap >= LEVEL * self.em)
        };
        let least = gaps().fold(f32::INFINITY, f32::min);
        let parted = gaps().filter(|gap| *gap >= PARTED * least).count();
        let columns = strips.len() + 1;
        // The right end of the text in each column, and the left one.
        let mut ends = vec![(f32::INFINITY, f32::NEG_INFINITY); columns];
        for segment in all.iter().flatten().filter(|s| s.columns.len() == 1) {
            if let Some(end) = ends.get_mut(segment.columns.start) {
                let (x0, x1) = self.extent(segment);
                *end = (end.0.min(x0), end.1.max(x1));
            }
        }
        let first = if self.rows.right_to_left {
            columns - 1
        } else {
            0
        };
        let mut groups: Vec<Vec<TextRow<'l>>> = Vec::new();
        for (n, (row, own)) in rows.iter().zip(&all).enumerate() {
            let above = n.checked_sub(1).and_then(|n| all.get(n));
            let joins = above.is_some_and(|above| {
                let pair = Pair {
                    above,
                    own,
                    gap: gap(n),
                    least,
                    parted: 10 * parted >= rows.len()
                        && 10 * parted < 9 * rows.len().saturating_sub(1),
                    even: 10 * parted < rows.len(),
                    columns,
                    first,
                    ends: &ends,
                };
                self.weigh_pair(&pair).sum > 0.0
            });
            let joins = joins && !self.is_ruled_off(rows.get(n - 1).copied(), row);
            match groups.last_mut().filter(|_| joins) {
                Some(group) => group.push(row),
                None => groups.push(vec![row]),
            }
        }
        groups
    }

    /// Whether a ruled line separates a row from the one above it.
    fn is_ruled_off(&self, above: Option<TextRow<'_>>, own: TextRow<'_>) -> bool {
        let cell = |row: TextRow<'_>| row.iter().fold(Rect::EMPTY, |r, l| r.union(l.cell));
        let (Some(above), own) = (above.map(cell), cell(own)) else {
            return false;
        };
        let both = above.union(own);
        let between = |r: &Rect| {
            let y = (r.y0 + r.y1) / 2.0;
            let length = r.x1.min(both.x1) - r.x0.max(both.x0);
            let middle = |cell: Rect| (cell.y0 + cell.y1) / 2.0;
            r.height() <= THIN
                && y > middle(above)
                && y < middle(own)
                && 2.0 * length > both.width()
        };
        self.barriers.iter().any(between)
    }

    fn extent(&self, segment: &Segment) -> (f32, f32) {
        let cells = segment.pieces.iter().map(|&i| self.piece(i).cell);
        cells.fold((f32::INFINITY, f32::NEG_INFINITY), |(x0, x1), c| {
            (x0.min(c.x0), x1.max(c.x1))
        })
    }

    /// The score of two lines as lines of one row.
    fn weigh_pair(&self, pair: &Pair<'_>) -> Score {
        let near = pair.gap < PARTED * pair.least;
        let spans = pair.own.iter().any(|s| s.columns.len() > 1);
        let named = pair.own.iter().any(|s| s.columns.contains(&pair.first));
        let filled = pair.own.len();
        let over = |s: &Segment| pair.above.iter().find(|o| o.columns == s.columns);
        let new = pair.own.iter().any(|s| over(s).is_none());
        let small = |s: &Segment| self.is_small(s);
        let some_small = pair.own.iter().any(small);
        let all_small = pair.own.iter().all(small);
        let numbers = pair.own.iter().any(|s| self.is_numeric(&s.pieces));
        let is_full = |s: &Segment| {
            let end = pair.ends.get(s.columns.start).copied().unwrap_or_default();
            over(s).is_some_and(|o| {
                let (x0, x1) = self.extent(o);
                x1 - x0 >= FULL * (end.1 - end.0)
            })
        };
        let full = pair.own.iter().all(is_full);
        let held = [
            (true, "two lines"),
            (pair.parted && near, "near to the line above"),
            (pair.parted && !near, "far from the line above"),
            (pair.gap > LEADING * self.em, "too far for a cell"),
            (named, "a name of a row"),
            (!named, "no name of a row"),
            (filled == pair.columns, "all cells are filled"),
            (all_small, "small initials"),
            (numbers, "numbers"),
            (new || spans, "nothing above"),
            (full, "full lines above"),
            (2 * filled <= pair.columns, "half of the cells are empty"),
            (filled < pair.above.len(), "fewer cells than above"),
            (filled > pair.above.len(), "more cells than above"),
            (
                !named && pair.above.iter().all(|s| !s.columns.contains(&pair.first)),
                "no name above either",
            ),
            (!pair.parted && pair.even, "even lines"),
            (some_small && !all_small, "some small initials"),
        ];
        let weighed = held.into_iter().zip(weights::MERGE);
        let features: Vec<Feature> = weighed
            .map(|((holds, what), weight)| feature(holds, weight, what))
            .collect();
        Score::of(&features)
    }

    /// Whether a part of a line begins with a lower-case letter.
    fn is_small(&self, segment: &Segment) -> bool {
        let mut first = None;
        if let Some(piece) = segment.pieces.first() {
            self.each_char(*piece, |c, _| first = first.or(Some(c)));
        }
        first.is_some_and(char::is_lowercase)
    }
}

/// A line of text and the one above it.
struct Pair<'s> {
    above: &'s [Segment],
    own: &'s [Segment],
    /// The distance between their baselines, in points.
    gap: f32,
    /// The smallest distance of lines in the table.
    least: f32,
    /// Some but not all lines are further apart than others.
    parted: bool,
    /// Nearly all lines are at the same distance.
    even: bool,
    /// Number of columns, and the index of the first one in reading direction.
    columns: usize,
    first: usize,
    /// The left and the right end of the text in each column.
    ends: &'s [(f32, f32)],
}
