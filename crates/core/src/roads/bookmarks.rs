//! Marks headings that only the outline identifies: paragraphs with the same text as a bookmark to their page
//! that have no heading tag.

use crate::page::{Detail, NodeId, NodeKind, Own, Page};
use crate::structure::{Bookmark, Title};

/// Maximum lines of a heading.
const MAX_LINES: usize = 4;

/// Maximum distance of a heading above the target of its bookmark, in points. Bookmarks often point to the
/// line below the heading, or to its middle.
const ABOVE: f32 = 40.0;

/// Node kinds of headings, by level.
const HEADINGS: [&str; 6] = ["H1", "H2", "H3", "H4", "H5", "H6"];

/// Marks paragraphs with the text of bookmarks to the page as headings. Each bookmark marks the first such
/// paragraph below its target.
pub(super) fn mark(page: &mut Page, bookmarks: &[Bookmark]) {
    if bookmarks.is_empty() {
        return;
    }
    let mut paragraphs: Vec<(NodeId, Title)> = Vec::new();
    for id in page.tree.below(page.tree.root()) {
        if can_be_heading(page, id) {
            let title = Title::new(&page.text_below(id));
            if bookmarks.iter().any(|b| b.title.is_same(&title)) {
                paragraphs.push((id, title));
            }
        }
    }
    for bookmark in bookmarks {
        let found = paragraphs.iter().position(|(id, title)| {
            let line = page.tree.children(*id).next();
            let y = line.map_or(0.0, |line| page.tree[line].bbox.y0);
            bookmark.title.is_same(title) && bookmark.top.is_none_or(|top| y >= top - ABOVE)
        });
        let Some(found) = found else { continue };
        let (id, _) = paragraphs.remove(found);
        // A tagged heading keeps its level.
        let level = bookmark.level.min(HEADINGS.len());
        let node = &mut page.tree[id];
        let is_guess = node.kind == NodeKind::TEXTBOX;
        if let Some(kind) = HEADINGS.get(level - 1)
            && (is_guess || node.own(Own::Level).is_none())
        {
            node.kind = NodeKind::known(kind);
            node.attributes.retain(|a| a.name != Own::Level.into());
            node.add_attribute(Own::Level, level.to_string());
        }
    }
}

/// Whether a node is or may be a heading: a short paragraph outside notes, tables and artifacts.
fn can_be_heading(page: &Page, id: NodeId) -> bool {
    let tree = &page.tree;
    let node = &tree[id];
    let paragraph = matches!(node.kind.as_str(), "P" | "par")
        || node.kind == NodeKind::TEXTBOX
        || node.own(Own::Level).is_some();
    let is_line = |id: NodeId| matches!(tree[id].detail, Detail::Line(_));
    let lines = tree.children(id).filter(|&id| is_line(id)).count();
    if !paragraph || node.own(Own::Role).is_some() || !(1..=MAX_LINES).contains(&lines) {
        return false;
    }
    tree.with_around(id).all(|id| {
        let kind = tree[id].kind.as_str();
        !matches!(
            kind,
            "Table" | "Note" | "FENote" | "Caption" | "TOC" | "Artifact"
        )
    })
}
