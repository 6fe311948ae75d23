//! Python's door to pdfa2hocr: documents, pages and what is on them as objects of Python.
//!
//! Work that needs no interpreter is done without its lock (`errors::detached`), and whatever goes wrong
//! there becomes an exception. Classes are frozen: what they hold does not change, or has a lock of its
//! own, so that threads can share them.
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
        // A page that trips a parser is reported as a warning, without a trace. The hook is that of
        // this extension, and of no other in the process.
        std::panic::set_hook(Box::new(|_| {}));
        Ok(())
    }
}
