//! What the analysis saw on a page besides nodes, and why it took it for that: for people.

use crate::geometry::Rect;

/// A place of the page that the analysis decided about.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    pub kind: FindingKind,
    /// In page space, in points.
    pub bbox: Rect,
    /// The evidence, in a few words.
    pub why: String,
}

/// What was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FindingKind {
    /// White that parts columns.
    Gutter,
    /// Cells in rows and columns.
    Table,
}
