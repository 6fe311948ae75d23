//! Soft hyphens that paint nothing.
//!
//! U+00AD says where a word may be divided. Programs that lay out text write it with the glyph of a space
//! and take that back, so that the letters on its sides are where they are without it. Such a hyphen
//! is none. One that takes up room, or ends a line, is a hyphen.

use crate::geometry::Point;
use crate::model::{Content, TextSpan};

/// The room that the letters on both sides may leave, as a share of the em.
const NO_ROOM: f32 = 0.05;
/// How far baselines of one line may be from each other, as a share of the em.
const SAME_LINE: f32 = 0.3;

/// Takes the text of the soft hyphens that are painted nowhere.
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
            let away = Point::new(
                next.origin.x - hyphen.origin.x,
                next.origin.y - hyphen.origin.y,
            );
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
