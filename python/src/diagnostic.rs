//! What went wrong and did not end the work.

use pdfa2hocr::Diagnostic as Warned;
use pyo3::prelude::*;

use crate::errors::{page_number, worded};

/// Something that went wrong; what could be read was read nevertheless.
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
    /// The word for it in logs: `font`, `unicode`, `limit`, …
    #[getter]
    fn kind(&self) -> &'static str {
        self.warned.kind.name()
    }

    /// What happened, in one line, without the place.
    #[getter]
    fn message(&self) -> String {
        worded(&self.warned)
    }

    /// The page, from 1, if it is known.
    #[getter]
    fn page(&self) -> Option<u32> {
        page_number(&self.warned)
    }

    /// Number and generation of the object, if they are known.
    #[getter]
    fn object(&self) -> Option<(u32, i32)> {
        self.warned.place.object
    }

    /// The byte in the file, or, with a page, in its content, if it is known.
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
