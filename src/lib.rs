//! PDF to hOCR: words, lines, columns and paragraphs with their boxes, in reading order.
//!
//! The folders stand in the order the data goes through them:
//!
//! 1. [`pdf`]: bytes to objects. Opens, mends and unlocks the file; page tree, bounded streams.
//! 2. [`font`]: character codes to Unicode, widths and style.
//! 3. [`content`]: content streams to positioned glyphs, images, ruled lines and marked content.
//!    [`mod@read`] has the same from the XML of pdfminer.
//!    [`image`] makes files of a document's images.
//! 4. [`mod@line`]: glyphs to lines and words; [`bidi`] puts them into the order of reading.
//! 5. [`structure`]: the document's tags over the page, the tagged road; and [`layout`]: glyphs to
//!    blocks, paragraphs and lines in reading order, the geometric road.
//! 6. [`model`]: the page as a tree of nodes, plain data.
//! 7. [`mod@normalize`] puts words into one form of Unicode; [`hyphens`] tells those that divide a
//!    word at a line's end from those that are part of it.
//! 8. [`mod@module`]: the user's script changes the tree.
//! 9. [`mapping`]: rules from nodes to elements of the output, read from JSON.
//! 10. [`mod@write`] writes hOCR and the other formats.
//!
//! [`validate`] checks files against PDF/A and PDF/UA, on [`pdf`], [`font`] and [`content`].
//! [`lint`] checks hOCR, whoever wrote it.
//! [`convert`] runs the others, page by page. `cli` is the command line over it.
//!
//! The [`guide`] is for users of the program.
#![deny(unsafe_code)]
// What is printed goes through `cli::terminal`.
#![deny(clippy::print_stderr, clippy::print_stdout)]

mod address;
pub mod bidi;
pub mod budget;
#[cfg(feature = "cli")]
pub mod cli;
pub mod content;
pub mod convert;
mod counted;
pub mod diagnostics;
mod document;
mod fnv;
pub mod font;
pub mod geometry;
#[cfg(doc)]
pub mod guide;
pub mod hyphens;
pub mod image;
pub mod layout;
pub mod limits;
pub mod line;
pub mod lint;
pub mod mapping;
pub mod model;
#[cfg_attr(not(feature = "modules"), path = "module/absent.rs")]
pub mod module;
pub mod normalize;
pub mod pdf;
mod rank;
pub mod read;
#[doc(hidden)]
pub mod stages;
pub mod structure;
mod suggest;
#[cfg(feature = "validate")]
pub mod validate;
mod visible;
pub mod write;

pub use convert::{Observer, Options, Road};
pub use diagnostics::DiagnosticKind;
pub use document::Document;
pub use limits::Limits;
pub use write::{Format, Page};
