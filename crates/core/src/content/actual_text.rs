//! Replacement text (14.9.4): `ActualText` replaces the text of all glyphs in a marked-content sequence.
//! Input: these glyphs and the text. Output: glyphs with new texts.

use std::borrow::Cow;

use crate::bidi::{has_right_to_left, seen_from_left};
use crate::compact_sort::CompactSort;
use crate::font::is_text;
use crate::geometry::{Point, Rect};
use crate::page::{Content, Contradiction, Decoding, Glyph, Run};
use crate::visible::without_controls;

/// The font index of text without a font, beyond all of [`Content::fonts`].
const NO_FONT: u32 = u32::MAX;

/// The replacement text of an open marked-content sequence.
pub(super) struct Replacement {
    /// The number of open marked-content sequences, including its own.
    pub depth: usize,
    /// The first glyph that it replaces.
    pub first: usize,
    /// Its sequence, an index in [`Content::marked`]. Sequences with higher indices are inside it.
    pub sequence: usize,
    pub text: String,
}

impl Replacement {
    /// Gives the text to the glyphs drawn since `first`. Without glyphs, it is placed on the painted box.
    pub(super) fn apply(self, content: &mut Content) {
        let first = self.first.min(content.glyphs.len());
        let glyphs = content.glyphs.split_off(first);
        if glyphs.is_empty() {
            let inside = content.marked.get(self.sequence..).unwrap_or_default();
            let painted = inside
                .iter()
                .fold(Rect::EMPTY, |r, sequence| r.union(sequence.painted));
            stand_in(
                content,
                painted,
                u32::try_from(self.sequence).ok(),
                &self.text,
            );
        } else if let Some(text) = known(content, &glyphs, &self.text) {
            note_contradiction(content, &glyphs, &text);
            replace_text(content, &glyphs, &text);
        } else {
            content.glyphs.extend(glyphs);
        }
    }
}

/// The usable part of a replacement text: without U+FFFD and control characters. `None` if nothing is left,
/// or if U+FFFD replaces text that the fonts know.
pub(crate) fn known<'t>(
    content: &Content,
    glyphs: &[Glyph],
    text: &'t str,
) -> Option<Cow<'t, str>> {
    let means_nothing = |c: char| !is_text(c) && !c.is_whitespace();
    if !text.contains(means_nothing) {
        return Some(Cow::Borrowed(text));
    }
    let unknown = |text: &str| text.contains(char::REPLACEMENT_CHARACTER);
    let rest = text.replace(means_nothing, "");
    let shown = || glyphs.iter().map(|glyph| content.text_of(glyph));
    let better = unknown(text) && shown().all(|text| !unknown(text));
    (!better && !rest.trim().is_empty()).then_some(Cow::Owned(rest))
}

/// Records a replacement text that contradicts its glyphs, if their fonts give reliable texts.
pub(crate) fn note_contradiction(content: &mut Content, glyphs: &[Glyph], said: &str) {
    let is_sure = |glyph: &Glyph| {
        (Decoding::ToUnicode..Decoding::Guess).contains(&glyph.decoding) || glyph.space
    };
    if !glyphs.iter().all(is_sure) {
        return;
    }
    let shown: String = glyphs.iter().map(|glyph| content.text_of(glyph)).collect();
    if contradicts(&shown, said) {
        content.contradictions.push(Contradiction {
            shown,
            said: said.to_owned(),
            bbox: glyphs.iter().fold(Rect::EMPTY, |r, g| r.union(g.bbox)),
        });
    }
}

/// Whether two texts share too few letters to be variants of each other. Short texts, such as signs and
/// numbers, never contradict.
fn contradicts(shown: &str, said: &str) -> bool {
    const FEWEST: usize = 8;
    let letters = |text: &str| {
        let mut letters: Vec<char> = text.chars().filter(|c| c.is_alphanumeric()).collect();
        letters.sort_unstable();
        letters
    };
    let (shown, said) = (letters(shown), letters(said));
    if shown.len().min(said.len()) < FEWEST {
        return false;
    }
    let mut rest = said.iter().peekable();
    let mut common = 0;
    for letter in &shown {
        while rest.next_if(|other| *other < letter).is_some() {}
        common += usize::from(rest.next_if(|other| *other == letter).is_some());
    }
    2 * common < shown.len().max(said.len())
}

