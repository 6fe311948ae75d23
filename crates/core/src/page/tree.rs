//! A page as a tree of nodes. The tree is an arena with links: nodes can be moved and removed cheaply, and a
//! page needs only few allocations.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use super::attribute::{Attribute, Name, Own};
use crate::geometry::{Point, Rect};

/// The kind of a node: `textline` and `word` from geometry, structure types (`P`, `TD`) from tags, or a name
/// that only a mapping knows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NodeKind(Cow<'static, str>);

impl NodeKind {
    /// The root of a page's tree.
    pub const PAGE: Self = Self::known("page");
    /// Text boxes that belong together.
    pub const TEXTGROUP: Self = Self::known("textgroup");
    /// Lines that belong together.
    pub const TEXTBOX: Self = Self::known("textbox");
    /// A printed line.
    pub const TEXTLINE: Self = Self::known("textline");
    /// A word, or a piece of one on this line.
    pub const WORD: Self = Self::known("word");
    /// An image.
    pub const IMAGE: Self = Self::known("image");

    /// A kind whose name is a constant.
    pub const fn known(name: &'static str) -> Self {
        Self(Cow::Borrowed(name))
    }

    /// A kind with any name.
    pub fn new(name: impl Into<String>) -> Self {
        Self(Cow::Owned(name.into()))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for NodeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A node of one [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// The number of the node in its tree, from 0, the root. Numbers never change.
    pub fn number(self) -> u32 {
        self.0
    }
}

/// The geometry of a printed line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineGeometry {
    /// The beginning of the baseline.
    pub origin: Point,
    /// The baseline's angle in degrees, counter-clockwise, from -180 to 180.
    pub angle: f32,
    /// Height of the line's prevailing font size, in points.
    pub size: f32,
    /// Vertical writing mode.
    pub vertical: bool,
}

/// The content of a node, besides its children.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Detail {
    #[default]
    /// Nothing.
    None,
    /// The geometry of a printed line.
    Line(LineGeometry),
    /// The glyphs of a word: positions in [`Page::order`](super::Page::order).
    Word(Range<u32>),
    /// An index in [`Content::images`](super::Content::images).
    Image(u32),
}

/// A node: a kind, a box in page space, and its links in the tree.
#[derive(Clone, Debug)]
pub struct Node {
    /// The kind.
    pub kind: NodeKind,
    /// The box in page space, in points.
    pub bbox: Rect,
    /// The content.
    pub detail: Detail,
    /// Further facts.
    pub attributes: Vec<Attribute>,
    /// The number of its structure element in the document (ISO 32000-1, 14.7.2); `None` if it has none
    /// itself.
    pub element: Option<u32>,
    parent: Option<NodeId>,
    first_child: Option<NodeId>,
    last_child: Option<NodeId>,
    previous: Option<NodeId>,
    next: Option<NodeId>,
}

impl Node {
    /// Creates a node without attributes, outside any tree.
    pub fn new(kind: NodeKind, bbox: Rect, detail: Detail) -> Self {
        Self {
            kind,
            bbox,
            detail,
            attributes: Vec::new(),
            element: None,
            parent: None,
            first_child: None,
            last_child: None,
            previous: None,
            next: None,
        }
    }

    /// The value of an attribute.
    pub fn attribute(&self, name: &Name) -> Option<&str> {
        self.attributes
            .iter()
            .find(|a| a.name == *name)
            .map(|a| a.value.as_str())
    }

    /// The value of an attribute that the program set.
    pub fn own(&self, name: Own) -> Option<&str> {
        self.attribute(&name.into())
    }

    /// Adds an attribute after the others.
    pub fn add_attribute(&mut self, name: impl Into<Name>, value: impl Into<String>) {
        self.attributes.push(Attribute::new(name, value));
    }
}

/// The nodes of a page. [`Tree::root`] is its page node.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
}

impl Default for Tree {
    fn default() -> Self {
        Self::new(Rect::EMPTY)
    }
}

