//! Adds link targets for elements that show nothing, or only artifacts.

use super::draft::Draft;
use super::references::anchor;
use crate::geometry::Rect;
use crate::page::{Detail, Node, NodeId, NodeKind, Own};

impl Draft<'_> {
    /// Adds nodes that only carry an anchor, in place of such elements: before the next element of the page,
    /// or else before its last node.
    pub(super) fn stand_in_for_places(&mut self) {
        for element in self.facts.missing_places(&self.tree) {
            let root = self.tree.root();
            // Elements are numbered in reading order.
            let is_behind = |id: &NodeId| self.tree[*id].element > Some(element.number());
            let behind = self.tree.below(root).find(is_behind);
            let behind: Option<NodeId> = behind.or_else(|| self.tree.children(root).last());
            let mut place = Node::new(NodeKind::known("NonStruct"), Rect::EMPTY, Detail::None);
            place.add_attribute(Own::Anchor, anchor(element));
            let place = self.tree.add(place);
            match behind {
                Some(behind) => self.tree.insert_before(behind, place),
                None => self.tree.append(root, place),
            }
        }
    }
}
