//! Splits lines into words.

use std::ops::Range;

use unicode_normalization::char::is_combining_mark;

use super::gaps::Gaps;
use super::{Frame, LineParams, Segmenter, leaders, plain_line};
use crate::geometry::Rect;
use crate::page::{Content, SOFT_HYPHEN, is_hyphen};

/// Splits lines into words. Reuses its buffers.
#[derive(Debug)]
pub(crate) struct Words<'a> {
    content: &'a Content,
    params: &'a LineParams,
    segmenter: Option<&'a Segmenter>,
    gaps: Gaps,
    /// The words before they are cut at leaders.
    words: Vec<Range<u32>>,
    found: Vec<Range<u32>>,
    text: String,
    /// End of each glyph of the word in `text`.
    ends: Vec<usize>,
    cuts: Vec<usize>,
}

impl<'a> Words<'a> {
    pub(crate) fn new(
        content: &'a Content,
        params: &'a LineParams,
        segmenter: Option<&'a Segmenter>,
    ) -> Self {
        Self {
            content,
            params,
            segmenter,
            gaps: Gaps::default(),
            words: Vec::new(),
            found: Vec::new(),
            text: String::new(),
            ends: Vec::new(),
            cuts: Vec::new(),
        }
    }

    /// The words of a line, as ranges of its glyphs. Lines are split at white space, at [gaps](super::gaps)
    /// and around [leaders]. A [`Segmenter`] adds its boundaries, except before a final hyphen, after which
    /// the word may continue on the next line. Changes of font or size do not split. Every glyph with text
    /// that is not white space is in one word; a [`Segmenter`] also removes white space inside a glyph's
    /// text. A glyph without text, which shares that of an earlier glyph, stays in its word and never forms
    /// one.
    pub(crate) fn of_line(&mut self, frame: Frame, glyphs: &[u32]) -> &[Range<u32>] {
        self.of_line_before(frame, glyphs, None)
    }

    /// Like [`Words::of_line`], for a line above another one with this cell.
    pub(crate) fn of_line_before(
        &mut self,
        frame: Frame,
        glyphs: &[u32],
        next: Option<Rect>,
    ) -> &[Range<u32>] {
        self.found.clear();
        let margin = self.params.word_margin;
        let mut words = std::mem::take(&mut self.words);
        let plain = plain_line::split(self.content, frame, glyphs, margin, &mut words);
        if plain.is_none() {
            let gaps = &mut self.gaps;
            gaps.measure(self.content, frame, glyphs, margin, next);
            words.clear();
            words.extend(gaps.words());
        }
        let count = words.len();
        for (number, word) in (1..).zip(words.iter().cloned()) {
            match plain {
                Some(may_lead) if !may_lead => self.finish(word, glyphs, number == count),
                _ => self.cut_at_leaders(word, glyphs, number == count),
            }
        }
        self.words = words;
        &self.found
    }

    /// Splits a word before and after leaders.
    fn cut_at_leaders(&mut self, word: Range<u32>, glyphs: &[u32], ends_line: bool) {
        let own = glyphs
            .get(word.start as usize..word.end as usize)
            .unwrap_or_default();
        let mut rest = word.start;
        for (before, leader) in leaders::in_word(self.content, own) {
            let (start, end) = (word.start + before, word.start + before + leader);
            self.finish(rest..start, glyphs, false);
            self.found.push(start..end);
            rest = end;
        }
        self.finish(rest..word.end, glyphs, ends_line);
    }

    /// Adds a word, or its segments if there is a segmenter.
    fn finish(&mut self, word: Range<u32>, glyphs: &[u32], ends_line: bool) {
        match self.segmenter {
            _ if word.is_empty() => {}
            Some(segmenter) => self.segment(segmenter, word, glyphs, ends_line),
            None => self.found.push(word),
        }
    }

    /// Splits a word at the boundaries of the language. Boundaries inside the text of one glyph are ignored.
    fn segment(
        &mut self,
        segmenter: &Segmenter,
        word: Range<u32>,
        glyphs: &[u32],
        ends_line: bool,
    ) {
        self.text.clear();
        self.ends.clear();
        for index in glyphs
            .get(word.start as usize..word.end as usize)
            .unwrap_or_default()
        {
            if let Some(glyph) = self.content.glyphs.get(*index as usize) {
                self.text.push_str(self.content.text_of(glyph));
            }
            self.ends.push(self.text.len());
        }
        self.cuts.clear();
        segmenter.cuts(&self.text, &mut self.cuts);
        if ends_line
            && let Some(stem) = before_hyphen(&self.text)
            && self.cuts.last() == Some(&stem)
        {
            self.cuts.pop();
        }

        let mut cuts = self.cuts.iter().copied().peekable();
        let (mut first, mut from) = (0usize, 0usize);
        for (i, &end) in self.ends.iter().enumerate() {
            while cuts.next_if(|&cut| cut < end).is_some() {}
            let last = i + 1 == self.ends.len();
            // Glyphs without text stay with the previous glyph.
            let next_has_text = self.ends.get(i + 1).is_some_and(|&next| next > end);
            if last || (next_has_text && cuts.peek() == Some(&end)) {
                let text = self.text.get(from..end).unwrap_or("");
                if !text.chars().all(invisible) {
                    self.found
                        .push(word.start + first as u32..word.start + i as u32 + 1);
                }
                (first, from) = (i + 1, end);
            }
        }
    }
}

/// Number of bytes before a final hyphen that follows a letter or digit.
fn before_hyphen(text: &str) -> Option<usize> {
    let stem = text.strip_suffix(|c| is_hyphen(c) || c == SOFT_HYPHEN)?;
    let last = stem.chars().next_back()?;
    (last.is_alphanumeric() || is_combining_mark(last)).then_some(stem.len())
}

/// Whether a character is white space or the zero width space, which marks word ends in some scripts.
fn invisible(c: char) -> bool {
    c.is_whitespace() || c == '\u{200B}'
}

/// The bounding box of glyphs, in page space.
pub(crate) fn bbox_of(content: &Content, glyphs: &[u32]) -> Rect {
    glyphs
        .iter()
        .filter_map(|&i| content.glyphs.get(i as usize))
        .fold(Rect::EMPTY, |r, g| r.union(g.bbox))
}
