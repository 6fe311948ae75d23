//! Finds headings in documents without heading tags and outline: tagged paragraphs that the page analysis
//! identifies as headings. They become nodes of the analysis, so that later steps compare their levels over
//! pages.

use super::tagged_words::tagged_words;
use crate::layout::{self, LayoutParams, heuristics};
use crate::page::{NodeId, NodeKind, Own, Page, Tree, only_groups};

/// Height of the area for running feet, as a share of the page height.
const FOOT: f32 = 1.0 / 7.0;

/// Finds the headings of a page among its tagged paragraphs.
pub(super) fn find(page: &mut Page, params: &LayoutParams) {
    let nodes = page.tree.below(page.tree.root());
    let candidates: Vec<NodeId> = nodes.filter(|id| can_be_heading(&page.tree, *id)).collect();
    if candidates.is_empty() {
        return;
    }
    let words = tagged_words(page);
    let bottom = words.iter().flatten().map(|&word| page.tree[word].bbox.y1);
    let bottom = bottom.fold(0.0, f32::max);
    let glyphs = (0u32..)
        .zip(words)
        .filter_map(|(glyph, word)| word.and(Some(glyph)));
    let found = layout::analyse_glyphs(&page.content, glyphs, params);
    let mut levels: Vec<Option<&str>> = vec![None; page.content.glyphs.len()];
    for id in found.tree.below(found.tree.root()) {
        if let Some(level) = found.tree[id].own(Own::Level) {
            for glyph in glyphs_below(&found.tree, &found.order, id) {
                if let Some(slot) = levels.get_mut(glyph as usize) {
                    *slot = Some(level);
                }
            }
        }
    }
    for id in candidates {
        let level = |glyph: u32| levels.get(glyph as usize).copied().flatten();
        let mut own = glyphs_below(&page.tree, &page.order, id).map(level);
        let Some(Some(first)) = own.next() else {
            continue;
        };
        let whole = own.all(|level| level == Some(first));
        drop(own);
        if whole && !is_foot(page, id, bottom) {
            page.tree[id].kind = NodeKind::TEXTBOX;
            page.tree[id].add_attribute(Own::Level, first);
            let bbox = page.tree[id].bbox;
            let why = found.findings.iter().filter(|finding| {
                finding.by == heuristics::HEADINGS.name && finding.bbox.touches(bbox)
            });
            page.findings.extend(why.cloned());
        }
    }
}

/// Whether a node is at the foot of the page and contains its last line of text. A heading there would have
/// its text on the next page. `bottom` is the lower edge of the text.
fn is_foot(page: &Page, id: NodeId, bottom: f32) -> bool {
    let bbox = page.tree[id].bbox;
    let lines = page
        .tree
        .children(id)
        .filter(|&id| page.tree[id].bbox.y1 >= bottom);
    lines.count() > 0 && bbox.y0 > page.content.height * (1.0 - FOOT)
}

/// Whether a node may be a heading: a paragraph inside grouping elements only, without another role.
fn can_be_heading(tree: &Tree, id: NodeId) -> bool {
    let node = &tree[id];
    let is_group = |id: NodeId| tree.parent(id).is_none() || only_groups(tree[id].kind.as_str());
    matches!(node.kind.as_str(), "P" | "par")
        && node.own(Own::Role).is_none()
        && node.own(Own::Holds) != Some("blocks")
        && tree.around(id).all(is_group)
}

/// The glyphs of the words below a node.
fn glyphs_below<'a>(
    tree: &'a Tree,
    order: &'a [u32],
    id: NodeId,
) -> impl Iterator<Item = u32> + 'a {
    let words = tree.words(id);
    let glyphs = words.filter_map(|(_, own)| order.get(own.start as usize..own.end as usize));
    glyphs.flatten().copied()
}
