//! Styles of text.

use std::fmt::Write;

use crate::model::Style;
use crate::write::families::Families;
use crate::write::number::push_number;
use crate::write::xml::Xml;

/// A `TextStyle`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TextStyle {
    family: String,
    /// Size of the em, in tenths of a point.
    tenths: u32,
    bold: bool,
    italic: bool,
    serif: bool,
    monospace: bool,
}

/// A size in tenths of a point. Above 100 points whole ones do, and 1000 is the most, so that no
/// file has styles without end.
fn tenths(size: f32) -> u32 {
    // `as` makes 0 of what is negative or no number.
    match (size.min(1000.0) * 10.0).round() as u32 {
        tenths @ ..1000 => tenths,
        tenths => tenths / 10 * 10,
    }
}

impl TextStyle {
    /// The style of some glyphs, if anything is known of it.
    pub(super) fn of(style: &Style<'_>, families: &Families) -> Option<Self> {
        let font = style.font?;
        Some(Self {
            family: families.of(font).to_owned(),
            tenths: tenths(style.size),
            bold: style.bold,
            italic: style.italic,
            serif: font.serif,
            monospace: font.monospace,
        })
    }

    /// An id that no other style has: `style_Times.20New.20Roman_90_bi`.
    pub(super) fn id(&self) -> String {
        let mut id = "style_".to_owned();
        for c in self.family.chars() {
            if c.is_ascii_alphanumeric() {
                id.push(c);
            } else {
                // Writing to a string does not fail.
                let _ = write!(id, ".{:X}.", u32::from(c));
            }
        }
        let _ = write!(id, "_{}_", self.tenths);
        let marks = [
            (self.bold, 'b'),
            (self.italic, 'i'),
            (self.serif, 's'),
            (self.monospace, 'm'),
        ];
        id.extend(marks.iter().filter(|(is, _)| *is).map(|(_, c)| c));
        id
    }

    /// What is not known of a font is left out.
    pub(super) fn write(&self, xml: &mut Xml) {
        xml.start("TextStyle");
        xml.attribute("ID", &self.id());
        if !self.family.is_empty() {
            xml.attribute("FONTFAMILY", &self.family);
        }
        if self.serif {
            xml.attribute("FONTTYPE", "serif");
        }
        if self.monospace {
            xml.attribute("FONTWIDTH", "fixed");
        }
        if self.tenths > 0 {
            let size = f64::from(self.tenths) / 10.0;
            xml.attribute_with("FONTSIZE", |a| push_number(size, 1, a.plain()));
        }
        match (self.bold, self.italic) {
            (true, true) => xml.attribute("FONTSTYLE", "bold italics"),
            (true, false) => xml.attribute("FONTSTYLE", "bold"),
            (false, true) => xml.attribute("FONTSTYLE", "italics"),
            (false, false) => {}
        }
        xml.end_void();
    }
}
