//! The paragraphs of a text, as ranges of its lines.

use std::ops::Range;

/// The lines of one paragraph.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ParagraphLines {
    pub lines: Range<usize>,
    /// The depth of an item of a list, from 1.
    pub item: Option<u8>,
    /// Whether its printed lines have a meaning, as those of verse have.
    pub verse: bool,
}

impl ParagraphLines {
    pub(crate) fn of(lines: Range<usize>) -> Self {
        Self {
            lines,
            item: None,
            verse: false,
        }
    }
}
