//! Rules: conditions on a node, and the output for it.

use super::element::Elements;
use crate::page::{Name, NodeId, PageList, Tree};

/// The output for a node.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// The node is omitted with its children.
    Drop,
    /// The node is omitted, its children are kept. Of a word, the text is kept.
    Children,
    /// Like [`Action::Children`], and words in one font share an element that names it.
    Runs,
    Elements(Elements),
}

/// The position of a node, for the conditions of rules.
#[derive(Clone, Copy)]
pub struct NodeContext<'a> {
    pub tree: &'a Tree,
    pub node: NodeId,
    /// The page's index, from 0.
    pub page: u32,
}

/// A condition on a node.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Condition {
    /// The attribute's name, and whether it must be present or absent.
    Present(Name, bool),
    /// The attribute's name and its allowed values. `*` at the end of a value matches anything.
    OneOf(Name, Vec<String>),
    /// The kinds that the node's parent may have.
    Under(Vec<String>),
    /// Kinds of which one must (`true`) or none may (`false`) be an ancestor of the node.
    Inside(Vec<String>, bool),
    Pages(PageList),
}

impl Condition {
    fn holds(&self, place: NodeContext<'_>) -> bool {
        let node = &place.tree[place.node];
        match self {
            Self::Present(name, wanted) => node.attribute(name).is_some() == *wanted,
            Self::OneOf(name, values) => node
                .attribute(name)
                .is_some_and(|value| values.iter().any(|v| matches(v, value))),
            Self::Under(kinds) => place
                .tree
                .parent(place.node)
                .is_some_and(|parent| kinds.iter().any(|k| k == place.tree[parent].kind.as_str())),
            Self::Inside(kinds, wanted) => {
                let parent = |id: &NodeId| place.tree.parent(*id);
                let inside = std::iter::successors(Some(place.node), parent)
                    .skip(1)
                    .any(|id| kinds.iter().any(|k| k == place.tree[id].kind.as_str()));
                inside == *wanted
            }
            Self::Pages(list) => list.contains(place.page),
        }
    }
}

fn matches(wanted: &str, value: &str) -> bool {
    match wanted.strip_suffix('*') {
        Some(beginning) => value.starts_with(beginning),
        None => wanted == value,
    }
}

/// Conditions and the action for nodes that fulfil them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Rule<A> {
    pub conditions: Vec<Condition>,
    pub action: A,
}

impl<A> Rule<A> {
    /// A rule without conditions.
    pub(super) fn always(action: A) -> Self {
        Self {
            conditions: Vec::new(),
            action,
        }
    }

    pub(super) fn holds(&self, place: NodeContext<'_>) -> bool {
        self.conditions.iter().all(|c| c.holds(place))
    }
}
