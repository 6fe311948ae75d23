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
//! The data passes through them in this order:
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
//! 8. `module`: the user's script changes the tree.
//! 9. `mapping`: rules from nodes to elements of the output, read from JSON.
//! 10. `blocks`: the page under a mapping: blocks, paragraphs, lines, words and tables in reading order.
//! 11. `write` writes hOCR and the other formats.
//!
//! `arrow` provides documents as tables.
//! `validate` checks files against PDF/A and PDF/UA, with `pdf`, `font` and `content`.
//! `lint` checks hOCR from any program.
//! `render` draws pages in processes of `worker`; `viewer` combines their pictures and text into a book.
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

mod address;
#[cfg(feature = "arrow")]
pub mod arrow;
mod bidi;
mod blocks;
#[cfg(feature = "browse")]
mod browse;
mod budget;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
mod content;
mod convert;
mod counted;
mod diagnostics;
mod document;
mod english;
mod fnv;
mod font;
mod geometry;
#[cfg(doc)]
pub mod guide;
mod hyphens;
mod image;
#[cfg(feature = "cli")]
mod inspect;
mod language;
mod layout;
mod limits;
mod line;
pub mod lint;
pub mod locate;
mod mapping;
#[cfg_attr(not(feature = "modules"), path = "module/absent.rs")]
mod module;
mod normalize;
pub mod page;
mod pdf;
mod rank;
mod read;
#[cfg(feature = "render")]
mod render;
mod roads;
#[doc(hidden)]
pub mod stages;
mod structure;
mod suggest;
mod union_find;
#[cfg(feature = "validate")]
pub mod validate;
#[cfg(feature = "browse")]
mod viewer;
mod visible;
#[cfg(feature = "browse")]
mod web;
#[cfg(any(feature = "cli", feature = "render"))]
mod worker;
mod write;

pub use blocks::{Block, BlockRole, Line, Page, Paragraph, Table, TableCell, TableRow, Word};
pub use convert::{
    Drawn, Images, ModuleOptions, ModuleSource, Observer, Options, PageDone, Pages, Resolution,
    Road, Spool, Target,
};
pub use diagnostics::{
    Diagnostic, DiagnosticKind, Error, Location, Result, Script, ScriptPlace, Setting, Warning,
};
pub use document::{Document, OutlineItem};
pub use geometry::{Point, Rect};
pub use image::ImageFile;
pub use layout::columns::{ColumnCount, ColumnOrder, ColumnParams};
pub use layout::pdfminer::GroupParams;
pub use layout::{Analysis, LayoutParams, Method, PageAnalysis};
pub use limits::{Limits, ModuleLimits};
pub use line::{LineParams, Segmenter};
pub use mapping::MappingSource;
pub use normalize::Form;
/// The earlier name of [`page`].
#[doc(hidden)]
pub use page as model;
pub use page::{PageFrame, PageImage, PageList};
pub use pdf::Source;
pub use write::Options as WriteOptions;
pub use write::{
    Families, Format, Join, Marks, SegmentParams, Span, TextSource, Writer, WrittenPage,
};
