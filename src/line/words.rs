//! Lines to words.

use std::ops::Range;

use super::{Frame, LineParams, Segmenter, exceeds, letter_spacing};
use crate::geometry::Rect;
use crate::model::Content;

/// Cuts lines into words. Keeps its buffers from line to line.
#[derive(Debug)]
pub struct Words<'a> {
    content: &'a Content,
    params: &'a LineParams,
    segmenter: Option<&'a Segmenter>,
    found: Vec<Range<u32>>,
    text: String,
    /// Where in `text` each glyph of the word ends.
    ends: Vec<usize>,
    cuts: Vec<usize>,
}

impl<'a> Words<'a> {
    pub fn new(
        content: &'a Content,
        params: &'a LineParams,
        segmenter: Option<&'a Segmenter>,
    ) -> Self {
        Self {
            content,
            params,
            segmenter,
            found: Vec::new(),
            text: String::new(),
            ends: Vec::new(),
            cuts: Vec::new(),
        }
    }

    /// The words of a line, as ranges of its glyphs. They are cut at glyphs that are white space,
    /// at gaps ([`LineParams::word_margin`]) and, with a [`Segmenter`], where it says; a change of
    /// font or size never cuts. Every glyph that has a text and is no white space is in one word
    /// (a [`Segmenter`] also takes out white space inside a glyph's text); a glyph without text,
    /// its text being that of an earlier glyph, is in the word it stands in and makes none alone.
    pub fn of_line(&mut self, frame: Frame, glyphs: &[u32]) -> &[Range<u32>] {
        self.found.clear();
        let mut word: Option<Open> = None;
        for (position, &index) in (0u32..).zip(glyphs) {
            let Some(glyph) = self.content.glyphs.get(index as usize) else {
                continue;
            };
            let Some(run) = self.content.runs.get(glyph.run as usize) else {
                continue;
            };
            if glyph.space {
                self.close(word.take(), glyphs);
                continue;
            }
            let (start, end) = frame.extent(glyph);
            if let Some(open) = &mut word {
                let margin =
                    self.params.word_margin * (end - start).max(run.size) + open.letter_spacing;
                // Forwards a gap counts from the furthest end reached, as an accent may be set
                // back; backwards from the glyph before.
                if exceeds(start - open.reached, margin) || exceeds(open.last - end, margin) {
                    self.close(word.take(), glyphs);
                }
            }
            let open = word.get_or_insert(Open {
                glyphs: position..position,
                reached: end,
                last: start,
                letter_spacing: 0.0,
                text: false,
            });
            open.glyphs.end = position + 1;
            open.reached = open.reached.max(end);
            open.last = start;
            open.letter_spacing = letter_spacing(run);
            open.text |= glyph.text.len > 0;
        }
        self.close(word, glyphs);
        &self.found
    }

    fn close(&mut self, word: Option<Open>, glyphs: &[u32]) {
        let Some(word) = word.filter(|w| w.text) else {
            return;
        };
        match self.segmenter {
            Some(segmenter) => self.segment(segmenter, word.glyphs, glyphs),
            None => self.found.push(word.glyphs),
        }
    }

    /// Cuts a word that ends at white space or gaps where the words of the language end. A cut
    /// inside the text of one glyph is none.
    fn segment(&mut self, segmenter: &Segmenter, word: Range<u32>, glyphs: &[u32]) {
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

/// White space, and the zero width space that marks the end of a word in some scripts.
fn invisible(c: char) -> bool {
    c.is_whitespace() || c == '\u{200B}'
}

/// A word that may go on.
struct Open {
    glyphs: Range<u32>,
    /// The furthest end of its cells.
    reached: f32,
    /// Where the cell of its last glyph starts.
    last: f32,
    /// What its last glyph has behind it without parting it from the next.
    letter_spacing: f32,
    /// Some glyph has a text.
    text: bool,
}

/// The rectangle around the boxes of these glyphs, in page space.
pub fn bbox_of(content: &Content, glyphs: &[u32]) -> Rect {
    glyphs
        .iter()
        .filter_map(|&i| content.glyphs.get(i as usize))
        .fold(Rect::EMPTY, |r, g| r.union(g.bbox))
}
