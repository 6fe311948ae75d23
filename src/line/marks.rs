//! Marks that are drawn apart from their letters.
//!
//! TeX's older fonts have no letters with accents: an accent is drawn, then the letter under it
//! (`\accent`), and so the file says `´e`. The two become `é` ([`compose`]).
//!
//! Programs that set the scripts of India and South-East Asia draw a cluster of letters and marks
//! piece by piece, and some give the text of the whole cluster to each piece that is moved up or down
//! (typst 0.15). What a mark repeats is taken out ([`repeated`]).

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::{canonical_combining_class, is_combining_mark};

use crate::geometry::Point;
use crate::model::{Content, Glyph};

/// How far the middle of an accent may be beside its letter, as a share of the letter's length.
const BESIDE_LETTER: f32 = 0.15;
/// How far an accent is raised over capitals, or lowered, in ems.
const RAISED: std::ops::RangeInclusive<f32> = -0.3..=0.6;
/// A mark takes no more room than this, in ems.
const NO_ADVANCE: f32 = 0.02;
/// How far behind its letter a mark may start, in ems.
const BEHIND_LETTER: f32 = 0.3;
/// Glyphs that a cluster is looked for in.
const CLUSTER: usize = 6;

/// Puts marks that are drawn apart to their letters. Linear in the number of glyphs.
pub fn settle_marks(content: &mut Content) {
    for index in 0..content.glyphs.len() {
        let Some(glyph) = content.glyphs.get(index).copied() else {
            return;
        };
        let mut chars = content.text_of(&glyph).chars();
        match (chars.next(), chars.next()) {
            (Some(first), _) if is_clustering(first) => repeated(content, index, &glyph),
            (Some(accent), None) => {
                if let Some(mark) = combining(accent) {
                    let before = index.checked_sub(1);
                    let _ = compose(content, index, mark, Some(index + 1))
                        || compose(content, index, mark, before);
                }
            }
            _ => {}
        }
    }
}

/// Letters of the scripts that are written in clusters: those of India, Thai, Lao, Tibetan, Burmese,
/// Khmer and their relatives. Not their marks.
fn is_clustering(c: char) -> bool {
    matches!(c, '\u{900}'..='\u{109F}' | '\u{1780}'..='\u{17FF}' | '\u{1A20}'..='\u{1CFF}')
        && !is_combining_mark(c)
}

/// The combining character for an accent, or for one that is drawn by itself.
fn combining(accent: char) -> Option<char> {
    Some(match accent {
        '`' => '\u{300}',
        '´' | 'ˊ' => '\u{301}',
        '^' | 'ˆ' => '\u{302}',
        '~' | '˜' => '\u{303}',
        '¯' | 'ˉ' => '\u{304}',
        '˘' => '\u{306}',
        '˙' => '\u{307}',
        '¨' => '\u{308}',
        '˚' => '\u{30A}',
        '˝' => '\u{30B}',
        'ˇ' => '\u{30C}',
        '¸' => '\u{327}',
        '˛' => '\u{328}',
        '\u{300}'..='\u{36F}' if canonical_combining_class(accent) > 0 => accent,
        _ => return None,
    })
}

/// Makes an accent and the letter that it stands over, at another index, one character, which
/// becomes the letter's. False when it stands over no letter, or there is no such character.
fn compose(content: &mut Content, accent: usize, mark: char, letter: Option<usize>) -> bool {
    let found = || {
        let letter = letter?;
        let (over, under) = (content.glyphs.get(accent)?, content.glyphs.get(letter)?);
        let mut chars = content.text_of(under).chars();
        let (Some(base), None) = (chars.next(), chars.next()) else {
            return None;
        };
        if !base.is_alphabetic() || !stands_over(content, over, under)? {
            return None;
        }
        let base = match base {
            'ı' => 'i',
            'ȷ' => 'j',
            base => base,
        };
        let mut composed = [base, mark].into_iter().nfc();
        match (composed.next(), composed.next()) {
            (Some(composed), None) => Some((letter, composed)),
            _ => None,
        }
    };
    let Some((letter, composed)) = found() else {
        return false;
    };
    let text = content.push_text(composed.encode_utf8(&mut [0; 4]));
    if let Some(glyph) = content.glyphs.get_mut(letter) {
        glyph.text = text;
    }
    if let Some(glyph) = content.glyphs.get_mut(accent) {
        glyph.text.len = 0;
    }
    true
}

/// Whether an accent stands over, or under, a letter.
fn stands_over(content: &Content, accent: &Glyph, letter: &Glyph) -> Option<bool> {
    let run = content.runs.get(letter.run as usize)?;
    let of_accent = content.runs.get(accent.run as usize)?;
    let away = Point::new(
        accent.origin.x - letter.origin.x,
        accent.origin.y - letter.origin.y,
    );
    let middle = away.dot(run.direction) + accent.advance / 2.0;
    let beside = BESIDE_LETTER * letter.advance;
    Some(
        of_accent.direction == run.direction
            && !run.vertical
            && (-beside..=letter.advance + beside).contains(&middle)
            && (RAISED.start() * run.size..=RAISED.end() * run.size).contains(&away.dot(run.up)),
    )
}

