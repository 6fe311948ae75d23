//! Analyses text directly in a `Sect`, `Part` or `Div`. Such elements define only the overall order; the
//! order of their lines, and the paragraphs, come from page analysis. Inline elements, mainly links, are
//! kept.

use std::collections::HashMap;

use crate::geometry::Rect;
use crate::layout::{self, LayoutParams};
use crate::page::{Detail, Node, NodeId, NodeKind, Own, Page, Tree};
use crate::structure::OpenRegion;

/// Analyses a region and replaces it by the result. Returns `false` if the region is a single paragraph.
pub(super) fn analyse(page: &mut Page, region: &OpenRegion, params: &LayoutParams) -> bool {
    let glyphs = region.glyphs.iter().copied();
    let found = layout::analyse_glyphs(&page.content, glyphs, params);
    let Some(&first) = region.nodes.first() else {
        return false;
    };
    if is_one_paragraph(&found.tree) {
        return false;
    }
    let inline = inline_parents(page, &region.nodes);
    let lang = page.tree[first].own(Own::Lang).map(str::to_owned);
    let offset = page.order.len() as u32;
    page.order.extend(found.order);
    page.findings.extend(found.findings);
    let root = page.tree.root();
    for id in page.tree.graft(root, found.tree, offset) {
        page.tree.detach(id);
        page.tree.insert_before(first, id);
        if let Some(lang) = &lang {
            page.tree[id].add_attribute(Own::Lang, lang.as_str());
        }
        if !inline.is_empty() {
            put_inline(page, id, &inline);
        }
    }
    for &node in &region.nodes {
        page.tree.detach(node);
    }
    true
}

fn is_one_paragraph(tree: &Tree) -> bool {
    let kinds = tree.below(tree.root()).map(|id| &tree[id].kind);
    let boxes = kinds.filter(|kind| **kind == NodeKind::TEXTBOX || kind.as_str() == "Table");
    boxes.take(2).count() < 2
}

/// For each glyph in an inline element, the innermost one.
fn inline_parents(page: &Page, nodes: &[NodeId]) -> HashMap<u32, NodeId> {
    let mut parents = HashMap::new();
    for (id, glyphs) in nodes.iter().flat_map(|&node| page.tree.words(node)) {
        if let Some(parent) = page.tree.parent(id)
            && page.tree[parent].kind != NodeKind::TEXTLINE
        {
            let glyphs = page.glyphs_in(glyphs).iter();
            parents.extend(glyphs.map(|&glyph| (glyph, parent)));
        }
    }
    parents
}

/// Wraps the words below a node in copies of their inline elements.
fn put_inline(page: &mut Page, top: NodeId, inline: &HashMap<u32, NodeId>) {
    let is_line = |id: &NodeId| page.tree[*id].kind == NodeKind::TEXTLINE;
    let lines: Vec<NodeId> = page.tree.below(top).filter(is_line).collect();
    for line in lines {
        let words: Vec<NodeId> = page.tree.children(line).collect();
        // The open copies around the last word, the innermost last, each with its original.
        let mut open: Vec<(NodeId, NodeId)> = Vec::new();
        for word in words {
            let path = path_to(page, word, inline);
            let same = open.iter().zip(&path);
            let same = same.take_while(|((a, _), b)| a == *b).count();
            open.truncate(same);
            for &part in path.get(same..).unwrap_or_default() {
                let around = open.last().map_or(line, |&(_, copy)| copy);
                let copy = copy_of(&mut page.tree, part);
                open.push((part, page.tree.add_child(around, copy)));
            }
            let bbox = page.tree[word].bbox;
            for &(_, copy) in &open {
                let around = &mut page.tree[copy].bbox;
                *around = around.union(bbox);
            }
            let around = open.last().map_or(line, |&(_, copy)| copy);
            page.tree.detach(word);
            page.tree.append(around, word);
        }
    }
}

/// The inline elements that contained a word according to the tags, outermost first.
fn path_to(page: &Page, word: NodeId, inline: &HashMap<u32, NodeId>) -> Vec<NodeId> {
    let first = page.glyphs_of(word).first();
    let innermost = first.and_then(|glyph| inline.get(glyph)).copied();
    let up = std::iter::successors(innermost, |&id| page.tree.parent(id));
    let mut path: Vec<NodeId> = up
        .take_while(|&id| page.tree[id].kind != NodeKind::TEXTLINE)
        .collect();
    path.reverse();
    path
}

/// Copies an inline element. A link target belongs to the first copy only.
fn copy_of(tree: &mut Tree, part: NodeId) -> Node {
    let from = &mut tree[part];
    let mut copy = Node::new(from.kind.clone(), Rect::EMPTY, Detail::None);
    copy.attributes = from.attributes.clone();
    copy.element = from.element;
    let anchor = Own::Anchor.into();
    from.attributes.retain(|attribute| attribute.name != anchor);
    copy
}
