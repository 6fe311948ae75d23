//! A page between reading and writing: its content, its tree, and access to text.

use std::ops::Range;

use super::{Content, Detail, Finding, Glyph, NodeId, Tree};
use crate::page_number::PageNumber;

/// A page: its content, and the meaning of that content.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// Index from 0.
    pub index: u32,
    /// The drawn content of the page.
    pub content: Content,
    /// Glyphs (indices in [`Content::glyphs`]) in reading order; words are ranges of it.
    pub order: Vec<u32>,
    /// The nodes of the page in reading order.
    pub tree: Tree,
    /// The decisions of the analysis, with reasons.
    pub findings: Vec<Finding>,
}

impl Page {
    /// The number of the page in the document.
    pub(crate) fn number(&self) -> PageNumber {
        PageNumber::of(self.index)
    }

    /// The glyphs at these positions of [`Page::order`].
    pub fn glyphs<'p>(
        &'p self,
        positions: &Range<u32>,
    ) -> impl Iterator<Item = &'p Glyph> + Clone + use<'p> {
        self.glyphs_in(positions)
            .iter()
            .filter_map(|&i| self.content.glyphs.get(i as usize))
    }

    /// The indices of the glyphs at these positions.
    pub fn glyphs_in(&self, positions: &Range<u32>) -> &[u32] {
        let positions = positions.start as usize..positions.end as usize;
        self.order.get(positions).unwrap_or_default()
    }

    /// The indices of the glyphs of a word.
    pub fn glyphs_of(&self, word: NodeId) -> &[u32] {
        match &self.tree[word].detail {
            Detail::Word(glyphs) => self.glyphs_in(glyphs),
            _ => &[],
        }
    }

    /// The text of the glyphs at these positions, in pieces. Usually there is one piece, because consecutive
    /// glyphs usually have consecutive texts.
    pub fn texts<'p>(&'p self, positions: &Range<u32>) -> impl Iterator<Item = &'p str> + use<'p> {
        let mut spans = self.glyphs(positions).map(|glyph| glyph.text).peekable();
        std::iter::from_fn(move || {
            let mut span = spans.next()?;
            while let Some(next) = spans.next_if(|next| next.start == span.start + span.len) {
                span.len += next.len;
            }
            Some(self.content.text_in(span))
        })
    }

    /// The text of the glyphs at these positions; several pieces are joined in `scratch`.
    pub fn text<'p>(&'p self, positions: &Range<u32>, scratch: &'p mut String) -> &'p str {
        let mut pieces = self.texts(positions);
        let first = pieces.next().unwrap_or_default();
        let Some(second) = pieces.next() else {
            return first;
        };
        scratch.clear();
        scratch.extend([first, second].into_iter().chain(pieces));
        scratch
    }

    /// Appends the text of the glyphs at these positions.
    pub fn push_text(&self, positions: &Range<u32>, out: &mut String) {
        self.texts(positions).for_each(|text| out.push_str(text));
    }

    /// Whether the glyphs at these positions have no text but white space.
    pub fn is_blank(&self, positions: &Range<u32>) -> bool {
        // Not `texts`, because usually the first glyph decides.
        self.glyphs(positions)
            .all(|glyph| self.content.text_of(glyph).trim_start().is_empty())
    }

    /// The number of words in the tree.
    pub fn count_words(&self) -> usize {
        self.tree.words(self.tree.root()).count()
    }

    /// The words below a node, separated by spaces.
    pub fn text_below(&self, id: NodeId) -> String {
        let mut text = String::new();
        self.push_text_below(id, &mut text);
        text
    }

    /// Appends the words below a node, separated by spaces.
    pub fn push_text_below(&self, id: NodeId, out: &mut String) {
        for (_, glyphs) in self.tree.words(id) {
            if !out.is_empty() {
                out.push(' ');
            }
            self.push_text(glyphs, out);
        }
    }
}
