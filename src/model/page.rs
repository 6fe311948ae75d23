//! A page on its way from reading to writing.

use std::ops::Range;

use super::{Content, Detail, Glyph, NodeId, Step, Tree};

/// A page: what is drawn on it, and what that means.
#[derive(Clone, Debug)]
pub struct Page {
    /// From 0.
    pub index: u32,
    pub content: Content,
    /// Glyphs (indices in [`Content::glyphs`]) as they are read; words are ranges of this.
    pub order: Vec<u32>,
    pub tree: Tree,
}

impl Page {
    /// The glyphs at these positions of [`Page::order`].
    pub fn glyphs<'p>(
        &'p self,
        positions: &Range<u32>,
    ) -> impl Iterator<Item = &'p Glyph> + Clone + use<'p> {
        self.order
            .get(positions.start as usize..positions.end as usize)
            .unwrap_or_default()
            .iter()
            .filter_map(|&i| self.content.glyphs.get(i as usize))
    }

    /// Appends the text of the glyphs at these positions.
    pub fn push_text(&self, positions: &Range<u32>, out: &mut String) {
        for glyph in self.glyphs(positions) {
            out.push_str(self.content.text_of(glyph));
        }
    }

    /// Whether the glyphs at these positions have no text but white space.
    pub fn is_blank(&self, positions: &Range<u32>) -> bool {
        self.glyphs(positions)
            .all(|glyph| self.content.text_of(glyph).trim().is_empty())
    }

    /// Appends the words below a node, separated by spaces.
    pub fn push_text_below(&self, id: NodeId, out: &mut String) {
        for step in self.tree.walk(id) {
            if let Step::Enter(id) = step
                && let Detail::Word(glyphs) = &self.tree[id].detail
            {
                if !out.is_empty() {
                    out.push(' ');
                }
                self.push_text(glyphs, out);
            }
        }
    }
}
