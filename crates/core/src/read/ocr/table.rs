//! Builds tables: arranges cells with positions in rows, and derives positions of blocks from their boxes.

use super::sheet::{Part, PartDetail};
use crate::compact_sort::CompactSort;
use crate::geometry::Rect;
use crate::page::{Attribute, Name, NodeKind, Own};

/// Maximum number of positions in a grid. Larger tables get no empty cells, and blocks form no larger table.
const MAX_PLACES: usize = 100_000;

/// The position and size of a cell in the grid, counted from 0, and whether it is a header.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::read) struct Cell {
    pub row: u32,
    pub column: u32,
    pub rows: u32,
    pub columns: u32,
    pub header: bool,
}

impl Cell {
    /// An empty part for the cell.
    pub(in crate::read) fn part(self) -> Part {
        let kind = if self.header { "TH" } else { "TD" };
        let mut part = Part::new(NodeKind::known(kind), None);
        for (name, span) in [("RowSpan", self.rows), ("ColSpan", self.columns)] {
            part.set(Name::standard(name), (span > 1).then(|| span.to_string()));
        }
        part.set(Name::standard("Scope"), self.header.then_some("Column"));
        part
    }
}

/// Maximum number of columns of a grid; further cells of a row have no place.
const COLUMNS: usize = 10_000;

/// Finds the columns of cells that only have a row and spans.
#[derive(Debug, Default)]
pub(in crate::read) struct Grid {
    /// For each column, the first row that no cell covers yet.
    free: Vec<u32>,
}

impl Grid {
    /// The place of the next cell of a row. `None` if the row is too long.
    pub(in crate::read) fn place(&mut self, row: u32, rows: u32, columns: u32) -> Option<Cell> {
        let column = self.free.iter().position(|free| *free <= row);
        let column = column.unwrap_or(self.free.len());
        let end = column.saturating_add(columns as usize);
        if end > COLUMNS {
            return None;
        }
        self.free.resize(self.free.len().max(end), 0);
        let covered = self.free.get_mut(column..end).unwrap_or_default();
        covered.fill(row.saturating_add(rows));
        Some(Cell {
            row,
            column: column as u32,
            rows,
            columns,
            header: false,
        })
    }
}

/// Arranges cells in rows, and merges cells in the same position. Free positions get an empty cell. The size
/// of the grid is that of the table, or of its cells.
pub(in crate::read) fn rows(mut cells: Vec<(Cell, Part)>, size: (u32, u32)) -> Vec<Part> {
    cells.compact_sort_by_key(|(cell, _)| (cell.row, cell.column));
    let mut whole: Vec<(Cell, Part)> = Vec::with_capacity(cells.len());
    for (cell, part) in cells {
        match whole.last_mut() {
            Some((last, before)) if (last.row, last.column) == (cell.row, cell.column) => {
                before.bbox = match (before.bbox, part.bbox) {
                    (Some(a), Some(b)) => Some(a.union(b)),
                    (a, b) => a.or(b),
                };
                before.parts.extend(part.parts);
            }
            _ => whole.push((cell, part)),
        }
    }
    let end = |from: fn(&Cell) -> (u32, u32), said: u32| {
        let ends = whole.iter().map(|(cell, _)| {
            let (start, span) = from(cell);
            start.saturating_add(span.max(1))
        });
        ends.fold(said, u32::max) as usize
    };
    let count = end(|c| (c.row, c.rows), size.0);
    let columns = end(|c| (c.column, c.columns), size.1);
    let filled = count.saturating_mul(columns) <= MAX_PLACES;
    let mut taken = vec![false; if filled { count * columns } else { 0 }];
    let mut rows: Vec<Part> = Vec::new();
    let row = || Part::new(NodeKind::known("TR"), None);
    let mut next = whole.into_iter().peekable();
    if !filled {
        let mut last = None;
        for (cell, part) in next {
            if last.replace(cell.row) != Some(cell.row) {
                rows.push(row());
            }
            if let Some(row) = rows.last_mut() {
                row.parts.push(part);
            }
        }
        return rows;
    }
    for at in 0..count {
        let mut row = row();
        for column in 0..columns {
            let is_here = |(cell, _): &(Cell, Part)| {
                (cell.row as usize, cell.column as usize) == (at, column)
            };
            if let Some((cell, part)) = next.next_if(is_here) {
                for below in at..count.min(at + cell.rows.max(1) as usize) {
                    let from = below * columns + column;
                    let to = from + (cell.columns.max(1) as usize).min(columns - column);
                    taken.get_mut(from..to).unwrap_or_default().fill(true);
                }
                row.parts.push(part);
            } else if !taken.get(at * columns + column).copied().unwrap_or(true) {
                row.parts.push(Cell::default().part());
            }
        }
        rows.push(row);
    }
    rows
}

