//! Sets the boxes of units.

use super::super::anchor::Earlier;
use super::unit::{SHAPE, has_words, refit, unset};
use crate::compact_sort::CompactSort;
use crate::geometry::Rect;
use crate::page::{NodeId, Page};

/// Sets boxes again that later operations fitted to the content, those of lines first. Boxes of units that have other
/// words now stay as they are.
pub(super) fn restore_boxes(page: &mut Page, earlier: &mut Earlier) {
    earlier.resized.compact_sort_by_key(|resized| resized.level);
    for resized in &earlier.resized {
        if has_words(page, resized.unit, &resized.words) && page.tree.parent(resized.unit).is_some()
        {
            set_box(page, resized.unit, resized.bbox);
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
