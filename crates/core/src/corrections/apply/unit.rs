//! The units of a page's tree: lines, paragraphs and blocks, in trees of the page analysis, of tags and of
//! recognised text.
//!
//! ```text
//! page > textgroup[block] > textbox > textline > word      page analysis, recognised text
//! page > Table > TR > TD > textbox > textline > word
//! page > Sect > L > LI > LBody > P > textline > Link > word       tags
//! ```

use std::collections::HashSet;

use super::super::entry::Level;
use super::super::words::words_below;
use crate::geometry::Rect;
use crate::page::{
    Detail, LineGeometry, Node, NodeId, NodeKind, Own, Page, StructureLevel, Tree, standard_type,
};

/// The unit of a level around a node; `None` if the node is in none, as a line that is directly in a cell.
pub(super) fn unit_of(tree: &Tree, level: Level, node: NodeId) -> Option<NodeId> {
    let mut around = tree.with_around(node);
    match level {
        Level::Word => Some(node),
        Level::Line => around.find(|&id| matches!(tree[id].detail, Detail::Line(_))),
        Level::Paragraph => {
            let line = unit_of(tree, Level::Line, node).unwrap_or(node);
            let mut around = tree.around(line).filter(|&id| !is_inline(&tree[id]));
            around.next().filter(|&id| !holds_blocks(tree, id))
        }
        Level::Block => around.find(|&id| is_block(&tree[id])),
    }
}

/// Makes paragraphs that have others in them groups of these. Recognised text may have them, and formats only show the
/// outer ones.
pub(super) fn open_paragraphs(tree: &mut Tree) {
    let is_paragraph = |id: NodeId| tree[id].kind == NodeKind::TEXTBOX;
    let inner = tree.below(tree.root()).filter(|&id| is_paragraph(id));
    let outer = inner.flat_map(|id| tree.around(id).filter(|&id| is_paragraph(id)));
    for id in outer.collect::<HashSet<NodeId>>() {
        tree[id].kind = NodeKind::TEXTGROUP;
    }
}

fn is_inline(node: &Node) -> bool {
    standard_type(node.kind.as_str()).is_some_and(|known| known.level == StructureLevel::Inline)
}

/// Whether lines directly in a node form paragraphs without a node of their own.
fn holds_blocks(tree: &Tree, id: NodeId) -> bool {
    let kind = tree[id].kind.as_str();
    id == tree.root()
        || matches!(kind, "textgroup" | "column" | "Artifact")
        || is_fixed(kind)
        || standard_type(kind).is_some_and(|known| {
            known.level == StructureLevel::Grouping && !matches!(kind, "Note" | "FENote" | "TOCI")
        })
}

fn is_block(node: &Node) -> bool {
    match node.kind.as_str() {
        "textgroup" => node.own(Own::Block).is_some(),
        "column" | "Div" | "Aside" | "BlockQuote" | "Index" | "TOC" | "L" | "Table" => true,
        _ => false,
    }
}

/// Whether a node has its place in a table or list, and stays there without content.
pub(super) fn is_fixed(kind: &str) -> bool {
    matches!(
        kind,
        "Table" | "THead" | "TBody" | "TFoot" | "TR" | "TD" | "TH" | "LI" | "LBody"
    )
}

/// Whether all words below a node are in a set.
pub(super) fn is_within(page: &Page, node: NodeId, words: &HashSet<NodeId>) -> bool {
    words_below(page, node).all(|word| words.contains(&word))
}

/// Whether the words below a node are these, in any order.
pub(super) fn has_words(page: &Page, node: NodeId, words: &[NodeId]) -> bool {
    let own: HashSet<NodeId> = words_below(page, node).collect();
    own.len() == words.len() && words.iter().all(|word| own.contains(word))
}

/// Creates a node like another one, without its children and its identity.
pub(super) fn shell(tree: &Tree, of: NodeId) -> Node {
    let node = &tree[of];
    let mut new = Node::new(node.kind.clone(), Rect::EMPTY, node.detail.clone());
    new.attributes.clone_from(&node.attributes);
    unset(&mut new, &SHAPE);
    new
}

