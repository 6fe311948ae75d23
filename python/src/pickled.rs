//! Pickles items of pages: each is stored as the name of its class and a tuple of its values, from which
//! `rebuild.rs` makes it again.

use pdfa2hocr::Rect;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

/// Left, top, right, bottom.
pub(crate) type Box = (f32, f32, f32, f32);

/// The box with these edges.
pub(crate) fn rect((x0, y0, x1, y1): Box) -> Rect {
    Rect { x0, y0, x1, y1 }
}

/// The error for values that no item has.
pub(crate) fn wrong(value: &str) -> PyErr {
    PyValueError::new_err(format!(
        "these are not the values of an item: {value} is unknown"
    ))
}

/// The result of `__reduce__`: a function and its arguments.
///
/// # Errors
///
/// If memory is exhausted.
pub(crate) fn reduced<'py>(
    py: Python<'py>,
    class: &str,
    values: impl IntoPyObject<'py, Target = PyTuple, Output = Bound<'py, PyTuple>, Error = PyErr>,
) -> PyResult<Bound<'py, PyTuple>> {
    let make = PyModule::import(py, "pdfa2hocr._native")?.getattr("rebuild")?;
    let arguments = (PyString::new(py, class), values.into_pyobject(py)?);
    (make, arguments).into_pyobject(py)
}
