//! The text of a document's pages, stored for several passes. A page takes less than 100 bytes of memory, and
//! its words are in a [`Spool`].

use std::collections::BTreeMap;
use std::io;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use super::index::Index;
use super::spool::Spool;
use super::text::Book;
use super::word::{Word, decode, encode};
use crate::blocks::Page;
use crate::diagnostics::{Diagnostic, DiagnosticKind, Result, io_reason};
use crate::page::DocumentInfo;
use crate::write::flow::stream;
use crate::write::{Writer, WrittenPage};

/// Collects the text of a document's pages, as a writer without output. Pages arrive in any order.
#[derive(Default)]
pub struct Pages(Mutex<Collected>);

#[derive(Default)]
struct Collected {
    spool: Spool,
    /// Offset and length of each page in the spool, by page index.
    places: BTreeMap<u32, (u64, usize)>,
    error: Option<io::Error>,
}

impl Writer for Pages {
    fn head(&self, _: &DocumentInfo, _: usize) -> String {
        String::new()
    }

    fn page(&self, page: &Page) -> WrittenPage {
        let words = stream(page);
        let bytes = encode(&words);
        let mut collected = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match collected.spool.append(&bytes) {
            Ok(offset) => drop(collected.places.insert(page.index(), (offset, bytes.len()))),
            Err(error) => collected.error = Some(error),
        }
        WrittenPage::new(String::new(), words.len())
    }

    fn complaint(&self) -> Option<Diagnostic> {
        let collected = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        collected.error.as_ref().map(|e| failed("write", e))
    }
}

impl Pages {
    /// Creates the index in which quotations are searched.
    pub fn index(self) -> Index {
        let collected = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        let pages = collected.places.into_iter();
        Index::new(Stored {
            spool: collected.spool,
            pages: pages
                .map(|(number, (offset, bytes))| StoredPage {
                    number,
                    offset,
                    bytes,
                })
                .collect(),
        })
    }
}

/// The text of all pages, in the order of the document.
pub(super) struct Stored {
    spool: Spool,
    pages: Vec<StoredPage>,
}

struct StoredPage {
    /// Page index, from 0.
    number: u32,
    offset: u64,
    bytes: usize,
}

impl Stored {
    /// Number of pages.
    pub(super) fn count(&self) -> usize {
        self.pages.len()
    }

    /// The positions of a page and of the next one.
    pub(super) fn pair(&self, number: u32) -> Range<usize> {
        let position = |number| self.pages.partition_point(|page| page.number < number);
        position(number)..position(number.saturating_add(2))
    }

    /// The page index of the page at a position.
    pub(super) fn number(&self, at: usize) -> u32 {
        self.pages.get(at).map_or(0, |page| page.number)
    }

    /// Appends the words of the page at a position.
    pub(super) fn words(&mut self, at: usize, words: &mut Vec<Word>) -> Result<()> {
        let Some(page) = self.pages.get(at) else {
            return Ok(());
        };
        let bytes = self.spool.read(page.offset, page.bytes);
        decode(&bytes.map_err(|e| failed("read", &e))?, page.number, words);
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

fn failed(verb: &str, error: &io::Error) -> Diagnostic {
    let why = io_reason(error);
    Diagnostic::new(
        DiagnosticKind::File,
        format!("cannot {verb} a temporary file for the text of the pages: {why}"),
    )
}
