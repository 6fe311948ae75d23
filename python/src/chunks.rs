//! Divides a document into chunks for retrieval. The library writes Markdown and its map; `_chunks.py` divides it.

use pdfa2hocr::{Document, Format, Target};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCFunction, PyDict, PyTuple};

use crate::errors::detached;
use crate::opened::Opened;
use crate::outline::from_json;

/// The chunks of a document: see `_chunks.py`.
///
/// # Errors
///
/// The exceptions of reading the pages; `ValueError` for wrong arguments.
pub(crate) fn chunks<'py>(
    py: Python<'py>,
    opened: &std::sync::Arc<Opened>,
    max_tokens: Option<&Bound<'py, PyAny>>,
    by: &str,
    count: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (markdown, map) = detached(py, || mapped(&opened.document))?;
    let spans = from_json(py, &map)?.get_item("spans")?;
    let labelled = std::sync::Arc::clone(opened);
    let label = move |arguments: &Bound<'_, PyTuple>, _: Option<&Bound<'_, PyDict>>| {
        let number: u32 = arguments.get_item(0)?.extract()?;
        Ok::<_, PyErr>(labelled.document.page_label(number.saturating_sub(1)))
    };
    let label = PyCFunction::new_closure(py, None, None, label)?;
    let divide = PyModule::import(py, "pdfa2hocr._chunks")?.getattr("divide")?;
    divide.call1((
        PyBytes::new(py, &markdown),
        spans,
        label,
        max_tokens,
        by,
        count,
    ))
}

/// The Markdown of a document and its map.
fn mapped(document: &Document) -> pdfa2hocr::Result<(Vec<u8>, Vec<u8>)> {
    let (mut markdown, mut map) = (Vec::new(), Vec::new());
    let target = Target::new(Format::Markdown, &mut markdown).mapped(&mut map);
    document.write_all(&mut [target], &mut ())?;
    Ok((markdown, map))
}
