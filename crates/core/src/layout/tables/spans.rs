//! Widens cells of an accepted table without lines between its columns: the names of sections, and heads that are
//! centred over the columns below them.
//!
//! ```text
//!                  Here          Abroad
//!     Country   1901  1902     1901  1902     two heads over two columns each
//!            Kingdoms                         a section: bold, and alone in its row
//!     Austria     86    13      375    48
//! ```

use std::ops::Range;

use super::distances::WORD_GAP;
use super::draft::{CellRange, Draft, Ruling, TableFinder};

/// Least reach of a text over the end of a column, in ems.
const CROSSING: f32 = 0.5;

/// Largest distance between the middles of a head and of the columns that it is centred over, in ems.
const CENTRED: f32 = 0.3;

impl TableFinder<'_> {
    /// A draft with `heads` header rows, whose sections and upper heads have the columns that they are about, and the
    /// number of header rows above the first section.
    pub(super) fn with_spans(&self, mut draft: Draft, mut heads: usize) -> (Draft, usize) {
        if draft.ruling == Ruling::Grid && draft.each_ruled {
            return (draft, heads);
        }
        let rows = draft.rows();
        for row in 1..rows.saturating_sub(1) {
            if self.is_section(&draft, row) {
                draft.widen_only(row);
                heads = heads.min(row);
            }
        }
        if heads > 1 {
            for (place, wide) in self.wide_heads(&draft) {
                draft.cover(&place, wide);
            }
        }
        (draft, heads)
    }

    /// A draft whose columns are those of stripes, with the names of sections over all columns: the stripes show no columns
    /// beside them.
    pub(super) fn with_sections(&self, mut draft: Draft) -> Draft {
        for row in 1..draft.rows() {
            if self.is_over_columns(&draft, row) {
                draft.join_row(row);
            } else if self.is_section(&draft, row) {
                draft.widen_only(row);
            }
        }
        draft
    }

    /// Whether a stretch of text is in the middle of the columns that it is over. The columns end at `xs`.
    pub(super) fn is_centred_over(&self, (from, to): (f32, f32), xs: &[f32]) -> bool {
        let slack = CROSSING * self.em;
        let end = |x: f32| xs.partition_point(|end| *end <= x);
        let left = end(from + slack).checked_sub(1).and_then(|n| xs.get(n));
        let ends = left.zip(xs.get(end(to - slack)));
        let apart = ends.map(|(left, right)| (from + to - left - right).abs());
        apart.is_some_and(|apart| apart <= 2.0 * CENTRED * self.em)
    }

    /// Whether the text of a row is one stretch that crosses the end of a column.
    fn is_over_columns(&self, draft: &Draft, row: usize) -> bool {
        let inner = draft.xs.get(1..draft.columns());
        let pieces = draft.filled(row).flat_map(|(_, pieces)| pieces);
        let [(from, to)] = self.stretches_of(pieces, WORD_GAP)[..] else {
            return false;
        };
        let slack = CROSSING * self.em;
        let mut inner = inner.unwrap_or_default().iter();
        inner.any(|x| from < x - slack && to > x + slack)
    }

    /// Whether a row has one bold text only, above a row with several cells that are not all bold. If the name below it is bold,
    /// it can be a name, too.
    fn is_section(&self, draft: &Draft, row: usize) -> bool {
        let bold = |pieces: &[u32]| pieces.iter().all(|&i| self.piece(i).bold);
        let mut own = draft.filled(row);
        let mut below = draft.filled(row + 1);
        let alone = own
            .next()
            .is_some_and(|(place, text)| place.rows.len() == 1 && bold(text));
        let first = self.first_column(draft.columns());
        let is_name = |(place, text): &(&CellRange, &[u32])| {
            place.columns == (first..first + 1) && bold(text)
        };
        alone
            && own.next().is_none()
            && below.clone().count() > 1
            && below.clone().any(|(_, text)| !bold(text))
            && !below.any(|cell| is_name(&cell))
    }

    /// The cells of the first row that are centred over several columns, with these columns. Below them, the second
    /// row has a text in each column.
    fn wide_heads(&self, draft: &Draft) -> Vec<(CellRange, Range<usize>)> {
        let columns = draft.columns();
        let is_below = |column: usize| {
            draft
                .filled(1)
                .any(|(place, _)| place.columns == (column..column + 1))
        };
        // The left and the right end of the text in each column.
        let mut ends = vec![(f32::INFINITY, f32::NEG_INFINITY); columns];
        for (place, pieces) in draft
            .cells
            .iter()
            .filter(|(place, _)| place.columns.len() == 1)
        {
            if let Some(end) = ends
                .get_mut(place.columns.start)
                .filter(|_| place.rows.start > 0)
            {
                let (from, to) = self.ends_of(pieces);
                *end = (end.0.min(from), end.1.max(to));
            }
        }
        let mut out = Vec::new();
        let mut from = 0;
        while from < columns {
            let block = from..(from..columns).find(|&c| !is_below(c)).unwrap_or(columns);
            from = block.end.max(from + 1);
            let heads = draft.filled(0);
            let heads: Vec<(&CellRange, f32)> = heads
                .filter(|(place, _)| {
                    place.columns.start < block.end && place.columns.end > block.start
                })
                .map(|(place, pieces)| {
                    let (from, to) = self.ends_of(pieces);
                    (place, (from + to) / 2.0)
                })
                .collect();
            let inside = |place: &CellRange| {
                place.rows.len() == 1
                    && place.columns.start >= block.start
                    && place.columns.end <= block.end
            };
            if heads.is_empty()
                || heads.len() >= block.len()
                || !heads.iter().all(|(p, _)| inside(p))
            {
                continue;
            }
            let own = ends.get(block.clone()).unwrap_or_default();
            let centres: Vec<f32> = heads.iter().map(|(_, centre)| *centre).collect();
            let covers = |(place, _): &(&CellRange, f32), wide: &Range<usize>| {
                place.columns.start >= wide.start && place.columns.end <= wide.end
            };
            let wide: Vec<Range<usize>> = divided(own, &centres)
                .into_iter()
                .map(|r| r.start + block.start..r.end + block.start)
                .collect();
            if heads
                .iter()
                .zip(&wide)
                .all(|(head, wide)| covers(head, wide))
            {
                out.extend(
                    heads
                        .iter()
                        .zip(wide)
                        .map(|((place, _), wide)| ((*place).clone(), wide)),
                );
            }
        }
        out
    }

    fn ends_of(&self, pieces: &[u32]) -> (f32, f32) {
        let cells = pieces.iter().map(|&i| self.piece(i).cell);
        cells.fold((f32::INFINITY, f32::NEG_INFINITY), |(x0, x1), c| {
            (x0.min(c.x0), x1.max(c.x1))
        })
    }
}

