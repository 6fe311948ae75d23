//! Writes `TextStyle` elements and derives their ids.

use std::fmt::Write;

use crate::write::text_style::TextStyle;
use crate::write::xml::Xml;

/// Returns an id that is unique to the style: `style_Times.20New.20Roman_90_bi`.
pub(super) fn id(style: &TextStyle) -> String {
    let mut id = "style_".to_owned();
    for c in style.family.chars() {
        if c.is_ascii_alphanumeric() {
            id.push(c);
        } else {
            // Writing to a string does not fail.
            let _ = write!(id, ".{:X}.", u32::from(c));
        }
    }
    let _ = write!(id, "_{}_", style.tenths);
    let marks = [
        (style.bold, 'b'),
        (style.italic, 'i'),
        (style.serif, 's'),
        (style.monospace, 'm'),
    ];
    id.extend(marks.iter().filter(|(is, _)| *is).map(|(_, c)| c));
    id
}

/// Writes a style. Unknown properties of the font are omitted.
pub(super) fn write(style: &TextStyle, xml: &mut Xml) {
    xml.start("TextStyle");
    xml.attribute("ID", &id(style));
    if !style.family.is_empty() {
        xml.attribute("FONTFAMILY", &style.family);
    }
    if style.serif {
        xml.attribute("FONTTYPE", "serif");
    }
    if style.monospace {
        xml.attribute("FONTWIDTH", "fixed");
    }
    if style.tenths > 0 {
        let size = f64::from(style.tenths) / 10.0;
        xml.decimal("FONTSIZE", size, 1);
    }
    match (style.bold, style.italic) {
        (true, true) => xml.attribute("FONTSTYLE", "bold italics"),
        (true, false) => xml.attribute("FONTSTYLE", "bold"),
        (false, true) => xml.attribute("FONTSTYLE", "italics"),
        (false, false) => {}
    }
    xml.end_void();
}
