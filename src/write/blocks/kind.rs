//! Kinds of paragraphs, for formats that name them: derived from the paragraph's node and its ancestors.

use super::{Line, Paragraph, Place};
use crate::page::{NodeId, Own, Page};
use crate::write::line::Baseline;
use crate::write::pixels::Scale;

/// The kind of a paragraph, independent of its block's role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::write) enum ParagraphKind<'p> {
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
    pub(in crate::write) fn kind<'p>(&self, page: &'p Page) -> ParagraphKind<'p> {
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
        std::iter::once(self.node).chain(page.tree.around(self.node))
    }

    /// The lists and list items around the paragraph, within its cell if it has one; outermost first.
    pub(in crate::write) fn lists(&self, page: &Page) -> Vec<NodeId> {
        let kind = |id: &NodeId| page.tree[*id].kind.as_str();
        let inside = self
            .with_around(page)
            .take_while(|id| !matches!(kind(id), "TD" | "TH"));
        let mut lists: Vec<NodeId> = inside.filter(|id| matches!(kind(id), "L" | "LI")).collect();
        lists.reverse();
        lists
    }

    /// The node of the cell that contains the paragraph.
    pub(in crate::write) fn cell_node(&self, page: &Page) -> Option<NodeId> {
        let is_cell = |id: &NodeId| matches!(page.tree[*id].kind.as_str(), "TD" | "TH");
        self.with_around(page).find(is_cell)
    }

    /// Splits the lines of the paragraph at changes of direction: formats allow one direction for each region
    /// or block. A paragraph without lines is one run.
    pub(in crate::write) fn runs(&self, scale: Scale) -> Vec<LineRun<'_>> {
        if self.lines.is_empty() {
            return vec![LineRun {
                direction: Direction::LEVEL,
                place: self.place,
                first: 0,
                lines: &[],
            }];
        }
        let same =
            |a: &Line<'_>, b: &Line<'_>| Direction::of(a, scale).is_like(Direction::of(b, scale));
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

/// Consecutive lines of a paragraph with the same direction.
#[derive(Clone, Debug)]
pub(in crate::write) struct LineRun<'a> {
    pub direction: Direction,
    pub place: Place,
    /// Index of the first line in its paragraph.
    pub first: usize,
    pub lines: &'a [Line<'a>],
}

/// The direction of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::write) struct Direction {
    /// Degrees counter-clockwise, from 0 up to 360.
    pub rotation: f64,
    pub vertical: bool,
    pub rtl: bool,
}

impl Direction {
    const LEVEL: Self = Self {
        rotation: 0.0,
        vertical: false,
        rtl: false,
    };

    /// Whether both directions count as the same: pixel rounding turns baselines by less than a degree.
    fn is_like(self, other: Self) -> bool {
        let turn = (self.rotation - other.rotation).rem_euclid(360.0);
        turn.min(360.0 - turn) < 1.0 && self.vertical == other.vertical && self.rtl == other.rtl
    }

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
