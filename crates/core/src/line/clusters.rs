//! Reorders the clusters of Indic scripts, Burmese and Khmer to reading order.
//!
//! In Unicode the consonants of a cluster come first, wherever its vowel is displayed. Some files (XeTeX)
//! give text to each glyph instead of the cluster, so their text is in display order. `ActualText` is in
//! reading order already.
//!
//! - A vowel, or part of one, before its consonants moves after them: ि and क become कि.
//! - The r of Burmese and Khmer before its consonant also moves after it.
//! - An r over the end of a cluster (repha) moves before the cluster: क and र् become र्क.

use unicode_normalization::char::is_combining_mark;

use crate::page::{Content, Decoding, Glyph, Run};

/// Limits for clusters of letters and marks.
struct ClusterLimits {
    /// Maximum glyphs of a cluster that are examined.
    max_length: usize,
    /// Maximum distance from the end of a vowel to its consonant, in ems.
    beside: f32,
    /// Maximum advance of a mark over other letters, in ems.
    no_advance: f32,
    /// A mark with a larger advance must start at least this far before the end of the previous glyph, in ems.
    set_back: f32,
}

const CLUSTER: ClusterLimits = ClusterLimits {
    max_length: 8,
    beside: 0.3,
    no_advance: 0.02,
    set_back: 0.1,
};

/// Moves every such text to its reading position. Linear in the number of glyphs.
pub(super) fn put_in_order(content: &mut Content) {
    // The UTF-8 of all these scripts begins with one of two bytes, which most pages do not contain.
    let is_first_byte = |byte: u8| matches!(byte, 0xE0 | 0xE1);
    if !content.text.bytes().any(is_first_byte) {
        return;
    }
    // Backwards, so that text moved after its consonant is already part of the cluster.
    for index in (0..content.glyphs.len()).rev() {
        let Some((glyph, run)) = content.glyph_and_run(index) else {
            continue;
        };
        if !content.first_byte_of(glyph).is_some_and(is_first_byte) {
            continue;
        }
        let text = content.text_of(glyph);
        let mut chars = text.chars();
        if glyph.decoding == Decoding::ActualText {
            continue;
        }
        let moved = match (chars.next(), chars.next(), chars.next()) {
            (Some(c), None, _) if is_before_base(c) => behind_consonants(content, index),
            (Some('\u{17D2}'), Some('\u{179A}'), None) => behind_consonants(content, index),
            (Some(r), Some(virama), None) if is_repha(r, virama) => {
                let over = glyph.advance.abs() <= CLUSTER.no_advance * run.size
                    || index.checked_sub(1).is_some_and(|before| {
                        let before = content.glyphs.get(before);
                        before.is_some_and(|before| {
                            let away = gap(before, glyph, run);
                            (-2.0 * run.size..-CLUSTER.set_back * run.size).contains(&away)
                        })
                    });
                over.then(|| before_consonants(content, index)).flatten()
            }
            _ => None,
        };
        if let Some((to, text)) = moved {
            set_text(content, to, &text);
            set_text(content, index, "");
        }
    }
}

/// Whether a character is a vowel sign, or part of one, displayed before its consonants; or the r of Burmese.
fn is_before_base(c: char) -> bool {
    matches!(
        c,
        '\u{93F}' | '\u{94E}' // Devanagari
            | '\u{9BF}' | '\u{9C7}' | '\u{9C8}' // Bengali
            | '\u{A3F}' | '\u{ABF}' // Gurmukhi, Gujarati
            | '\u{B47}' // Oriya
            | '\u{BC6}'..='\u{BC8}' // Tamil
            | '\u{D46}'..='\u{D48}' // Malayalam
            | '\u{DD9}' | '\u{DDB}' // Sinhala
            | '\u{1031}' | '\u{103C}' // Burmese
            | '\u{17C1}'..='\u{17C3}' // Khmer
    )
}

