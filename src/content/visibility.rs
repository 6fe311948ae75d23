//! What of the text is to be seen. When in doubt, all of it is.
//!
//! Text that lies off the page, or wholly outside the clipping path's box (8.5.4), is not drawn at
//! all. White text shows where something that is not white has been painted below it; where
//! nothing has, it is as white as the page.

use super::interpreter::Interpreter;
use crate::geometry::Rect;
use crate::model::Glyph;
use crate::pdf::{Dict, OptionalContent};

/// What is read of a page besides what it shows.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    /// Text that cannot be seen is read too.
    pub all_text: bool,
    /// The document's layers.
    pub layers: &'a OptionalContent,
}

/// How far the ink of a glyph may reach out of its cell, in points.
const OVERHANG: f32 = 1.0;

/// Where something other than white has been painted: a grid of 64 by 64 cells over the page, a bit
/// each.
#[derive(Debug)]
pub(super) struct Ground {
    page: Rect,
    rows: [u64; 64],
}

impl Ground {
    pub(super) fn new(page: Rect) -> Self {
        Self {
            page,
            rows: [0; 64],
        }
    }

    /// The rows and the bits of the cells that a box touches.
    fn cells(&self, bbox: Rect) -> Option<(std::ops::RangeInclusive<usize>, u64)> {
        let bbox = bbox.intersection(self.page);
        if bbox.is_empty() {
            return None;
        }
        // A cast saturates; what is not a number becomes 0.
        let cell = |at: f32, length: f32| ((at / length * 64.0) as usize).min(63);
        let (left, right) = (
            cell(bbox.x0, self.page.width()),
            cell(bbox.x1, self.page.width()),
        );
        let bits = (u64::MAX >> (63 - right)) & (u64::MAX << left);
        let top = cell(bbox.y0, self.page.height());
        Some((top..=cell(bbox.y1, self.page.height()), bits))
    }

    fn paint(&mut self, bbox: Rect) {
        if let Some((rows, bits)) = self.cells(bbox) {
            for row in self.rows.get_mut(rows).into_iter().flatten() {
                *row |= bits;
            }
        }
    }

    fn shows_white(&self, bbox: Rect) -> bool {
        self.cells(bbox).is_some_and(|(rows, bits)| {
            let rows = self.rows.get(rows).unwrap_or_default();
            rows.iter().any(|row| row & bits != 0)
        })
    }
}

/// Records that something that is not white is painted in this box.
pub(super) fn painted(ip: &mut Interpreter<'_>, bbox: Rect) {
    let seen = bbox.intersection(ip.state.clip);
    ip.ground.paint(seen);
}

/// What of a box is on the page, and not clipped away. None of it where only an edge is.
pub(super) fn seen(ip: &Interpreter<'_>, bbox: Rect) -> Option<Rect> {
    let clip = ip.state.clip;
    (bbox.touches(ip.visible) && bbox.touches(clip)).then(|| bbox.intersection(clip))
}

/// Where glyphs leave a mark in the present state: on the page, not clipped away, and not in a
/// hidden layer.
pub(super) struct Window {
    visible: Rect,
    clip: Rect,
    /// What is in both: most glyphs are.
    both: Rect,
    /// All glyphs are shown, or none.
    always: Option<bool>,
}

impl Window {
    pub(super) fn new(ip: &Interpreter<'_>) -> Self {
        let clip = ip.state.clip;
        let clip = Rect {
            x0: clip.x0 - OVERHANG,
            y0: clip.y0 - OVERHANG,
            x1: clip.x1 + OVERHANG,
            y1: clip.y1 + OVERHANG,
        };
        Self {
            visible: ip.visible,
            clip,
            both: ip.visible.intersection(clip),
            always: if ip.shown.all_text {
                Some(true)
            } else {
                is_hidden(ip).then_some(false)
            },
        }
    }

    pub(super) fn shows(&self, bbox: Rect) -> bool {
        match self.always {
            // What is nowhere is never shown.
            Some(always) => always && bbox.is_finite(),
            None => {
                bbox.touches(self.both) || bbox.touches(self.visible) && bbox.touches(self.clip)
            }
        }
    }
}

/// Whether what is drawn now is in a layer that is not shown.
pub(super) fn is_hidden(ip: &Interpreter<'_>) -> bool {
    ip.hidden_from.is_some() && !ip.shown.all_text
}

/// Whether a dictionary with `/OC`, or the layer itself, is not to be shown.
pub(super) fn hides(ip: &Interpreter<'_>, layer: Option<&Dict<'_>>) -> bool {
    !ip.shown.all_text && layer.is_some_and(|layer| ip.shown.layers.hides(layer))
}

/// Records whether there is something below white text.
pub(super) fn look_below(ip: &mut Interpreter<'_>, glyph: &Glyph) {
    let white = ip.out.runs.get(glyph.run as usize).is_some_and(|r| r.white);
    if white && ip.standing_out.last() != Some(&glyph.run) && ip.ground.shows_white(glyph.bbox) {
        ip.standing_out.push(glyph.run);
    }
}

/// Takes out white text with nothing below it. That which a scan lies over is kept, like any that
/// was recognised.
pub(super) fn drop_white(ip: &mut Interpreter<'_>) {
    if ip.shown.all_text {
        return;
    }
    let (runs, standing_out) = (&ip.out.runs, &ip.standing_out);
    let lost = |run: u32| {
        let run_is = runs.get(run as usize).is_some_and(|r| r.white && r.visible);
        run_is && standing_out.binary_search(&run).is_err()
    };
    ip.out.glyphs.retain(|glyph| !lost(glyph.run));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_shows_on_what_has_been_painted() {
        let mut ground = Ground::new(Rect::new(0.0, 0.0, 640.0, 640.0));
        ground.paint(Rect::new(100.0, 100.0, 200.0, 150.0));
        assert!(ground.shows_white(Rect::new(110.0, 110.0, 120.0, 120.0)));
        assert!(ground.shows_white(Rect::new(0.0, 0.0, 105.0, 105.0)));
        assert!(!ground.shows_white(Rect::new(300.0, 100.0, 310.0, 110.0)));
        assert!(!ground.shows_white(Rect::new(110.0, 300.0, 120.0, 310.0)));
        ground.paint(Rect::new(f32::MIN, f32::MIN, f32::MAX, f32::MAX));
        assert!(ground.shows_white(Rect::new(639.0, 639.0, 639.5, 639.5)));
        assert!(!ground.shows_white(Rect::EMPTY));
    }
}
