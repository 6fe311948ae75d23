//! The text of a document's pages, stored for several passes. A page takes less than 100 bytes of memory, and
//! its words are in a [`Spool`].

use std::io;
use std::ops::Range;

use super::spool::Spool;
use super::text::Book;
use super::word::{Word, decode};
use crate::diagnostics::{Diagnostic, Result, io_reason};

/// The text of all pages, in the order of the document.
pub(super) struct Stored {
    spool: Spool,
    pages: Vec<StoredPage>,
}

/// The place of a page in the spool.
pub(super) struct StoredPage {
    /// Page index, from 0.
    pub(super) index: u32,
    pub(super) offset: u64,
    pub(super) bytes: usize,
}

impl Stored {
    pub(super) fn new(spool: Spool, pages: Vec<StoredPage>) -> Self {
        Self { spool, pages }
    }

    /// Number of pages.
    pub(super) fn count(&self) -> usize {
        self.pages.len()
    }

    /// The positions of a page and of the next one.
    pub(super) fn pair(&self, index: u32) -> Range<usize> {
        let position = |index| self.pages.partition_point(|page| page.index < index);
        position(index)..position(index.saturating_add(2))
    }

    /// The page index of the page at a position.
    pub(super) fn page_index(&self, at: usize) -> u32 {
        self.pages.get(at).map_or(0, |page| page.index)
    }

    /// Appends the words of the page at a position.
    pub(super) fn words(&mut self, at: usize, words: &mut Vec<Word>) -> Result<()> {
        let Some(page) = self.pages.get(at) else {
            return Ok(());
        };
        let bytes = self.spool.read(page.offset, page.bytes);
        decode(&bytes.map_err(|e| failed("read", &e))?, page.index, words);
        Ok(())
    }

    /// The pages at these positions.
    pub(super) fn book(&mut self, positions: impl IntoIterator<Item = usize>) -> Result<Book> {
        let mut words = Vec::new();
        for at in positions {
            self.words(at, &mut words)?;
        }
        Ok(Book::new(words))
    }
}

/// The error of a spool that cannot be written or read.
pub(super) fn failed(verb: &str, error: &io::Error) -> Diagnostic {
    let why = io_reason(error);
    Diagnostic::file(format!(
        "cannot {verb} a temporary file for the text of the pages: {why}"
    ))
}
