//! The Python extension of pdfa2hocr: documents, pages and their contents as Python objects.
//!
//! Work that does not need the interpreter runs without its lock (`errors::detached`), and its errors become
//! exceptions. Classes are frozen: their data is constant or has its own lock, so threads can share them.
#![deny(unsafe_code)]
#![warn(unreachable_pub)]

mod arrow;
mod conformance;
mod diagnostic;
mod document;
mod errors;
mod items;
mod like_pdfplumber;
mod opened;
mod options;
mod outline;
mod page;
mod pages;
mod source;
mod structure;
mod tables;

use pyo3::prelude::*;

#[pymodule(gil_used = false)]
mod _native {
    #[pymodule_export]
    use crate::arrow::{ArrowBatch, ArrowSchema, ArrowStream, schema};
    #[pymodule_export]
    use crate::conformance::{Fault, Finding, Report, check_hocr, validate};
    #[pymodule_export]
    use crate::diagnostic::Diagnostic;
    #[pymodule_export]
    use crate::document::{PyDocument, open};
    #[pymodule_export]
    use crate::errors::panic_for_tests;
    #[pymodule_export]
    use crate::items::{Block, Line, Paragraph, Word};
    #[pymodule_export]
    use crate::options::options;
    #[pymodule_export]
    use crate::outline::OutlineItem;
    #[pymodule_export]
    use crate::page::Page;
    #[pymodule_export]
    use crate::pages::{PageIterator, Pages};
    #[pymodule_export]
    use crate::structure::StructElem;
    #[pymodule_export]
    use crate::tables::{Cell, Table};
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(_module: &Bound<'_, PyModule>) -> PyResult<()> {
        // A panic on a page is reported as a warning, without a trace. The hook is private to this extension,
        // not shared
        // with others in the process.
        std::panic::set_hook(Box::new(|_| {}));
        Ok(())
    }
}
