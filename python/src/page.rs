//! A page, or a part of one.

use std::sync::Arc;

use base64::prelude::{BASE64_STANDARD, Engine};
use pdfa2hocr::{Diagnostic as Diagnosed, DiagnosticKind, Format, Rect};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyCapsule, PyDict, PyList, PyTuple};

use crate::arrow::ArrowBatch;
use crate::diagnostic::Diagnostic;
use crate::errors::detached;
use crate::items::{Items, shown};
use crate::opened::Opened;
use crate::tables::{Table, tables};
use crate::{like_pdfplumber, search};

/// A page, or the content of a part of one.
#[pyclass(frozen, module = "pdfa2hocr")]
pub(crate) struct Page {
    pub opened: Arc<Opened>,
    pub page: pdfa2hocr::Page,
    /// The visible area, in page coordinates.
    area: Rect,
    items: PyOnceLock<Items>,
    tables: PyOnceLock<Py<PyTuple>>,
}

impl Page {
    pub(crate) fn new(opened: Arc<Opened>, page: pdfa2hocr::Page) -> Self {
        let area = Rect::new(0.0, 0.0, page.width(), page.height());
        Self::of_area(opened, page, area)
    }

    fn of_area(opened: Arc<Opened>, page: pdfa2hocr::Page, area: Rect) -> Self {
        Self {
            opened,
            page,
            area,
            items: PyOnceLock::new(),
            tables: PyOnceLock::new(),
        }
    }

    fn part(
        &self,
        py: Python<'_>,
        (x0, top, x1, bottom): (f32, f32, f32, f32),
        cut: impl Fn(&pdfa2hocr::Page, Rect) -> pdfa2hocr::Page + Sync + Send,
    ) -> PyResult<Self> {
        let (page, area) = detached(py, || {
            // Comparisons with NaN fail, too.
            if !(x0 <= x1 && top <= bottom) {
                let why = "bbox: a box is left, top, right, bottom, in this order";
                return Err(Diagnosed::new(DiagnosticKind::Argument, why));
            }
            let area = Rect::new(x0, top, x1, bottom).intersection(self.area);
            if area.is_empty() {
                let why = "bbox: this box is not on the page";
                return Err(Diagnosed::new(DiagnosticKind::Argument, why));
            }
            Ok((cut(&self.page, area), area))
        })?;
        Ok(Self::of_area(Arc::clone(&self.opened), page, area))
    }

    /// Reads a page by its index, from 0.
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
    /// The number of the page in the document, from 1.
    #[getter]
    fn number(&self) -> u32 {
        self.page.number().get()
    }

    /// The label of the page in the document: `xii`.
    #[getter]
    fn label(&self) -> Option<&str> {
        self.page.label()
    }

    /// Width in points (1/72 inch).
    #[getter]
    fn width(&self) -> f32 {
        self.area.width()
    }

    /// Height in points (1/72 inch).
    #[getter]
    fn height(&self) -> f32 {
        self.area.height()
    }

    /// Left, top, right, bottom of the page or part, in points from the upper left corner of the page.
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

    /// The paragraphs in reading order, including those in tables.
    #[getter]
    fn paragraphs(&self, py: Python<'_>) -> PyResult<Py<PyTuple>> {
        Ok(self.items(py)?.paragraphs.clone_ref(py))
    }

    /// Columns and other areas of text, tables, running heads, images, in reading order.
    #[getter]
    fn blocks(&self, py: Python<'_>) -> PyResult<Py<PyTuple>> {
        Ok(self.items(py)?.blocks.clone_ref(py))
    }

