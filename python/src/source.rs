//! The source of a document: a path, bytes, or a file object.

use std::path::PathBuf;

use pdfa2hocr::Source;
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::detached;

/// Opens the source of a document. Files are mapped into memory; other data is copied.
///
/// # Errors
///
/// `FileError` if a file cannot be read; `TypeError` for other types; any exception of a file object's
/// `read`.
pub(crate) fn read_source(given: &Bound<'_, PyAny>) -> PyResult<Source> {
    let py = given.py();
    if let Ok(bytes) = given.cast::<PyBytes>() {
        return Ok(Source::from(bytes.as_bytes().to_vec()));
    }
    if let Ok(path) = given.extract::<PathBuf>() {
        return detached(py, move || Source::map(path));
    }
    if given.hasattr("read")? {
        return of_file_object(given);
    }
    match PyBuffer::<u8>::get(given) {
        Ok(buffer) => Ok(Source::from(buffer.to_vec(py)?)),
        Err(_) => {
            let kind = given.get_type().name()?;
            let why = format!("a document is a path, bytes or a binary file, not {kind}");
            Err(PyTypeError::new_err(why))
        }
    }
}

fn of_file_object(file: &Bound<'_, PyAny>) -> PyResult<Source> {
    let read = file.call_method0("read")?;
    let Ok(bytes) = read.cast::<PyBytes>() else {
        let why = "the file gives text; open it with mode \"rb\"";
        return Err(PyTypeError::new_err(why));
    };
    let source = Source::from(bytes.as_bytes().to_vec());
    // The name of a file opened by its descriptor is a number.
    let name = file.getattr("name").ok();
    match name.and_then(|name| name.extract::<PathBuf>().ok()) {
        Some(name) => Ok(source.named(name.to_string_lossy())),
        None => Ok(source),
    }
}