/// The content of a table outside of its cells, at most one part of which may be its caption.
pub(in crate::read) fn beside_cells(mut parts: Vec<Part>) -> Vec<Part> {
    for part in &mut parts {
        let caption = |a: &Attribute| a.name == Own::Role.into() && a.value == "caption";
        if part.kind == NodeKind::TEXTBOX && part.attributes.iter().any(caption) {
            part.kind = NodeKind::known("Caption");
        }
    }
    parts
}

/// Builds a table from blocks with boxes only: blocks beside each other form a row, blocks below each other a
/// column. Returns the blocks if this gives no grid.
pub(in crate::read) fn of_blocks(blocks: Vec<Part>) -> Result<Vec<Part>, Vec<Part>> {
    let boxes: Option<Vec<Rect>> = blocks.iter().map(|b| b.bbox.or(around(b))).collect();
    let Some(boxes) = boxes.filter(|b| b.len() > 1) else {
        return Err(blocks);
    };
    let lines = bands(boxes.iter().map(|b| (b.y0, b.y1)));
    let columns = bands(boxes.iter().map(|b| (b.x0, b.x1)));
    if lines.len() < 2 && columns.len() < 2 || lines.len() * columns.len() > MAX_PLACES {
        return Err(blocks);
    }
    // A band ends at its own end, or at that of the preceding band if that is later.
    let ends = |bands: &[(f32, f32)]| -> Vec<f32> {
        let last = |last: &mut f32, (_, end): &(f32, f32)| {
            *last = last.max(*end);
            Some(*last)
        };
        bands.iter().scan(f32::NEG_INFINITY, last).collect()
    };
    let (below, behind) = (ends(&lines), ends(&columns));
    let at = |ends: &[f32], middle: f32| ends.partition_point(|end| *end < middle) as u32;
    let place = |r: &Rect| Cell {
        row: at(&below, (r.y0 + r.y1) / 2.0),
        column: at(&behind, (r.x0 + r.x1) / 2.0),
        rows: 1,
        columns: 1,
        header: false,
    };
    let cells = boxes.iter().zip(blocks).map(|(bbox, block)| {
        let cell = place(bbox);
        let mut part = cell.part();
        part.parts.push(block);
        (cell, part)
    });
    Ok(rows(cells.collect(), (0, 0)))
}

fn around(part: &Part) -> Option<Rect> {
    let inner = part.parts.iter().filter_map(|p| match p.detail {
        PartDetail::Word(_) => p.bbox,
        _ => p
            .bbox
            .or_else(|| p.parts.iter().filter_map(|p| p.bbox).reduce(Rect::union)),
    });
    inner.reduce(Rect::union)
}

/// The union of overlapping ranges: ranges that share more than half of the shorter one are merged.
fn bands(ranges: impl Iterator<Item = (f32, f32)>) -> Vec<(f32, f32)> {
    let mut all: Vec<(f32, f32)> = ranges.filter(|(a, b)| a <= b).collect();
    all.compact_sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut bands: Vec<(f32, f32)> = Vec::new();
    for (start, end) in all {
        match bands.last_mut() {
            Some(last) if 2.0 * (last.1.min(end) - start) > (last.1 - last.0).min(end - start) => {
                last.1 = last.1.max(end);
            }
            _ => bands.push((start, end)),
        }
    }
    bands
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(rows: &[Part]) -> Vec<String> {
        let cell = |c: &Part| match c.parts.is_empty() {
            true => '.',
            false => 'x',
        };
        rows.iter()
            .map(|row| row.parts.iter().map(cell).collect())
            .collect()
    }

    fn filled(row: u32, column: u32, rows: u32, columns: u32) -> (Cell, Part) {
        let cell = Cell {
            row,
            column,
            rows,
            columns,
            header: false,
        };
        let mut part = cell.part();
        part.parts.push(Part::new(NodeKind::TEXTBOX, None));
        (cell, part)
    }

    #[test]
    fn places_without_a_cell_have_an_empty_one() {
        let cells = vec![
            filled(2, 1, 1, 1),
            filled(0, 0, 2, 1),
            filled(0, 1, 1, 2),
            filled(2, 1, 1, 1),
        ];
        let rows = rows(cells, (3, 4));
        assert_eq!(shape(&rows), ["xx.", "...", ".x.."]);
        assert_eq!(rows[2].parts[1].parts.len(), 2);
        let far = vec![filled(4_000_000_000, 4_000_000_000, 9, 9)];
        assert_eq!(shape(&super::rows(far, (0, 0))), ["x"]);
    }

    #[test]
    fn boxes_make_rows_and_columns() {
        let block =
            |x: f32, y: f32| Part::new(NodeKind::TEXTBOX, Some(Rect::new(x, y, x + 30.0, y + 9.0)));
        let blocks = vec![block(0.0, 0.0), block(50.0, 1.0), block(51.0, 20.0)];
        let rows = of_blocks(blocks).unwrap();
        assert_eq!(shape(&rows), ["xx", ".x"]);
        assert!(of_blocks(vec![block(0.0, 0.0)]).is_err());
    }
}
