//! The keys of tree rows in addresses.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::browse::data::view::View;
use pdfa2hocr_core::blocks::Page;
use pdfa2hocr_core::page::{self as model, NodeId};
use pdfa2hocr_core::structure::ElementId;

/// A row of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::browse) enum Key {
    /// `e12`: a structure element, by its number in the document.
    Element(u32),
    /// `e12.k3`: content of an element, by its index among the element's children.
    Content(u32, u32),
    /// `p5`: an analysed page, by its index.
    Page(u32),
    /// `p5.n17`: a node of an analysed page.
    Node(u32, u32),
}

impl Key {
    pub(in crate::browse::data) fn element(id: ElementId) -> Self {
        Self::Element(id.number())
    }

    /// The key of a node of an analysed page.
    pub(in crate::browse::data) fn node(page: &model::Page, node: NodeId) -> Self {
        match node == page.tree.root() {
            true => Self::Page(page.index),
            false => Self::Node(page.index, node.number()),
        }
    }
}

/// The key of a node: by tags, of the innermost element around it, or `None` if there is none; by geometry,
/// of the node itself.
pub(in crate::browse::data) fn key_of_node(view: &View, page: &Page, node: NodeId) -> Option<Key> {
    let tree = &page.model().tree;
    if view.tags().is_none() {
        return Some(Key::node(page.model(), node));
    }
    let mut around = tree.with_around(node);
    around.find_map(|id| tree[id].element).map(Key::Element)
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Element(element) => write!(f, "e{element}"),
            Self::Content(element, kid) => write!(f, "e{element}.k{kid}"),
            Self::Page(page) => write!(f, "p{page}"),
            Self::Node(page, node) => write!(f, "p{page}.n{node}"),
        }
    }
}

impl FromStr for Key {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.parse::<u32>().ok();
        let read = || {
            let (first, second) = match text.split_once('.') {
                Some((first, second)) => (first, Some(second)),
                None => (text, None),
            };
            let (kind, first) = first.split_at_checked(1)?;
            let first = number(first)?;
            Some(match (kind, second) {
                ("e", None) => Self::Element(first),
                ("p", None) => Self::Page(first),
                ("e", Some(second)) => Self::Content(first, number(second.strip_prefix('k')?)?),
                ("p", Some(second)) => Self::Node(first, number(second.strip_prefix('n')?)?),
                _ => return None,
            })
        };
        read().ok_or_else(|| format!("{text:?} is not a key of the tree, like e12 or p5.n17"))
    }
}

impl Serialize for Key {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_as_they_are_written() {
        for key in ["e0", "e12.k3", "p5", "p5.n17"] {
            assert_eq!(key.parse::<Key>().unwrap().to_string(), key);
        }
        for wrong in [
            "",
            "e",
            "12",
            "e-1",
            "e1.n2",
            "p1.k2",
            "x1",
            "é1",
            "e1.k",
            "e4294967296",
        ] {
            assert!(wrong.parse::<Key>().is_err(), "{wrong}");
        }
    }
}