/// Divides columns, given by the ends of their text, among heads with these centres: the ranges whose centres are
/// nearest to those of the heads.
fn divided(columns: &[(f32, f32)], heads: &[f32]) -> Vec<Range<usize>> {
    let count = columns.len();
    let cost = |range: Range<usize>, centre: f32| {
        let own = columns.get(range).unwrap_or_default();
        let (from, to) = own
            .iter()
            .fold((f32::INFINITY, f32::NEG_INFINITY), |(a, b), c| {
                (a.min(c.0), b.max(c.1))
            });
        ((from + to) / 2.0 - centre).abs()
    };
    // For each number of columns the least cost of the heads so far, with the ends of their ranges. Columns of names
    // before the first one have no head.
    let mut best: Vec<Option<(f32, Vec<usize>)>> =
        (0..=count).map(|start| Some((0.0, vec![start]))).collect();
    for centre in heads {
        let mut next = vec![None; count + 1];
        for (from, before) in best.iter().enumerate() {
            let Some((sum, ends)) = before else { continue };
            for (to, slot) in next.iter_mut().enumerate().skip(from + 1) {
                let sum = sum + cost(from..to, *centre);
                if slot
                    .as_ref()
                    .is_none_or(|(least, _): &(f32, Vec<usize>)| sum < *least)
                {
                    *slot = Some((sum, [ends.as_slice(), &[to]].concat()));
                }
            }
        }
        best = next;
    }
    let ends = best.pop().flatten().map(|(_, ends)| ends);
    let ends = ends.unwrap_or_default();
    let ranges = ends.windows(2).filter_map(|pair| match pair {
        [from, to] => Some(*from..*to),
        _ => None,
    });
    ranges.collect()
}

impl Draft {
    /// The cells with text that begin in a row.
    pub(super) fn filled(&self, row: usize) -> impl Iterator<Item = (&CellRange, &[u32])> + Clone {
        let own = self
            .cells
            .iter()
            .filter(move |(place, pieces)| place.rows.start == row && !pieces.is_empty());
        own.map(|(place, pieces)| (place, pieces.as_slice()))
    }

    /// Joins the cells of a row, if none of them is in another row, too.
    fn join_row(&mut self, row: usize) {
        let is_own = |place: &CellRange| place.rows.contains(&row);
        let own = || self.cells.iter().filter(|(place, _)| is_own(place));
        if own().any(|(place, _)| place.rows.len() > 1) {
            return;
        }
        let mut pieces: Vec<u32> = own().flat_map(|(_, pieces)| pieces).copied().collect();
        pieces.sort_unstable();
        let at = self.cells.iter().position(|(place, _)| is_own(place));
        self.cells.retain(|(place, _)| !is_own(place));
        let place = CellRange {
            rows: row..row + 1,
            columns: 0..self.columns(),
        };
        self.cells.insert(at.unwrap_or_default(), (place, pieces));
    }

    /// Widens the only cell with text in a row to all columns.
    fn widen_only(&mut self, row: usize) {
        let all = 0..self.columns();
        let own = self.filled(row).next().map(|(place, _)| place.clone());
        own.into_iter()
            .for_each(|place| self.cover(&place, all.clone()));
    }

    /// Widens a cell to columns in which its row has no other text.
    fn cover(&mut self, place: &CellRange, columns: Range<usize>) {
        let is_in = |other: &CellRange| {
            other.rows.start == place.rows.start
                && other.columns.start < columns.end
                && other.columns.end > columns.start
        };
        let inside = |other: &CellRange| {
            other.rows.len() == 1
                && other.columns.start >= columns.start
                && other.columns.end <= columns.end
        };
        let mut own = self.cells.iter().filter(|(other, _)| is_in(other));
        if !own.all(|(other, pieces)| inside(other) && (other == place || pieces.is_empty())) {
            return;
        }
        self.cells
            .retain(|(other, _)| other == place || !is_in(other));
        for (other, _) in self.cells.iter_mut().filter(|(other, _)| other == place) {
            other.columns = columns.clone();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_belong_to_the_head_that_is_centred_over_them() {
        let columns = [
            (0.0, 10.0),
            (20.0, 30.0),
            (40.0, 50.0),
            (60.0, 70.0),
            (80.0, 90.0),
        ];
        assert_eq!(divided(&columns, &[25.0, 75.0]), [0..3, 3..5]);
        assert_eq!(divided(&columns, &[14.0, 66.0]), [0..2, 2..5]);
        let whole = 0..5;
        assert_eq!(divided(&columns, &[45.0]), std::slice::from_ref(&whole));
        assert_eq!(divided(&columns, &[34.0, 76.0]), [1..3, 3..5]);
    }
}
