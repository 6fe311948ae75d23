//! Collects the text of a document's pages during the conversion.

use std::collections::BTreeMap;
use std::io;
use std::sync::Mutex;

use super::index::Index;
use super::spool::Spool;
use super::stored::{Stored, StoredPage, failed};
use super::word::encode;
use crate::blocks::Page;
use crate::diagnostics::Diagnostic;
use crate::lock::{lock, unlocked};
use crate::write::flow::stream;
use crate::write::{Writer, WrittenPage};

/// Collects the text of a document's pages, as a writer without output. Pages arrive in any order.
#[derive(Default)]
pub struct Pages(Mutex<Collected>);

#[derive(Default)]
struct Collected {
    spool: Spool,
    /// The pages, by page index.
    pages: BTreeMap<u32, StoredPage>,
    error: Option<io::Error>,
}

impl Writer for Pages {
    fn page(&self, page: &Page) -> WrittenPage {
        let words = stream(page);
        let bytes = encode(&words);
        let mut collected = lock(&self.0);
        match collected.spool.append(&bytes) {
            Ok(offset) => {
                let stored = StoredPage {
                    index: page.index(),
                    offset,
                    bytes: bytes.len(),
                    label: page.label().map(str::to_owned),
                    size: [page.width(), page.height()],
                };
                collected.pages.insert(page.index(), stored);
            }
            Err(error) => collected.error = Some(error),
        }
        WrittenPage::new(String::new(), words.len())
    }

    fn complaint(&self) -> Option<Diagnostic> {
        let collected = lock(&self.0);
        collected.error.as_ref().map(|e| failed("write", e))
    }
}

impl Pages {
    /// Creates the index in which quotations are searched.
    pub fn index(self) -> Index {
        let collected = unlocked(self.0);
        let pages = collected.pages.into_values().collect();
        Index::new(Stored::new(collected.spool, pages))
    }
}
