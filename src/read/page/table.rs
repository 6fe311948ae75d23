//! Tables: cells of Transkribus (`TableCell`, with places from 0), and the regions of the standard with the
//! role of a cell.

use std::collections::BTreeMap;

use super::{Reader, child, is, named, text};
use crate::model::{Name, NodeKind};
use crate::read::markup::Element;
use crate::read::ocr::Part;

/// A cell's place, and whether it heads others.
struct Cell {
    row: u32,
    column: u32,
    rows: u32,
    columns: u32,
    header: bool,
}

impl Reader {
    /// A table; where its cells have no places, a group of what is in it.
    pub(super) fn table(&self, element: Element<'_>) -> Option<Part> {
        let mut rows: BTreeMap<u32, Vec<(u32, Part)>> = BTreeMap::new();
        for child in element.children() {
            let Some(cell) = cell(child) else { continue };
            let mut part = Part::new(NodeKind::known(if cell.header { "TH" } else { "TD" }), None);
            self.set_place(&mut part, child);
            for (name, span) in [("RowSpan", cell.rows), ("ColSpan", cell.columns)] {
                part.set(Name::standard(name), (span > 1).then(|| span.to_string()));
            }
            part.set(Name::standard("Scope"), cell.header.then_some("Column"));
            let mut paragraph = Part::new(NodeKind::TEXTBOX, part.bbox);
            paragraph.parts = text::lines(child, part.bbox, true);
            if !paragraph.parts.is_empty() {
                paragraph.bbox = None;
                part.parts.push(paragraph);
            }
            part.parts.extend(self.regions(child));
            rows.entry(cell.row).or_default().push((cell.column, part));
        }
        let mut table = Part::new(NodeKind::known("Table"), None);
        self.set_place(&mut table, element);
        if rows.is_empty() {
            table.parts = self.regions(element);
            table.kind = NodeKind::TEXTGROUP;
            return (!table.parts.is_empty()).then(|| table.in_block());
        }
        for (_, mut cells) in rows {
            cells.sort_by_key(|(column, _)| *column);
            let mut row = Part::new(NodeKind::known("TR"), None);
            row.parts = cells.into_iter().map(|(_, cell)| cell).collect();
            table.parts.push(row);
        }
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
