//! Joins columns of currency and percent signs with those of their numbers.
//!
//! ```text
//!     Total   $ | 1,204    3.1 | %
//!     Net     $ |   998    2.8 | %      five columns that are three
//! ```

use super::draft::{CellRange, Draft, TableFinder};

/// The side of a number on which a sign is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Before,
    Behind,
}

impl TableFinder<'_> {
    /// A draft whose columns of signs are joined with the columns of their numbers.
    pub(super) fn with_signs(&self, mut draft: Draft) -> Draft {
        let mut column = draft.columns();
        while column > 0 {
            column -= 1;
            match self.side_of_column(&draft, column) {
                Some(Side::Before) => draft.join_columns(column + 1),
                Some(Side::Behind) => draft.join_columns(column),
                None => {}
            }
        }
        draft
    }

    /// The side of the signs in a column, if it has nothing else.
    fn side_of_column(&self, draft: &Draft, column: usize) -> Option<Side> {
        let own = draft.cells.iter();
        let mut own = own
            .filter(|(place, pieces)| place.columns == (column..column + 1) && !pieces.is_empty());
        let (_, first) = own.next()?;
        let side = self.side(first)?;
        own.all(|(_, pieces)| self.side(pieces) == Some(side))
            .then_some(side)
    }

    /// The side of a sign, if a cell has nothing else.
    fn side(&self, pieces: &[u32]) -> Option<Side> {
        let [piece] = pieces else { return None };
        let mut characters = self.characters(*piece);
        let side = match characters.next()? {
            '$' | '€' | '£' | '¥' => Side::Before,
            '%' | '‰' | ')' => Side::Behind,
            _ => return None,
        };
        characters.next().is_none().then_some(side)
    }
}

impl Draft {
    /// Joins the columns at both sides of a boundary; the outer ones stay.
    fn join_columns(&mut self, boundary: usize) {
        if boundary == 0 || boundary + 1 >= self.xs.len() {
            return;
        }
        self.xs.remove(boundary);
        let mut right: Vec<(CellRange, Vec<u32>)> = Vec::new();
        self.cells.retain_mut(|(place, pieces)| {
            let ends = place.columns.start == boundary;
            if ends {
                right.push((place.clone(), std::mem::take(pieces)));
            }
            !ends
        });
        for (place, _) in &mut self.cells {
            place.columns.start -= usize::from(place.columns.start > boundary);
            place.columns.end -= usize::from(place.columns.end > boundary);
        }
        for (place, pieces) in right {
            let end = place.columns.end - 1;
            let left = self
                .cells
                .iter_mut()
                .find(|(own, _)| own.rows == place.rows && own.columns.end == boundary);
            if let Some((own, all)) = left {
                own.columns.end = own.columns.end.max(end);
                all.extend(pieces);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joined_columns_keep_all_pieces() {
        let cell = |row: usize, columns: std::ops::Range<usize>, pieces: &[u32]| {
            let rows = row..row + 1;
            (CellRange { rows, columns }, pieces.to_vec())
        };
        let mut draft = Draft {
            xs: vec![0.0, 50.0, 60.0, 100.0],
            ys: vec![0.0, 20.0, 40.0],
            cells: vec![
                cell(0, 0..1, &[0]),
                cell(0, 1..3, &[1]),
                cell(1, 0..1, &[2]),
                cell(1, 1..2, &[3]),
                cell(1, 2..3, &[4]),
            ],
            ..Draft::default()
        };
        draft.join_columns(2);
        let expected = [
            cell(0, 0..1, &[0]),
            cell(0, 1..2, &[1]),
            cell(1, 0..1, &[2]),
            cell(1, 1..2, &[3, 4]),
        ];
        assert_eq!(
            (draft.cells.as_slice(), draft.xs.len()),
            (expected.as_slice(), 3)
        );
        draft.join_columns(0);
        draft.join_columns(2);
        assert_eq!(draft.cells, expected);
    }
}
