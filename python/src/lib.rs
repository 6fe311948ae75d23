//! Python bindings of pdfa2hocr: documents, pages and their items as Python objects.
//!
//! Work without the interpreter releases its lock (`errors::detached`), and errors there become exceptions.
//! Classes are frozen: their content never changes or has a lock of its own, so that threads can share them.
#![deny(unsafe_code)]
#![warn(unreachable_pub)]

mod arrow;
mod chunks;
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
mod pickled;
mod program;
mod rebuild;
mod search;
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
    use crate::program::run_program;
    #[pymodule_export]
    use crate::rebuild::rebuild;
    #[pymodule_export]
    use crate::structure::StructElem;
    #[pymodule_export]
    use crate::tables::{Cell, Table};
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        // A panic in a parser is reported as a warning, without a backtrace. The hook belongs to this
        // extension and does not affect others in the process.
        std::panic::set_hook(Box::new(|_| {}));
        Ok(())
    }
}
