//! Reads PDF and OCR files as pages of words, lines and blocks, and writes pages in many formats: everything
//! from bytes to output that is called for each glyph, word or page. Programs use the crate `pdfa2hocr`, which
//! exports what is public; its documentation describes the folders here.
// Developers read these pages, with private items.
#![allow(rustdoc::private_intra_doc_links)]
#![deny(unsafe_code)]
// Only the program prints.
#![deny(clippy::print_stderr, clippy::print_stdout)]

#[macro_use]
mod named;

pub mod address;
pub mod bidi;
pub mod blocks;
pub mod budget;
pub mod compact_sort;
pub mod content;
pub mod corrections;
pub mod counted;
pub mod diagnostics;
mod english;
pub mod fnv;
pub mod font;
pub mod geometry;
pub mod hyphens;
pub mod image;
pub mod language;
pub mod layout;
mod letters;
pub mod limits;
pub mod line;
pub mod lint;
pub mod locate;
pub mod lock;
pub mod mapping;
pub mod normalize;
pub mod original;
pub mod page;
pub mod page_number;
pub mod pdf;
mod rank;
pub mod read;
pub mod roads;
pub mod structure;
pub mod suggest;
pub mod union_find;
pub mod visible;
pub mod write;
