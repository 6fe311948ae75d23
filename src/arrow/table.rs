//! The table of tables: a row for each table cell.

use super::column::{Column, Value};
use super::sheet::Sheet;
use super::text::Sink;
use pdfa2hocr_core::blocks::TableCell;

/// A cell with numbers from 1: of the table on the page, and of row and column in the table.
pub(super) struct CellRow<'a> {
    table: usize,
    row: usize,
    column: usize,
    cell: &'a TableCell<'a>,
    text: Option<String>,
}

type CellColumn = Column<for<'r> fn(&'r CellRow<'r>) -> Value<'r>>;

/// Maximum bytes of cell texts on a page. The text of a nested table counts twice.
const TEXTS: usize = 64 << 20;

/// Maximum columns for which row spans are tracked; further columns ignore spans from rows above.
const COLUMNS: usize = 1000;

pub(super) const CELLS: &[CellColumn] = &[
    Column::int("table", |row| Value::count(row.table)),
    Column::int("row", |row| Value::count(row.row)),
    Column::int("column", |row| Value::count(row.column)),
    Column::int("row_span", |row| Value::count(row.cell.row_span)),
    Column::int("column_span", |row| Value::count(row.cell.column_span)),
    Column::flag("header", |row| Value::Flag(row.cell.is_header)),
    Column::text("text", |row| {
        row.text
            .as_deref()
            .map_or(Value::Null, |text| Value::Text(text.into()))
    }),
    Column::real("x0", |row| Value::side(row.cell.bbox, |b| b.x0)),
    Column::real("y0", |row| Value::side(row.cell.bbox, |b| b.y0)),
    Column::real("x1", |row| Value::side(row.cell.bbox, |b| b.x1)),
    Column::real("y1", |row| Value::side(row.cell.bbox, |b| b.y1)),
];

pub(super) fn cells(sheet: &Sheet<'_>, with: &mut Sink<'_>) {
    let mut left = TEXTS;
    for (table, number) in sheet.page.tables().iter().zip(1..) {
        let mut grid = Grid::default();
        for (row, row_number) in table.rows.iter().zip(1..) {
            grid.begin_row();
            for cell in &row.cells {
                // After the limit is reached, texts are not even built.
                let text = (left > 0).then(|| cell.text());
                let text = text.filter(|text| text.len() <= left);
                left = match &text {
                    Some(text) => left.saturating_sub(text.len()),
                    None => 0,
                };
                let row = CellRow {
                    table: number,
                    row: row_number,
                    column: grid.place(cell.row_span, cell.column_span),
                    cell,
                    text,
                };
                with(&mut CELLS.iter().map(|column| (column.value)(&row)));
            }
        }
    }
}

/// Tracks the columns covered by row spans of earlier rows.
#[derive(Default)]
struct Grid {
    /// For each column, the number of covered rows, including the current one.
    taken: Vec<u32>,
    /// Earliest column of the next cell, from 0.
    next: usize,
}

impl Grid {
    fn begin_row(&mut self) {
        for rows in &mut self.taken {
            *rows = rows.saturating_sub(1);
        }
        self.next = 0;
    }

    /// Returns the column of the row's next cell, from 1.
    fn place(&mut self, row_span: u32, column_span: u32) -> usize {
        while self.taken.get(self.next).is_some_and(|rows| *rows > 0) {
            self.next += 1;
        }
        let start = self.next;
        self.next = start.saturating_add(column_span as usize);
        let end = self.next.min(COLUMNS);
        if self.taken.len() < end {
            self.taken.resize(end, 0);
        }
        for rows in self.taken.get_mut(start..end).unwrap_or_default() {
            *rows = row_span;
        }
        start.saturating_add(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_stand_beside_those_that_reach_down_from_above() {
        let mut grid = Grid::default();
        grid.begin_row();
        assert_eq!(
            [grid.place(2, 1), grid.place(1, 2), grid.place(1, 1)],
            [1, 2, 4]
        );
        grid.begin_row();
        assert_eq!(
            [grid.place(1, 1), grid.place(3, 1), grid.place(1, 1)],
            [2, 3, 4]
        );
        grid.begin_row();
        assert_eq!([grid.place(1, 2), grid.place(1, 1)], [1, 4]);
    }

    #[test]
    fn a_cell_as_wide_as_numbers_go_takes_no_memory() {
        let mut grid = Grid::default();
        grid.begin_row();
        assert_eq!(grid.place(u32::MAX, u32::MAX), 1);
        assert_eq!(grid.place(1, 1), u32::MAX as usize + 1);
        assert_eq!(grid.taken.len(), COLUMNS);
    }
}
