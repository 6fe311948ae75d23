//! The tables of a page: `Table`, `TR`, `TH` and `TD` of its tree, as tags have them (ISO 32000-1,
//! 14.8.4.3.4) and the analysis makes them.

use crate::geometry::Rect;
use crate::model::{Name, Node, NodeId, Page, Step};

/// A table.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Table<'a> {
    /// In points, from the upper left corner of the page.
    pub bbox: Rect,
    /// From top to bottom.
    pub rows: Vec<TableRow<'a>>,
    node: NodeId,
}

/// A row of a table.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TableRow<'a> {
    /// In points, from the upper left corner of the page.
    pub bbox: Rect,
    /// The cells that begin in this row, in reading order.
    pub cells: Vec<TableCell<'a>>,
}

/// A cell of a table.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TableCell<'a> {
    /// In points, from the upper left corner of the page.
    pub bbox: Rect,
    /// The cell is the header of others.
    pub is_header: bool,
    /// How many rows it is high, at least 1.
    pub row_span: u32,
    /// How many columns it is wide, at least 1.
    pub column_span: u32,
    page: &'a Page,
    node: NodeId,
}

impl TableCell<'_> {
    /// Its node in the page's tree.
    pub(crate) fn node(&self) -> NodeId {
        self.node
    }

    /// The words of the cell, with spaces between them.
    pub fn text(&self) -> String {
        let mut text = String::new();
        self.page.push_text_below(self.node, &mut text);
        text
    }
}

/// The tables of a page.
pub(super) fn tables(page: &Page) -> Vec<Table<'_>> {
    let mut tables: Vec<Table<'_>> = Vec::new();
    // The tables around a node, by their positions in the list.
    let mut around = Vec::new();
    for step in page.tree.walk(page.tree.root()) {
        let (Step::Enter(id) | Step::Leave(id)) = step;
        let node = &page.tree[id];
        let kind = node.kind.as_str();
        match step {
            Step::Enter(_) if kind == "Table" => {
                around.push(tables.len());
                tables.push(Table {
                    bbox: node.bbox,
                    rows: Vec::new(),
                    node: id,
                });
            }
            Step::Leave(_) if kind == "Table" => {
                around.pop();
            }
            Step::Enter(_) => {
                if let Some(table) = around.last().and_then(|&at| tables.get_mut(at)) {
                    table.enter(page, id, node);
                }
            }
            Step::Leave(_) => {}
        }
    }
    tables
}

/// Columns of a grid; a span may claim any number.
const MOST_COLUMNS: usize = 1000;
/// Places of a grid.
const MOST_PLACES: usize = 1_000_000;

impl<'a> Table<'a> {
    /// The cells by rows and columns: in every row as many places, where one that a cell spans besides
    /// its first holds `None`, as does one without a cell. What is beyond the thousandth column, or a
    /// million places, is left out.
    pub fn grid(&self) -> Vec<Vec<Option<&TableCell<'a>>>> {
        let mut grid: Vec<Vec<Option<&TableCell<'a>>>> = Vec::new();
        // Of each column, how many rows from here on are taken by a cell above.
        let mut taken: Vec<u32> = Vec::new();
        for row in &self.rows {
            let mut places = Vec::new();
            for cell in &row.cells {
                while taken.get(places.len()).is_some_and(|&rows| rows > 0) {
                    places.push(None);
                }
                let first = places.len();
                let span = (cell.column_span as usize).min(MOST_COLUMNS.saturating_sub(first));
                if span == 0 {
                    break;
                }
                places.push(Some(cell));
                places.resize(first + span, None);
                taken.resize(taken.len().max(places.len()), 0);
                for rows in taken.iter_mut().skip(first).take(span) {
                    *rows = (*rows).max(cell.row_span);
                }
            }
            for rows in &mut taken {
                *rows = rows.saturating_sub(1);
            }
            grid.push(places);
            if taken.len().saturating_mul(grid.len()) > MOST_PLACES {
                break;
            }
        }
        for places in &mut grid {
            places.resize(taken.len(), None);
        }
        grid
    }

    /// Its node in the page's tree.
    pub(crate) fn node(&self) -> NodeId {
        self.node
    }

    fn enter(&mut self, page: &'a Page, id: NodeId, node: &Node) {
        let row = match node.kind.as_str() {
            "TR" => {
                self.rows.push(TableRow {
                    bbox: node.bbox,
                    cells: Vec::new(),
                });
                return;
            }
            "TH" | "TD" => self.rows.last_mut(),
            _ => return,
        };
        // A cell outside of rows is a mistake of the document.
        let Some(row) = row else { return };
        let span = |name| {
            let value = node.attribute(&Name::standard(name));
            value.and_then(|v| v.parse().ok()).unwrap_or(1).max(1)
        };
        row.cells.push(TableCell {
            bbox: node.bbox,
            is_header: node.kind.as_str() == "TH",
            row_span: span("RowSpan"),
            column_span: span("ColSpan"),
            page,
            node: id,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write::testing::Builder;

    #[test]
    fn tables_have_rows_of_cells_and_a_table_in_a_cell_has_its_own() {
        let mut b = Builder::new();
        let place = [0.0, 0.0, 50.0, 10.0];
        b.open("Table", place).open("TR", place);
        b.open("TH", place).word("head", place).word("er", place);
        let (parent, columns) = (b.parent, Name::standard("ColSpan"));
        b.page.tree[parent].add_attribute(columns, "2");
        b.close().close().open("TR", place).open("TD", place);
        b.open("Table", place).open("TR", place).open("TD", place);
        b.word("inner", place).close().close().close();
        b.close().open("TD", place).word("last", place);
        let tables = tables(&b.page);
        let texts = |table: &Table<'_>| -> Vec<Vec<String>> {
            let rows = table.rows.iter();
            rows.map(|row| row.cells.iter().map(TableCell::text).collect())
                .collect()
        };
        let [outer, inner] = tables.as_slice() else {
            panic!("{tables:?}")
        };
        assert_eq!(texts(outer), [vec!["head er"], vec!["inner", "last"]]);
        assert_eq!(texts(inner), [["inner"]]);
        let header = &outer.rows[0].cells[0];
        assert!(header.is_header);
        let grid = outer.grid();
        let shape: Vec<Vec<bool>> = grid
            .iter()
            .map(|row| row.iter().map(Option::is_some).collect())
            .collect();
        assert_eq!(shape, [[true, false], [true, true]]);
        assert_eq!((header.row_span, header.column_span), (1, 2));
    }
}
