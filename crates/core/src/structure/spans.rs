//! Infers spans of header cells without attributes: a row of headers that are fewer than the table's columns.
//!
//! ```text
//!   | Year |     North     |     South     |    three headers: 1, 2 and 2 columns
//!   |      | spring autumn | spring autumn |
//!   | 1901 |    1      2   |    3      4   |
//! ```

use super::draft::Draft;
use crate::geometry::Rect;
use crate::page::{Name, NodeId};

/// Maximum number of columns examined.
const MAX_COLUMNS: usize = 200;

/// A row: its cells, their boxes, and the number of columns that they span by their attributes.
struct Row {
    cells: Vec<NodeId>,
    boxes: Vec<Rect>,
    width: usize,
    /// Whether all of its cells are headers that span one column by their attributes.
    plain_heads: bool,
}

impl Draft<'_> {
    /// Infers the spans of headers in all tables in which the boxes of cells are known.
    pub(super) fn infer_spans(&mut self) {
        let root = self.tree.root();
        let is_table = |id: &NodeId| self.tree[*id].kind.as_str() == "Table";
        let tables: Vec<NodeId> = self.tree.below(root).filter(is_table).collect();
        for table in tables {
            let Some(rows) = self.rows(table) else {
                continue;
            };
            let Some(columns) = columns(&rows) else {
                continue;
            };
            let short = |row: &&Row| row.plain_heads && row.width < columns.len();
            for row in rows.iter().filter(short) {
                let spans = spans(&row.boxes, &columns);
                for (&cell, span) in row.cells.iter().zip(spans.unwrap_or_default()) {
                    if span > 1 {
                        let name = Name::standard("ColSpan");
                        self.tree[cell].add_attribute(name, span.to_string());
                    }
                }
            }
        }
    }

    /// The rows of a table; `None` if cells span several rows, because positions in rows are then not
    /// columns.
    fn rows(&self, table: NodeId) -> Option<Vec<Row>> {
        let mut rows = Vec::new();
        let groups = self.tree.children(table);
        let of_group = |id: NodeId| match self.tree[id].kind.as_str() {
            "TR" => vec![id],
            "THead" | "TBody" | "TFoot" => {
                let inner = self.tree.children(id);
                inner
                    .filter(|&id| self.tree[id].kind.as_str() == "TR")
                    .collect()
            }
            _ => Vec::new(),
        };
        for row in groups.flat_map(of_group) {
            let cells: Vec<NodeId> = self
                .tree
                .children(row)
                .filter(|&id| matches!(self.tree[id].kind.as_str(), "TH" | "TD"))
                .collect();
            let number = |id: NodeId, name: &'static str| -> usize {
                let said = self.tree[id].attribute(&Name::standard(name));
                said.and_then(|n| n.parse().ok()).unwrap_or(1)
            };
            if cells.iter().any(|&id| number(id, "RowSpan") > 1) {
                return None;
            }
            let is_plain =
                |&id: &NodeId| self.tree[id].kind.as_str() == "TH" && number(id, "ColSpan") == 1;
            rows.push(Row {
                boxes: cells.iter().map(|&id| self.tree[id].bbox).collect(),
                width: cells.iter().fold(0, |sum: usize, &id| {
                    sum.saturating_add(number(id, "ColSpan"))
                }),
                plain_heads: !cells.is_empty() && cells.iter().all(is_plain),
                cells,
            });
        }
        Some(rows)
    }
}

/// The boxes of a table's columns, from the rows with a cell in each; `None` if a column has no box.
fn columns(rows: &[Row]) -> Option<Vec<Rect>> {
    let count = rows.iter().map(|row| row.width).max()?;
    if !(2..=MAX_COLUMNS).contains(&count) {
        return None;
    }
    let mut columns = vec![Rect::EMPTY; count];
    for row in rows.iter().filter(|row| row.cells.len() == count) {
        for (column, bbox) in columns.iter_mut().zip(&row.boxes) {
            *column = column.union(*bbox);
        }
    }
    let shown = columns.iter().all(|column| !column.is_empty());
    // Columns must be ordered from the left or from the right.
    let ordered = columns.is_sorted_by(|a, b| a.x0 < b.x0 && a.x1 <= b.x1)
        || columns.is_sorted_by(|a, b| a.x0 > b.x0 && a.x1 >= b.x1);
    (shown && ordered).then_some(columns)
}

/// The number of columns that each header spans. A column belongs to the header nearest to its middle. `None`
/// if a header would have no column.
fn spans(heads: &[Rect], columns: &[Rect]) -> Option<Vec<usize>> {
    if heads.iter().any(|head| head.is_empty()) {
        return None;
    }
    let mut spans = vec![0usize; heads.len()];
    let mut last = 0;
    for column in columns {
        let middle = (column.x0 + column.x1) / 2.0;
        let distance = |head: &Rect| (head.x0 - middle).max(middle - head.x1).max(0.0);
        let nearest = heads
            .iter()
            .enumerate()
            .min_by(|(_, a), (_, b)| distance(a).total_cmp(&distance(b)));
        let (at, _) = nearest?;
        if at < last {
            return None;
        }
        last = at;
        *spans.get_mut(at)? += 1;
    }
    spans.iter().all(|&span| span > 0).then_some(spans)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boxes(places: &[(f32, f32)]) -> Vec<Rect> {
        let rect = |&(x0, x1): &(f32, f32)| Rect::new(x0, 0.0, x1, 10.0);
        places.iter().map(rect).collect()
    }

    #[test]
    fn heads_are_over_the_columns_that_they_are_nearest_to() {
        let columns = boxes(&[(0.0, 20.0), (50.0, 60.0), (80.0, 90.0), (120.0, 130.0)]);
        let two = boxes(&[(0.0, 20.0), (60.0, 110.0)]);
        assert_eq!(spans(&two, &columns), Some(vec![1, 3]));
        let one = boxes(&[(40.0, 80.0)]);
        assert_eq!(spans(&one, &columns), Some(vec![4]));
        // Two headers above one another are not a row.
        let same = boxes(&[(0.0, 130.0), (0.0, 130.0)]);
        assert_eq!(spans(&same, &columns), None);
    }
}
