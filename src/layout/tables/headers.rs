//! Counts the header rows of a table: above a ruled line, bold, or with words over columns of numbers.

use super::cell_text::{Text, is_numeric};
use super::{CellRange, Draft, Ruling, TableFinder};
use crate::geometry::Rect;
use crate::layout::regions::shapes::THIN;

/// Headers have no more rows than this.
const MOST_HEADERS: usize = 4;

/// A line between two rows is no farther from the middle between them than this, in ems …
const BESIDE: f32 = 0.8;

/// … and it, or the lines below the heads of each column, cover this share of the table's width.
const DRAWN: f32 = 0.6;

/// How many rows from the top are headers, for each reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Headers {
    /// A ruled line sets them off.
    pub set_off: usize,
    /// They are bold, while others are not.
    pub bold: usize,
    /// They have words over columns of numbers.
    pub worded: usize,
}

impl Headers {
    /// Counts the header rows of a draft; `texts` are the texts of its cells.
    pub(super) fn of(finder: &TableFinder<'_>, draft: &Draft, texts: &[Text]) -> Self {
        let rows = draft.ys.len().saturating_sub(1);
        let most = MOST_HEADERS.min(rows.saturating_sub(1));
        Self {
            set_off: match draft.ruling {
                Ruling::None if draft.set_off == 0 => below_line(finder, draft, most),
                _ => draft.set_off.min(most),
            },
            bold: bold(finder, draft, rows).min(most),
            worded: worded(finder, draft, texts, rows).min(most),
        }
    }

    pub(super) fn rows(self) -> usize {
        self.set_off.max(self.bold).max(self.worded)
    }
}

/// The cells with text that span a row.
fn of_row(draft: &Draft, row: usize) -> impl Iterator<Item = &(CellRange, Vec<u32>)> {
    let own =
        move |(p, pieces): &&(CellRange, Vec<u32>)| p.rows.contains(&row) && !pieces.is_empty();
    draft.cells.iter().filter(own)
}

/// The number of rows, at most `most`, above the only line as long as the table. Returns 0 if there are
/// several: lines below each row do not separate headers.
fn below_line(finder: &TableFinder<'_>, draft: &Draft, most: usize) -> usize {
    let (Some(&x0), Some(&x1)) = (draft.xs.first(), draft.xs.last()) else {
        return 0;
    };
    let is_ruled = |y: f32| {
        let near = |r: &&Rect| {
            let at = (r.y0 + r.y1) / 2.0;
            r.height() <= THIN && (at - y).abs() <= BESIDE * finder.em
        };
        let drawn = finder.barriers.iter().filter(near);
        let length: f32 = drawn.map(|r| (r.x1.min(x1) - r.x0.max(x0)).max(0.0)).sum();
        length >= DRAWN * (x1 - x0)
    };
    let inner = draft.ys.get(1..draft.ys.len().saturating_sub(1));
    let mut ruled = inner
        .unwrap_or_default()
        .iter()
        .zip(1..)
        .filter(|(y, _)| is_ruled(**y));
    match (ruled.next(), ruled.next()) {
        (Some((_, rows)), None) if rows <= most => rows,
        _ => 0,
    }
}

fn bold(finder: &TableFinder<'_>, draft: &Draft, rows: usize) -> usize {
    let pieces = |row: usize| of_row(draft, row).flat_map(|(_, pieces)| pieces);
    let is_bold =
        |row: usize| pieces(row).next().is_some() && pieces(row).all(|&i| finder.piece(i).bold);
    let bold = (0..rows).take_while(|&row| is_bold(row)).count();
    if bold < rows { bold } else { 0 }
}

fn worded(finder: &TableFinder<'_>, draft: &Draft, texts: &[Text], rows: usize) -> usize {
    let numbers = |column: usize| {
        let own: Vec<&Text> = texts
            .iter()
            .filter(|t| t.column == Some(column) && t.row > 0)
            .collect();
        own.len() > 1 && is_numeric(&own)
    };
    let columns: Vec<usize> = (0..draft.xs.len().saturating_sub(1))
        .filter(|&c| numbers(c))
        .collect();
    // Words, or numbers of years and the like that go over several columns.
    let heads = |row: usize| {
        let over = |&&column: &&usize| {
            of_row(draft, row).any(|(p, pieces)| {
                p.columns.contains(&column)
                    && (p.columns.len() > 1 || finder.numeric_share(pieces) < 0.5)
            })
        };
        let count = columns.iter().filter(over).count();
        count > 0 && 2 * count >= columns.len()
    };
    let worded = (0..rows).take_while(|&row| heads(row)).count();
    if worded > MOST_HEADERS { 0 } else { worded }
}
