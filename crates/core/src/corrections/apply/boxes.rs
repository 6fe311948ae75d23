//! Sets the boxes of units.

use super::super::anchor::Made;
use super::unit::{SHAPE, has_words, refit, unset};
use crate::compact_sort::CompactSort;
use crate::geometry::Rect;
use crate::page::{NodeId, Page};

/// Sets boxes again that later operations fitted to the content, those of lines first. Boxes of units that have other
/// words now stay as they are.
pub(super) fn restore_boxes(page: &mut Page, made: &mut [Made]) {
    made.compact_sort_by_key(|made| made.level);
    for made in made {
        if let Some(bbox) = made.bbox
            && has_words(page, made.unit, &made.words)
            && page.tree.parent(made.unit).is_some()
        {
            set_box(page, made.unit, bbox);
        }
    }
}

/// Sets the box of a node, and fits the boxes around it.
pub(super) fn set_box(page: &mut Page, node: NodeId, to: Rect) {
    page.tree[node].bbox = to;
    unset(&mut page.tree[node], &SHAPE[4..]);
    if let Some(parent) = page.tree.parent(node) {
        refit(&mut page.tree, parent);
    }
}