/// Appends these glyphs to the content with `text` in place of their own. If the number of words is equal,
/// each word goes to its own glyphs. Otherwise the text is spread over all glyphs, so each part keeps a box
/// near its place.
pub(crate) fn replace_text(content: &mut Content, glyphs: &[Glyph], text: &str) {
    if glyphs.is_empty() {
        return;
    }
    // Writers use control characters as tabs.
    let text = &without_controls(text);
    if !text.is_empty() && text.trim().is_empty() {
        // A tab or a no-break space splits words anywhere.
        for &glyph in glyphs {
            push(content, glyph, text);
        }
        return;
    }
    let drawn = glyphs
        .split(|g| g.space)
        .filter(|word| !word.is_empty())
        .count();
    let mut words = text.split_whitespace();
    if has_right_to_left(text) {
        replace_right_to_left(content, glyphs, text);
    } else if drawn > 0 && drawn == words.clone().count() {
        for part in glyphs.chunk_by(|a, b| a.space == b.space) {
            if part.first().is_some_and(|g| g.space) {
                content.glyphs.extend_from_slice(part);
            } else {
                spread(content, part, words.next().unwrap_or_default());
            }
        }
    } else {
        spread(content, glyphs, text.trim());
    }
}

/// Replaces the text of glyphs by right-to-left text, which is in logical order although glyphs may be drawn
/// from either side. Each word goes to the first of its glyphs as a whole, which keeps its letters in order.
fn replace_right_to_left(content: &mut Content, glyphs: &[Glyph], text: &str) {
    let words: Vec<&str> = text.split_whitespace().collect();
    let parts = || glyphs.chunk_by(|a, b| a.space == b.space);
    let is_word = |part: &&[Glyph]| part.first().is_some_and(|g| !g.space);
    // The words from left to right, each with its index among those drawn.
    let mut drawn: Vec<(usize, f32)> = parts()
        .filter(is_word)
        .map(|part| {
            let first = part.first().copied();
            first.map_or(0.0, |g| g.origin.dot(content.run_of(&g).direction))
        })
        .enumerate()
        .collect();
    drawn.compact_sort_by(|a, b| a.1.total_cmp(&b.1));
    if drawn.len() != words.len() {
        return whole(content, glyphs, text.trim());
    }
    let mut given = vec![""; words.len()];
    for (&(at, _), word) in drawn.iter().zip(seen_from_left(&words)) {
        if let Some(slot) = given.get_mut(at) {
            *slot = word;
        }
    }
    let mut given = given.into_iter();
    for part in parts() {
        if part.first().is_some_and(|g| g.space) {
            content.glyphs.extend_from_slice(part);
        } else {
            whole(content, part, given.next().unwrap_or_default());
        }
    }
}

/// Gives all of a right-to-left text to the first glyph, cut at white space; the others get none. Dots and
/// marks drawn before the first letter are moved behind it.
fn whole(content: &mut Content, glyphs: &[Glyph], text: &str) {
    let letter = glyphs.iter().position(|glyph| glyph.advance > 0.0);
    let (before, from) = glyphs.split_at(letter.unwrap_or(0));
    let (first, after) = from.split_at(from.len().min(1));
    let mut text = as_seen(text);
    for glyph in first.iter().chain(before).chain(after) {
        push_pieces(content, glyph, &std::mem::take(&mut text));
    }
}

/// The words of a right-to-left text in visual order, from the left.
fn as_seen(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    seen_from_left(&words).join(" ")
}

/// Appends glyphs for a text that is painted without a font: a letter drawn as a path, a formula as an image.
/// They share the painted box, in page space. If it is empty, nothing is added.
pub(crate) fn stand_in(content: &mut Content, painted: Rect, marked: Option<u32>, text: &str) {
    let text = without_controls(&known(content, &[], text).unwrap_or_default());
    if painted.area() <= 0.0 || text.trim().is_empty() {
        return;
    }
    content.runs.push(Run {
        ascent: painted.height(),
        marked,
        ..Run::upright(NO_FONT, painted.height())
    });
    let glyph = Glyph {
        bbox: painted,
        origin: Point::new(painted.x0, painted.y1),
        advance: painted.width(),
        text: content.push_text(""),
        run: (content.runs.len() - 1) as u32,
        decoding: Decoding::ActualText,
        space: false,
    };
    if has_right_to_left(&text) {
        whole(content, &[glyph], &text);
    } else {
        spread(content, &[glyph], text.trim());
    }
}

