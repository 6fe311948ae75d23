//! What the text of a page is, beyond its place: headings, captions and notes, the numbers of its
//! lines, the labels of axes and of lists' items, running heads and page numbers.
//!
//! Each is a heuristic of its own. All but running heads ([`running_heads`]) look at one page only.

pub(crate) mod axis_labels;
pub(crate) mod headings;
pub(crate) mod line_numbers;
pub(crate) mod list_labels;
pub(crate) mod notes;
pub(crate) mod running_heads;
