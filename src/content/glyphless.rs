//! The text layer of Tesseract (`pdfrenderer.cpp`): each word is one string with a space behind it,
//! and `Tz` squeezes both together into the width that the word alone has on the scan. So what
//! looks like the space is the end of the word, and every glyph is too far left.

use crate::geometry::{Point, Rect};
use crate::model::{Content, FontFacts};

/// The font of that layer.
const FONT: &str = "GlyphLessFont";

/// Whether text is of such a layer.
pub(super) fn is_layer(font: &FontFacts, render_mode: u8) -> bool {
    render_mode == 3 && font.name == FONT
}

/// Gives the glyphs of a string (those from `first` on) the width of the space at its end, and puts
/// that behind them.
pub(super) fn restore_width(content: &mut Content, first: usize) {
    let glyphs = content.glyphs.get(first..).unwrap_or_default();
    let [start, .., last] = glyphs else { return };
    // Glyphs that are not all there, at the page's edge, or several words: not that layer's.
    if !last.space || glyphs.iter().filter(|g| g.space).count() != 1 {
        return;
    }
    let direction = content.run_of(start).direction;
    let along = |from: Point, to: Point| Point::new(to.x - from.x, to.y - from.y).dot(direction);
    // Arabic and Hebrew words begin at the right end of their first glyph.
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
        // The space now is behind the word, where the scan has one, of some width.
        glyph.advance *= stretch;
        glyph.bbox = Rect::around(content.quad(&glyph));
        if let Some(slot) = content.glyphs.get_mut(index) {
            *slot = glyph;
        }
    }
}
