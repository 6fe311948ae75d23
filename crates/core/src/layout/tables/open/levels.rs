//! Adds rows of heads above a table without lines: heads over several columns hide the space between these.
//!
//! ```text
//!                 Here         Abroad
//!     Country  1901  1902    1901  1902     two rows above the table
//!     Austria    86    13     375    48
//! ```

use std::ops::Range;

use super::Accepted;
use super::extent::is_near;
use crate::layout::regions::rows::RowLine;
use crate::layout::tables::draft::{Draft, Ruling, TableFinder};
use crate::layout::tables::evidence::Evidence;
use crate::layout::tables::white::{SAME_START, TextRow, draft_of};

/// Largest number of rows of heads that are added.
const MOST: usize = 3;

/// Number of texts in line with columns from which a row has heads, and is not a line of text.
const WORDS: usize = 3;

/// Smallest share of the columns that rows of heads cover together.
const COVERED: f32 = 0.6;

/// The left and the right end of a text, or of the texts in a column.
type Ends = (f32, f32);

fn baseline(row: TextRow<'_>) -> f32 {
    row.first().map_or(0.0, |line| line.baseline)
}

impl TableFinder<'_> {
    /// Tables among lines, given row by row, with the rows of heads above them.
    pub(super) fn with_heads_over_several(
        &self,
        lines: &[RowLine],
        tables: Vec<Accepted>,
    ) -> Vec<Accepted> {
        if tables.is_empty() {
            return tables;
        }
        let rows: Vec<TextRow<'_>> = lines.chunk_by(|a, b| a.row == b.row).collect();
        let stretches = self.stretches_of_rows(&rows);
        let end = |(draft, _): &Accepted| draft.ys.last().copied();
        let ends: Vec<f32> = tables.iter().filter_map(end).collect();
        let with_heads = |(draft, evidence): Accepted| {
            let &[top, .., bottom] = draft.ys.as_slice() else {
                return (draft, evidence);
            };
            // Rows of another table are not its heads.
            let before = ends.iter().filter(|end| **end < bottom);
            let before = before.fold(f32::NEG_INFINITY, |a, b| a.max(*b));
            let first = rows.partition_point(|row| baseline(row) <= before);
            let start = rows.partition_point(|row| baseline(row) <= top);
            let headed = self.with_levels(&rows, &stretches, first..start, &draft);
            headed.unwrap_or((draft, evidence))
        };
        tables.into_iter().map(with_heads).collect()
    }

    /// A table whose first row follows the rows `above`, with the heads among these.
    fn with_levels(
        &self,
        rows: &[TextRow<'_>],
        stretches: &[Vec<Ends>],
        above: Range<usize>,
        draft: &Draft,
    ) -> Option<Accepted> {
        let start = above.end;
        let last = (start + draft.ys.len()).min(rows.len()).checked_sub(1)?;
        let (rect, slack) = (draft.rect()?, SAME_START * self.em);
        // Text beside the table would be part of its heads.
        let first = stretches.get(start)?;
        if first.first()?.0 < rect.x0 - slack || first.last()?.1 > rect.x1 + slack {
            return None;
        }
        let mut columns = self.ends_of_columns(draft);
        let mut covered = vec![false; columns.len()];
        let mut heads = None;
        for number in above.rev().take(MOST) {
            let (row, own) = (rows.get(number)?, stretches.get(number)?);
            let spans = own.iter().map(|text| self.columns_below(*text, &columns));
            let Some(spans) = spans.collect::<Option<Vec<_>>>() else {
                break;
            };
            if spans.len() < 2
                || !spans.is_sorted_by(|a, b| a.end <= b.start)
                || !is_near(rows, number, last)
                || spans.len() < WORDS && self.is_text(row, own, rect.width())
            {
                break;
            }
            for (span, (from, to)) in spans.iter().zip(own) {
                if let (1, Some(column)) = (span.len(), columns.get_mut(span.start)) {
                    *column = (column.0.min(*from), column.1.max(*to));
                }
                covered
                    .iter_mut()
                    .take(span.end)
                    .skip(span.start)
                    .for_each(|covered| *covered = true);
            }
            let is_upper = spans.iter().any(|span| span.len() > 1);
            let count = covered.iter().filter(|covered| **covered).count();
            if is_upper && count as f32 >= COVERED * columns.len() as f32 {
                heads = rows.get(number..start);
            }
        }
        let heads = heads?;
        let between = |pair: &[Ends]| match pair {
            [(_, to), (from, _)] => Some((*to, *from)).filter(|(to, from)| to < from),
            _ => None,
        };
        let strips: Vec<Ends> = columns.windows(2).map(between).collect::<Option<_>>()?;
        let draft = self.with_head_rows(draft, heads, &strips);
        let evidence = Evidence::gather(self, &draft);
        let is_better = evidence.is_table() && evidence.headers.rows() >= heads.len();
        is_better.then_some((draft, evidence))
    }

    /// The ends of the texts in each column.
    fn ends_of_columns(&self, draft: &Draft) -> Vec<Ends> {
        let mut columns = vec![(f32::INFINITY, f32::NEG_INFINITY); draft.xs.len().max(1) - 1];
        let single = draft.cells.iter().filter(|(p, _)| p.columns.len() == 1);
        for (place, pieces) in single {
            if let Some(column) = columns.get_mut(place.columns.start) {
                for cell in pieces.iter().map(|&i| self.piece(i).cell) {
                    *column = (column.0.min(cell.x0), column.1.max(cell.x1));
                }
            }
        }
        columns
    }

    /// The column that a text begins or ends with, or the columns that it is centred over.
    fn columns_below(&self, (from, to): Ends, columns: &[Ends]) -> Option<Range<usize>> {
        let near = SAME_START * self.em;
        let is_at = |(left, right): &Ends| {
            (from - left).abs() <= near
                || (to - right).abs() <= near
                || (from + to - left - right).abs() <= 2.0 * near
        };
        if let Some(column) = columns.iter().position(is_at) {
            return Some(column..column + 1);
        }
        let mut best: Option<(f32, Range<usize>)> = None;
        for (first, (left, _)) in columns.iter().enumerate() {
            for (last, (_, right)) in columns.iter().enumerate().skip(first + 1) {
                let apart = (from + to - left - right).abs();
                let is_over = from >= left - near && to <= right + near;
                let least = best.as_ref().map_or(2.0 * near, |(least, _)| *least);
                if is_over && apart <= least {
                    best = Some((apart, first..last + 1));
                }
            }
        }
        best.map(|(_, columns)| columns)
    }

    /// A draft with these rows of heads above it, and these strips between its columns.
    fn with_head_rows(&self, draft: &Draft, heads: &[TextRow<'_>], strips: &[Ends]) -> Draft {
        let groups: Vec<Vec<TextRow<'_>>> = heads.iter().map(|row| vec![*row]).collect();
        let segments = heads.iter().map(|row| self.segments(row, strips));
        let mut out = draft_of(&groups, segments, strips, Ruling::None);
        let below = draft.cells.iter().map(|(place, pieces)| {
            let mut place = place.clone();
            place.rows = place.rows.start + heads.len()..place.rows.end + heads.len();
            (place, pieces.clone())
        });
        out.cells.extend(below);
        if let (Some(end), [top, rest @ ..]) = (out.ys.last_mut(), draft.ys.as_slice()) {
            *end = (*end + top) / 2.0;
            out.ys.extend(rest);
        }
        if let (Some(own), Some(body)) = (out.xs.first_mut(), draft.xs.first()) {
            *own = own.min(*body);
        }
        if let (Some(own), Some(body)) = (out.xs.last_mut(), draft.xs.last()) {
            *own = own.max(*body);
        }
        out.captioned = draft.captioned;
        out
    }
}