    /// The text, with an empty line between paragraphs and a tab between the cells of a row.
    #[getter]
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        detached(py, || Ok(self.page.text()))
    }

    /// The tables in reading order; a nested table follows the outer one.
    #[getter]
    fn tables(&self, py: Python<'_>) -> PyResult<Py<PyTuple>> {
        let made = || {
            let tables = tables(py, &self.page)?.into_iter();
            let tables = tables.map(|table| Py::new(py, table));
            let tables = PyTuple::new(py, tables.collect::<PyResult<Vec<_>>>()?)?;
            Ok::<_, PyErr>(tables.unbind())
        };
        Ok(self.tables.get_or_try_init(py, made)?.clone_ref(py))
    }

    /// The language as a BCP 47 tag, if known.
    #[getter]
    fn lang(&self) -> Option<&str> {
        self.page.lang()
    }

    /// Whether the page is an image without recognised text.
    #[getter]
    fn needs_ocr(&self) -> bool {
        self.page.needs_ocr()
    }

    /// The reason why the tags were ignored with `road="auto"`; `None` if they were used.
    #[getter]
    fn tags_left(&self) -> Option<&'static str> {
        self.page.tags_left().map(pdfa2hocr::page::TagFault::name)
    }

    /// Problems on the page.
    #[getter]
    fn warnings(&self) -> Vec<Diagnostic> {
        Diagnostic::list(self.page.warnings())
    }

    /// The page as a complete hOCR file.
    fn to_hocr(&self, py: Python<'_>) -> PyResult<String> {
        self.to_format(py, "hocr")
    }

    /// The page as a complete file in a format (`hocr`, `alto`, `text`, `tsv`, `json`, …).
    fn to_format(&self, py: Python<'_>, format: &str) -> PyResult<String> {
        detached(py, || {
            let format: Format = format
                .parse()
                .map_err(|why: String| Diagnosed::new(DiagnosticKind::Argument, why))?;
            Ok(self.opened.document.written_page(&self.page, format))
        })
    }

    /// A table of the page, for consumers of Arrow.
    #[pyo3(signature = (table = "words", *, path = None))]
    fn to_arrow(&self, py: Python<'_>, table: &str, path: Option<String>) -> PyResult<ArrowBatch> {
        let path = path.unwrap_or_else(|| self.opened.source.name().to_owned());
        ArrowBatch::new(py, &self.page, &path, table)
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        let words = self.to_arrow(py, "words", None)?;
        words.__arrow_c_array__(py, requested_schema)
    }

    /// A drawing of the page as SVG, with its words, lines, blocks, tables and reading order.
    fn explain(&self, py: Python<'_>) -> PyResult<String> {
        detached(py, || Ok(self.page.explain()))
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let drawing = detached(py, || Ok(BASE64_STANDARD.encode(self.page.explain())))?;
        let number = self.page.number();
        Ok(format!(
            "<img alt=\"page {number}\" style=\"max-width: 100%\" \
             src=\"data:image/svg+xml;base64,{drawing}\">"
        ))
    }

    /// The page with only the items that touch a box: left, top, right, bottom in points.
    fn crop(&self, py: Python<'_>, bbox: (f32, f32, f32, f32)) -> PyResult<Self> {
        self.part(py, bbox, pdfa2hocr::Page::crop)
    }

    /// The page with only the items completely in a box: left, top, right, bottom in points.
    fn within_bbox(&self, py: Python<'_>, bbox: (f32, f32, f32, f32)) -> PyResult<Self> {
        self.part(py, bbox, pdfa2hocr::Page::within)
    }

    /// The words as dictionaries, like pdfplumber.
    fn extract_words<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let index = self.page.index();
        let above = detached(py, || Ok(self.opened.above(index)))?;
        like_pdfplumber::words(py, self.items(py)?.words.bind(py), above)
    }

    /// The text, like pdfplumber.
    fn extract_text(&self, py: Python<'_>) -> PyResult<String> {
        self.text(py)
    }

    /// The texts of all tables by rows and columns, like pdfplumber.
    fn extract_tables(&self, py: Python<'_>) -> PyResult<Vec<Vec<Vec<Option<String>>>>> {
        let tables = self.tables(py)?;
        let mut extracted = Vec::new();
        for table in tables.bind(py) {
            extracted.push(table.cast::<Table>()?.get().extract());
        }
        Ok(extracted)
    }

    /// The matches of a pattern of `re` in the lines of the page.
    #[pyo3(signature = (pattern, *, regex = true, case = true))]
    fn search<'py>(
        &self,
        py: Python<'py>,
        pattern: &Bound<'py, PyAny>,
        regex: bool,
        case: bool,
    ) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let lines = self.items(py)?.lines.bind(py);
        search::search(py, lines, pattern, regex, case)
    }

    fn __repr__(&self) -> String {
        format!("<Page {} {}>", self.page.number(), shown(self.area))
    }
}
