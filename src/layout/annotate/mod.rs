//! Marks the roles of text: headings, captions and notes, line numbers, axis labels, list labels, running
//! heads and page numbers.
//!
//! Each is a separate heuristic. Only [`running_heads`] and the levels of [`headings`] use other pages.

pub(crate) mod axis_labels;
pub(crate) mod headings;
pub(crate) mod line_numbers;
pub(crate) mod list_labels;
pub(crate) mod notes;
pub(crate) mod running_heads;
