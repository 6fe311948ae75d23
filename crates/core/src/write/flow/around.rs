//! Finds the lists, list items and quotations around a part.

use super::part::{Around, Key};
use crate::page::{NodeId, Own, Page};

impl Key {
    pub(in crate::write) fn of(page: &Page, id: NodeId) -> Self {
        match page.tree[id].element {
            Some(element) => Self::Element(element),
            None => Self::Node {
                page: page.index,
                node: id.number(),
            },
        }
    }
}

/// Maximum nesting of lists; deeper levels are dropped. Readers of Markdown and HTML are recursive.
const DEEPEST: usize = 24;

impl Around {
    /// The ancestors of a node, outermost first.
    pub(in crate::write) fn of(page: &Page, node: NodeId) -> Vec<Self> {
        let mut around = Vec::new();
        for id in page.tree.with_around(node) {
            let node = &page.tree[id];
            let key = Key::of(page, id);
            match node.kind.as_str() {
                "L" => around.push(Self::List {
                    key,
                    ordered: node.own(Own::Ordered) == Some("true"),
                }),
                "TOC" => around.push(Self::List {
                    key,
                    ordered: false,
                }),
                "LI" | "TOCI" => around.push(Self::Item { key, label: None }),
                "BlockQuote" => around.push(Self::Quote(key)),
                _ => {}
            }
        }
        around.reverse();
        sound(&mut around);
        around
    }
}

/// Removes ancestors that cannot form a list: items without a list, and lists or quotations directly in a
/// list.
fn sound(around: &mut Vec<Around>) {
    let mut in_list = false;
    let mut kept = Vec::with_capacity(around.len());
    for one in around.drain(..) {
        match (&one, in_list) {
            (Around::Item { .. }, false) => continue,
            // A list directly in a list is part of it.
            (Around::Item { .. }, true) => in_list = false,
            (Around::List { .. }, true) => continue,
            (Around::List { .. }, false) => in_list = true,
            (Around::Quote(_), true) => continue,
            (Around::Quote(_), false) => {}
        }
        kept.push(one);
    }
    if in_list {
        kept.pop();
    }
    kept.truncate(DEEPEST);
    if matches!(kept.last(), Some(Around::List { .. })) {
        kept.pop();
    }
    *around = kept;
}
