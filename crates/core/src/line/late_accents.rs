//! Joins accents with letters drawn earlier, if the accent is drawn after the word, the line or the page.
//!
//! ```text
//!   cafe      drawn first
//!      ´      drawn later: read "café"
//! ```

use unicode_normalization::UnicodeNormalization;

use super::accents::{combining, compose, stands_over};
use super::copies::take_out;
use crate::page::Content;
use crate::rank::sorted;

/// Limits for accents drawn after their letters.
struct AccentLimits {
    /// Maximum number of such signs on a page. A page with more probably shows program code or tildes, and is
    /// skipped.
    max_count: usize,
    /// Maximum length of an accent, as a multiple of its letter; a wider one spans several letters.
    max_length: f32,
    /// Maximum number of letters compared with one accent.
    max_letters: usize,
}

const ACCENT: AccentLimits = AccentLimits {
    max_count: 1000,
    max_length: 2.0,
    max_letters: 10_000,
};

/// Joins accents that have no letter among their neighbours in drawing order with the letters under them.
/// Each accent is a glyph index and its combining character, in drawing order.
pub(super) fn compose_late(content: &mut Content, accents: &[(usize, char)]) {
    if accents.is_empty() || accents.len() > ACCENT.max_count {
        return;
    }
    let letters = (0u32..).zip(&content.glyphs);
    let letters = letters.filter(|(_, glyph)| is_letter(content.text_of(glyph)));
    let by_height: Vec<u32> = sorted(letters.map(|(n, glyph)| (glyph.origin.y, n))).collect();
    let mut composed: Vec<usize> = Vec::new();
    for &(accent, mark) in accents {
        let Some(letter) = letter_under(content, &by_height, accent) else {
            continue;
        };
        let glyph = content.glyphs.get(letter);
        let text = glyph.map_or("", |glyph| content.text_of(glyph));
        // The letter already has the accent: this one is a copy.
        if text.nfd().any(|c| c == mark) || compose(content, accent, mark, Some(letter)) {
            if let (Some(accent), Some(letter)) = (
                content.glyphs.get(accent).map(|glyph| glyph.bbox),
                content.glyphs.get_mut(letter),
            ) {
                letter.bbox = letter.bbox.union(accent);
            }
            composed.push(accent);
        }
    }
    take_out(content, &composed);
}

/// Whether a text is a single letter. Modifier letters are accents.
fn is_letter(text: &str) -> bool {
    let mut chars = text.chars();
    let is_letter = |c: char| c.is_alphabetic() && combining(c).is_none();
    matches!((chars.next(), chars.next()), (Some(c), None) if is_letter(c))
}

/// Returns the letter under an accent. If there are several, such as copies, it is the one drawn nearest to
/// the accent.
fn letter_under(content: &Content, by_height: &[u32], accent: usize) -> Option<usize> {
    let glyph = content.glyphs.get(accent)?;
    let reach = content.runs.get(glyph.run as usize)?.size;
    let height = |n: u32| content.glyphs.get(n as usize).map_or(0.0, |g| g.origin.y);
    let from = by_height.partition_point(|&n| height(n) < glyph.origin.y - reach);
    let near = by_height.get(from..)?.iter().map(|&n| n as usize);
    near.take(ACCENT.max_letters)
        .take_while(|&n| height(n as u32) <= glyph.origin.y + reach)
        .filter(|&n| {
            content.glyphs.get(n).is_some_and(|letter| {
                glyph.advance <= ACCENT.max_length * letter.advance
                    && stands_over(content, glyph, letter) == Some(true)
            })
        })
        .min_by_key(|&n| n.abs_diff(accent))
}

#[cfg(test)]
mod tests {
    use crate::line::settle_marks;
    use crate::line::testing::Pen;

    fn settled(mut pen: Pen) -> String {
        settle_marks(&mut pen.content);
        let content = &pen.content;
        content.glyphs.iter().map(|g| content.text_of(g)).collect()
    }

    #[test]
    fn an_accent_that_is_drawn_after_the_line_is_on_its_letter() {
        for angle in [0.0, 90.0, 30.0] {
            let mut pen = Pen::new();
            let run = pen.run(10.0, angle);
            pen.write(run, 200.0, 400.0, "cafe on a line");
            let at = pen.content.glyphs[3].origin;
            pen.glyph(run, at.x, at.y, "´", 5.0);
            assert_eq!(settled(pen), "café on a line", "{angle}");
        }
    }

    #[test]
    fn so_is_a_combining_character() {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        pen.write(run, 100.0, 100.0, "Lodz on a line");
        pen.glyph(run, 107.5, 100.0, "\u{301}", 0.0);
        pen.glyph(run, 117.5, 100.0, "\u{301}", 0.0);
        assert_eq!(settled(pen), "Lódź on a line");
    }

    #[test]
    fn each_copy_of_a_word_gets_its_own_accent_and_a_letter_each_accent_once() {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        for x in [100.0, 100.2] {
            pen.write(run, x, 100.0, "cafes");
            pen.glyph(run, x + 15.0, 100.0, "´", 5.0);
        }
        pen.write(run, 50.0, 100.0, "x");
        pen.glyph(run, 115.0, 100.0, "´", 5.0);
        assert_eq!(settled(pen), "cafés".repeat(2) + "x");
    }

    #[test]
    fn signs_that_are_over_no_letter_stay() {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        pen.write(run, 100.0, 100.0, "a 7");
        // Beside a letter, over a digit, above the line, and so wide that it spans several letters.
        let places = [
            (105.0, 100.0, 5.0),
            (110.0, 100.0, 5.0),
            (100.0, 91.0, 5.0),
            (95.0, 100.0, 15.0),
        ];
        for (x, y, advance) in places {
            pen.write(run, 10.0, 10.0, ".");
            pen.glyph(run, x, y, "ˆ", advance);
        }
        assert_eq!(settled(pen), "a 7.ˆ.ˆ.ˆ.ˆ");
    }

    #[test]
    fn a_page_of_tildes_ends_soon() {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        for i in 0..30_000 {
            pen.write(run, 100.0, 100.0, if i % 2 == 0 { "." } else { "~" });
        }
        assert_eq!(settled(pen).len(), 30_000);
    }
}
