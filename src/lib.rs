//! PDF to hOCR: words, lines, columns and paragraphs with their boxes, in reading order.
//!
//! From bytes to hOCR:
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let bytes = std::fs::read("fixtures/layout/two-columns.pdf")?;
//! use pdfa2hocr::{Document, Format};
//!
//! let document = Document::from_bytes(bytes)?;
//! let mut hocr = Vec::new();
//! document.write(Format::Hocr, &mut hocr)?;
//! # assert!(String::from_utf8(hocr)?.contains("ocr_page"));
//! # Ok(())
//! # }
//! ```
//!
//! Or page by page, in memory that does not grow with the document:
//!
//! ```
//! # fn main() -> pdfa2hocr::Result<()> {
//! # let document = pdfa2hocr::Document::open("fixtures/layout/two-columns.pdf")?;
//! for page in document.pages() {
//!     for word in page?.words() {
//!         println!("{} {:?}", word.text(), word.bbox());
//!     }
//! }
//! # Ok(())
//! # }
//! ```
//!
//! A [`Document`] is opened with [`Options`]; a [`Page`] has blocks, paragraphs, lines, words and
//! tables, and the tree that they come from ([`page`]). Boxes are in points (1/72 inch) from the
//! upper left corner of the visible page, y pointing down. Implement [`Writer`] for a format of your
//! own, and [`PageAnalysis`] for a page analysis of your own. Errors and warnings are [`Diagnostic`]s.
//! `examples/` has a program for each.
//!
//! # The folders
//!
//! The data passes through them in this order; 1 to 7 and 9 to 11 are folders of `crates/core`:
//!
//! 1. `pdf`: bytes to objects. Opens, repairs and decrypts the file; page tree, bounded streams.
//! 2. `font`: character codes to Unicode, widths and style.
//! 3. `content`: content streams to positioned glyphs, images, ruled lines and marked content.
//!    `read` reads the same from the XML of pdfminer.
//!    `image` writes a document's images as files.
//! 4. `line`: glyphs to lines and words; `bidi` puts them into reading order.
//! 5. `structure`: the document's tags applied to the page, if it is read by tags; `layout`: glyphs to
//!    blocks, paragraphs and lines in reading order, if it is read by geometry.
//! 6. `page`: the page as a tree of nodes, plain data.
//! 7. `normalize` puts words into one form of Unicode; `hyphens` distinguishes those that divide a
//!    word at a line's end from those that are part of it.
//! 8. `crates/module`: the user's script changes the tree.
//! 9. `mapping`: rules from nodes to elements of the output, read from JSON.
//! 10. `blocks`: the page under a mapping: blocks, paragraphs, lines, words and tables in reading order.
//! 11. `write` writes hOCR and the other formats.
//!
//! `arrow` provides documents as tables.
//! `crates/validate` checks files against PDF/A and PDF/UA, with `pdf`, `font` and `content`.
//! `lint`, in `crates/core`, checks hOCR from any program.
//! `crates/render` draws pages in processes of `crates/worker`; `viewer` combines their pictures and text into
//! a book.
//! `ocr` recognises the text of pages without text, by an engine that is installed.
//! `convert` runs these folders page by page. `cli` is the command line.
//! `browse` is a server that shows a document in a browser; `web` is the code in the browser.
//!
//! The [`guide`] is for users of the program.
#![deny(unsafe_code)]
#![warn(missing_docs, unreachable_pub)]
// Unused items are reported only in builds with all features.
#![cfg_attr(
    not(all(feature = "browse", feature = "modules", feature = "validate")),
    allow(dead_code, unused_imports, unreachable_pub)
)]
// Only `cli::terminal` prints.
#![deny(clippy::print_stderr, clippy::print_stdout)]

#[cfg(feature = "arrow")]
pub mod arrow;
#[cfg(feature = "browse")]
mod browse;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
mod convert;
pub mod corrections;
mod document;
#[cfg(doc)]
pub mod guide;
#[cfg(feature = "cli")]
mod inspect;
#[cfg(feature = "cli")]
mod learn;
pub mod lint;
pub mod locate;
#[cfg(not(feature = "modules"))]
#[path = "no_modules.rs"]
mod module;
#[cfg(feature = "ocr")]
mod ocr;
pub mod page;
#[doc(hidden)]
pub mod stages;
#[cfg(feature = "validate")]
pub mod validate;
#[cfg(feature = "browse")]
mod viewer;
#[cfg(feature = "browse")]
mod web;

#[cfg(feature = "modules")]
use pdfa2hocr_module as module;

pub use convert::{
    Drawn, Images, ModuleOptions, ModuleSource, Observer, Options, PageDone, Pages, RecognisedPart,
    Resolution, Road, Spool, Target,
};
pub use document::{Document, OutlineItem};
#[cfg(feature = "ocr")]
pub use ocr::{Ocr, OcrMode, OcrOptions};
/// The earlier name of [`page`].
#[doc(hidden)]
pub use page as model;
pub use pdfa2hocr_core::blocks::{
    Block, BlockRole, Line, Page, Paragraph, Table, TableCell, TableRow, Word,
};
pub use pdfa2hocr_core::diagnostics::{
    Diagnostic, DiagnosticKind, Error, Location, RefusedFile, Result, Script, ScriptPlace, Setting,
    Warning,
};
pub use pdfa2hocr_core::geometry::{Point, Rect};
pub use pdfa2hocr_core::image::ImageFile;
pub use pdfa2hocr_core::layout::columns::{ColumnCount, ColumnOrder, ColumnParams};
pub use pdfa2hocr_core::layout::pdfminer::GroupParams;
pub use pdfa2hocr_core::layout::{Analysis, LayoutParams, Method, PageAnalysis};
pub use pdfa2hocr_core::limits::{Limits, ModuleLimits};
pub use pdfa2hocr_core::line::{LineParams, Segmenter};
pub use pdfa2hocr_core::mapping::MappingSource;
pub use pdfa2hocr_core::normalize::Form;
pub use pdfa2hocr_core::page::{PageFrame, PageImage, PageList};
pub use pdfa2hocr_core::page_number::PageNumber;
pub use pdfa2hocr_core::pdf::Source;
pub use pdfa2hocr_core::write::Options as WriteOptions;
pub use pdfa2hocr_core::write::{
    Families, Format, Join, Marks, SegmentParams, Span, TextSource, Writer, WrittenPage,
};
