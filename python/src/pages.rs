//! Some pages of a document, and the walk over them.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;

use crate::document::Opened;
use crate::errors::detached;
use crate::page::Page;

/// Some pages of a document. They are read when they are asked for.
#[pyclass(frozen, module = "pdfa2hocr")]
pub(crate) struct Pages {
    pub opened: Arc<Opened>,
    /// From 0.
    pub indices: Vec<u32>,
}

impl Pages {
    pub(crate) fn new(opened: Arc<Opened>, indices: Vec<u32>) -> Self {
        Self { opened, indices }
    }

    /// Those that were asked for when the document was opened.
    pub(crate) fn all(opened: &Arc<Opened>) -> Self {
        let indices = opened.document.chosen_pages().to_vec();
        Self::new(Arc::clone(opened), indices)
    }
}

#[pymethods]
impl Pages {
    fn __len__(&self) -> usize {
        self.indices.len()
    }

    fn __getitem__(&self, py: Python<'_>, at: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.item(py, at)
    }

    fn __iter__(&self) -> PageIterator {
        let pages = Self::new(Arc::clone(&self.opened), self.indices.clone());
        PageIterator::new(pages)
    }

    fn __repr__(&self) -> String {
        format!("<Pages, {}>", self.indices.len())
    }
}

/// A walk over pages: a few are read ahead, each is forgotten when it is let go.
#[pyclass(frozen, module = "pdfa2hocr")]
pub(crate) struct PageIterator {
    walk: Mutex<Walk>,
}

struct Walk {
    pages: Pages,
    /// How many have been given.
    given: usize,
    /// What reads them, if they ascend; else each is read by itself.
    reading: Option<pdfa2hocr::Pages>,
    /// The process that reads them.
    process: u32,
}

impl PageIterator {
    pub(crate) fn new(pages: Pages) -> Self {
        let walk = Walk {
            pages,
            given: 0,
            reading: None,
            process: 0,
        };
        Self {
            walk: Mutex::new(walk),
        }
    }
}

impl Walk {
    fn next(&mut self) -> pdfa2hocr::Result<Option<(Arc<Opened>, pdfa2hocr::Page)>> {
        let Some(rest) = self.pages.indices.get(self.given..) else {
            return Ok(None);
        };
        let Some(&index) = rest.first() else {
            return Ok(None);
        };
        let process = std::process::id();
        if self.process != process {
            // The threads that read were not forked; what is left of them here must not be waited for.
            std::mem::forget(self.reading.take());
            let opened = self.pages.opened.here()?;
            if rest.is_sorted_by(|a, b| a < b) {
                self.reading = Some(opened.document.pages_at(rest)?);
            }
            self.pages.opened = opened;
            self.process = process;
        }
        let page = match &mut self.reading {
            Some(reading) => match reading.next() {
                Some(page) => page,
                None => return Ok(None),
            },
            None => self.pages.opened.document.page(index),
        };
        // After an error there are no more.
        self.given = match &page {
            Ok(_) => self.given + 1,
            Err(_) => self.pages.indices.len(),
        };
        page.map(|page| Some((Arc::clone(&self.pages.opened), page)))
    }
}

#[pymethods]
impl PageIterator {
    fn __iter__(this: Bound<'_, Self>) -> Bound<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Page>> {
        // Not locked by a thread that waits for the interpreter.
        let next = detached(py, || {
            self.walk
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .next()
        })?;
        Ok(next.map(|(opened, page)| Page::new(opened, page)))
    }
}
