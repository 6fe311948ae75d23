//! Tables and the other parts of a region.

use std::ops::Range;

use super::evidence::Evidence;
use crate::geometry::Rect;
use crate::layout::heuristics::Heuristic;
use crate::layout::regions::rows::RowLine;

/// A table in the coordinates of its frame.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Table {
    /// Bounding box of the cells.
    pub rect: Rect,
    /// The cells row by row, in reading direction.
    pub cells: Vec<Cell>,
    pub evidence: Evidence,
}

/// A cell.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Cell {
    /// Bounding box of the cell and its text.
    pub rect: Rect,
    /// The rows and columns that it spans; columns count in reading direction.
    pub rows: Range<usize>,
    pub columns: Range<usize>,
    /// It is a header of the column below.
    pub header: bool,
    /// Its lines, downwards.
    pub lines: Vec<RowLine>,
}

impl Table {
    pub(crate) fn lines(&self) -> impl Iterator<Item = &RowLine> {
        self.cells.iter().flat_map(|cell| &cell.lines)
    }

    /// Whether another table is a part of this one, which has more text in more rows, and at least as many columns.
    pub(super) fn extends(&self, part: &Self) -> bool {
        self.evidence.columns >= part.evidence.columns && self.has_rows_of(part)
    }

    /// Whether this table has all text of another one, and more text and rows.
    pub(super) fn has_rows_of(&self, part: &Self) -> bool {
        let mut own: Vec<u32> = self.lines().flat_map(|l| &l.pieces).copied().collect();
        own.sort_unstable();
        let others = || part.lines().flat_map(|line| &line.pieces);
        self.evidence.rows > part.evidence.rows
            && own.len() > others().count()
            && others().all(|piece| own.binary_search(piece).is_ok())
    }

    /// The cells by the row in which they begin; rows in which no cell begins are left out.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &[Cell]> {
        self.cells.chunk_by(|a, b| a.rows.start == b.rows.start)
    }
}

/// A part of a region.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "a page has few parts")]
pub(crate) enum Part {
    Text(Vec<RowLine>),
    Table(Table),
}

impl Part {
    /// The lines of the part; those of a table cell by cell.
    pub(crate) fn lines(&self) -> impl Iterator<Item = &RowLine> {
        let (text, table) = match self {
            Self::Text(lines) => (Some(lines), None),
            Self::Table(table) => (None, Some(table)),
        };
        let cells = table.into_iter().flat_map(Table::lines);
        text.into_iter().flatten().chain(cells)
    }
}

/// A candidate that was rejected as a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Refused {
    /// Bounding box of the cells in its frame, and the number of that frame.
    pub rect: Rect,
    pub frame: u32,
    pub by: Heuristic,
    pub evidence: Evidence,
}
