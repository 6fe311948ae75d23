//! Detects words without a space between them, as a language's rules split them: `(`, `dictionary`, `.`.

use std::ops::Range;

use super::{Detail, Dots, Glyph, NodeId, Own, Page};

/// Maximum gap between words without a space, in ems of the font.
const GLUED: f32 = 0.05;

impl Page {
    /// Whether the word before ends where a word begins, and neither is a leader.
    pub(crate) fn is_glued(&self, before: &Range<u32>, word: NodeId) -> bool {
        let Detail::Word(after) = &self.tree[word].detail else {
            return false;
        };
        let mut between = self.glyphs(&(before.end..after.start));
        if between.any(|glyph| glyph.space) {
            return false;
        }
        let glyph = |at: u32| {
            let index = *self.order.get(at as usize)?;
            self.content.glyphs.get(index as usize)
        };
        let last = before.end.checked_sub(1).and_then(glyph);
        let (Some(last), Some(first)) = (last, glyph(after.start)) else {
            return false;
        };
        let run = self.content.run_of(first);
        let start = |g: &Glyph| g.origin.dot(run.direction);
        let gap = (start(first) - start(last) - last.advance)
            .max(start(last) - start(first) - first.advance);
        let is_near = gap.abs() < GLUED * run.size;
        let is_apart = |word: NodeId| self.tree[word].own(Own::Apart).is_some();
        is_near && !is_apart(word) && !self.is_leader(before) && !self.is_leader(after)
    }

    /// Whether a word is a leader.
    fn is_leader(&self, word: &Range<u32>) -> bool {
        let dots = self
            .glyphs(word)
            .map(|glyph| Dots::of(self.content.text_of(glyph)))
            .try_fold(Dots::default(), |all, dots| Some(all.and(dots?)));
        dots.is_some_and(Dots::lead)
    }
}
