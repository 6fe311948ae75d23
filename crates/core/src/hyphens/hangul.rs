//! Finds Korean words that are divided at a line end. Korean has spaces between words, but lines may end after
//! any syllable, without a hyphen.
//!
//! ```text
//!   단계에 돌     no white space is drawn after 돌: the word is 돌입하였다고
//!   입하였다고␣   white space is drawn: a word ends here
//!   인정하는
//! ```
//!
//! Most programs draw the space at the end of a line. If those of a document do so, its absence decides. In
//! other documents a word is divided if it also occurs within a line. In doubt there is a space.

use super::PageLine;
use crate::page::Page;

/// Share of the line ends with white space, as a denominator, from which white space decides. Words are two to
/// four syllables long, so at least a quarter of the lines ends with a word.
const MIN_SPACED: u32 = 10;
/// Least line ends with white space.
const MIN_COUNT: u32 = 3;
/// Largest room after a full line, in ems: a syllable and a mark do not fit.
const MAX_ROOM: f32 = 1.5;

/// Numbers of line ends beside Korean letters.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LineEnds {
    /// With white space.
    spaced: u32,
    /// Without white space.
    bare: u32,
}

impl LineEnds {
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            spaced: self.spaced.saturating_add(other.spaced),
            bare: self.bare.saturating_add(other.bare),
        }
    }

    pub(super) fn add(&mut self, is_bare: bool) {
        let count = match is_bare {
            true => &mut self.bare,
            false => &mut self.spaced,
        };
        *count = count.saturating_add(1);
    }

    /// Whether a word may be divided at any of them.
    pub(super) fn may_divide(self) -> bool {
        self.bare > 0
    }

    /// Whether white space is drawn at line ends after each word.
    fn shows_spaces(self) -> bool {
        self.spaced >= MIN_COUNT
            && self.spaced.saturating_mul(MIN_SPACED) >= self.spaced.saturating_add(self.bare)
    }
}

/// Whether a page may have letters of Korean; a fast test by the first bytes of their UTF-8.
pub(super) fn may_occur(page: &Page) -> bool {
    let first = |byte| matches!(byte, 0xE1 | 0xE3 | 0xEA..=0xED);
    page.content.text.bytes().any(first)
}

/// For each line that reaches the right edge of its paragraph, and has a Korean letter before or after its end,
/// whether its end has no white space. Shorter lines do not divide words.
pub(super) fn full_lines(page: &Page, lines: &[PageLine]) -> Vec<(usize, bool)> {
    let mut out = Vec::new();
    let mut first = 0;
    for paragraph in lines.chunk_by(|a, b| a.parent == b.parent) {
        let edge = paragraph.iter().filter_map(|line| end(page, line));
        let edge = edge.fold(f32::NEG_INFINITY, |edge, (end, _)| edge.max(end));
        for (n, pair) in paragraph.windows(2).enumerate() {
            if let [line, next] = pair
                && let Some((end, size)) = end(page, line)
                && edge - end <= MAX_ROOM * size
                && let Some(is_bare) = is_bare(page, line, next)
            {
                out.push((first + n, is_bare));
            }
        }
        first += paragraph.len();
    }
    out
}

/// The right end of a line, and the size of its last letter.
fn end(page: &Page, line: &PageLine) -> Option<(f32, f32)> {
    let last = page.glyphs(&line.last).last()?;
    Some((last.bbox.x1, page.content.run_of(last).size))
}

/// Whether a line end beside a Korean letter has no white space; `None` at others.
fn is_bare(page: &Page, line: &PageLine, next: &PageLine) -> Option<bool> {
    let last = page.texts(&line.last).flat_map(str::chars).last()?;
    let first = page.texts(&next.first).flat_map(str::chars).next()?;
    if !is_syllable(last) && !is_syllable(first) {
        return None;
    }
    let mut between = page.glyphs(&(line.last.end..next.first.start));
    Some(!between.any(|glyph| glyph.space))
}

/// Whether the halves around a line end without white space are one word. `seen` gives the number of pages
/// with a word.
pub(super) fn divides(
    stem: &str,
    next: &str,
    ends: LineEnds,
    seen: impl Fn(&[&str]) -> usize,
) -> bool {
    if ends.shows_spaces() {
        return true;
    }
    let inside = stem.ends_with(is_syllable) && next.starts_with(is_syllable);
    inside && seen(&[stem, next]) > 0 && seen(&[stem]).min(seen(&[next])) == 0
}

/// Whether a character is a letter of Korean.
fn is_syllable(c: char) -> bool {
    matches!(c, '\u{AC00}'..='\u{D7A3}' | '\u{1100}'..='\u{11FF}' | '\u{3131}'..='\u{318E}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawn_spaces_decide_where_the_document_draws_them() {
        let unseen = |_: &[&str]| 0;
        let ends = |spaced, bare| LineEnds { spaced, bare };
        assert!(divides("돌", "입하였다고", ends(30, 60), unseen));
        assert!(divides("코로", "나-19는", ends(30, 60), unseen));
        // No white space is drawn at line ends, except by chance.
        assert!(!divides("돌", "입하였다고", ends(0, 90), unseen));
        assert!(!divides("돌", "입하였다고", ends(3, 90), unseen));
    }

    #[test]
    fn else_the_words_of_the_document_decide() {
        let words = ["보험금", "보험", "지급"];
        let seen = |parts: &[&str]| usize::from(words.contains(&parts.concat().as_str()));
        assert!(divides("보", "험금", LineEnds::default(), seen));
        assert!(!divides("보험", "지급", LineEnds::default(), seen));
        assert!(!divides("돌", "입하였다고", LineEnds::default(), seen));
    }
}
