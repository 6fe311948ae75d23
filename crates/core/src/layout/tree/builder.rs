//! Builds the tree of a page from lines in reading order, and splits each line into words.

use crate::geometry::Rect;
use crate::line::{Frames, TextLine, Words, baseline, bbox_of, trim_lines};
use crate::page::{Content, Detail, Node, NodeId, NodeKind, Tree};

/// Number of glyphs of a word where words are short, to reserve memory.
const GLYPHS_PER_WORD: usize = 4;

/// Builds the tree of a page and the order of its glyphs, line by line in reading order.
#[derive(Debug)]
pub(crate) struct Builder<'a> {
    content: &'a Content,
    frames: &'a Frames,
    /// Glyphs (indices in the content); lines are ranges of it.
    glyphs: &'a [u32],
    lines: &'a [TextLine],
    words: Words<'a>,
    tree: Tree,
    order: Vec<u32>,
    /// The nodes of lines, in reading order.
    line_nodes: Vec<NodeId>,
}

impl<'a> Builder<'a> {
    pub(crate) fn new(
        content: &'a Content,
        frames: &'a Frames,
        glyphs: &'a [u32],
        lines: &'a [TextLine],
        words: Words<'a>,
    ) -> Self {
        let mut tree = Tree::new(Rect::new(0.0, 0.0, content.width, content.height));
        tree.reserve(lines.len() + glyphs.len() / GLYPHS_PER_WORD);
        Self {
            content,
            frames,
            glyphs,
            lines,
            words,
            tree,
            order: Vec::with_capacity(glyphs.len()),
            line_nodes: Vec::with_capacity(lines.len()),
        }
    }

    pub(crate) fn root(&self) -> NodeId {
        self.tree.root()
    }

    /// Adds a node as the last child of `parent`.
    pub(crate) fn node(&mut self, parent: NodeId, node: Node) -> NodeId {
        self.tree.add_child(parent, node)
    }

    /// The bounding box of the glyphs of some lines in page space, without white space.
    pub(crate) fn bbox(&self, lines: impl IntoIterator<Item = u32>) -> Rect {
        lines
            .into_iter()
            .filter_map(|line| self.lines.get(line as usize))
            .fold(Rect::EMPTY, |r, line| r.union(line.bbox))
    }

    /// Adds a text box with these lines.
    pub(crate) fn text_box(
        &mut self,
        parent: NodeId,
        lines: impl IntoIterator<Item = u32> + Clone,
    ) -> NodeId {
        let node = Node::new(NodeKind::TEXTBOX, self.bbox(lines.clone()), Detail::None);
        let id = self.tree.add_child(parent, node);
        for line in lines {
            self.text_line(id, line);
        }
        id
    }

    fn text_line(&mut self, parent: NodeId, number: u32) {
        let Some(line) = self.lines.get(number as usize) else {
            return;
        };
        let glyphs = self
            .glyphs
            .get(line.glyphs.start as usize..line.glyphs.end as usize)
            .unwrap_or_default();
        let frame = self.frames.get(line.frame);
        let detail = baseline(self.content, frame, glyphs).map_or(Detail::None, Detail::Line);
        let id = self
            .tree
            .add_child(parent, Node::new(NodeKind::TEXTLINE, line.bbox, detail));
        self.line_nodes.push(id);
        let start = self.order.len() as u32;
        self.order.extend_from_slice(glyphs);
        let next = self.lines.get(number as usize + 1);
        let next = next.filter(|next| next.frame == line.frame);
        let next = next.map(|next| next.cell);
        for word in self.words.of_line_before(frame, glyphs, next) {
            let own = glyphs
                .get(word.start as usize..word.end as usize)
                .unwrap_or_default();
            let detail = Detail::Word(start + word.start..start + word.end);
            let node = Node::new(NodeKind::WORD, bbox_of(self.content, own), detail);
            self.tree.add_child(id, node);
        }
    }

    /// Trims the boxes of lines that overlap the next line ([`trim_lines`]).
    pub(crate) fn trim_lines(&mut self) {
        trim_lines(&mut self.tree, &self.line_nodes, &self.order, self.content);
    }

    /// The node with this id, to add attributes to it.
    pub(crate) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.tree[id]
    }

    /// The tree, and the glyphs in its order.
    pub(crate) fn finish(self) -> (Tree, Vec<u32>) {
        (self.tree, self.order)
    }
}
