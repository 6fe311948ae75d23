//! What a paragraph is, for formats that have names for it: by its node, and by the nodes around.

use super::{Line, Paragraph, Place};
use crate::model::{NodeId, Own, Page};
use crate::write::line::Baseline;
use crate::write::pixels::Scale;

/// What a paragraph is, besides what its block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::write) enum ParagraphKind<'p> {
    Text,
    /// With its level.
    Heading(u32),
    Title,
    Caption,
    Footnote,
    Sidenote,
    Quotation,
    Contents,
    Formula,
    /// An entry of a dictionary, as modules mark it.
    Entry,
    /// A role that none of ours has the name of.
    Other(&'p str),
}

/// The item of a list that a paragraph is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::write) struct ListItem {
    /// The outermost list.
    pub list: NodeId,
    /// The innermost item.
    pub item: NodeId,
}

impl Paragraph<'_> {
    pub(in crate::write) fn kind<'p>(&self, page: &'p Page) -> ParagraphKind<'p> {
        if let Some(level) = self.heading {
            return ParagraphKind::Heading(level);
        }
        let node = |id: NodeId| &page.tree[id];
        let mut nodes = self.with_around(page);
        let mut is_entry = false;
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
            None => ParagraphKind::Text,
            Some(other) => ParagraphKind::Other(other),
        }
    }

    /// Its node, and those around, the innermost first.
    fn with_around<'p>(&self, page: &'p Page) -> impl Iterator<Item = NodeId> + use<'p> {
        std::iter::once(self.node).chain(page.tree.around(self.node))
    }

    /// The item that it is in.
    pub(in crate::write) fn list_item(&self, page: &Page) -> Option<ListItem> {
        let (mut list, mut item) = (None, None);
        for id in self.with_around(page) {
            match page.tree[id].kind.as_str() {
                "LI" => item = item.or(Some(id)),
                "L" => list = Some(id),
                _ => {}
            }
        }
        Some(ListItem {
            list: list?,
            item: item?,
        })
    }

    /// The cell that it is in, in the tree.
    pub(in crate::write) fn cell_node(&self, page: &Page) -> Option<NodeId> {
        let is_cell = |id: &NodeId| matches!(page.tree[*id].kind.as_str(), "TD" | "TH");
        self.with_around(page).find(is_cell)
    }

    /// Its lines, divided where they begin to run another way: formats have one direction for
    /// what they call a region or a block.
    pub(in crate::write) fn runs(&self, scale: Scale) -> Vec<LineRun<'_>> {
        let same = |a: &Line<'_>, b: &Line<'_>| Direction::of(a, scale) == Direction::of(b, scale);
        let whole = self.lines.len();
        let mut first = 0;
        let runs = self.lines.chunk_by(same).filter_map(|lines| {
            let around = lines.iter().map(|l| l.place).reduce(Place::union)?;
            let run = LineRun {
                direction: Direction::of(lines.first()?, scale),
                place: if lines.len() == whole {
                    self.place
                } else {
                    around
                },
                first,
                lines,
            };
            first += lines.len();
            Some(run)
        });
        runs.collect()
    }
}

/// Lines of a paragraph that run the same way.
#[derive(Clone, Debug)]
pub(in crate::write) struct LineRun<'a> {
    pub direction: Direction,
    pub place: Place,
    /// The number of the first line in its paragraph.
    pub first: usize,
    pub lines: &'a [Line<'a>],
}

/// Which way a line runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::write) struct Direction {
    /// Degrees, counter-clockwise, from 0 up to 360.
    pub rotation: f64,
    pub vertical: bool,
    pub rtl: bool,
}

impl Direction {
    fn of(line: &Line<'_>, scale: Scale) -> Self {
        let baseline = |geometry| Baseline::of(geometry, line.place.pixels, scale);
        Self {
            rotation: line
                .geometry
                .and_then(baseline)
                .map_or(0.0, |b| b.textangle),
            vertical: line.geometry.is_some_and(|g| g.vertical),
            rtl: line.rtl,
        }
    }
}
