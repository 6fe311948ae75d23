//! Groups content as pdfminer does: lines to text boxes, and boxes to nested groups, by distances alone.
//!
//! 1. [`line`](crate::line) groups glyphs into lines, and splits these into words.
//! 2. [`boxes`] groups lines into text boxes.
//! 3. [`groups`] joins boxes into nested groups, the closest two first.
//! 4. [`reading_order`] orders each group and builds the tree.
//!
//! The method and its parameters are those of pdfminer (`layout.py`). On upright text the lines, boxes and
//! groups are the same, except for faults of pdfminer, which [`line`](crate::line), [`boxes`] and
//! [`reading_order`] name where they correct them. One difference is general: pdfminer keeps the glyphs of
//! each form XObject apart, and analyses them only if asked (`all_texts`). Here the glyphs of a page are one
//! sequence, however the file stores them.

pub(crate) mod boxes;
pub(crate) mod groups;
mod plane;
pub(crate) mod reading_order;

use super::tree::Builder;
use crate::line::{Frames, TextLine};
use crate::page::Tree;

pub use super::params::GroupParams;

/// Groups lines into boxes and groups, and builds the tree `page > textgroup (nested) > textbox > textline >
/// word`. Lines without area are in separate boxes at the end.
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
