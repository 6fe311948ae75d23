//! Header cells on several levels: an upper one spans the columns that the line below it covers, and one
//! without a cell above or below it spans all levels.
//!
//! ```text
//!     ─────────────────────────
//!              Instruction  Alignment
//!     Property ───────────  ─────────
//!               Alpaca Orca  DPO  UF
//!     ─────────────────────────
//! ```

use std::ops::Range;

use super::draft::{CellRange, Draft};
use super::rules::Rule;
use crate::compact_sort::CompactSort;

/// Largest distance of a line from the end of the row above it, in ems.
const BELOW: f32 = 1.2;

/// Smallest share of a column that a line must cover to span it.
const COVERED: f32 = 0.5;

impl Draft {
    /// Widens the upper header cells to the columns that the lines below them cover.
    pub(super) fn with_levels(mut self, rules: &[Rule], em: f32) -> Self {
        for rule in rules {
            if let Some(row) = self.row_above(*rule, em) {
                self.widen(row, self.covered(*rule));
            }
        }
        let heads = 0..self.set_off;
        let wide = |(place, own): &(CellRange, Vec<u32>)| {
            heads.contains(&place.rows.start) && place.columns.len() > 1 && !own.is_empty()
        };
        if heads.len() > 1 && self.cells.iter().any(wide) {
            for column in 0..self.columns() {
                self.heighten(column, heads.end);
            }
        }
        self.cells
            .compact_sort_by_key(|(place, _)| (place.rows.start, place.columns.start));
        self
    }

    fn row_above(&self, rule: Rule, em: f32) -> Option<usize> {
        let ends = self.ys.get(1..self.rows())?;
        let apart = |y: f32| (y - rule.at).abs();
        let nearest = ends
            .iter()
            .enumerate()
            .min_by(|a, b| apart(*a.1).total_cmp(&apart(*b.1)));
        nearest
            .filter(|(_, y)| apart(**y) <= BELOW * em)
            .map(|(row, _)| row)
    }

    /// The columns that a line spans.
    fn covered(&self, rule: Rule) -> Range<usize> {
        let is_covered = |pair: &[f32]| match *pair {
            [from, to] => rule.to.min(to) - rule.from.max(from) >= COVERED * (to - from),
            _ => false,
        };
        let columns = self.xs.windows(2).enumerate();
        let mut columns = columns.filter(|(_, pair)| is_covered(pair)).map(|(n, _)| n);
        let first = columns.next().unwrap_or_default();
        first..columns.next_back().unwrap_or(first) + 1
    }

    /// Widens the only non-empty cell of a row in these columns to all of them.
    fn widen(&mut self, row: usize, columns: Range<usize>) {
        let is_in = |place: &CellRange| {
            place.rows.start == row
                && place.columns.start < columns.end
                && place.columns.end > columns.start
        };
        let own = || self.cells.iter().filter(|(place, _)| is_in(place));
        let within = own().all(|(place, _)| {
            place.columns.start >= columns.start && place.columns.end <= columns.end
        });
        let filled = own().filter(|(_, pieces)| !pieces.is_empty()).count();
        if columns.len() < 2 || !within || filled != 1 {
            return;
        }
        self.cells
            .retain(|(place, pieces)| !is_in(place) || !pieces.is_empty());
        for (place, _) in self.cells.iter_mut().filter(|(place, _)| is_in(place)) {
            place.columns = columns.clone();
        }
    }

    /// Extends the only header cell of a column, below those that span several, over all its rows.
    fn heighten(&mut self, column: usize, end: usize) {
        let is_own =
            |place: &CellRange| place.columns == (column..column + 1) && place.rows.end <= end;
        let rows = (0..end).rev().take_while(|row| {
            let of_row =
                |(place, _): &(CellRange, Vec<u32>)| is_own(place) && place.rows.start == *row;
            self.cells.iter().any(of_row)
        });
        let start = end - rows.count();
        let is_in = |place: &CellRange| is_own(place) && place.rows.start >= start;
        let filled = |(place, own): &&(CellRange, Vec<u32>)| is_in(place) && !own.is_empty();
        if end - start < 2 || self.cells.iter().filter(filled).count() != 1 {
            return;
        }
        self.cells
            .retain(|(place, own)| !is_in(place) || !own.is_empty());
        for (place, _) in self.cells.iter_mut().filter(|(place, _)| is_in(place)) {
            place.rows = start..end;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(row: usize, column: usize, pieces: &[u32]) -> (CellRange, Vec<u32>) {
        let (rows, columns) = (row..row + 1, column..column + 1);
        (CellRange { rows, columns }, pieces.to_vec())
    }

    #[test]
    fn a_head_is_as_wide_as_the_line_below_it_and_one_beside_it_as_high_as_both_levels() {
        let text = |row: usize, column: usize| row > 0 || column == 2;
        let cells = (0..3).flat_map(|row| (0..4).map(move |column| (row, column)));
        let cells = cells
            .map(|(row, column)| cell(row, column, if text(row, column) { &[1] } else { &[] }));
        let draft = Draft {
            xs: vec![0.0, 40.0, 80.0, 120.0, 160.0],
            ys: vec![0.0, 20.0, 40.0, 60.0],
            cells: cells.collect(),
            set_off: 2,
            ..Draft::default()
        };
        let rule = Rule::unseen(20.0, 43.0, 157.0);
        let own = draft.with_levels(&[rule], 10.0);
        let spans: Vec<_> = own
            .cells
            .iter()
            .map(|(place, _)| (place.rows.clone(), place.columns.clone()))
            .collect();
        assert_eq!(spans[..3], [(0..2, 0..1), (0..1, 1..4), (1..2, 1..2)]);
        assert_eq!(spans.len(), 4 + 5);
    }
}