/// Spreads text evenly over glyphs. A glyph that gets several words or parts of words is cut across its
/// width.
fn spread(content: &mut Content, glyphs: &[Glyph], text: &str) {
    let count = text.chars().count();
    let mut rest = text;
    for (i, glyph) in glyphs.iter().enumerate() {
        // With fewer characters than glyphs, a character goes to one glyph as a whole.
        let upto = count * (i + 1) / glyphs.len();
        let before = count * i / glyphs.len();
        let length = rest
            .char_indices()
            .nth(upto - before)
            .map_or(rest.len(), |(at, _)| at);
        let (part, tail) = rest.split_at(length);
        rest = tail;
        push_pieces(content, glyph, part);
    }
}

/// Appends a glyph with this text, as several glyphs if the text contains white space.
fn push_pieces(content: &mut Content, glyph: &Glyph, text: &str) {
    let pieces: Vec<&str> = pieces(text).collect();
    let total = pieces.len().max(1) as f32;
    let direction = content.run_of(glyph).direction;
    if pieces.is_empty() {
        push(content, *glyph, "");
        return;
    }
    for (i, piece) in pieces.into_iter().enumerate() {
        let mut part = *glyph;
        if total > 1.0 {
            let start = glyph.advance * i as f32 / total;
            part.origin = glyph.origin.moved(direction, start);
            part.advance = glyph.advance / total;
        }
        let part = push(content, part, piece);
        if total > 1.0 {
            let quad = content.quad(&part);
            if let Some(last) = content.glyphs.last_mut() {
                last.bbox = crate::geometry::Rect::around(quad);
            }
        }
    }
}

fn push(content: &mut Content, mut glyph: Glyph, text: &str) -> Glyph {
    glyph.text = content.push_text(text);
    glyph.decoding = Decoding::ActualText;
    glyph.space = !text.is_empty() && text.chars().all(char::is_whitespace);
    content.glyphs.push(glyph);
    glyph
}

/// The runs of white space and of other characters.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let end = rest
            .find(|c: char| c.is_whitespace() != first.is_whitespace())
            .unwrap_or(rest.len());
        let (piece, tail) = rest.split_at(end);
        rest = tail;
        Some(piece)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Point, Rect};
    use crate::page::Run;

    /// Returns the texts of 10-point glyphs that show `drawn`, replaced by `text`, with `|` between them.
    fn replaced(drawn: &str, text: &str) -> String {
        let mut content = Content::default();
        content.runs.push(Run {
            font: 0,
            ascent: 8.0,
            descent: -2.0,
            ..Run::upright(0, 10.0)
        });
        for (i, c) in drawn.chars().enumerate() {
            let x = i as f32 * 10.0;
            let glyph = Glyph {
                bbox: Rect::new(x, 2.0, x + 10.0, 12.0),
                origin: Point::new(x, 10.0),
                advance: 10.0,
                text: content.push_text(&c.to_string()),
                run: 0,
                decoding: Decoding::ToUnicode,
                space: c == ' ',
            };
            content.glyphs.push(glyph);
        }
        let replacement = Replacement {
            depth: 1,
            first: 0,
            sequence: 0,
            text: text.into(),
        };
        replacement.apply(&mut content);
        let last = content.glyphs.last().unwrap();
        assert_eq!(last.bbox.x1, drawn.chars().count() as f32 * 10.0);
        let texts: Vec<&str> = content.glyphs.iter().map(|g| content.text_of(g)).collect();
        texts.join("|")
    }

    #[test]
    fn text_goes_to_the_glyphs_it_stands_for() {
        assert_eq!(replaced("-", "\u{AD}"), "\u{AD}");
        assert_eq!(replaced("abc", "xyz"), "x|y|z");
        assert_eq!(replaced("ab cd", "one two"), "o|ne| |t|wo");
        assert_eq!(replaced("X", "and so on"), "and| |so| |on");
        assert_eq!(replaced("abcd", "no"), "|n||o");
        assert_eq!(replaced("ab", ""), "|");
        assert_eq!(replaced("a b", "\t"), " | | ");
        assert_eq!(replaced("ab", "\u{A0}"), "\u{A0}|\u{A0}");
    }

    #[test]
    fn marks_of_ignorance_replace_nothing() {
        for text in [
            "\u{FFFD}",
            "\u{8}",
            "\0\u{7}",
            "\u{FEFF}",
            "x\u{FFFD}",
            "\u{7} ",
        ] {
            assert_eq!(replaced("a b", text), "a| |b", "{text:?}");
        }
        // Known characters are kept, and a replacement if the font gives no better text.
        assert_eq!(replaced("ab", "\u{7}xy"), "x|y");
        assert_eq!(replaced("\u{FFFD}b", "x\u{FFFD}"), "|x");
    }
}