impl std::ops::Index<NodeId> for Tree {
    type Output = Node;

    fn index(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }
}

impl std::ops::IndexMut<NodeId> for Tree {
    fn index_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }
}

impl Tree {
    /// A tree with only a page node.
    pub fn new(bbox: Rect) -> Self {
        Self {
            nodes: vec![Node::new(NodeKind::PAGE, bbox, Detail::None)],
        }
    }

    /// Reserves memory for this many more nodes.
    pub fn reserve(&mut self, nodes: usize) {
        self.nodes.reserve(nodes);
    }

    /// The number of nodes, including detached ones.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The node with a number, if it exists.
    pub fn node(&self, number: u32) -> Option<NodeId> {
        ((number as usize) < self.nodes.len()).then_some(NodeId(number))
    }

    /// The page node.
    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// The parent of a node; `None` for the root, and for detached nodes.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self[id].parent
    }

    /// Whether the node has children.
    pub fn has_children(&self, id: NodeId) -> bool {
        self[id].first_child.is_some()
    }

    /// The children, in order.
    pub fn children(&self, id: NodeId) -> Children<'_> {
        Children {
            tree: self,
            next: self[id].first_child,
        }
    }

    /// Traverses `id` and its descendants in reading order, and reports the beginning and the end of each
    /// node. It needs no stack, although groups can be nested thousands deep.
    pub fn walk(&self, id: NodeId) -> Walk<'_> {
        Walk {
            tree: self,
            top: id,
            next: Some(Step::Enter(id)),
        }
    }

    /// A node and its descendants in order, each before its children.
    pub fn below(&self, id: NodeId) -> impl Iterator<Item = NodeId> + Clone + '_ {
        self.walk(id).filter_map(|step| match step {
            Step::Enter(id) => Some(id),
            Step::Leave(_) => None,
        })
    }

    /// A node and its descendants in order, each after its children.
    pub fn leaves_first(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.walk(id).filter_map(|step| match step {
            Step::Enter(_) => None,
            Step::Leave(id) => Some(id),
        })
    }

    /// The words below a node in order, with the positions of their glyphs in [`Page::order`](super::Page::order).
    pub fn words(&self, id: NodeId) -> impl Iterator<Item = (NodeId, &Range<u32>)> + Clone {
        self.below(id).filter_map(|id| match &self[id].detail {
            Detail::Word(glyphs) => Some((id, glyphs)),
            _ => None,
        })
    }

    /// Adds a detached node.
    pub fn add(&mut self, node: Node) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(node);
        id
    }

    /// Adds a node as the last child of `parent`.
    pub fn add_child(&mut self, parent: NodeId, node: Node) -> NodeId {
        let id = self.add(node);
        self.append(parent, id);
        id
    }

    /// Makes `child`, a detached node, the last child of `parent`.
    pub fn append(&mut self, parent: NodeId, child: NodeId) {
        let last = self[parent].last_child.replace(child);
        match last {
            Some(last) => self[last].next = Some(child),
            None => self[parent].first_child = Some(child),
        }
        let node = &mut self[child];
        node.parent = Some(parent);
        node.previous = last;
        node.next = None;
    }

    /// Moves the children of another tree's root to the end of `parent`'s children, and shifts the positions
    /// of their words by `offset`. Returns the new children.
    pub fn graft(&mut self, parent: NodeId, other: Self, offset: u32) -> Vec<NodeId> {
        let shift = self.nodes.len() as u32;
        let moved = |id: Option<NodeId>| id.map(|NodeId(n)| NodeId(n + shift));
        let root = other.root();
        let tops: Vec<NodeId> = other
            .children(root)
            .map(|NodeId(n)| NodeId(n + shift))
            .collect();
        for mut node in other.nodes {
            node.parent = moved(node.parent);
            node.first_child = moved(node.first_child);
            node.last_child = moved(node.last_child);
            node.previous = moved(node.previous);
            node.next = moved(node.next);
            if let Detail::Word(glyphs) = &mut node.detail {
                *glyphs = glyphs.start + offset..glyphs.end + offset;
            }
            self.nodes.push(node);
        }
        // The other root remains as a detached node.
        for &top in &tops {
            self.append(parent, top);
        }
        tops
    }

    /// Makes `child`, a detached node, a child of `parent`: before the child at `index`, or last if there are
    /// fewer.
    pub fn insert(&mut self, parent: NodeId, index: usize, child: NodeId) {
        match self.children(parent).nth(index) {
            Some(next) => self.insert_before(next, child),
            None => self.append(parent, child),
        }
    }

    /// Inserts `child`, a detached node, before `next`, which has a parent.
    pub fn insert_before(&mut self, next: NodeId, child: NodeId) {
        let Some(parent) = self.parent(next) else {
            return;
        };
        let previous = self[next].previous.replace(child);
        match previous {
            Some(previous) => self[previous].next = Some(child),
            None => self[parent].first_child = Some(child),
        }
        let node = &mut self[child];
        node.parent = Some(parent);
        node.previous = previous;
        node.next = Some(next);
    }

    /// Inserts `child`, a detached node, after `previous`, which has a parent.
    pub fn insert_after(&mut self, previous: NodeId, child: NodeId) {
        match (self.next(previous), self.parent(previous)) {
            (Some(next), _) => self.insert_before(next, child),
            (None, Some(parent)) => self.append(parent, child),
            (None, None) => {}
        }
    }

    /// The ancestors of a node, the innermost first.
    pub fn around(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.parent(id), |&id| self.parent(id))
    }

    /// A node and its ancestors, the innermost first.
    pub fn with_around(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::once(id).chain(self.around(id))
    }

    /// The next sibling.
    pub fn next(&self, id: NodeId) -> Option<NodeId> {
        self[id].next
    }

    /// The previous sibling.
    pub fn previous(&self, id: NodeId) -> Option<NodeId> {
        self[id].previous
    }

    /// Removes a node and its descendants from their place.
    pub fn detach(&mut self, id: NodeId) {
        let node = &mut self[id];
        let (parent, previous, next) = (node.parent.take(), node.previous.take(), node.next.take());
        match previous {
            Some(p) => self[p].next = next,
            None => {
                if let Some(parent) = parent {
                    self[parent].first_child = next;
                }
            }
        }
        match next {
            Some(n) => self[n].previous = previous,
            None => {
                if let Some(parent) = parent {
                    self[parent].last_child = previous;
                }
            }
        }
    }
}

