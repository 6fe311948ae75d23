//! Decides which text is visible; in doubt, it is visible.
//!
//! Text off the page, or completely outside the clipping path's box (8.5.4), is not drawn. White text is
//! visible only over something painted that is not white.

use super::interpreter::Interpreter;
use crate::geometry::Rect;
use crate::page::Glyph;
use crate::pdf::Dict;

/// Maximum extent of a glyph's ink outside its cell, in points.
const OVERHANG: f32 = 1.0;

/// Records that something other than white is painted in this box.
pub(super) fn painted(ip: &mut Interpreter<'_>, bbox: Rect) {
    let seen = bbox.intersection(ip.state.clip);
    ip.ground.paint(seen);
}

/// The unclipped part of a box; `None` if it is outside the page or the clip, or only shares an edge.
pub(super) fn seen(ip: &Interpreter<'_>, bbox: Rect) -> Option<Rect> {
    let clip = ip.state.clip;
    (bbox.touches(ip.visible) && bbox.touches(clip)).then(|| bbox.intersection(clip))
}

/// The area in which glyphs are visible in the current state: on the page, not clipped away, and not in a
/// hidden layer.
pub(super) struct Window {
    visible: Rect,
    clip: Rect,
    /// The intersection of both, which contains most glyphs.
    both: Rect,
    /// `Some` if all glyphs are visible, or none.
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
            // Boxes that are not finite are never visible.
            Some(always) => always && bbox.is_finite(),
            None => {
                bbox.touches(self.both) || bbox.touches(self.visible) && bbox.touches(self.clip)
            }
        }
    }
}

/// Whether the current content is in a hidden layer.
pub(super) fn is_hidden(ip: &Interpreter<'_>) -> bool {
    ip.hidden_from.is_some() && !ip.shown.all_text
}

/// Whether a dictionary with `/OC`, or the layer itself, is hidden.
pub(super) fn hides(ip: &Interpreter<'_>, layer: Option<&Dict<'_>>) -> bool {
    !ip.shown.all_text && layer.is_some_and(|layer| ip.shown.layers.hides(layer))
}

/// Records a run of white text if something other than white is painted below it.
pub(super) fn look_below(ip: &mut Interpreter<'_>, glyph: &Glyph) {
    let white = ip.out.runs.get(glyph.run as usize).is_some_and(|r| r.white);
    if white && ip.standing_out.last() != Some(&glyph.run) && ip.ground.shows_white(glyph.bbox) {
        ip.standing_out.push(glyph.run);
    }
}

/// Removes white text without anything below it. White text under a scan is kept, like other recognised text.
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
