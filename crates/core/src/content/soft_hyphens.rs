//! Removes the text of soft hyphens that paint nothing.
//!
//! U+00AD marks a possible division of a word. Programs show it with the glyph of a space and move the pen
//! back, so that it takes no room. A soft hyphen that takes room, or ends a line, is kept.

use crate::page::{Content, TextSpan};

/// Maximum gap between the letters beside an invisible hyphen, in ems.
const NO_ROOM: f32 = 0.05;
/// Maximum distance between the baselines of one line, in ems.
const SAME_LINE: f32 = 0.3;

/// Removes the text of invisible soft hyphens.
pub(super) fn settle(content: &mut Content) {
    let unseen: Vec<usize> = content
        .glyphs
        .windows(2)
        .enumerate()
        .filter_map(|(index, pair)| {
            let [hyphen, next] = pair else { return None };
            if hyphen.text.len != 2 || content.text_of(hyphen) != "\u{AD}" {
                return None;
            }
            let run = content.runs.get(hyphen.run as usize)?;
            let away = next.origin - hyphen.origin;
            let room = away.dot(run.direction).abs();
            let aside = away.dot(run.up).abs();
            (room <= NO_ROOM * run.size && aside <= SAME_LINE * run.size).then_some(index)
        })
        .collect();
    for index in unseen {
        if let Some(glyph) = content.glyphs.get_mut(index) {
            glyph.text = TextSpan::default();
        }
    }
}
