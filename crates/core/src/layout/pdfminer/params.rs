//! The parameters of grouping lines as pdfminer does.

/// The parameters of grouping.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct GroupParams {
    /// Largest distance between lines of one box, and largest difference between their heights, starts, ends
    /// or centres; as a share of the line's height (`boxes::group_lines`).
    pub line_margin: f32,
    /// The weight of the positions in the order of two boxes: from -1, only horizontal, to 1, only vertical,
    /// both in the text's direction. If `None`, there are no groups, and boxes are ordered by their lower
    /// edges, as with pdfminer's `disabled`.
    pub boxes_flow: Option<f32>,
}

impl Default for GroupParams {
    /// The values of pdfminer.
    fn default() -> Self {
        Self {
            line_margin: 0.5,
            boxes_flow: Some(0.5),
        }
    }
}
