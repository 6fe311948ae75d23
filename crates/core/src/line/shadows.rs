//! Removes shadows: words drawn again slightly to the right or below, mostly in grey.
//!
//! The copies of a shadow are further apart than those of bold text, so a single character is not sufficient
//! evidence. Words are: no other text is repeated so close, with each character at the same distance.

use std::ops::Range;

use super::copies::{is_same_style, take_out};
use super::places::Places;
use crate::fnv;
use crate::letters::{is_letter, is_letter_or_digit};
use crate::page::Content;

/// Limits for shadows.
struct ShadowLimits {
    /// Maximum distance of a shadow from its text, along and across the line, in ems. Lines, and repeated
    /// letters in a word, are further apart.
    max_distance: f32,
    /// Maximum difference between the distances of a shadow's characters, in ems.
    uneven: f32,
    /// Minimum gap that ends a word, in ems.
    word_gap: f32,
    /// Minimum number of different consecutive letters that identify a copy. Numbers do not count, because
    /// equal numbers may be close in a chart.
    letters: usize,
}

const SHADOW: ShadowLimits = ShadowLimits {
    max_distance: 0.3,
    uneven: 0.02,
    word_gap: 0.1,
    letters: 3,
};

/// Removes the later copy of text with a shadow, in strokes that overlap others. Returns whether there was
/// any. Linear in the number of glyphs.
pub(super) fn take_out_shadows(content: &mut Content, upon: &[Range<usize>]) -> bool {
    let count = upon.iter().map(ExactSizeIterator::len).sum::<usize>();
    let mut places = Places::new(count, content.glyphs.len());
    let mut copies: Vec<usize> = Vec::new();
    for stroke in upon {
        let mut at = stroke.start;
        while at + SHADOW.letters <= stroke.end {
            let original = hash_of_letters(content, at).and_then(|hash| {
                let glyph = content.glyphs.get(at)?;
                let size = content.runs.get(glyph.run as usize)?.size;
                let is_shadow = |other: usize| {
                    other + SHADOW.letters <= at
                        && (0..SHADOW.letters).all(|n| is_shifted(content, (other, at), n as isize))
                };
                let side = 2.0 * SHADOW.max_distance * size;
                places.find_or_add(hash, glyph.origin, side, at, is_shadow)
            });
            let Some(original) = original else {
                at += 1;
                continue;
            };
            let pair = (original, at);
            let known = copies
                .last()
                .map_or(stroke.start, |last| stroke.start.max(last + 1));
            let before = (1..=at - known).take_while(|&n| is_shifted(content, pair, -(n as isize)));
            let start = at - before.count();
            let after = (0..stroke.end - at).take_while(|&n| is_shifted(content, pair, n as isize));
            at += after.count();
            // Two words may have the same beginning.
            if [start, at]
                .iter()
                .all(|&edge| is_edge(content, stroke, edge))
            {
                copies.extend(start..at);
            }
        }
    }
    take_out(content, &copies);
    !copies.is_empty()
}

/// Whether a word can end or begin before a glyph of a stroke.
fn is_edge(content: &Content, stroke: &Range<usize>, at: usize) -> bool {
    let inside = || {
        let before = content.glyphs.get(at.checked_sub(1)?)?;
        let glyph = content.glyphs.get(at)?;
        let run = content.runs.get(glyph.run as usize)?;
        let away = glyph.origin - before.origin;
        let gap = away.dot(run.direction) - before.advance;
        let is_letter = |glyph| content.text_of(glyph).chars().all(is_letter_or_digit);
        Some(gap <= SHADOW.word_gap * run.size && is_letter(before) && is_letter(glyph))
    };
    at <= stroke.start || at >= stroke.end || inside() != Some(true)
}

