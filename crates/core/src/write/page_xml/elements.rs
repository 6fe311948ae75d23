//! Writes elements that regions, lines, words and glyphs share.

use crate::blocks::{Cell, Pixels};
use crate::write::number::push_points;
use crate::write::text_style::TextStyle;
use crate::write::xml::Xml;

/// Writes `Coords`: the outline if given, otherwise the corners of the box.
pub(super) fn coords(xml: &mut Xml, outline: Option<Vec<(u32, u32)>>, bbox: Pixels, depth: usize) {
    let Pixels { x0, y0, x1, y1 } = bbox;
    xml.open(depth, "Coords");
    xml.attribute_with("points", |a| match outline {
        Some(outline) => push_points(outline, a.plain()),
        None => push_points([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], a.plain()),
    });
    xml.end_void();
}

/// Writes a `TextEquiv`. Line feeds separate the lines of the text.
pub(super) fn equivalent(xml: &mut Xml, text: &str, confidence: Option<f64>) {
    xml.start("TextEquiv");
    if let Some(confidence) = confidence {
        xml.decimal("conf", confidence, 2);
    }
    xml.start("Unicode");
    xml.text_with(|out| {
        for (at, line) in text.split('\n').enumerate() {
            if at > 0 {
                out.plain().push('\n');
            }
            out.text(line);
        }
    });
    xml.end("Unicode");
    xml.end("TextEquiv");
}

pub(super) fn text_style(xml: &mut Xml, style: &TextStyle, depth: usize) {
    xml.open(depth, "TextStyle");
    if !style.family.is_empty() {
        xml.attribute("fontFamily", &style.family);
    }
    if style.tenths > 0 {
        let size = f64::from(style.tenths) / 10.0;
        xml.decimal("fontSize", size, 1);
    }
    for (name, is) in [
        ("serif", style.serif),
        ("monospace", style.monospace),
        ("bold", style.bold),
        ("italic", style.italic),
    ] {
        if is {
            xml.attribute(name, "true");
        }
    }
    xml.end_void();
}

/// Writes the position of a cell in its table.
pub(super) fn cell_role(xml: &mut Xml, cell: Cell, depth: usize) {
    xml.open(depth, "Roles");
    xml.start("TableCellRole");
    xml.number("rowIndex", cell.row);
    xml.number("columnIndex", cell.column);
    xml.number("rowSpan", cell.row_span);
    xml.number("colSpan", cell.column_span);
    if cell.is_header {
        xml.attribute("header", "true");
    }
    xml.end_void();
    xml.end("Roles");
}
