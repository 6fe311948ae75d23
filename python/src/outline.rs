//! The outline of a document, and conversion of JSON listings.

use pdfa2hocr::PageNumber;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// An item of the outline.
#[pyclass(frozen, get_all, module = "pdfa2hocr")]
pub(crate) struct OutlineItem {
    /// The title in the document.
    title: String,
    /// The number of the target page, from 1.
    page: Option<u32>,
    /// Distance of the target from the top of the page, in points.
    top: Option<f64>,
    /// The items below it.
    items: Vec<Py<OutlineItem>>,
}

impl OutlineItem {
    /// The items of one level, with those below them. The library limits the depth.
    pub(crate) fn list(
        py: Python<'_>,
        items: Vec<pdfa2hocr::OutlineItem>,
    ) -> PyResult<Vec<Py<Self>>> {
        let made = |item: pdfa2hocr::OutlineItem| {
            let made = Self {
                title: item.title,
                page: item.page.map(|index| PageNumber::of(index).get()),
                top: item.y,
                items: Self::list(py, item.items)?,
            };
            Py::new(py, made)
        };
        items.into_iter().map(made).collect()
    }
}

#[pymethods]
impl OutlineItem {
    fn __repr__(&self) -> String {
        format!("<OutlineItem {:?}>", self.title)
    }
}

/// Converts JSON into lists and dictionaries.
///
/// # Errors
///
/// `ValueError` if this is not JSON.
pub(crate) fn from_json<'py>(py: Python<'py>, json: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    PyModule::import(py, "json")?.call_method1("loads", (PyBytes::new(py, json),))
}
