//! Represents ruled tables as rows while the rest of the page is divided into regions.
//!
//! The cells of a table would disturb the detection of gutters and lines. So each row is one piece as wide as
//! the table, at the place of one of its pieces in the drawing order: together a column of full lines.

use super::table::{Part, Table};
use crate::compact_sort::CompactSort;
use crate::geometry::Rect;
use crate::layout::regions::edges::Edges;
use crate::layout::regions::pieces::{Piece, Pieces};
use crate::layout::regions::rows::{RowLine, Rows};
use crate::layout::scale::DESCENT;

/// The ruled tables of a frame, and the pieces that represent their rows.
#[derive(Debug, Default)]
pub(crate) struct TableRows {
    /// The pieces of the page with the rows added; `None` without tables.
    replaced: Option<Vec<Piece>>,
    /// Sorted: the pieces that are rows, with the indices of their tables.
    rows: Vec<(u32, usize)>,
    tables: Vec<Option<Table>>,
}

impl TableRows {
    /// Replaces the pieces of the tables by rows, also in `list`, which is in drawing order.
    pub(crate) fn new(pieces: &[Piece], tables: Vec<Table>, list: &mut Vec<u32>) -> Self {
        let mut out = Self::default();
        let mut gone: Vec<u32> = Vec::new();
        for table in tables {
            let number = out.tables.len();
            let mut own: Vec<u32> = table.lines().flat_map(|l| &l.pieces).copied().collect();
            own.sort_unstable();
            let rows: Vec<Rect> = table
                .rows()
                .map(|cells| cells.iter().fold(Rect::EMPTY, |r, c| r.union(c.rect)))
                .collect();
            let count = rows.len().min(own.len()).max(1);
            for (n, rect) in rows.into_iter().enumerate().take(count) {
                let Some(&index) = own.get(n * own.len() / count) else {
                    continue;
                };
                let replaced = out.replaced.get_or_insert_with(|| pieces.to_vec());
                if let Some(piece) = replaced.get_mut(index as usize) {
                    *piece = row_piece(piece, rect, table.rect);
                    out.rows.push((index, number));
                }
            }
            gone.extend(own);
            out.tables.push(Some(table));
        }
        out.rows.sort_unstable();
        gone.sort_unstable();
        list.retain(|i| gone.binary_search(i).is_err() || out.table_of(*i).is_some());
        out
    }

    /// The pieces of the page, including the rows of tables.
    pub(crate) fn pieces<'p>(&'p self, all: &'p Pieces) -> &'p [Piece] {
        self.replaced.as_deref().unwrap_or(&all.pieces)
    }

    /// The boxes of the tables, in the frame.
    pub(crate) fn rects(&self) -> impl Iterator<Item = Rect> {
        self.tables.iter().flatten().map(|table| table.rect)
    }

    fn table_of(&self, index: u32) -> Option<usize> {
        let at = self.rows.binary_search_by_key(&index, |(i, _)| *i).ok()?;
        self.rows.get(at).map(|(_, table)| *table)
    }

    /// The parts of a region, downwards: lines of text, and tables. A table belongs to the region of its
    /// first row.
    pub(crate) fn parts(&mut self, region: &[u32], all: &Pieces, rows: &Rows<'_>) -> Vec<Part> {
        let (own, mut text): (Vec<u32>, Vec<u32>) =
            region.iter().partition(|&&i| self.table_of(i).is_some());
        let numbers: Vec<usize> = own.iter().filter_map(|&i| self.table_of(i)).collect();
        let mut tables: Vec<Table> = numbers
            .into_iter()
            .filter_map(|table| self.tables.get_mut(table)?.take())
            .collect();
        tables.compact_sort_by(|a, b| a.rect.y0.total_cmp(&b.rect.y0));
        for beside in tables.chunk_by_mut(|a, b| b.rect.y0 < a.rect.y1) {
            beside.compact_sort_by(|a, b| {
                if rows.right_to_left {
                    b.rect.x1.total_cmp(&a.rect.x1)
                } else {
                    a.rect.x0.total_cmp(&b.rect.x0)
                }
            });
        }
        let mut parts = Vec::with_capacity(2 * tables.len() + 1);
        for table in tables {
            let above = |i: &u32| {
                let Some(piece) = self.pieces(all).get(*i as usize) else {
                    return false;
                };
                let (r, y) = (table.rect, piece.middle());
                let first = if rows.right_to_left {
                    piece.cell.x0 >= r.x1
                } else {
                    piece.cell.x1 <= r.x0
                };
                y < r.y0 || (y < r.y1 && first)
            };
            let (before, rest): (Vec<u32>, Vec<u32>) = text.iter().partition(|i| above(i));
            text = rest;
            parts.push(Part::Text(lines(&before, rows)));
            parts.push(Part::Table(table));
        }
        parts.push(Part::Text(lines(&text, rows)));
        parts.retain(|part| !matches!(part, Part::Text(lines) if lines.is_empty()));
        parts
    }
}

fn lines(pieces: &[u32], rows: &Rows<'_>) -> Vec<RowLine> {
    if pieces.is_empty() {
        return Vec::new();
    }
    rows.lines(pieces)
}

/// A piece that represents a table row, made from one of the row's pieces.
fn row_piece(piece: &Piece, row: Rect, table: Rect) -> Piece {
    let cell = Rect {
        x0: table.x0,
        x1: table.x1,
        ..row
    };
    Piece {
        glyphs: piece.glyphs.start..piece.glyphs.start,
        baseline: cell.y1 - DESCENT * piece.size,
        reach: cell.x1,
        // The number of letters that fill the row.
        inked: (2.0 * cell.width() / piece.size.max(1.0)) as u32,
        bold: false,
        leader: false,
        label: false,
        bullet: None,
        value: None,
        edges: Edges::default(),
        cell,
        ..piece.clone()
    }
}
