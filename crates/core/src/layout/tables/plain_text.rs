//! A text in which no tables were found, so that it is not searched again.

use super::evidence::Evidence;
use crate::geometry::Rect;
use crate::layout::regions::rows::RowLine;

/// The candidates for tables that were rejected.
pub(crate) type Rejected = Vec<(Rect, Evidence)>;

/// A text without tables, as it was before anything was taken out of it.
#[derive(Clone, Debug)]
pub(crate) struct PlainText {
    pub(crate) lines: Vec<RowLine>,
    /// The candidates among its lines that were rejected.
    pub(crate) refused: Rejected,
    /// Its pieces, in drawing order.
    pub(crate) pieces: Vec<u32>,
}

impl PlainText {
    /// Whether it is the text of these pieces, in drawing order.
    pub(crate) fn is_of(&self, pieces: &[u32]) -> bool {
        self.pieces == pieces
    }
}
