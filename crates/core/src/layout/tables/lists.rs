//! Detects grid columns that are lists side by side, with different lines between their entries.
//!
//! ```text
//!     ┌───────┬───────┐
//!     │   A   │   B   │     the line below the heads crosses both columns
//!     ├───────┼───────┤
//!     │ one   │ alpha │
//!     ├───────┤ and   │     the others do not: `one` need not be
//!     │ two   ├───────┤     in a row with `alpha`
//!     │ and   │ beta  │
//!     ├───────┤ gamma │
//!     └───────┴───────┘
//! ```

use std::collections::BTreeSet;
use std::ops::Range;

use super::draft::CellRange;
use crate::compact_sort::CompactSort;

/// Smallest number of lines that each of two columns must have and the other not, to be lists.
const OWN_LINES: usize = 2;

/// Merges each list in a grid into one cell: read row by row, entries of different lists would be mixed.
pub(super) fn join(cells: Vec<CellRange>, rows: usize, columns: usize) -> Vec<CellRange> {
    // For each column the rows at which a cell begins, without the first.
    let mut starts: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); columns];
    for place in cells.iter().filter(|place| place.rows.start > 0) {
        for own in starts.get_mut(place.columns.clone()).into_iter().flatten() {
            own.insert(place.rows.start);
        }
    }
    // A column of one cell, such as a grey bar between two others, is ignored.
    let separated = starts.iter().filter(|own| !own.is_empty());
    let across = separated
        .cloned()
        .reduce(|a, b| &a & &b)
        .unwrap_or_default();
    let bounds: Vec<usize> = [0].into_iter().chain(across).chain([rows]).collect();
    let mut cells = cells;
    for band in bounds.windows(2) {
        if let [from, to] = *band {
            cells = join_band(cells, from..to, &starts);
        }
    }
    cells.compact_sort_by_key(|place| (place.rows.start, place.columns.start));
    cells
}

/// Merges each column between two full-width lines into one cell, if the columns are lists there.
fn join_band(
    cells: Vec<CellRange>,
    band: Range<usize>,
    starts: &[BTreeSet<usize>],
) -> Vec<CellRange> {
    if band.len() < 2 {
        return cells;
    }
    let lists: Vec<(usize, BTreeSet<usize>)> = starts
        .iter()
        .map(|own| own.range(band.start + 1..band.end).copied().collect())
        .enumerate()
        .filter(|(_, own): &(_, BTreeSet<usize>)| !own.is_empty())
        .collect();
    let has_own = |a: &BTreeSet<usize>, b: &BTreeSet<usize>| a.difference(b).count() >= OWN_LINES;
    let apart = lists.iter().enumerate().any(|(n, (_, a))| {
        let others = lists.get(n + 1..).unwrap_or_default();
        others.iter().any(|(_, b)| has_own(a, b) && has_own(b, a))
    });
    let within = |place: &CellRange| place.rows.start >= band.start && place.rows.end <= band.end;
    let is_wide = |place: &CellRange| within(place) && place.columns.len() > 1;
    if !apart || cells.iter().any(is_wide) {
        return cells;
    }
    let of_list = |place: &CellRange| {
        let column = place.columns.start;
        within(place) && lists.iter().any(|(list, _)| *list == column)
    };
    let rest = cells.into_iter().filter(|place| !of_list(place));
    let joined = lists.iter().map(|&(column, _)| CellRange {
        rows: band.clone(),
        columns: column..column + 1,
    });
    rest.chain(joined).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(rows: Range<usize>, column: usize) -> CellRange {
        CellRange {
            rows,
            columns: column..column + 1,
        }
    }

    #[test]
    fn lists_side_by_side_are_a_cell_each_below_their_heads() {
        let heads = [cell(0..1, 0), cell(0..1, 2)];
        let lists = [1..2, 2..4, 4..7].map(|rows| cell(rows, 0)).into_iter();
        let lists = lists.chain([1..3, 3..5, 5..7].map(|rows| cell(rows, 2)));
        let bar = [cell(0..7, 1)];
        let cells = heads.iter().cloned().chain(bar).chain(lists).collect();
        let [first, last] = heads;
        let expected = [first, cell(0..7, 1), last, cell(1..7, 0), cell(1..7, 2)];
        assert_eq!(join(cells, 7, 3), expected);
    }

    #[test]
    fn cells_over_several_rows_of_a_table_are_kept() {
        let groups = [0..2, 2..4, 4..6].map(|rows| cell(rows, 0)).into_iter();
        let rows = (0..6).map(|row| cell(row..row + 1, 1));
        let mut cells: Vec<CellRange> = groups.chain(rows).collect();
        cells.sort_by_key(|place| (place.rows.start, place.columns.start));
        assert_eq!(join(cells.clone(), 6, 2), cells);
    }
}
