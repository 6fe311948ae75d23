//! The parameters of the geometric road.

use std::sync::Arc;

use super::heuristics::Heuristic;
use crate::line::{LineParams, Segmenter};

/// The method of analysing a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// Finds gutters and white space, and uses the drawing order (`layout()`).
    #[default]
    Regions,
    /// Groups lines as pdfminer does.
    Pdfminer,
}

/// The parameters of the geometric road.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LayoutParams {
    /// The method of grouping glyphs.
    pub method: Method,
    /// Parameters of grouping glyphs into lines and words. [`Method::Regions`] uses
    /// [`LineParams::word_margin`] only.
    pub line: LineParams,
    /// Parameters of [`Method::Pdfminer`], and of lines that are divided into columns.
    pub group: GroupParams,
    /// Whether the tree contains groups of text boxes. The order of the boxes does not depend on it.
    pub groups: bool,
    /// Heuristics that [`Method::Regions`] leaves out.
    pub without: Vec<Heuristic>,
    /// Whether the findings contain the reasons for beginnings of paragraphs, one for each row of text.
    pub reasons: bool,
    /// Splits text into words by the rules of a language. If `None`, words are split at white space and gaps.
    pub segmenter: Option<Arc<Segmenter>>,
}

impl Default for LayoutParams {
    fn default() -> Self {
        Self {
            method: Method::default(),
            line: LineParams::default(),
            group: GroupParams::default(),
            groups: true,
            without: Vec::new(),
            reasons: false,
            segmenter: None,
        }
    }
}

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
