//! How a word looks: the style that prevails among its glyphs, and how far its text can be trusted.

use std::ops::Range;

use super::{FontFacts, Page};

/// The style of some glyphs.
#[derive(Clone, Debug)]
pub struct Style<'a> {
    /// The font of most of them.
    pub font: Option<&'a FontFacts>,
    /// Size of the em, in points, of most of them.
    pub size: f32,
    pub bold: bool,
    pub italic: bool,
    /// Expected share of right characters, in percent: the mean of
    /// [`Decoding::confidence`](super::Decoding::confidence).
    pub confidence: u8,
}

impl<'a> Style<'a> {
    /// The style of the glyphs at these positions of [`Page::order`].
    pub fn of(page: &'a Page, glyphs: &Range<u32>) -> Self {
        // Words have one run as good as always, so runs are counted in a list, not a map.
        let mut runs: Vec<(u32, u32)> = Vec::new();
        let (mut sum, mut count) = (0u64, 0u64);
        for glyph in page.glyphs(glyphs) {
            match runs.iter_mut().find(|(run, _)| *run == glyph.run) {
                Some((_, n)) => *n += 1,
                None => runs.push((glyph.run, 1)),
            }
            let layer = !page.content.run_of(glyph).visible;
            sum += u64::from(glyph.decoding.confidence(layer));
            count += 1;
        }
        let mut prevailing: Option<(u32, u32)> = None;
        for &(run, n) in &runs {
            if prevailing.is_none_or(|(_, most)| n > most) {
                prevailing = Some((run, n));
            }
        }
        let run = prevailing.and_then(|(run, _)| page.content.runs.get(run as usize));
        let font = run.and_then(|r| page.content.fonts.get(r.font as usize));
        Self {
            font: font.map(AsRef::as_ref),
            size: run.map_or(0.0, |r| r.size),
            bold: font.is_some_and(|f| f.bold),
            italic: font.is_some_and(|f| f.italic),
            confidence: sum.checked_div(count).unwrap_or(0) as u8,
        }
    }
}