/// Whether an r and a virama form a repha, in scripts that display it over the following letters.
fn is_repha(r: char, virama: char) -> bool {
    matches!(
        (r, virama),
        ('\u{930}', '\u{94D}')
            | ('\u{9B0}', '\u{9CD}')
            | ('\u{AB0}', '\u{ACD}')
            | ('\u{B30}', '\u{B4D}')
    )
}

/// Whether a sign removes the vowel of a consonant and joins the next one.
fn is_virama(c: char) -> bool {
    matches!(
        c,
        '\u{94D}'
            | '\u{9CD}'
            | '\u{A4D}'
            | '\u{ACD}'
            | '\u{B4D}'
            | '\u{BCD}'
            | '\u{C4D}'
            | '\u{CCD}'
            | '\u{D4D}'
            | '\u{DCA}'
            | '\u{1039}'
            | '\u{17D2}'
    )
}

/// Whether a dot changes a consonant to another one.
fn is_nukta(c: char) -> bool {
    matches!(
        c,
        '\u{93C}' | '\u{9BC}' | '\u{A3C}' | '\u{ABC}' | '\u{B3C}' | '\u{CBC}'
    )
}

/// Whether a character is a letter of these scripts, not a mark.
fn is_letter(c: char) -> bool {
    matches!(c, '\u{900}'..='\u{DFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}')
        && c.is_alphabetic()
        && !is_combining_mark(c)
}

/// Returns the end of the consonants at the start of a text, with the signs that are drawn as part of them.
fn consonants(text: &str) -> usize {
    let mut end = 0;
    for (at, c) in text.char_indices() {
        let part =
            is_letter(c) || is_virama(c) || is_nukta(c) || matches!(c, '\u{103B}'..='\u{103E}');
        if !part {
            break;
        }
        end = at + c.len_utf8();
    }
    end
}

/// Returns the last glyph of the consonants after a glyph, and its text with the glyph's text inserted.
fn behind_consonants(content: &Content, index: usize) -> Option<(usize, String)> {
    let (sign, run) = content.glyph_and_run(index)?;
    let (beside, of_beside) = content.glyph_and_run(index + 1)?;
    let near = gap(sign, beside, run).abs() <= CLUSTER.beside * run.size;
    if of_beside.direction != run.direction || !near {
        return None;
    }
    // The text of the next glyph may already have moved after the consonant.
    let text = |at: &usize| content.glyphs.get(*at).map(|glyph| content.text_of(glyph));
    let mut last = (index + 1..index + CLUSTER.max_length).find(|at| text(at) != Some(""))?;
    let first = text(&last)?;
    if !first.chars().next().is_some_and(is_letter) {
        return None;
    }
    let mut joins = ends_with_virama(first);
    for next in last + 1..index + CLUSTER.max_length {
        let Some(glyph) = content.glyphs.get(next) else {
            break;
        };
        let text = content.text_of(glyph);
        let Some(c) = text.chars().next() else {
            continue;
        };
        let goes_on = joins && is_letter(c)
            || is_nukta(c)
            || is_virama(c)
            || matches!(c, '\u{103B}'..='\u{103E}');
        if !goes_on {
            break;
        }
        last = next;
        joins = ends_with_virama(text);
    }
    let text = content.text_of(content.glyphs.get(last)?);
    let (before, after) = text.split_at_checked(consonants(text))?;
    Some((last, [before, content.text_of(sign), after].concat()))
}

/// Returns the first glyph of the consonants before a glyph, and its text with the glyph's text in front.
fn before_consonants(content: &Content, index: usize) -> Option<(usize, String)> {
    let letter = |at: &usize| {
        let text = content.glyphs.get(*at).map(|glyph| content.text_of(glyph));
        let mut chars = text.unwrap_or_default().chars();
        chars.next().is_some_and(is_letter)
    };
    let near = index.saturating_sub(CLUSTER.max_length)..index;
    let mut first = near.clone().rev().find(letter)?;
    // Only marks of the same cluster may be in between.
    while let Some(before) = first
        .checked_sub(1)
        .filter(|at| near.contains(at) && letter(at))
        && ends_with_virama(content.text_of(content.glyphs.get(before)?))
    {
        first = before;
    }
    let repha = content.text_of(content.glyphs.get(index)?);
    let text = content.text_of(content.glyphs.get(first)?);
    Some((first, [repha, text].concat()))
}