/// Iterates over the children of a node.
#[derive(Clone)]
pub struct Children<'a> {
    tree: &'a Tree,
    next: Option<NodeId>,
}

impl Iterator for Children<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        let id = self.next?;
        self.next = self.tree[id].next;
        Some(id)
    }
}

/// A step of [`Tree::walk`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A node begins.
    Enter(NodeId),
    /// A node ends: all below it has been visited.
    Leave(NodeId),
}

/// Iterates over a part of a tree; see [`Tree::walk`].
#[derive(Clone)]
pub struct Walk<'a> {
    tree: &'a Tree,
    top: NodeId,
    next: Option<Step>,
}

impl Walk<'_> {
    /// After [`Step::Enter`] of a node: continues behind that node, without its descendants and its
    /// [`Step::Leave`].
    pub fn skip_children(&mut self, entered: NodeId) {
        self.next = self.after(entered);
    }

    fn after(&self, id: NodeId) -> Option<Step> {
        if id == self.top {
            return None;
        }
        let node = &self.tree[id];
        match node.next {
            Some(next) => Some(Step::Enter(next)),
            None => node.parent.map(Step::Leave),
        }
    }
}

impl Iterator for Walk<'_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        let step = self.next?;
        self.next = match step {
            Step::Enter(id) => Some(match self.tree[id].first_child {
                Some(child) => Step::Enter(child),
                None => Step::Leave(id),
            }),
            Step::Leave(id) => self.after(id),
        };
        Some(step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(tree: &Tree, id: NodeId) -> Vec<&str> {
        tree.children(id).map(|c| tree[c].kind.as_str()).collect()
    }

    fn node(name: &'static str) -> Node {
        Node::new(NodeKind::known(name), Rect::EMPTY, Detail::None)
    }

    #[test]
    fn children_keep_their_order_when_one_leaves() {
        let mut tree = Tree::new(Rect::EMPTY);
        let root = tree.root();
        let [a, b, c] = ["a", "b", "c"].map(|name| tree.add_child(root, node(name)));
        tree.detach(b);
        assert_eq!(names(&tree, root), ["a", "c"]);
        tree.append(c, b);
        assert_eq!(names(&tree, c), ["b"]);
        assert_eq!(tree.parent(b), Some(c));
        tree.detach(a);
        tree.detach(c);
        assert!(!tree.has_children(root));
        tree.append(root, a);
        assert_eq!(names(&tree, root), ["a"]);
    }

    #[test]
    fn a_grafted_tree_keeps_its_shape_and_its_words() {
        let mut tree = Tree::new(Rect::EMPTY);
        let root = tree.root();
        tree.add_child(root, node("a"));
        let mut other = Tree::new(Rect::EMPTY);
        let b = other.add_child(other.root(), node("b"));
        other.add_child(
            b,
            Node::new(NodeKind::WORD, Rect::EMPTY, Detail::Word(0..2)),
        );
        other.add_child(other.root(), node("c"));
        let new = tree.graft(root, other, 7);
        assert_eq!(names(&tree, root), ["a", "b", "c"]);
        assert_eq!(new.len(), 2);
        assert_eq!(names(&tree, new[0]), ["word"]);
        let word = tree.children(new[0]).next().unwrap();
        assert_eq!(tree[word].detail, Detail::Word(7..9));
        assert_eq!(tree.walk(root).count(), 10);
    }

    #[test]
    fn a_node_is_put_between_others_or_behind_them() {
        let mut tree = Tree::new(Rect::EMPTY);
        let root = tree.root();
        for (index, name) in [(0, "c"), (0, "a"), (1, "b"), (9, "d")] {
            let id = tree.add(node(name));
            tree.insert(root, index, id);
        }
        assert_eq!(names(&tree, root), ["a", "b", "c", "d"]);
        let ids: Vec<_> = tree.children(root).collect();
        assert_eq!(tree.next(ids[0]), Some(ids[1]));
        assert_eq!(tree.previous(ids[3]), Some(ids[2]));
        tree.detach(ids[1]);
        tree.insert(ids[2], 0, ids[1]);
        assert_eq!(names(&tree, root), ["a", "c", "d"]);
        assert_eq!(names(&tree, ids[2]), ["b"]);
    }

    #[test]
    fn a_walk_enters_and_leaves_every_node_once() {
        let mut tree = Tree::new(Rect::EMPTY);
        let root = tree.root();
        let a = tree.add_child(root, node("a"));
        let b = tree.add_child(a, node("b"));
        let c = tree.add_child(root, node("c"));
        use Step::{Enter, Leave};
        let steps: Vec<_> = tree.walk(root).collect();
        assert_eq!(
            steps,
            [
                Enter(root),
                Enter(a),
                Enter(b),
                Leave(b),
                Leave(a),
                Enter(c),
                Leave(c),
                Leave(root)
            ]
        );
        let below: Vec<_> = tree.walk(a).collect();
        assert_eq!(below, [Enter(a), Enter(b), Leave(b), Leave(a)]);
        let mut walk = tree.walk(root);
        assert_eq!(
            (walk.next(), walk.next()),
            (Some(Enter(root)), Some(Enter(a)))
        );
        walk.skip_children(a);
        assert_eq!(walk.next(), Some(Enter(c)));
    }
}
