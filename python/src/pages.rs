//! Selections of pages, and iterators over them.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PySlice;

use crate::errors::detached;
use crate::opened::Opened;
use crate::page::Page;

/// Some pages of a document. A page is read when it is requested.
#[pyclass(frozen, module = "pdfa2hocr")]
pub(crate) struct Pages {
    pub opened: Arc<Opened>,
    /// Page indices, from 0.
    pub indices: Vec<u32>,
}

impl Pages {
    pub(crate) fn new(opened: Arc<Opened>, indices: Vec<u32>) -> Self {
        Self { opened, indices }
    }

    /// The pages of the option `pages`, or all.
    pub(crate) fn all(opened: &Arc<Opened>) -> Self {
        let indices = opened.document.chosen_pages().to_vec();
        Self::new(Arc::clone(opened), indices)
    }

    /// The page at an index, or the pages of a slice.
    pub(crate) fn item(&self, py: Python<'_>, at: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        Ok(match At::read(at, self.indices.len())? {
            At::One(place) => {
                let index = self.indices.get(place).copied().unwrap_or_default();
                let page = Page::read(py, &self.opened, index)?;
                Py::new(py, page)?.into_any()
            }
            At::Several(places) => {
                let indices = places.iter().filter_map(|&place| self.indices.get(place));
                let pages = Self::new(Arc::clone(&self.opened), indices.copied().collect());
                Py::new(py, pages)?.into_any()
            }
        })
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

/// The position of an index or a slice in a sequence of `count` items.
enum At {
    One(usize),
    Several(Vec<usize>),
}

impl At {
    /// # Errors
    ///
    /// `IndexError` beyond the end, `TypeError` for other types.
    fn read(at: &Bound<'_, PyAny>, count: usize) -> PyResult<Self> {
        if let Ok(slice) = at.cast::<PySlice>() {
            let slice = slice.indices(count as isize)?;
            let places = (0..slice.slicelength as isize).map(|n| slice.start + n * slice.step);
            return Ok(Self::Several(places.map(|place| place as usize).collect()));
        }
        let Ok(index) = at.extract::<isize>() else {
            let why = "pages have whole numbers; doc.pages(\"1-5\") takes a list as text";
            return Err(PyTypeError::new_err(why));
        };
        let from_end = index.checked_add_unsigned(count);
        let place = if index < 0 { from_end } else { Some(index) };
        let place = place.and_then(|place| usize::try_from(place).ok());
        match place.filter(|&place| place < count) {
            Some(place) => Ok(Self::One(place)),
            None => Err(PyIndexError::new_err(format!(
                "there is no page at {index}; there are {count}"
            ))),
        }
    }
}

/// An iterator over pages. It reads a few ahead, and keeps none after returning it.
#[pyclass(frozen, module = "pdfa2hocr")]
pub(crate) struct PageIterator {
    walk: Mutex<Walk>,
}

struct Walk {
    pages: Pages,
    /// Number of pages returned.
    given: usize,
    /// Reads ascending pages ahead. `None` if they are not ascending; then each is read separately.
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
            // The reading threads were not forked, so they must not be joined here.
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
        // An error ends the iteration.
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
        // The lock is taken without the interpreter's, so that no thread holds it while waiting for that.
        let next = detached(py, || {
            self.walk
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .next()
        })?;
        Ok(next.map(|(opened, page)| Page::new(opened, page)))
    }
}
