//! A page.

use std::sync::Arc;

use pdfa2hocr::Rect;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTuple;

use crate::document::Opened;
use crate::errors::detached;
use crate::items::{Items, shown};

/// A page, or what is in a part of one.
#[pyclass(frozen, module = "pdfa2hocr")]
pub(crate) struct Page {
    pub opened: Arc<Opened>,
    pub page: pdfa2hocr::Page,
    /// The part of the page that it is.
    area: Rect,
    items: PyOnceLock<Items>,
}

impl Page {
    pub(crate) fn new(opened: Arc<Opened>, page: pdfa2hocr::Page) -> Self {
        let area = Rect::new(0.0, 0.0, page.width(), page.height());
        Self {
            opened,
            page,
            area,
            items: PyOnceLock::new(),
        }
    }

    /// Reads a page by its index from 0.
    pub(crate) fn read(py: Python<'_>, opened: &Arc<Opened>, index: u32) -> PyResult<Self> {
        let (opened, page) = detached(py, || {
            let opened = opened.here()?;
            let page = opened.document.page(index)?;
            Ok((opened, page))
        })?;
        Ok(Self::new(opened, page))
    }

    fn items(&self, py: Python<'_>) -> PyResult<&Items> {
        self.items.get_or_try_init(py, || Items::of(py, &self.page))
    }
}

#[pymethods]
impl Page {
    /// Where the page is in the document, from 1.
    #[getter]
    fn number(&self) -> u32 {
        self.page.number()
    }

    /// What the document calls the page: `xii`.
    #[getter]
    fn label(&self) -> Option<&str> {
        self.page.label()
    }

    /// In points (1/72 inch).
    #[getter]
    fn width(&self) -> f32 {
        self.area.width()
    }

    /// In points (1/72 inch).
    #[getter]
    fn height(&self) -> f32 {
        self.area.height()
    }

    /// Left, top, right, bottom of the page, or of the part of one that this is, in points from the
    /// upper left corner of the page.
    #[getter]
    fn bbox(&self) -> (f32, f32, f32, f32) {
        (self.area.x0, self.area.y0, self.area.x1, self.area.y1)
    }

    /// The words in reading order.
    #[getter]
    fn words(&self, py: Python<'_>) -> PyResult<Py<PyTuple>> {
        Ok(self.items(py)?.words.clone_ref(py))
    }

    /// The lines in reading order.
    #[getter]
    fn lines(&self, py: Python<'_>) -> PyResult<Py<PyTuple>> {
        Ok(self.items(py)?.lines.clone_ref(py))
    }

    /// The paragraphs in reading order, those of tables among them.
    #[getter]
    fn paragraphs(&self, py: Python<'_>) -> PyResult<Py<PyTuple>> {
        Ok(self.items(py)?.paragraphs.clone_ref(py))
    }

    /// Columns and other areas of text, tables, running heads, images, in reading order.
    #[getter]
    fn blocks(&self, py: Python<'_>) -> PyResult<Py<PyTuple>> {
        Ok(self.items(py)?.blocks.clone_ref(py))
    }

    /// The text: an empty line between paragraphs, a tab between the cells of a row.
    #[getter]
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        detached(py, || Ok(self.page.text()))
    }

    fn __repr__(&self) -> String {
        format!("<Page {} {}>", self.page.number(), shown(self.area))
    }
}
