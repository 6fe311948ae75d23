//! Other inputs than PDF: files in which a program has written down what is on the pages.
//!
//! They are read to the same [`Content`](crate::model::Content) as pages of a PDF, so that all that
//! follows is the same. What programs write that recognise text ([`OcrDocument`]) says more: lines,
//! paragraphs, their order. It becomes the page's tree, as tags do.
//!
//! ```text
//!   hocr   alto   page   tsv      each format to a sheet: regions, lines and words as it has them
//!      │     │      │     │
//!      └─────┴──┬───┴─────┘
//!              ocr               the sheet to glyphs and a tree
//! ```

mod alto;
mod beside;
mod classes;
mod document;
mod end;
mod format;
#[cfg(feature = "html")]
mod hocr;
mod image_header;
mod language;
mod markup;
mod mets;
mod ocr;
mod page;
mod pdfminer;
// Only pictures show scans.
#[cfg_attr(not(feature = "render"), allow(dead_code))]
mod scan;
mod text;
mod tsv;

pub(crate) use document::OcrDocument;
pub use pdfminer::Pdfminer;
