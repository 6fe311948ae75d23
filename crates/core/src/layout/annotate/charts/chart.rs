//! A chart whose labels were taken out of the text.

use crate::geometry::Rect;

/// The labels of one chart in the text of a frame.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Chart {
    /// Its pieces, in drawing order.
    pub pieces: Vec<u32>,
    /// The chart with its labels, in the frame.
    pub(super) rect: Rect,
    pub(super) why: String,
}
