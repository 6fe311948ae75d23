//! Joins marks that are drawn separately with their letters.
//!
//! TeX's older fonts have no accented letters. The accent is drawn first, then the letter under it
//! (`\accent`), so the file contains `´e`. The two become `é` ([`compose`]), as do a stroke and the relation
//! that it negates (`\not=`, ≠), and the parts of ↦. Accents drawn after other text are also joined
//! ([`late_accents`]).
//!
//! Programs that set scripts of India and South-East Asia draw a cluster of letters and marks piece by piece.
//! Some give the text of the whole cluster to each piece that is moved vertically (typst 0.15); the
//! repetition is removed ([`repeated`]). Marks of Hebrew and Arabic are also moved vertically; they are put
//! on the line of their letters ([`lower`]).

use unicode_normalization::char::is_combining_mark;

use super::accents::{BESIDE_LETTER, combining, compose};
use super::{clusters, late_accents};
use crate::page::{Content, Glyph};

/// Limits for marks and their letters.
struct MarkLimits {
    /// Maximum advance of a mark, in ems.
    no_advance: f32,
    /// Maximum distance from the end of a letter to the start of its mark, in ems.
    behind_letter: f32,
    /// Number of preceding glyphs that are searched for a cluster.
    cluster: usize,
}

const MARK: MarkLimits = MarkLimits {
    no_advance: 0.02,
    behind_letter: 0.3,
    cluster: 6,
};

/// Joins separate marks with their letters, and puts clusters into reading order (`clusters`). Linear in the
/// number of glyphs.
pub fn settle_marks(content: &mut Content) {
    // Most pages have none.
    if !has_marks(&content.text) {
        return;
    }
    let mut late: Vec<(usize, char)> = Vec::new();
    for index in 0..content.glyphs.len() {
        let Some(glyph) = content.glyphs.get(index) else {
            return;
        };
        let first = content.first_byte_of(glyph);
        if first.is_none_or(|byte| byte.is_ascii_alphanumeric() || byte == b' ') {
            continue;
        }
        let glyph = *glyph;
        let mut chars = content.text_of(&glyph).chars();
        match (chars.next(), chars.next()) {
            (Some(first), _) if is_clustering(first) => repeated(content, index, &glyph),
            (Some(first), _) if is_raised(first) => lower(content, index, &glyph),
            (Some(accent), None) => {
                if let Some(mark) = combining(accent) {
                    let (before, after) = (index.checked_sub(1), Some(index + 1));
                    // A combining character at the start of a letter belongs to the previous letter.
                    let behind = accent == mark && !stands_inside(content, index, index + 1);
                    let (first, second) = if behind {
                        (before, after)
                    } else {
                        (after, before)
                    };
                    let composed = compose(content, index, mark, first)
                        || compose(content, index, mark, second);
                    if !composed && is_alone(content, index) {
                        late.push((index, mark));
                    }
                }
            }
            _ => {}
        }
    }
    late_accents::compose_late(content, &late);
    clusters::put_in_order(content);
}

/// Whether a text has marks or letters that may need changes. Only bytes that can start one are decoded.
fn has_marks(text: &str) -> bool {
    let is_mark = |c: char| is_clustering(c) || is_raised(c) || combining(c).is_some();
    text.bytes().enumerate().any(|(at, byte)| {
        (byte >= 0xC0 || matches!(byte, b'`' | b'^' | b'~'))
            && text.get(at..).is_some_and(|from| from.starts_with(is_mark))
    })
}

/// Whether a character is a letter of a script written in clusters: India, Thai, Lao, Tibetan, Burmese, Khmer
/// and related scripts. Marks are excluded.
fn is_clustering(c: char) -> bool {
    matches!(c, '\u{900}'..='\u{109F}' | '\u{1780}'..='\u{17FF}' | '\u{1A20}'..='\u{1CFF}')
        && !is_combining_mark(c)
}

/// Whether a character is a mark of Hebrew or Arabic, which shaping engines place around the letters.
fn is_raised(c: char) -> bool {
    matches!(c, '\u{591}'..='\u{5C7}' | '\u{610}'..='\u{61A}' | '\u{64B}'..='\u{65F}'
        | '\u{670}' | '\u{6D6}'..='\u{6ED}' | '\u{8D3}'..='\u{8FF}')
}

/// Moves the origin of a mark to the baseline of its letter, so that it does not form its own line. Its box
/// does not change.
fn lower(content: &mut Content, index: usize, mark: &Glyph) {
    let Some(run) = content.runs.get(mark.run as usize) else {
        return;
    };
    let from_mark = |at: usize| {
        let base = content.glyphs.get(at)?;
        let same = content.runs.get(base.run as usize)?.direction == run.direction;
        let away = base.origin - mark.origin;
        let (along, across) = (away.dot(run.direction), away.dot(run.up));
        let middle = along - mark.advance / 2.0;
        let apart = middle.max(-middle - base.advance).max(0.0);
        let letter = content.text_of(base).chars().next()?.is_alphabetic() && base.advance > 0.0;
        let near =
            letter && same && apart <= MARK.behind_letter * run.size && across.abs() <= run.size;
        near.then_some((apart, across))
    };
    let cluster = index.saturating_sub(MARK.cluster)..index + MARK.cluster;
    let base = cluster
        .filter_map(from_mark)
        .min_by(|a, b| a.0.total_cmp(&b.0));
    let up = run.up;
    if let (Some((_, across)), Some(glyph)) = (base, content.glyphs.get_mut(index)) {
        glyph.origin = glyph.origin.moved(up, across);
    }
}

