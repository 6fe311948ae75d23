//! A page prepared for the rows of all tables.

use super::column::{Column, Value};
use pdfa2hocr_core::blocks::{Block, Page};

/// A page with its blocks and number of words.
pub(super) struct Sheet<'a> {
    pub page: &'a Page,
    pub blocks: Vec<Block<'a>>,
    pub words: usize,
}

pub(super) type PageColumn = Column<for<'r> fn(&'r Sheet<'r>) -> Value<'r>>;

impl<'a> Sheet<'a> {
    pub(super) fn new(page: &'a Page) -> Self {
        let blocks = page.blocks();
        let paragraphs = blocks.iter().flat_map(Block::paragraphs);
        let lines = paragraphs.flat_map(|paragraph| paragraph.lines());
        let words = lines.map(|line| line.words().len()).sum();
        Self {
            page,
            blocks,
            words,
        }
    }

    /// The values of columns of the page.
    pub(super) fn values<'r>(
        &'r self,
        columns: &'r [PageColumn],
    ) -> impl Iterator<Item = Value<'r>> {
        columns.iter().map(|column| (column.value)(self))
    }
}
