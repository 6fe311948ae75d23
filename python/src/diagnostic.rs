//! Problems that did not stop the work.

use pdfa2hocr::Diagnostic as Warned;
use pyo3::prelude::*;

use crate::errors::{page_number, worded};

/// A problem in a document. Everything else was read.
#[pyclass(frozen, module = "pdfa2hocr")]
pub(crate) struct Diagnostic {
    warned: Warned,
}

impl Diagnostic {
    pub(crate) fn list<'a>(warned: impl IntoIterator<Item = &'a Warned>) -> Vec<Self> {
        let made = |warned: &Warned| Self {
            warned: warned.clone(),
        };
        warned.into_iter().map(made).collect()
    }
}

#[pymethods]
impl Diagnostic {
    /// Its kind, as in logs: `font`, `unicode`, `limit`, …
    #[getter]
    fn kind(&self) -> &'static str {
        self.warned.kind.name()
    }

    /// The message in one line, without the place.
    #[getter]
    fn message(&self) -> String {
        worded(&self.warned)
    }

    /// The page number, from 1, if it is known.
    #[getter]
    fn page(&self) -> Option<u32> {
        page_number(&self.warned)
    }

    /// The number and the generation of the object, if they are known.
    #[getter]
    fn object(&self) -> Option<(u32, i32)> {
        self.warned.place.object
    }

    /// The byte offset in the file, or, with a page, in its content, if it is known.
    #[getter]
    fn offset(&self) -> Option<u64> {
        self.warned.place.offset
    }

    fn __str__(&self) -> String {
        let mut placed = self.warned.clone();
        placed.message = self.message();
        placed.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Diagnostic {}: {}>", self.kind(), self.__str__())
    }
}
