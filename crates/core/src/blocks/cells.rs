//! Positions and spans of table cells, found by their nodes.

use std::collections::HashMap;

use super::tables::{Table, tables};
use crate::page::{NodeId, Page};

/// Position of a cell in its table, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cell {
    pub row: u32,
    pub column: u32,
    pub row_span: u32,
    pub column_span: u32,
    pub is_header: bool,
}

/// The cells of all tables of a page, by node.
#[derive(Debug)]
pub(crate) struct Cells {
    cells: HashMap<NodeId, Cell>,
    /// Numbers of rows and columns, by table node.
    sizes: HashMap<NodeId, (u32, u32)>,
}

impl Cells {
    pub(crate) fn of(page: &Page) -> Self {
        let mut all = Self {
            cells: HashMap::new(),
            sizes: HashMap::new(),
        };
        for table in tables(page) {
            all.add(&table);
        }
        all
    }

    fn add(&mut self, table: &Table<'_>) {
        let grid = table.grid();
        let columns = grid.first().map_or(0, Vec::len);
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let rows = number(grid.len());
        self.sizes.insert(table.node(), (rows, number(columns)));
        for (row, places) in grid.iter().enumerate() {
            for (column, place) in places.iter().enumerate() {
                let Some(cell) = place else { continue };
                let (row, column) = (number(row), number(column));
                let cell_of = Cell {
                    row,
                    column,
                    // A span may exceed the table.
                    row_span: cell.row_span.min(rows.saturating_sub(row)).max(1),
                    column_span: cell
                        .column_span
                        .min(number(columns).saturating_sub(column))
                        .max(1),
                    is_header: cell.is_header,
                };
                self.cells.insert(cell.node(), cell_of);
            }
        }
    }

    /// Returns the cell of a node.
    pub(crate) fn get(&self, node: NodeId) -> Option<&Cell> {
        self.cells.get(&node)
    }

    /// Returns the numbers of rows and columns of a table node.
    pub(crate) fn size(&self, node: NodeId) -> Option<(u32, u32)> {
        self.sizes.get(&node).copied()
    }
}