/// Takes out of a mark's text what the glyphs before it already have.
fn repeated(content: &mut Content, index: usize, mark: &Glyph) {
    let Some(run) = content.runs.get(mark.run as usize) else {
        return;
    };
    let is_mark = |glyph: &Glyph| glyph.advance.abs() <= NO_ADVANCE * run.size;
    let before = content
        .glyphs
        .get(index.saturating_sub(CLUSTER)..index)
        .unwrap_or_default();
    // What follows such a mark may be the rest of the cluster, and repeat all of it.
    let rest = !is_mark(mark);
    if rest && !before.last().is_some_and(|b| is_mark(b) && b.text.len == 0) {
        return;
    }
    // Where the file tells no widths, nothing is a mark.
    let Some(base) = before
        .iter()
        .rev()
        .find(|glyph| glyph.advance > 0.0 && !is_mark(glyph))
    else {
        return;
    };
    let away = Point::new(mark.origin.x - base.origin.x, mark.origin.y - base.origin.y);
    let behind = BEHIND_LETTER * run.size;
    if !(-run.size..=base.advance + behind).contains(&away.dot(run.direction)) {
        return;
    }
    let cluster: String = before.iter().map(|glyph| content.text_of(glyph)).collect();
    let text = content.text_of(mark);
    let shared = text
        .char_indices()
        .map(|(at, c)| at + c.len_utf8())
        .rfind(|&end| cluster.ends_with(text.get(..end).unwrap_or(text)))
        .filter(|&shared| !rest || shared == text.len());
    if let (Some(shared), Some(glyph)) = (shared, content.glyphs.get_mut(index)) {
        glyph.text.start += shared as u32;
        glyph.text.len -= shared as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::testing::Pen;

    fn settled(mut pen: Pen) -> String {
        settle_marks(&mut pen.content);
        let content = &pen.content;
        let texts: Vec<&str> = content.glyphs.iter().map(|g| content.text_of(g)).collect();
        texts.join("|")
    }

    #[test]
    fn an_accent_and_the_letter_under_it_are_one() {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        pen.glyph(run, 0.2, 100.0, "´", 5.0);
        pen.glyph(run, 0.0, 100.0, "e", 4.4);
        // Raised over a capital; over a letter without its dot; under and behind.
        pen.glyph(run, 5.4, 97.0, "ˇ", 5.0);
        pen.glyph(run, 4.4, 100.0, "C", 7.2);
        pen.glyph(run, 10.5, 100.0, "¨", 5.0);
        pen.glyph(run, 11.6, 100.0, "ı", 2.8);
        pen.glyph(run, 14.4, 100.0, "c", 4.4);
        pen.glyph(run, 14.4, 100.0, "¸", 4.4);
        // A combining character that comes too early.
        pen.glyph(run, 19.0, 100.0, "\u{301}", 0.0);
        pen.glyph(run, 18.0, 100.0, "n", 5.0);
        assert_eq!(settled(pen), "|é||Č||ï|ç|||ń");
    }

    #[test]
    fn accents_beside_letters_stay() {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        pen.write(run, 0.0, 100.0, "`a'x^2~b");
        pen.glyph(run, 100.0, 100.0, "´", 5.0);
        pen.glyph(run, 100.0, 140.0, "e", 5.0);
        pen.glyph(run, 200.0, 100.0, "^", 5.0);
        pen.glyph(run, 200.0, 100.0, "7", 5.0);
        assert_eq!(settled(pen), "`|a|'|x|^|2|~|b|´|e|^|7");
    }

    #[test]
    fn a_mark_does_not_repeat_its_cluster() {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        pen.glyph(run, 0.0, 100.0, "ន", 6.0);
        pen.glyph(run, 6.2, 103.0, "នុ", 0.0);
        pen.glyph(run, 6.0, 100.0, "ท", 6.0);
        pen.glyph(run, 12.0, 100.0, "ั้", 0.0);
        pen.glyph(run, 12.3, 99.0, "ทั้", 0.0);
        pen.glyph(run, 12.0, 100.0, "ท", 6.0);
        // A letter with another under it, and the vowel behind them.
        pen.glyph(run, 18.0, 100.0, "က္ခာ", 6.0);
        pen.glyph(run, 23.9, 102.0, "က္ခာ", 0.0);
        pen.glyph(run, 24.0, 100.0, "က္ခာ", 4.0);
        pen.glyph(run, 28.0, 100.0, "က္ခာ", 6.0);
        assert_eq!(settled(pen), "ន|ុ|ท|ั้||ท|က္ခာ|||က္ခာ");
    }

    #[test]
    fn letters_without_widths_and_doubled_ones_stay() {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        pen.glyph(run, 0.0, 100.0, "ท", 6.0);
        pen.glyph(run, 30.0, 100.0, "ท", 0.0);
        for _ in 0..6 {
            pen.glyph(run, 60.0, 100.0, "ร", 0.0);
        }
        assert_eq!(settled(pen), "ท|ท|ร|ร|ร|ร|ร|ร");
    }
}
