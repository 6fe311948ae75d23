//! Inputs other than PDF: files in which a program has stored the text of pages.
//!
//! They are read to the same [`Content`](crate::page::Content) as pages of a PDF, so that the later steps
//! are shared. The output of OCR programs ([`OcrDocument`]) also has lines, paragraphs and their order. It
//! becomes the page's tree, as tags do.
//!
//! ```text
//! hocr   alto   page   finereader   tei   tsv      each format to a sheet: its regions, lines and words
//!      │     │      │       │          │     │
//!      └─────┴──────┴───┬───┴──────────┴─────┘
//!                      ocr                          the sheet to glyphs and a tree
//! ```

mod alto;
mod beside;
mod classes;
mod document;
mod end;
mod file;
mod finereader;
mod format;
mod head;
#[cfg(feature = "html")]
mod hocr;
mod image_header;
mod language;
mod listing;
mod logical;
mod markup;
mod mets;
mod named_images;
mod ocr;
mod opening;
mod page;
mod pdfminer;
// Scans are needed only for page images.
mod scan;
mod tei;
mod text;
mod tsv;
mod unknown;

pub use document::OcrDocument;
pub use pdfminer::Pdfminer;
