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

impl<'a> Table<'a> {
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
        assert_eq!((header.row_span, header.column_span), (1, 2));
    }
}
