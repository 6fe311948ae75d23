//! The fonts in use, with the codes that they show.

use std::collections::HashSet;

use crate::tagging::Tagging;
use pdfa2hocr_core::font::Inspection;
use pdfa2hocr_core::pdf::{Array, Dict, items};

/// A font in use.
pub(super) struct Used<'d> {
    pub dict: Dict<'d>,
    pub inspection: Inspection<'d>,
    /// See [`Inspection::has_exact_widths`].
    pub has_exact_widths: bool,
    pub name: String,
    /// The font has a font file of its kind.
    pub embedded: bool,
    /// The font has shown only invisible text so far.
    pub invisible: bool,
    /// Codes already checked: value, number of bytes, and whether rendered, with the tagging.
    pub codes: HashSet<(u32, u8, (bool, Tagging))>,
}

/// The CIDFont of a Type 0 font.
pub(super) fn descendant<'d>(font: &Dict<'d>) -> Option<Dict<'d>> {
    let fonts = font.get::<Array<'d>>("DescendantFonts")?;
    items(&fonts).next()?.into_dict()
}
