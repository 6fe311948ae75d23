//! The tables of a page: the nodes `Table`, `TR`, `TH` and `TD` of its tree, from tags (ISO 32000-1,
//! 14.8.4.3.4) or from the analysis.

use crate::geometry::Rect;
use crate::page::{Name, Node, NodeId, Page, Step};

/// A table.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Table<'a> {
    /// The bounding box, in points from the upper left corner of the page.
    pub bbox: Rect,
    /// The rows from top to bottom.
    pub rows: Vec<TableRow<'a>>,
    node: NodeId,
}

/// A row of a table.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TableRow<'a> {
    /// The bounding box, in points from the upper left corner of the page.
    pub bbox: Rect,
    /// The cells that begin in this row, in reading order.
    pub cells: Vec<TableCell<'a>>,
}

/// A cell of a table.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TableCell<'a> {
    /// The bounding box, in points from the upper left corner of the page.
    pub bbox: Rect,
    /// Whether the cell is a header for other cells.
    pub is_header: bool,
    /// Number of rows that the cell spans, at least 1.
    pub row_span: u32,
    /// Number of columns that the cell spans, at least 1.
    pub column_span: u32,
    page: &'a Page,
    node: NodeId,
}

impl TableCell<'_> {
    /// The node of the cell in the page tree.
    pub fn node(&self) -> NodeId {
        self.node
    }

    /// The words of the cell, with spaces between them.
    pub fn text(&self) -> String {
        let mut text = String::new();
        self.page.push_text_below(self.node, &mut text);
        text
    }
}

/// Returns the tables of a page.
pub(crate) fn tables(page: &Page) -> Vec<Table<'_>> {
    let mut tables: Vec<Table<'_>> = Vec::new();
    // Indices of the tables around the current node.
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

/// Maximum columns of a grid: documents may claim any span. Further columns are left out.
const MOST_COLUMNS: usize = 1000;
/// Maximum cells of a grid; further cells are left out.
const MOST_PLACES: usize = 1_000_000;

impl<'a> Table<'a> {
    /// The cells as a grid of rows and columns, all rows of the same length. `None` marks places without a
    /// cell, and places covered by a span other than its first. At most 1000 columns and a million places are
    /// returned.
    pub fn grid(&self) -> Vec<Vec<Option<&TableCell<'a>>>> {
        let mut grid: Vec<Vec<Option<&TableCell<'a>>>> = Vec::new();
        // For each column, the number of rows from here on that a cell above covers.
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

    /// The node of the table in the page tree.
    pub fn node(&self) -> NodeId {
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
    use crate::blocks::testing::Builder;

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
