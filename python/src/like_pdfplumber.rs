//! Methods with the names and results of pdfplumber.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use crate::items::Word;

/// Words as dictionaries. `above` is the total height of all earlier pages, in points.
///
/// # Errors
///
/// If memory is exhausted.
pub(crate) fn words<'py>(
    py: Python<'py>,
    words: &Bound<'py, PyTuple>,
    above: f32,
) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for word in words {
        list.append(word_facts(py, word.cast::<Word>()?.get(), above)?)?;
    }
    Ok(list)
}

fn word_facts<'py>(py: Python<'py>, word: &Word, above: f32) -> PyResult<Bound<'py, PyDict>> {
    let facts = PyDict::new(py);
    let bbox = word.bbox;
    facts.set_item("text", &word.text)?;
    facts.set_item("x0", bbox.x0)?;
    facts.set_item("x1", bbox.x1)?;
    facts.set_item("top", bbox.y0)?;
    facts.set_item("doctop", above + bbox.y0)?;
    facts.set_item("bottom", bbox.y1)?;
    facts.set_item("upright", word.is_upright())?;
    facts.set_item("height", bbox.height())?;
    facts.set_item("width", bbox.width())?;
    facts.set_item("direction", word.direction_name())?;
    facts.set_item("fontname", &word.fontname)?;
    facts.set_item("size", word.size)?;
    Ok(facts)
}
