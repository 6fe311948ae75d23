//! Kinds of paragraphs, for formats that name them: derived from the paragraph's node and its ancestors.

use super::block::Paragraph;
use crate::page::{NodeId, Own, Page};

/// The kind of a paragraph, independent of its block's role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ParagraphKind<'p> {
    Text,
    /// Heading with its level.
    Heading(u32),
    Title,
    Caption,
    Footnote,
    Sidenote,
    Quotation,
    Contents,
    Formula,
    /// An entry of a dictionary, as marked by a module.
    Entry,
    /// A role without a variant of its own.
    Other(&'p str),
}

impl Paragraph<'_> {
    pub(crate) fn kind<'p>(&self, page: &'p Page) -> ParagraphKind<'p> {
        if let Some(level) = self.heading {
            return ParagraphKind::Heading(level);
        }
        let node = |id: NodeId| &page.tree[id];
        let mut nodes = self.with_around(page);
        let mut is_entry = false;
        // Only files of recognised text set a type here; for tagged elements it repeats the kind.
        let own = Some(node(self.node)).filter(|n| n.element.is_none());
        let named = own.and_then(|n| n.own(Own::Type));
        let role = nodes.find_map(|id| {
            is_entry |= node(id).kind.as_str() == "entry";
            node(id).own(Own::Role)
        });
        match role {
            Some("title") => ParagraphKind::Title,
            Some("caption") => ParagraphKind::Caption,
            Some("footnote") => ParagraphKind::Footnote,
            Some("sidenote") => ParagraphKind::Sidenote,
            Some("blockquote") => ParagraphKind::Quotation,
            Some("toc") => ParagraphKind::Contents,
            Some("formula") => ParagraphKind::Formula,
            None if is_entry => ParagraphKind::Entry,
            None => named.map_or(ParagraphKind::Text, ParagraphKind::Other),
            Some(other) => ParagraphKind::Other(other),
        }
    }

    /// The paragraph's node and its ancestors, innermost first.
    fn with_around<'p>(&self, page: &'p Page) -> impl Iterator<Item = NodeId> + use<'p> {
        page.tree.with_around(self.node)
    }

    /// The lists and list items around the paragraph, within its cell if it has one; outermost first.
    pub(crate) fn lists(&self, page: &Page) -> Vec<NodeId> {
        let kind = |id: &NodeId| page.tree[*id].kind.as_str();
        let inside = self
            .with_around(page)
            .take_while(|id| !matches!(kind(id), "TD" | "TH"));
        let mut lists: Vec<NodeId> = inside.filter(|id| matches!(kind(id), "L" | "LI")).collect();
        lists.reverse();
        lists
    }

    /// The node of the cell that contains the paragraph.
    pub(crate) fn cell_node(&self, page: &Page) -> Option<NodeId> {
        let is_cell = |id: &NodeId| matches!(page.tree[*id].kind.as_str(), "TD" | "TH");
        self.with_around(page).find(is_cell)
    }
}
