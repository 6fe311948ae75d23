//! Removes rows and columns of a grid without text or room for it: the space inside a double line, or the
//! rest beside a background that is higher than its neighbour.

use std::ops::Range;

use super::draft::{CellRange, Draft};

/// Largest width of an empty row or column that is removed, in ems; a wider one has room for text.
const ROOM: f32 = 1.0;

impl Draft {
    /// Removes the narrow empty rows and columns, and lines that separate no rows.
    pub(super) fn without_gaps(mut self, em: f32) -> Self {
        self.drop_narrow(em, |draft| &mut draft.xs, |place| &mut place.columns);
        self.drop_narrow(em, |draft| &mut draft.ys, |place| &mut place.rows);
        let rows = self.rows();
        for row in (1..rows).rev() {
            if self.is_idle(row) {
                self.join_rows(row);
            }
        }
        self
    }

    /// Removes narrow empty ranges in one direction.
    fn drop_narrow(
        &mut self,
        em: f32,
        ends_of: fn(&mut Self) -> &mut Vec<f32>,
        range_of: fn(&mut CellRange) -> &mut Range<usize>,
    ) {
        for n in (0..ends_of(self).len().saturating_sub(1)).rev() {
            let ends = ends_of(self);
            let &[from, to] = ends.get(n..n + 2).unwrap_or_default() else {
                continue;
            };
            let last = ends.len() - 2;
            let is_own = |place: &mut CellRange| *range_of(place) == (n..n + 1);
            let cells = &mut self.cells;
            let filled = cells
                .iter_mut()
                .any(|(place, own)| is_own(place) && !own.is_empty());
            if to - from >= ROOM * em || filled || last == 0 {
                continue;
            }
            self.cells.retain_mut(|(place, _)| !is_own(place));
            for (place, _) in &mut self.cells {
                let range = range_of(place);
                range.start -= usize::from(range.start > n);
                range.end -= usize::from(range.end > n);
            }
            let middle = match n {
                0 => from,
                n if n == last => to,
                _ => (from + to) / 2.0,
            };
            ends_of(self).splice(n..n + 2, [middle]);
        }
    }

    /// Whether the line above a row separates nothing: cells with text span it, and no column has text on
    /// both sides.
    fn is_idle(&self, row: usize) -> bool {
        let over = |place: &CellRange| place.rows.start < row && place.rows.end > row;
        let beside = |place: &CellRange| place.rows.start == row || place.rows.end == row;
        let divided = || self.cells.iter().filter(|(place, _)| beside(place));
        let matched = |place: &CellRange| {
            let other = |(o, _): &&(CellRange, Vec<u32>)| {
                o.columns == place.columns && (o.rows.start == row) != (place.rows.start == row)
            };
            divided().any(|cell| other(&cell))
        };
        self.cells
            .iter()
            .any(|(place, own)| over(place) && !own.is_empty())
            && divided().all(|(place, own)| own.is_empty() && matched(place))
    }

    /// Merges the rows above and below a line.
    fn join_rows(&mut self, row: usize) {
        let starts: Vec<(Range<usize>, usize)> = self
            .cells
            .iter()
            .filter(|(place, _)| place.rows.start == row)
            .map(|(place, _)| (place.columns.clone(), place.rows.end))
            .collect();
        self.cells.retain(|(place, _)| place.rows.start != row);
        for (place, _) in &mut self.cells {
            if place.rows.end == row
                && let Some((_, end)) = starts.iter().find(|(columns, _)| *columns == place.columns)
            {
                place.rows.end = *end;
            }
            place.rows.start -= usize::from(place.rows.start > row);
            place.rows.end -= usize::from(place.rows.end > row);
        }
        if row < self.ys.len() {
            self.ys.remove(row);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(rows: Range<usize>, columns: Range<usize>, pieces: &[u32]) -> (CellRange, Vec<u32>) {
        (CellRange { rows, columns }, pieces.to_vec())
    }

    #[test]
    fn the_space_of_a_double_line_is_no_column() {
        let draft = Draft {
            xs: vec![0.0, 50.0, 56.0, 100.0],
            ys: vec![0.0, 20.0, 40.0],
            cells: vec![
                cell(0..1, 0..1, &[0]),
                cell(0..1, 1..3, &[1]),
                cell(1..2, 0..1, &[2]),
                cell(1..2, 1..2, &[]),
                cell(1..2, 2..3, &[3]),
            ],
            ..Draft::default()
        };
        let own = draft.without_gaps(10.0);
        assert_eq!(own.xs, [0.0, 53.0, 100.0]);
        let expected = [
            cell(0..1, 0..1, &[0]),
            cell(0..1, 1..2, &[1]),
            cell(1..2, 0..1, &[2]),
            cell(1..2, 1..2, &[3]),
        ];
        assert_eq!(own.cells, expected);
    }

    #[test]
    fn a_line_between_empty_cells_beside_one_over_both_divides_nothing() {
        let cells = |answer: &[u32]| Draft {
            xs: vec![0.0, 50.0, 100.0],
            ys: vec![0.0, 20.0, 40.0],
            cells: vec![
                cell(0..2, 0..1, &[0]),
                cell(0..1, 1..2, &[]),
                cell(1..2, 1..2, answer),
            ],
            ..Draft::default()
        };
        let own = cells(&[]).without_gaps(10.0);
        assert_eq!(own.cells, [cell(0..1, 0..1, &[0]), cell(0..1, 1..2, &[])]);
        assert_eq!(own.ys, [0.0, 40.0]);
        assert_eq!(cells(&[1]).without_gaps(10.0).cells.len(), 3);
    }
}
