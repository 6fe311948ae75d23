//! Draws pictures of pages, images and glyphs with hayro.
//!
//! hayro cannot be interrupted and has no memory limit, while a page may need any amount of time and memory.
//! So [workers](pdfa2hocr_worker) (`child`) draw pages under limits of the system. A [`Drawer`] ends and
//! restarts them if they exceed the time limit (`process`). `protocol` defines requests and replies.
// Developers read these pages, with private items.
#![allow(rustdoc::private_intra_doc_links)]
#![deny(unsafe_code)]
#![deny(clippy::print_stderr, clippy::print_stdout)]

mod cache;
mod child;
mod draw;
mod glyph_sheet;
mod image;
mod lacks;
mod limits;
mod packed;
mod page_file;
mod pool;
mod process;
mod protocol;
mod refusal;
mod samples;
mod scan;
mod size;
mod wanted;

pub use child::run as draw_pages;
pub use lacks::lacks;
pub use page_file::{PageFile, Sheet, extension_of, media_type_of, page_file, scan_file};
pub use pool::{Asker, Drawer, Picture, Urgency};
pub use process::Original;
pub use refusal::Refusal;
pub use scan::SCAN_IMAGE;
pub use size::pixels;
pub use wanted::Wanted;
