//! Python's door to pdfa2hocr: documents, pages and what is on them as objects of Python.
//!
//! Work that needs no interpreter is done without its lock (`errors::detached`), and whatever goes wrong
//! there becomes an exception. Classes are frozen: what they hold does not change, or has a lock of its
//! own, so that threads can share them.
#![deny(unsafe_code)]
#![warn(unreachable_pub)]

mod document;
mod errors;
mod items;
mod options;
mod page;
mod pages;
mod source;

use pyo3::prelude::*;

#[pymodule(gil_used = false)]
mod _native {
    #[pymodule_export]
    use crate::document::{PyDocument, open};
    #[pymodule_export]
    use crate::items::{Block, Line, Paragraph, Word};
    #[pymodule_export]
    use crate::options::options;
    #[pymodule_export]
    use crate::page::Page;
    #[pymodule_export]
    use crate::pages::{PageIterator, Pages};
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(_module: &Bound<'_, PyModule>) -> PyResult<()> {
        // A page that trips a parser is reported as a warning, without a trace. The hook is that of
        // this extension, and of no other in the process.
        std::panic::set_hook(Box::new(|_| {}));
        Ok(())
    }
}
