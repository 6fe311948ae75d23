//! The structure tree of a document.

use pdfa2hocr::PageNumber;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde::{Deserialize, Deserializer};

/// Maximum nesting of elements; deeper ones become siblings, because Python frees nested objects recursively.
const DEEPEST: usize = 500;

/// An element of the structure tree, as the library lists it.
#[pyclass(frozen, get_all, module = "pdfa2hocr")]
#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct StructElem {
    /// The type in the document, which can be non-standard.
    name: String,
    /// Its standard type.
    standard: String,
    /// The number of its first page, from 1.
    #[serde(deserialize_with = "number")]
    page: Option<u32>,
    /// Its language (BCP 47), if declared.
    lang: Option<String>,
    /// The description of an image (`/Alt`).
    alt: Option<String>,
    /// The text that replaces its content (`/ActualText`).
    actual_text: Option<String>,
    /// The expansion of an abbreviation (`/E`).
    expansion: Option<String>,
    /// Its title (`/T`).
    title: Option<String>,
    /// Its identifier (`/ID`).
    id: Option<String>,
    /// Its attributes, each with its value.
    attributes: Vec<(String, String)>,
    /// The target of its link.
    href: Option<String>,
    /// The text of the element itself, item by item.
    text: Vec<String>,
    /// The child elements.
    #[serde(skip)]
    children: Vec<Py<StructElem>>,
}

#[pymethods]
impl StructElem {
    fn __repr__(&self) -> String {
        format!(
            "<StructElem {}, {} children>",
            self.name,
            self.children.len()
        )
    }
}

/// The listing that the library writes.
#[derive(Deserialize)]
struct Listing {
    rows: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    depth: usize,
    /// `None` for text of the surrounding element.
    name: Option<String>,
    #[serde(flatten)]
    element: StructElem,
}

/// The number of a page that is listed by its index, from 0.
fn number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    let index = Option::<u32>::deserialize(deserializer)?;
    Ok(index.map(|index| PageNumber::of(index).get()))
}

/// The top-level elements; empty for a document without tags.
///
/// # Errors
///
/// `ValueError` if this is not such a listing.
pub(crate) fn tree(py: Python<'_>, json: &[u8]) -> PyResult<Vec<Py<StructElem>>> {
    let mut top = Vec::new();
    if json.is_empty() {
        return Ok(top);
    }
    let wrong = |error: serde_json::Error| PyValueError::new_err(error.to_string());
    let listing: Listing = serde_json::from_slice(json).map_err(wrong)?;
    // The open elements, each inside the one before it.
    let mut open: Vec<StructElem> = Vec::new();
    for row in listing.rows {
        let depth = row.depth.min(DEEPEST);
        close(py, &mut open, depth, &mut top)?;
        match (row.name, open.last_mut()) {
            (None, Some(around)) => around.text.extend(row.element.text),
            (name, _) => open.push(StructElem {
                name: name.unwrap_or_default(),
                ..row.element
            }),
        }
    }
    close(py, &mut open, 0, &mut top)?;
    Ok(top)
}

/// Closes elements until this many are open.
fn close(
    py: Python<'_>,
    open: &mut Vec<StructElem>,
    depth: usize,
    top: &mut Vec<Py<StructElem>>,
) -> PyResult<()> {
    while open.len() > depth
        && let Some(done) = open.pop()
    {
        let done = Py::new(py, done)?;
        match open.last_mut() {
            Some(around) => around.children.push(done),
            None => top.push(done),
        }
    }
    Ok(())
}
