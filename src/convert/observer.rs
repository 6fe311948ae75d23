//! Who wants to know how a conversion goes.

use crate::diagnostics::Warning;

/// A page that has been written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PageDone {
    /// From 0.
    pub index: u32,
    /// How many words were written, in the first of the formats.
    pub words: usize,
    /// How many pages are done with this one.
    pub done: usize,
    /// It is an image without text.
    pub needs_ocr: bool,
}

/// Hears how a conversion goes. Everything comes in page order, from one thread. `()` hears nothing.
pub trait Observer {
    /// How many pages will be converted.
    fn pages(&mut self, count: usize) {
        let _ = count;
    }

    /// Something went wrong, and the conversion goes on.
    fn warning(&mut self, warning: &Warning) {
        let _ = warning;
    }

    /// Warnings of one page beyond those that are kept.
    fn more_warnings(&mut self, count: usize) {
        let _ = count;
    }

    /// A page has been written.
    fn page_done(&mut self, page: &PageDone) {
        let _ = page;
    }

    /// A format has no place for something that is this often on the pages; asked for by
    /// [`WriteOptions::loss`](crate::WriteOptions::loss), when all pages are written.
    fn lost(&mut self, format: &str, what: &str, count: usize) {
        let _ = (format, what, count);
    }

    /// The module printed this; `page` is the index of the page it was given, if any.
    fn printed(&mut self, page: Option<u32>, text: &str) {
        let _ = (page, text);
    }
}

impl Observer for () {}
