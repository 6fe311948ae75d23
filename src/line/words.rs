//! Lines to words.

use std::ops::Range;

use unicode_normalization::char::is_combining_mark;

use super::gaps::Gaps;
use super::{Frame, LineParams, Segmenter, leaders};
use crate::geometry::Rect;
use crate::model::{Content, SOFT_HYPHEN, is_hyphen};

/// Cuts lines into words. Keeps its buffers from line to line.
#[derive(Debug)]
pub(crate) struct Words<'a> {
    content: &'a Content,
    params: &'a LineParams,
    segmenter: Option<&'a Segmenter>,
    gaps: Gaps,
    found: Vec<Range<u32>>,
    text: String,
    /// Where in `text` each glyph of the word ends.
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
            found: Vec::new(),
            text: String::new(),
            ends: Vec::new(),
            cuts: Vec::new(),
        }
    }

    /// The words of a line, as ranges of its glyphs. They are cut at glyphs that are white space,
    /// at [gaps](super::gaps), around [leaders] and, with a [`Segmenter`], where it says, but not before a
    /// hyphen that ends the line, as the word may go on in the next; a change of font or size never cuts. Every glyph that has a text and is no white space is in one word (a
    /// [`Segmenter`] also takes out white space inside a glyph's text); a glyph without text, its
    /// text being that of an earlier glyph, stays in its word and makes none alone.
    pub(crate) fn of_line(&mut self, frame: Frame, glyphs: &[u32]) -> &[Range<u32>] {
        self.found.clear();
        self.gaps
            .measure(self.content, frame, glyphs, self.params.word_margin);
        for index in 0..self.gaps.len() {
            let Some(word) = self.gaps.word(index) else {
                break;
            };
            let ends_line = index + 1 == self.gaps.len();
            self.cut_at_leaders(word, glyphs, ends_line);
        }
        &self.found
    }

    /// Cuts a word where leaders begin and end in it.
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

    /// Takes up a word, or what the words of its language make of it.
    fn finish(&mut self, word: Range<u32>, glyphs: &[u32], ends_line: bool) {
        match self.segmenter {
            _ if word.is_empty() => {}
            Some(segmenter) => self.segment(segmenter, word, glyphs, ends_line),
            None => self.found.push(word),
        }
    }

    /// Cuts a word that ends at white space or gaps where the words of the language end. A cut
    /// inside the text of one glyph is none.
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
            // Glyphs without text stay with the glyph before them.
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

/// How many bytes are before the hyphen with which a text ends behind a letter or a digit.
fn before_hyphen(text: &str) -> Option<usize> {
    let stem = text.strip_suffix(|c| is_hyphen(c) || c == SOFT_HYPHEN)?;
    let last = stem.chars().next_back()?;
    (last.is_alphanumeric() || is_combining_mark(last)).then_some(stem.len())
}

/// White space, and the zero width space that marks the end of a word in some scripts.
fn invisible(c: char) -> bool {
    c.is_whitespace() || c == '\u{200B}'
}

/// The rectangle around the boxes of these glyphs, in page space.
pub(crate) fn bbox_of(content: &Content, glyphs: &[u32]) -> Rect {
    glyphs
        .iter()
        .filter_map(|&i| content.glyphs.get(i as usize))
        .fold(Rect::EMPTY, |r, g| r.union(g.bbox))
}
