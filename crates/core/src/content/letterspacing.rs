//! Detects runs whose `Tc` is letterspacing.
//!
//! Letterspacing continues from letter to letter. Some programs instead write the space between two words as
//! a `Tc` for these two letters, and move the pen behind them:
//!
//! ```text
//!   L e t t e r s p a c i n g         (over) Tj   4 Tc (ra) Tj   0 Tc   Td   ( word) Tj
//!    Tc, and Tc again                       over a word
//! ```

use crate::geometry::Point;
use crate::page::{Content, Glyph, Run};

/// Clears the letterspacing of runs in which no two consecutive gaps have it.
pub(super) fn settle(content: &mut Content) {
    if content.runs.iter().all(|run| run.letter_spacing <= 0.0) {
        return;
    }
    let mut start = 0;
    for own in content.glyphs.chunk_by(|a, b| a.run == b.run) {
        let end = start + own.len();
        let next = content.glyphs.get(end);
        start = end;
        let run = own.first().map_or(0, |glyph| glyph.run);
        if let Some(run) = content.runs.get_mut(run as usize)
            && run.letter_spacing > 0.0
            && !goes_on(run, own, next)
        {
            run.letter_spacing = 0.0;
        }
    }
}

/// Whether the spacing of a run is found in two consecutive gaps. The last of the three glyphs may be the one
/// behind the run.
fn goes_on(run: &Run, own: &[Glyph], next: Option<&Glyph>) -> bool {
    let along = |p: Point| p.dot(run.direction);
    let spaced = |(a, b): (&Glyph, &Glyph)| {
        let gap = along(b.origin) - along(a.origin) - a.advance;
        gap >= 0.5 * run.letter_spacing
    };
    let behind = own.iter().skip(1).chain(next);
    let mut gaps = own.iter().zip(behind).map(spaced);
    let mut before = gaps.next().unwrap_or(false);
    gaps.any(|gap| std::mem::replace(&mut before, gap) && gap)
}
