//! The grouping of pdfminer: lines to text boxes, and boxes to nested groups, by distances alone.
//!
//! 1. Glyphs to lines, and words inside them: [`line`](crate::line).
//! 2. Lines to text boxes: [`boxes`].
//! 3. Boxes to nested groups, the two closest first: [`groups`].
//! 4. Each group is put into reading order, and the tree is built: [`reading_order`].
//!
//! The method and its parameters are pdfminer's (`layout.py`); on upright text the lines, boxes and
//! groups are the same, faults aside. Those are named where they are put right: in
//! [`line`](crate::line), [`boxes`] and [`reading_order`]. One concerns the whole: pdfminer keeps the
//! glyphs of each form XObject apart and does not analyse them unless asked (`all_texts`); here a
//! page's glyphs are one sequence, however the file stores them.

pub(crate) mod boxes;
pub(crate) mod groups;
mod plane;
pub(crate) mod reading_order;

use super::tree::Builder;
use crate::line::{Frames, TextLine};
use crate::model::Tree;

/// What the grouping depends on.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct GroupParams {
    /// Lines to boxes: how far lines of one box may be apart, and how much their heights, starts,
    /// ends or middles may differ; as a share of the line's height (`boxes::group_lines`).
    pub line_margin: f32,
    /// What the order of two boxes depends on: from -1, only on which starts further left, to 1,
    /// only on which is higher (both along the text's own direction). `None`: no groups are
    /// made, and boxes are read from top to bottom by their lower edges; pdfminer's `disabled`.
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

/// Lines to boxes, groups and the tree `page > textgroup (nested) > textbox > textline > word`.
/// Lines that cover no area are in boxes of their own after all others.
pub(super) fn group(
    builder: Builder<'_>,
    frames: &Frames,
    lines: &[TextLine],
    groups: bool,
    params: &GroupParams,
) -> (Tree, Vec<u32>) {
    let boxes = boxes::group_lines(lines, frames, params.line_margin);
    let reading = match params.boxes_flow {
        Some(flow) => reading_order::by_groups(&boxes, lines, frames, flow),
        None => reading_order::top_to_bottom(&boxes, frames),
    };
    reading_order::build(builder, lines, &boxes, &reading, groups)
}

#[cfg(test)]
mod tests;
