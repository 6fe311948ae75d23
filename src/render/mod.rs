//! Pictures of pages, images and glyphs, drawn by hayro.
//!
//! hayro cannot be stopped and has no limit of memory, and a page may ask for any amount of both. So
//! pages are drawn by [workers](crate::worker) (`child`), which the system limits and which a [`Drawer`]
//! ends when they take too long, and starts again (`process`). What they are asked, and what they answer,
//! is in `protocol`.

mod cache;
mod child;
mod draw;
mod glyph_sheet;
mod image;
mod lacks;
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

pub(crate) use child::run as draw_pages;
pub(crate) use lacks::lacks;
pub(crate) use page_file::{PageFile, Sheet, extension_of, media_type_of, page_file, scan_file};
pub(crate) use pool::{Asker, Drawer, Picture, Urgency};
pub(crate) use process::Original;
pub(crate) use refusal::Refusal;
pub(crate) use size::pixels;
pub(crate) use wanted::Wanted;