/// The attributes that identify a node or describe its outline.
pub(super) const SHAPE: [Own; 7] = [
    Own::Id,
    Own::Anchor,
    Own::Group,
    Own::Title,
    Own::Points,
    Own::Baseline,
    Own::Given,
];

/// Marks a word as separated from the word before it.
pub(super) fn set_apart(word: &mut Node) {
    unset(word, &[Own::Apart]);
    word.add_attribute(Own::Apart, "true");
}

/// Removes attributes of the program.
pub(super) fn unset(node: &mut Node, names: &[Own]) {
    node.attributes
        .retain(|own| !names.iter().any(|&name| own.name == name.into()));
}

/// Adds a node for a unit of words that are in none.
pub(super) fn new_unit(page: &mut Page, level: Level, first: NodeId) -> NodeId {
    let node = match level {
        Level::Word | Level::Line => {
            let line = line_of(page, first).map_or(Detail::None, Detail::Line);
            Node::new(NodeKind::TEXTLINE, Rect::EMPTY, line)
        }
        Level::Paragraph => Node::new(NodeKind::TEXTBOX, Rect::EMPTY, Detail::None),
        Level::Block => {
            let mut node = Node::new(NodeKind::TEXTGROUP, Rect::EMPTY, Detail::None);
            node.add_attribute(Own::Block, "true");
            node
        }
    };
    page.tree.add(node)
}

/// Takes a node out of its place, puts it into another one, and fits the boxes around the old place.
pub(super) fn relocate(tree: &mut Tree, node: NodeId, put: impl FnOnce(&mut Tree)) {
    let parent = tree.parent(node);
    tree.detach(node);
    put(tree);
    if let Some(parent) = parent {
        refit(tree, parent);
    }
}

/// Puts a node into a new one at its place.
pub(super) fn wrap(tree: &mut Tree, node: NodeId, around: NodeId) {
    tree.insert_before(node, around);
    tree.detach(node);
    tree.append(around, node);
    refit(tree, around);
}

/// The geometry of a line that begins with a word.
fn line_of(page: &Page, word: NodeId) -> Option<LineGeometry> {
    let Detail::Word(glyphs) = &page.tree[word].detail else {
        return None;
    };
    let glyph = page.glyphs(glyphs).next()?;
    let run = page.content.run_of(glyph);
    Some(LineGeometry {
        origin: glyph.origin,
        angle: run.angle(),
        size: run.size,
        vertical: run.vertical,
    })
}

/// Sets the boxes of a node and its ancestors from their content, and removes those that have none.
pub(super) fn refit(tree: &mut Tree, node: NodeId) {
    let mut next = Some(node).filter(|&node| node != tree.root());
    while let Some(id) = next {
        next = tree.parent(id).filter(|&parent| parent != tree.root());
        let is_word = matches!(tree[id].detail, Detail::Word(_) | Detail::Image(_));
        let kind = tree[id].kind.as_str();
        if is_word {
            continue;
        }
        if !tree.has_children(id) {
            if !matches!(kind, "TD" | "TH") {
                tree.detach(id);
            }
            continue;
        }
        let around: Rect = tree.children(id).map(|child| tree[child].bbox).collect();
        // Cells are larger than their text.
        let bbox = match is_fixed(kind) {
            true => around.union(tree[id].bbox),
            false => around,
        };
        let node = &mut tree[id];
        let before = std::mem::replace(&mut node.bbox, bbox);
        if before != bbox {
            unset(node, &[Own::Points, Own::Baseline, Own::Given]);
        }
        if let Detail::Line(line) = &mut node.detail
            && !line.vertical
            && line.angle.abs() < 45.0
        {
            let slope = line.angle.to_radians().tan();
            line.origin.y -= (bbox.x0 - line.origin.x) * slope;
            line.origin.x = bbox.x0;
        }
    }
}
