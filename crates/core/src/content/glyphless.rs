//! Corrects the text layer of Tesseract (`pdfrenderer.cpp`). It shows each word with a space behind it, and
//! `Tz` squeezes both into the width of the word on the scan. The glyphs are therefore too narrow and too far
//! left. Input and output: the glyphs of one string.

use crate::geometry::{Point, Rect};
use crate::page::{Content, FontFacts};

/// The font of that layer.
const FONT: &str = "GlyphLessFont";

/// Whether text belongs to such a layer.
pub(super) fn is_layer(font: &FontFacts, render_mode: u8) -> bool {
    render_mode == 3 && font.name == FONT
}

/// Widens the glyphs of a string (from index `first`) by the width of the space at its end, and moves the
/// space behind them.
pub(super) fn restore_width(content: &mut Content, first: usize) {
    let glyphs = content.glyphs.get(first..).unwrap_or_default();
    let [start, .., last] = glyphs else { return };
    // Incomplete strings at the page's edge and strings of several words are not from that layer.
    if !last.space || glyphs.iter().filter(|g| g.space).count() != 1 {
        return;
    }
    let direction = content.run_of(start).direction;
    let along = |from: Point, to: Point| (to - from).dot(direction);
    // Arabic and Hebrew words begin at the right edge of their first glyph.
    let against = along(start.origin, last.origin) < 0.0;
    let (start, first_advance, count) = (start.origin, start.advance, glyphs.len() as f32);
    let stretch = count / (count - 1.0);
    for index in first..content.glyphs.len() {
        let Some(mut glyph) = content.glyphs.get(index).copied() else {
            return;
        };
        let mut from_start = along(start, glyph.origin) * stretch;
        if against {
            from_start += first_advance - glyph.advance * stretch;
        }
        glyph.origin = start.moved(direction, from_start);
        // The space is now behind the word, as on the scan; its width is arbitrary.
        glyph.advance *= stretch;
        glyph.bbox = Rect::around(content.quad(&glyph));
        if let Some(slot) = content.glyphs.get_mut(index) {
            *slot = glyph;
        }
    }
}
