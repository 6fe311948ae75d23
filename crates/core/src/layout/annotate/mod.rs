//! Marks the roles of text: headings, captions and notes, line numbers, axis labels, list labels, running
//! heads and page numbers.
//!
//! Each is a separate heuristic. Only [`running_heads`] and the levels of [`headings`] use other pages.

pub(crate) mod axis_labels;
pub(crate) mod charts;
pub(crate) mod drawn_bullets;
pub(crate) mod headings;
pub(crate) mod line_numbers;
pub(crate) mod list_labels;
pub(crate) mod notes;
pub mod running_heads;

use super::heuristics::{HEADING_SIZES, HEADINGS, Heuristic, RUNNING_HEADS};
use crate::page::Page;
use running_heads::PagesAround;

/// Applies the heuristics that need the neighbouring pages to an analysed page, except those in `without`.
pub fn settle(page: &mut Page, around: &PagesAround<'_>, without: &[Heuristic]) {
    if !without.contains(&RUNNING_HEADS) {
        running_heads::mark(page, around);
    }
    if ![HEADINGS, HEADING_SIZES]
        .iter()
        .any(|own| without.contains(own))
    {
        headings::settle(page, around);
    }
}
