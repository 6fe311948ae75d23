//! Finds the words of the tagged text.

use crate::page::{Detail, NodeId, Page, Step};

/// For each glyph of the page, the word of the tagged text that contains it.
pub(super) fn tagged_words(page: &Page) -> Vec<Option<NodeId>> {
    let mut words = vec![None; page.content.glyphs.len()];
    let mut steps = page.tree.walk(page.tree.root());
    while let Some(step) = steps.next() {
        let Step::Enter(id) = step else { continue };
        let node = &page.tree[id];
        if node.kind.as_str() == "Artifact" {
            steps.skip_children(id);
        } else if let Detail::Word(range) = &node.detail {
            let range = range.start as usize..range.end as usize;
            for &glyph in page.order.get(range).unwrap_or_default() {
                if let Some(word) = words.get_mut(glyph as usize) {
                    *word = Some(id);
                }
            }
        }
    }
    words
}
