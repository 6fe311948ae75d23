//! The trait that receives the progress and the warnings of a conversion.

use pdfa2hocr_core::corrections::Outcome;
use pdfa2hocr_core::diagnostics::Warning;
use pdfa2hocr_core::page::{Decoding, Own, Page};

/// A page that has been written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PageDone {
    /// The page index, from 0.
    pub index: u32,
    /// The number of words written, in the first of the formats.
    pub words: usize,
    /// The number of pages done, including this one.
    pub done: usize,
    /// Whether it is an image without text.
    pub needs_ocr: bool,
    /// The part of it that an OCR engine recognised in this conversion.
    pub recognised: Option<RecognisedPart>,
}

/// The part of a page that an OCR engine recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecognisedPart {
    /// The whole page: it had no text, or no usable one, or all pages were requested.
    Page,
    /// Pictures on a page that has text.
    Pictures,
}

impl RecognisedPart {
    /// Finds the part of a page that was recognised in this conversion or before it.
    pub(super) fn of(page: &Page) -> Option<Self> {
        if page.tree[page.tree.root()].own(Own::Recogniser).is_some() {
            return Some(Self::Page);
        }
        let mut glyphs = page.content.glyphs.iter();
        let has_recognised = glyphs.any(|glyph| matches!(glyph.decoding, Decoding::Recognised(_)));
        has_recognised.then_some(Self::Pictures)
    }
}

/// Receives the progress of a conversion, in page order, from one thread. `()` ignores it.
pub trait Observer {
    /// Receives the number of pages that will be converted.
    fn pages(&mut self, count: usize) {
        let _ = count;
    }

    /// Receives a warning; the conversion continues.
    fn warning(&mut self, warning: &Warning) {
        let _ = warning;
    }

    /// Receives the number of a page's warnings beyond those that are kept.
    fn more_warnings(&mut self, count: usize) {
        let _ = count;
    }

    /// Receives a page that has been written.
    fn page_done(&mut self, page: &PageDone) {
        let _ = page;
    }

    /// Receives the result of a correction. Those that fail are also warnings.
    fn corrected(&mut self, outcome: &Outcome) {
        let _ = outcome;
    }

    /// Receives a loss: a format cannot represent `what`, which occurs `count` times. Called after all pages
    /// if [`WriteOptions::loss`](crate::WriteOptions::loss) is set.
    fn lost(&mut self, format: &str, what: &str, count: usize) {
        let _ = (format, what, count);
    }

    /// Receives text that a module printed; `page` is the index of its page, if any.
    fn printed(&mut self, page: Option<u32>, text: &str) {
        let _ = (page, text);
    }
}

impl Observer for () {}
