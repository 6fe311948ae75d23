//! Where a line stands.

use super::Frame;
use crate::model::{Content, Line};

/// How many sizes on one line are told apart.
const MOST_SIZES: usize = 16;

/// The geometry of a line of these glyphs: its prevailing size, and the baseline of the glyphs
/// that have it. `None` without glyphs.
pub fn baseline(content: &Content, frame: Frame, glyphs: &[u32]) -> Option<Line> {
    let of = |&i: &u32| {
        let glyph = content.glyphs.get(i as usize)?;
        Some((glyph, content.runs.get(glyph.run as usize)?))
    };
    // Lines have one or two sizes, so they are counted in a list. Each keeps its first glyph.
    // White space counts for a line that has nothing else.
    let mut sizes: Vec<(f32, u32, u32)> = Vec::new();
    // Where the line starts.
    let mut start = f32::INFINITY;
    for index in glyphs {
        let Some((glyph, run)) = of(index) else {
            continue;
        };
        start = start.min(frame.extent(glyph).0);
        let weight = u32::from(!glyph.space);
        let known = sizes.iter().position(|(size, ..)| *size == run.size);
        match known {
            Some(known) => {
                let (_, count, first) = &mut sizes[known];
                if *count == 0 && weight > 0 {
                    *first = *index;
                }
                *count += weight;
            }
            None if sizes.len() < MOST_SIZES => sizes.push((run.size, weight, *index)),
            None => {}
        }
    }
    let mut prevailing = *sizes.first()?;
    for &size in &sizes {
        if size.1 > prevailing.1 {
            prevailing = size;
        }
    }
    let (reference, run) = of(&prevailing.2)?;
    // From there to the start of the line, on the baseline of the reference glyph.
    let back = start - frame.enter(reference.origin).x;
    Some(Line {
        origin: reference.origin.moved(run.direction, back),
        angle: run.angle(),
        size: run.size,
        vertical: run.vertical,
    })
}
