//! What the analysis saw on a page besides nodes, and why it took it for that: for people.

use crate::geometry::Rect;

/// A place of the page that the analysis decided about.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// What was found.
    pub kind: FindingKind,
    /// In page space, in points.
    pub bbox: Rect,
    /// The evidence, in a few words.
    pub why: String,
    /// The name of the heuristic that decided it.
    pub by: &'static str,
}

/// What was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FindingKind {
    /// White that separates columns.
    Gutter,
    /// Cells in rows and columns.
    Table,
    /// Text that is something to the rest: a heading, a note, a running head.
    Block,
    /// What holds for the whole page: it is turned upright, it is read from the right.
    Page,
}
