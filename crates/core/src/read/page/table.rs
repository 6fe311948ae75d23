//! Tables: cells of Transkribus (`TableCell`, with positions from 0), and the standard's regions with the
//! role of a cell.

use super::elements::{child, is, is_region, named};
use super::{Reader, text};
use crate::page::NodeKind;
use crate::read::markup::Element;
use crate::read::ocr::{Cell, Part, beside_cells, of_blocks, rows};

impl Reader {
    /// Reads a table. If the positions of its cells are unknown, the result is a group of its content.
    pub(super) fn table(&self, element: Element<'_>) -> Option<Part> {
        let mut cells: Vec<(Cell, Part)> = Vec::new();
        let mut beside = Vec::new();
        for child in element.children().take_while(|_| self.room.take()) {
            let Some(cell) = cell(child) else {
                beside.extend(Some(child).filter(|c| is_region(*c)));
                continue;
            };
            let mut part = cell.part();
            self.set_place(&mut part, child);
            if is(child, "TextRegion") {
                // The outline belongs to the region.
                part.points.clear();
                part.parts.extend(self.text_region(child));
            } else {
                let mut paragraph = Part::new(NodeKind::TEXTBOX, None);
                paragraph.parts = text::lines(child, part.bbox, true, &self.room);
                let inner = self.regions(child);
                if paragraph.parts.is_empty() && inner.is_empty() {
                    paragraph.bbox = part.bbox;
                }
                if !paragraph.parts.is_empty() || paragraph.has_place() {
                    part.parts.push(paragraph);
                }
                part.parts.extend(inner);
            }
            cells.push((cell, part));
        }
        let mut table = Part::new(NodeKind::known("Table"), None);
        self.set_place(&mut table, element);
        if cells.is_empty() {
            match of_blocks(self.regions(element)) {
                Ok(rows) => table.parts = rows,
                Err(blocks) => {
                    table.parts = blocks;
                    if !table.parts.is_empty() {
                        table.kind = NodeKind::TEXTGROUP;
                        return Some(table.in_block());
                    }
                    return table.has_place().then_some(table);
                }
            }
            return Some(table);
        }
        let number = |name| element.attribute(name).and_then(|v| v.trim().parse().ok());
        let size = (number("rows").unwrap_or(0), number("columns").unwrap_or(0));
        let beside = beside.into_iter().filter_map(|region| self.region(region));
        table.parts = beside_cells(beside.collect());
        table.parts.extend(rows(cells, size));
        Some(table)
    }
}

fn cell(element: Element<'_>) -> Option<Cell> {
    let number =
        |e: Element<'_>, name| e.attribute(name).and_then(|v| v.trim().parse::<u32>().ok());
    let span = |e: Element<'_>, name| number(e, name).unwrap_or(1).clamp(1, 1000);
    if is(element, "TableCell") {
        return Some(Cell {
            row: number(element, "row")?,
            column: number(element, "col")?,
            rows: span(element, "rowSpan"),
            columns: span(element, "colSpan"),
            header: false,
        });
    }
    let role = named(child(element, "Roles")?, "TableCellRole").next()?;
    Some(Cell {
        row: number(role, "rowIndex")?,
        column: number(role, "columnIndex")?,
        rows: span(role, "rowSpan"),
        columns: span(role, "colSpan"),
        header: role
            .attribute("header")
            .is_some_and(|h| matches!(h, "true" | "1")),
    })
}
