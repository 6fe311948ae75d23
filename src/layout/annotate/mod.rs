//! What the text of a page is, beyond its place: headings, captions and notes, the numbers of its
//! lines, the labels of axes and of lists' items, running heads and page numbers.
//!
//! Each is a heuristic of its own. All but running heads ([`running_heads`]) look at one page only.

pub mod axis_labels;
pub mod headings;
pub mod line_numbers;
pub mod list_labels;
pub mod notes;
pub mod running_heads;