/// Whether an accent is apart from the glyphs drawn before and after it. Otherwise it belongs to their text,
/// with or without a letter.
fn is_alone(content: &Content, accent: usize) -> bool {
    let follows = |first: usize, second: usize| {
        let (first, second) = (content.glyphs.get(first)?, content.glyphs.get(second)?);
        let run = content.runs.get(second.run as usize)?;
        let away = second.origin - first.origin;
        let (along, across) = (away.dot(run.direction), away.dot(run.up));
        let near = MARK.behind_letter * run.size;
        Some((-near..=first.advance + near).contains(&along) && across.abs() <= run.size)
    };
    let before = accent
        .checked_sub(1)
        .and_then(|before| follows(before, accent));
    before != Some(true) && follows(accent, accent + 1) != Some(true)
}

/// Whether an accent begins further along the line than a letter.
fn stands_inside(content: &Content, accent: usize, letter: usize) -> bool {
    let (Some(accent), Some(letter)) = (content.glyphs.get(accent), content.glyphs.get(letter))
    else {
        return false;
    };
    let away = accent.origin - letter.origin;
    let direction = content
        .runs
        .get(letter.run as usize)
        .map(|run| run.direction);
    direction.is_some_and(|along| away.dot(along) > BESIDE_LETTER * letter.advance)
}

/// Removes from a mark's text the part that previous glyphs already have.
fn repeated(content: &mut Content, index: usize, mark: &Glyph) {
    let Some(run) = content.runs.get(mark.run as usize) else {
        return;
    };
    let is_mark = |glyph: &Glyph| glyph.advance.abs() <= MARK.no_advance * run.size;
    let before = content
        .glyphs
        .get(index.saturating_sub(MARK.cluster)..index)
        .unwrap_or_default();
    // The next glyph may be the rest of the cluster and repeat all of it.
    let rest = !is_mark(mark);
    if rest && !before.last().is_some_and(|b| is_mark(b) && b.text.len == 0) {
        return;
    }
    // Without declared widths no glyph can be recognised as a mark.
    let Some(base) = before
        .iter()
        .rev()
        .find(|glyph| glyph.advance > 0.0 && !is_mark(glyph))
    else {
        return;
    };
    let away = mark.origin - base.origin;
    let behind = MARK.behind_letter * run.size;
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
        // Raised over a capital; over a dotless letter; below and after.
        pen.glyph(run, 5.4, 97.0, "ˇ", 5.0);
        pen.glyph(run, 4.4, 100.0, "C", 7.2);
        pen.glyph(run, 10.5, 100.0, "¨", 5.0);
        pen.glyph(run, 11.6, 100.0, "ı", 2.8);
        pen.glyph(run, 14.4, 100.0, "c", 4.4);
        pen.glyph(run, 14.4, 100.0, "¸", 4.4);
        // A combining character after its letter, and one before it.
        pen.glyph(run, 18.8, 104.0, "e", 5.0);
        pen.glyph(run, 23.8, 104.0, "\u{301}", 0.0);
        pen.glyph(run, 23.8, 104.0, "a", 5.0);
        pen.glyph(run, 19.0, 100.0, "\u{301}", 0.0);
        pen.glyph(run, 18.0, 100.0, "n", 5.0);
        assert_eq!(settled(pen), "|é||Č||ï|ç||é||a||ń");
    }

    #[test]
    fn what_is_negated_and_letters_with_any_accent() {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        pen.glyph(run, 0.0, 100.0, "\u{338}", 0.0);
        pen.glyph(run, 0.0, 100.0, "=", 7.8);
        pen.glyph(run, 10.0, 100.0, "↦", 0.0);
        pen.glyph(run, 10.0, 100.0, "→", 10.0);
        pen.glyph(run, 21.0, 98.0, "˜", 5.0);
        pen.glyph(run, 20.0, 100.0, "X", 8.0);
        assert_eq!(settled(pen), "|≠||↦||X\u{303}");
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
        // A letter with another one below it, and the vowel after them.
        pen.glyph(run, 18.0, 100.0, "က္ခာ", 6.0);
        pen.glyph(run, 23.9, 102.0, "က္ခာ", 0.0);
        pen.glyph(run, 24.0, 100.0, "က္ခာ", 4.0);
        pen.glyph(run, 28.0, 100.0, "က္ခာ", 6.0);
        assert_eq!(settled(pen), "ន|ុ|ท|ั้||ท|က္ခာ|||က္ခာ");
    }

    #[test]
    fn marks_stand_on_the_line_of_their_letters() {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        pen.glyph(run, 2.0, 94.0, "\u{651}", 0.0);
        pen.glyph(run, 0.0, 100.0, "ل", 5.0);
        // A sign between the lines.
        pen.glyph(run, 60.0, 94.0, "\u{6DA}", 0.0);
        settle_marks(&mut pen.content);
        let heights: Vec<f32> = pen.content.glyphs.iter().map(|g| g.origin.y).collect();
        assert_eq!(heights, [100.0, 100.0, 94.0]);
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
