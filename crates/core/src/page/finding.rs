//! Decisions of the page analysis and their evidence, for people.

use crate::geometry::Rect;

/// A decision of the analysis about a place on the page.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The kind of decision.
    pub kind: FindingKind,
    /// The place in page space, in points.
    pub bbox: Rect,
    /// The evidence, in a few words.
    pub why: String,
    /// The name of the heuristic that decided.
    pub by: &'static str,
}

/// The kind of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FindingKind {
    /// White space that separates columns.
    Gutter,
    /// A table: cells in rows and columns.
    Table,
    /// A block with a role, such as a heading, a note or a running head.
    Block,
    /// A row of text that begins a paragraph or does not ([`LayoutParams::reasons`]).
    ///
    /// [`LayoutParams::reasons`]: crate::layout::LayoutParams::reasons
    Row,
    /// A property of the whole page, such as its rotation or its writing direction.
    Page,
}
