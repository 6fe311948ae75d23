//! The look of text, for formats that define named styles.

use super::families::Families;
use crate::page::Style;

/// The values of a `TextStyle` in ALTO and PAGE.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TextStyle {
    pub family: String,
    /// Font size, in tenths of a point.
    pub tenths: u32,
    pub bold: bool,
    pub italic: bool,
    pub serif: bool,
    pub monospace: bool,
}

/// Converts a font size to tenths of a point. Sizes above 100 points are rounded down to whole points and
/// limited to 1000, which limits the number of styles in a file.
fn tenths(size: f32) -> u32 {
    // `as` converts negative numbers and NaN to 0.
    match (size.min(1000.0) * 10.0).round() as u32 {
        tenths @ ..1000 => tenths,
        tenths => tenths / 10 * 10,
    }
}

impl TextStyle {
    /// The style of glyphs, if their font is known.
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
}
