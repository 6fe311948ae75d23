//! How text looks, as formats say it that name styles.

use super::families::Families;
use crate::model::Style;

/// What ALTO and PAGE call `TextStyle`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TextStyle {
    pub family: String,
    /// Size of the em, in tenths of a point.
    pub tenths: u32,
    pub bold: bool,
    pub italic: bool,
    pub serif: bool,
    pub monospace: bool,
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
}
