//! Tables: rows of cells, whose widths and heights give their places.

use std::collections::HashMap;

use super::{Reader, is_true};
use crate::geometry::Rect;
use crate::page::NodeKind;
use crate::read::markup::Element;
use crate::read::ocr::{Cell, Grid, Part, rows};

impl Reader<'_> {
    pub(super) fn table(&self, element: Element<'_>, place: Option<Rect>) -> Part {
        let mut cells: Vec<(Cell, Part)> = Vec::new();
        let mut grid = Grid::default();
        let (x, y) = place.map_or((0.0, 0.0), |place| (place.x0, place.y0));
        // The left edges of columns and the upper edges of rows.
        let mut left: HashMap<u32, f32> = HashMap::from([(0, x)]);
        let mut above: HashMap<u32, f32> = HashMap::from([(0, y)]);
        for (row, tr) in (0..).zip(element.named("row")) {
            for td in tr.named("cell").take_while(|_| self.room.take()) {
                let span = |name| td.number(name).unwrap_or(1.0).clamp(1.0, 1000.0) as u32;
                let Some(cell) = grid.place(row, span("rowSpan"), span("colSpan")) else {
                    break;
                };
                let (column, end) = (cell.column, cell.column + cell.columns);
                let below = row.saturating_add(cell.rows);
                if let (Some(from), Some(size)) = (left.get(&column), td.number("width")) {
                    let edge = from + size;
                    left.entry(end).or_insert(edge);
                }
                if let (Some(from), Some(size)) = (above.get(&row), td.number("height")) {
                    let edge = from + size;
                    above.entry(below).or_insert(edge);
                }
                let mut part = cell.part();
                part.parts = self.paragraphs(td);
                let x = left.get(&column).zip(left.get(&end));
                part.bbox = x
                    .zip(above.get(&row).zip(above.get(&below)))
                    .map(|((x0, x1), (y0, y1))| Rect::new(*x0, *y0, x1.max(*x0), y1.max(*y0)));
                if is_true(td, "picture") && part.parts.is_empty() {
                    part.parts.push(Part::image(part.bbox));
                }
                cells.push((cell, part));
            }
        }
        let mut table = Part::new(NodeKind::known("Table"), place);
        table.parts = rows(cells, (0, 0));
        table
    }
}
