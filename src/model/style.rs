//! How a word looks: the style that prevails among its glyphs, and how far its text can be trusted.

use std::ops::Range;

use super::{FontFacts, Glyph, Page};

/// The style of some glyphs.
#[derive(Clone, Copy, Debug)]
pub struct Style<'a> {
    /// The font of most of them.
    pub font: Option<&'a FontFacts>,
    /// Size of the em, in points, of most of them; 0 for what is set in no font.
    pub size: f32,
    /// Its stems are heavy.
    pub bold: bool,
    /// It is slanted.
    pub italic: bool,
    /// Expected share of right characters, in percent: the mean of
    /// [`Decoding::confidence`](super::Decoding::confidence).
    pub confidence: u8,
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
        // Most words have one font, and one source of text.
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
        }
    }

    /// Whether both are of one font in one size, and can be trusted alike.
    pub fn is_same(self, other: Self) -> bool {
        let fonts = self.font.map(std::ptr::from_ref) == other.font.map(std::ptr::from_ref);
        fonts && self.size == other.size && self.confidence == other.confidence
    }
}

/// The run of most glyphs, the first of several. Words have few runs, so they are counted in a list.
fn prevailing<'g>(glyphs: impl Iterator<Item = &'g Glyph>) -> Option<u32> {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for glyph in glyphs {
        match runs.iter_mut().find(|(run, _)| *run == glyph.run) {
            Some((_, n)) => *n += 1,
            None => runs.push((glyph.run, 1)),
        }
    }
    let most = runs.iter().map(|(_, n)| *n).max()?;
    runs.iter().find(|(_, n)| *n == most).map(|(run, _)| *run)
}