/// Distance along the line from the end of one glyph to the start of another.
fn gap(before: &Glyph, after: &Glyph, run: &Run) -> f32 {
    let away = after.origin - before.origin;
    away.dot(run.direction) - before.advance
}

fn ends_with_virama(text: &str) -> bool {
    text.chars().next_back().is_some_and(is_virama)
}

fn set_text(content: &mut Content, index: usize, text: &str) {
    let span = content.push_text(text);
    if let Some(glyph) = content.glyphs.get_mut(index) {
        glyph.text = span;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::testing::Pen;
    use proptest::prelude::*;

    /// Returns the text of consecutive glyphs; those that begin with `+` are marks.
    fn read(glyphs: &[&str]) -> String {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        let mut x = 0.0;
        for glyph in glyphs {
            let (text, advance) = match glyph.strip_prefix('+') {
                Some(mark) => (mark, 0.0),
                None => (*glyph, 6.0),
            };
            pen.glyph(run, x, 100.0, text, advance);
            x += advance;
        }
        put_in_order(&mut pen.content);
        let content = &pen.content;
        content.glyphs.iter().map(|g| content.text_of(g)).collect()
    }

    #[test]
    fn vowels_are_read_behind_their_consonants() {
        assert_eq!(read(&["म", "ि", "त", "्र"]), "मत्रि");
        assert_eq!(read(&["ि", "स्", "थ", "त", "ि", "ट", "+़"]), "स्थितट़ि");
        // A vowel in two parts around the consonant; the r of Burmese and Khmer.
        assert_eq!(
            read(&["\u{BC6}", "க", "\u{BBE}", "ே", "ச"]),
            "க\u{BC6}\u{BBE}சே"
        );
        assert_eq!(read(&["ေ", "ြ", "က", "ာ"]), "ကြော");
        assert_eq!(read(&["េ", "្រ", "ក"]), "ក្រេ");
    }

    #[test]
    fn an_r_over_a_cluster_is_read_before_it() {
        assert_eq!(read(&["ध", "म", "+र्", "क"]), "धर्मक");
        assert_eq!(read(&["ि", "ष्", "म", "+र्"]), "र्ष्मि");
        assert_eq!(read(&["त", "ा", "+र्"]), "र्ता");
        // With an advance it is not a mark.
        assert_eq!(read(&["क", "र्"]), "कर्");
    }

    #[test]
    fn what_stands_where_it_is_read_stays() {
        assert_eq!(read(&["क", "ि"]), "कि");
        assert_eq!(read(&["ि", "a"]), "िa");
        assert_eq!(read(&["कि", "", "त"]), "कित");
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        pen.glyph(run, 0.0, 100.0, "ि", 3.0);
        pen.glyph(run, 30.0, 100.0, "क", 6.0);
        put_in_order(&mut pen.content);
        assert_eq!(pen.content.text_of(&pen.content.glyphs[0]), "ि");
    }

    proptest! {
        #[test]
        fn no_character_is_lost(glyphs in prop::collection::vec("[कषरमि़्ोெகேြေក្រ ]{0,3}", 0..12)) {
            let glyphs: Vec<&str> = glyphs.iter().map(String::as_str).collect();
            let sorted = |text: &str| {
                let mut chars: Vec<char> = text.chars().collect();
                chars.sort_unstable();
                chars
            };
            prop_assert_eq!(sorted(&read(&glyphs)), sorted(&glyphs.concat()));
        }
    }
}
