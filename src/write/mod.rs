//! Pages to hOCR 1.2, through a [mapping](crate::mapping).
//!
//! A file is [`Hocr::head`], then [`Hocr::page`] for every page, then [`Hocr::tail`]. Pages do
//! not depend on each other, so they can be written by several threads and put together in order.

mod families;
mod head;
mod hocr;
mod languages;
mod line;
mod number;
mod pixels;
#[cfg(test)]
mod tests;
mod title;
mod xml;

pub use families::Families;
pub use hocr::{Hocr, Options};
pub use pixels::PageFrame;
