//! The words of a page: in a part of its tree, or in a box.

use crate::geometry::Rect;
use crate::page::{NodeId, Page};

/// Distance in points by which the centre of a word may be outside the box of an anchor. Boxes in pixels of
/// 150 dpi are rounded by half of it; words of neighbouring lines are farther away.
pub(super) const TOLERANCE: f32 = 0.75;

/// The words below a node, in order.
pub(super) fn words_below(page: &Page, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    let printed = page
        .tree
        .words(node)
        .filter(|(_, glyphs)| !page.is_blank(glyphs));
    printed.map(|(word, _)| word)
}

/// The words whose centres are in a box, in reading order.
pub(super) fn words_in(page: &Page, bbox: Rect) -> Vec<NodeId> {
    let area = bbox.grown(TOLERANCE);
    let words = words_below(page, page.tree.root());
    words
        .filter(|&word| area.contains(page.tree[word].bbox.centre()))
        .collect()
}

/// The texts of words.
pub(super) fn texts_of(page: &Page, words: &[NodeId]) -> Vec<String> {
    words.iter().map(|&word| page.text_below(word)).collect()
}

/// The box around nodes.
pub(super) fn box_around(page: &Page, nodes: &[NodeId]) -> Rect {
    nodes.iter().map(|&node| page.tree[node].bbox).collect()
}
