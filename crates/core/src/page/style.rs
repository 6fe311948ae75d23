//! The style of a word: the prevailing style of its glyphs, and the reliability of its text.

use std::ops::Range;

use super::{Decoding, FontFacts, Glyph, Page};

/// The style of some glyphs.
#[derive(Clone, Copy, Debug)]
pub struct Style<'a> {
    /// The font of most glyphs.
    pub font: Option<&'a FontFacts>,
    /// Size of the em of most glyphs, in points; 0 for text without a font.
    pub size: f32,
    /// Whether it is bold.
    pub bold: bool,
    /// Whether it is slanted.
    pub italic: bool,
    /// Expected share of correct characters, in percent: the mean of
    /// [`Decoding::confidence`](super::Decoding::confidence).
    pub confidence: u8,
    /// Whether a person typed or checked the text.
    pub human: bool,
}

impl<'a> Style<'a> {
    /// The style of the glyphs at these positions of [`Page::order`].
    pub fn of(page: &'a Page, glyphs: &Range<u32>) -> Self {
        let all = page.glyphs(glyphs);
        let of = |glyph: &Glyph| {
            let layer = !page.content.run_of(glyph).visible;
            glyph.decoding.confidence(layer)
        };
        let first = all.clone().next();
        // Most words have one font and one source of text.
        let alike = |glyph: &Glyph| {
            first.is_some_and(|f| (f.run, f.decoding) == (glyph.run, glyph.decoding))
        };
        let (prevailing, confidence) = if all.clone().all(alike) {
            (first.map(|glyph| glyph.run), first.map_or(0, of))
        } else {
            let sum: u64 = all.clone().map(|glyph| u64::from(of(glyph))).sum();
            let mean = sum.checked_div(all.clone().count() as u64);
            (prevailing(all), mean.unwrap_or(0) as u8)
        };
        let run = prevailing.and_then(|run| page.content.runs.get(run as usize));
        let font = run.and_then(|r| page.content.fonts.get(r.font as usize));
        Self {
            font: font.map(AsRef::as_ref),
            size: font.and(run).map_or(0.0, |r| r.size),
            bold: font.is_some_and(|f| f.bold),
            italic: font.is_some_and(|f| f.italic),
            confidence,
            human: first.is_some_and(|glyph| glyph.decoding == Decoding::Person),
        }
    }

    /// Whether both have the same font, size, and source of their text.
    pub fn is_same(self, other: Self) -> bool {
        let fonts = self.font.map(std::ptr::from_ref) == other.font.map(std::ptr::from_ref);
        let text = self.confidence == other.confidence && self.human == other.human;
        fonts && self.size == other.size && text
    }
}

/// Number of runs of a word for which there is memory at first.
const USUAL_RUNS: usize = 4;

/// The run of most glyphs; of several, the first. Words have few runs, so a list is enough.
fn prevailing<'g>(glyphs: impl Iterator<Item = &'g Glyph>) -> Option<u32> {
    let mut runs: Vec<(u32, u32)> = Vec::with_capacity(USUAL_RUNS);
    for glyph in glyphs {
        match runs.iter_mut().find(|(run, _)| *run == glyph.run) {
            Some((_, n)) => *n += 1,
            None => runs.push((glyph.run, 1)),
        }
    }
    let most = runs.iter().map(|(_, n)| *n).max()?;
    runs.iter().find(|(_, n)| *n == most).map(|(run, _)| *run)
}