/// The hash of the letters from a glyph on, if they are different letters.
fn hash_of_letters(content: &Content, at: usize) -> Option<u64> {
    let glyphs = content.glyphs.get(at..at + SHADOW.letters)?;
    let mut hash = fnv::SEED;
    for (n, glyph) in glyphs.iter().enumerate() {
        let text = content.text_of(glyph);
        let new = glyphs
            .iter()
            .take(n)
            .all(|other| content.text_of(other) != text);
        if text.is_empty() || !new || !text.chars().all(is_letter) {
            return None;
        }
        hash = text.bytes().map(u64::from).fold(hash, fnv::mix);
    }
    Some(hash)
}

/// Whether the glyphs `by` positions after a pair are a copy with the same distance as the pair.
fn is_shifted(content: &Content, pair: (usize, usize), by: isize) -> bool {
    let glyph = |of: usize| content.glyphs.get(of);
    let away = |a: usize, b: usize| {
        let (a, b) = (glyph(a)?.origin, glyph(b)?.origin);
        Some(b - a)
    };
    let found = || {
        let first = away(pair.0, pair.1)?;
        let (a, b) = (
            pair.0.checked_add_signed(by)?,
            pair.1.checked_add_signed(by)?,
        );
        let second = away(a, b)?;
        let (a, b) = (glyph(a)?, glyph(b)?);
        let (of_a, of_b) = (
            content.runs.get(a.run as usize)?,
            content.runs.get(b.run as usize)?,
        );
        let size = of_a.size.max(of_b.size);
        let (along, across) = (second.dot(of_b.direction), second.dot(of_b.up));
        let change = second - first;
        Some(
            is_same_style(of_a, of_b)
                && of_a.visible == of_b.visible
                && along.abs().max(across.abs()) <= SHADOW.max_distance * size
                && change.x.abs().max(change.y.abs()) <= SHADOW.uneven * size
                && content.text_of(a) == content.text_of(b),
        )
    };
    found() == Some(true)
}

#[cfg(test)]
mod tests {
    use crate::line::collapse_repeated;
    use crate::line::testing::Pen;

    fn left(mut pen: Pen) -> String {
        collapse_repeated(&mut pen.content);
        let content = &pen.content;
        content.glyphs.iter().map(|g| content.text_of(g)).collect()
    }

    #[test]
    fn text_with_a_shadow_is_read_once() {
        for angle in [0.0, 90.0, 33.0] {
            for (x, y) in [(1.0, 1.0), (2.0, 2.0), (-2.9, 0.5), (0.0, 2.9)] {
                let mut pen = Pen::new();
                let run = pen.run(10.0, angle);
                pen.write(run, 300.0 + x, 300.0 + y, "a shadow of 12.5 on it");
                pen.write(run, 300.0, 300.0, "a shadow of 12.5 on it");
                pen.write(run, 400.0, 400.0, "other text");
                assert_eq!(
                    left(pen),
                    "a shadow of 12.5 on itother text",
                    "{angle} {x} {y}"
                );
            }
        }
    }

    #[test]
    fn words_may_have_their_shadows_one_by_one() {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        for (x, word) in [(0.0, "some"), (25.0, "words")] {
            pen.write(run, x + 2.0, 102.0, word);
            pen.write(run, x, 100.0, word);
        }
        assert_eq!(left(pen), "somewords");
    }

    #[test]
    fn close_numbers_repeated_letters_and_other_words_stay() {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        pen.write(run, 100.0, 100.0, "98.5");
        pen.write(run, 102.0, 102.0, "98.5");
        pen.write(run, 200.0, 100.0, "draft");
        pen.write(run, 202.0, 102.0, "drawn");
        for i in 0..6 {
            pen.glyph(run, 300.0 + 2.0 * i as f32, 100.0, "l", 2.0);
        }
        assert_eq!(left(pen), "98.598.5draftdrawnllllll");
    }

    #[test]
    fn text_that_is_drawn_again_and_again_ends_soon() {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        for i in 0..5000 {
            pen.write(
                run,
                100.0 + (i % 50) as f32,
                100.0 + (i / 50) as f32,
                "again",
            );
        }
        assert!(left(pen).starts_with("again"));
    }
}
