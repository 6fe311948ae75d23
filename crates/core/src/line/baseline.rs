//! Computes the baseline of a line and its type size.

use super::Frame;
use crate::geometry::least;
use crate::page::{Content, LineGeometry};

/// Maximum number of sizes distinguished on one line.
const MAX_SIZES: usize = 16;

/// Number of sizes for which there is memory at first.
const USUAL_SIZES: usize = 2;

/// Returns the geometry of a line of glyphs: its most frequent size, and the baseline of the glyphs with that
/// size. `None` without glyphs.
pub(crate) fn baseline(content: &Content, frame: Frame, glyphs: &[u32]) -> Option<LineGeometry> {
    let of = |&i: &u32| {
        let glyph = content.glyphs.get(i as usize)?;
        Some((glyph, content.runs.get(glyph.run as usize)?))
    };
    // A list suffices, because lines have one or two sizes. Each entry keeps its first glyph. White space
    // counts only in lines without other glyphs.
    let mut sizes: Vec<(f32, u32, u32)> = Vec::with_capacity(USUAL_SIZES);
    // Start of the line.
    let mut start = f32::INFINITY;
    // The run of the previous glyph, the index of its size, and its glyphs other than white space so far: their number
    // and the first.
    let mut last: Option<(u32, Option<usize>)> = None;
    let (mut count, mut first) = (0u32, 0u32);
    let add = |sizes: &mut Vec<(f32, u32, u32)>, known: Option<usize>, count, first| {
        if let Some(size) = known.and_then(|known| sizes.get_mut(known))
            && count > 0
        {
            if size.1 == 0 {
                size.2 = first;
            }
            size.1 += count;
        }
    };
    for index in glyphs {
        let Some(glyph) = content.glyphs.get(*index as usize) else {
            continue;
        };
        if last.is_none_or(|(run, _)| run != glyph.run) {
            let Some(run) = content.runs.get(glyph.run as usize) else {
                continue;
            };
            let before = last.and_then(|(_, known)| known);
            add(&mut sizes, before, count, first);
            count = 0;
            let mut known = sizes.iter().position(|(size, ..)| *size == run.size);
            if known.is_none() && sizes.len() < MAX_SIZES {
                sizes.push((run.size, 0, *index));
                known = Some(sizes.len() - 1);
            }
            last = Some((glyph.run, known));
        }
        start = least(start, frame.extent(glyph).0);
        if !glyph.space {
            first = if count == 0 { *index } else { first };
            count += 1;
        }
    }
    add(&mut sizes, last.and_then(|(_, known)| known), count, first);
    let mut prevailing = *sizes.first()?;
    for &size in &sizes {
        if size.1 > prevailing.1 {
            prevailing = size;
        }
    }
    let (reference, run) = of(&prevailing.2)?;
    // From the reference glyph back to the start of the line, along the baseline.
    let back = start - frame.enter(reference.origin).x;
    Some(LineGeometry {
        origin: reference.origin.moved(run.direction, back),
        angle: run.angle(),
        size: run.size,
        vertical: run.vertical,
    })
}
