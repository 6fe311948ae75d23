//! Finds the header rows of a table.

use super::cell_text::{ColumnTexts, Text, is_numeric};
use super::draft::{CellRange, Draft, Ruling, TableFinder};
use crate::geometry::Rect;
use crate::layout::regions::shapes::THIN;

/// Maximum number of header rows.
const MOST_HEADERS: usize = 4;

/// Largest distance of a line from the boundary between two rows, in ems.
const BESIDE: f32 = 0.8;

/// Smallest share of the table's width that such a line, or the lines below the heads together, must cover.
const DRAWN: f32 = 0.6;

/// Smallest share of numeric words in a number above a column of numbers; with fewer the text is a head.
const NUMERIC: f32 = 0.5;

/// Number of header rows from the top, by the reason for them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Headers {
    /// Separated from the body by a ruled line.
    pub set_off: usize,
    /// Bold, with rows below that are not.
    pub bold: usize,
    /// Words above columns of numbers.
    pub worded: usize,
}

impl Headers {
    /// The header rows of a draft whose columns have these texts.
    pub(super) fn of(finder: &TableFinder<'_>, draft: &Draft, columns: &[ColumnTexts<'_>]) -> Self {
        let rows = draft.rows();
        let most = MOST_HEADERS.min(rows.saturating_sub(1));
        Self {
            set_off: match draft.ruling {
                Ruling::None if draft.set_off == 0 => below_line(finder, draft, most),
                _ => draft.set_off.min(most),
            },
            bold: bold(finder, draft, rows).min(most),
            worded: worded(finder, draft, columns, rows).min(most),
        }
    }

    pub(super) fn rows(self) -> usize {
        self.set_off.max(self.bold).max(self.worded)
    }
}

/// The non-empty cells that span a row.
fn of_row(draft: &Draft, row: usize) -> impl Iterator<Item = &(CellRange, Vec<u32>)> {
    let own =
        move |(p, pieces): &&(CellRange, Vec<u32>)| p.rows.contains(&row) && !pieces.is_empty();
    draft.cells.iter().filter(own)
}

/// Number of rows above the only line as wide as the table, at most `most`; 0 if several rows have such
/// lines.
fn below_line(finder: &TableFinder<'_>, draft: &Draft, most: usize) -> usize {
    let mut ruled = (1..draft.rows()).filter(|&row| finder.is_ruled_above(draft, row));
    match (ruled.next(), ruled.next()) {
        (Some(rows), None) if rows <= most => rows,
        _ => 0,
    }
}

impl TableFinder<'_> {
    /// Returns true if ruled lines lie on most of the upper side of a row.
    pub(super) fn is_ruled_above(&self, draft: &Draft, row: usize) -> bool {
        let (Some(&x0), Some(&x1)) = (draft.xs.first(), draft.xs.last()) else {
            return false;
        };
        let Some(&y) = draft.ys.get(row) else {
            return false;
        };
        let near = |r: &&Rect| {
            let at = (r.y0 + r.y1) / 2.0;
            r.height() <= THIN && (at - y).abs() <= BESIDE * self.em
        };
        let drawn = self.shapes.barriers.iter().filter(near);
        let length: f32 = drawn.map(|r| (r.x1.min(x1) - r.x0.max(x0)).max(0.0)).sum();
        length >= DRAWN * (x1 - x0)
    }
}

fn bold(finder: &TableFinder<'_>, draft: &Draft, rows: usize) -> usize {
    let pieces = |row: usize| of_row(draft, row).flat_map(|(_, pieces)| pieces);
    let is_bold =
        |row: usize| pieces(row).next().is_some() && pieces(row).all(|&i| finder.piece(i).bold);
    let bold = (0..rows).take_while(|&row| is_bold(row)).count();
    if bold < rows { bold } else { 0 }
}

fn worded(
    finder: &TableFinder<'_>,
    draft: &Draft,
    columns: &[ColumnTexts<'_>],
    rows: usize,
) -> usize {
    let numbers = |own: &ColumnTexts<'_>| {
        let own = own.iter().copied().filter(|t| t.row > 0);
        let own: Vec<&Text<'_>> = own.collect();
        match own.as_slice() {
            // Below the heads of a table of two rows is one number a column.
            [only] => rows == 2 && only.is_number(),
            own => is_numeric(own),
        }
    };
    let columns = columns.iter().enumerate();
    let columns = columns.filter(|(_, own)| numbers(own));
    let columns: Vec<usize> = columns.map(|(column, _)| column).collect();
    // Heads are words, or numbers such as years that span several columns.
    let heads = |row: usize| {
        let over = |&&column: &&usize| {
            of_row(draft, row).any(|(p, pieces)| {
                p.columns.contains(&column)
                    && (p.columns.len() > 1 || finder.numeric_share(pieces) < NUMERIC)
            })
        };
        let count = columns.iter().filter(over).count();
        count > 0 && 2 * count >= columns.len()
    };
    let worded = (0..rows).take_while(|&row| heads(row)).count();
    if worded > MOST_HEADERS { 0 } else { worded }
}
