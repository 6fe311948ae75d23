//! Tables with the running text of their cells.

use super::Part;

#[derive(Clone, Debug, Default)]
pub(in crate::write) struct Grid {
    pub rows: Vec<Vec<Cell>>,
}

/// A cell, in the row where it begins.
#[derive(Clone, Debug)]
pub(in crate::write) struct Cell {
    pub header: bool,
    pub row_span: u32,
    pub column_span: u32,
    /// The paragraphs of the cell.
    pub parts: Vec<Part>,
}

impl Grid {
    /// Whether a cell spans several rows or columns.
    pub(in crate::write) fn has_spans(&self) -> bool {
        let mut cells = self.rows.iter().flatten();
        cells.any(|cell| cell.row_span > 1 || cell.column_span > 1)
    }

    /// Number of cells in the longest row.
    pub(in crate::write) fn width(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// Whether all cells of the first row are headers.
    pub(in crate::write) fn has_header(&self) -> bool {
        let first = self.rows.first();
        first.is_some_and(|row| !row.is_empty() && row.iter().all(|cell| cell.header))
    }
}
