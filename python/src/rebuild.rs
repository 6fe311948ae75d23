//! Makes items of pages again that were pickled.

use pyo3::prelude::*;

use crate::items::{Block, Line, Paragraph, Word};
use crate::pickled::wrong;
use crate::tables::{Cell, Table};

/// The item of a class with these values, for `pickle`.
#[pyfunction]
#[pyo3(signature = (class, values, /))]
pub(crate) fn rebuild(
    py: Python<'_>,
    class: &str,
    values: &Bound<'_, PyAny>,
) -> PyResult<Py<PyAny>> {
    Ok(match class {
        "Word" => Py::new(py, Word::of_values(values.extract()?)?)?.into_any(),
        "Line" => Py::new(py, Line::of_values(values.extract()?))?.into_any(),
        "Paragraph" => Py::new(py, Paragraph::of_values(values.extract()?))?.into_any(),
        "Block" => Py::new(py, Block::of_values(values.extract()?)?)?.into_any(),
        "Cell" => Py::new(py, Cell::of_values(values.extract()?))?.into_any(),
        "Table" => Py::new(py, Table::of_values(values.extract()?))?.into_any(),
        _ => return Err(wrong("class")),
    })
}
