//! Recognises the text of pages that have none, by an engine that is installed: Tesseract, Kraken or any other.
//!
//! ```text
//! picture      the scan's own pixels, or the page drawn
//! slope        its skew, and the quarter by which it is turned
//! engine       the upright picture to hOCR, ALTO, PAGE or TSV (process, languages, cache)
//! words        this output to glyphs with confidences
//! rules        ruled lines from the pixels, erased before
//! figures      pictures, from the pixels
//! weight       bold type, from the pixels
//! turn         everything back to the page
//! ```
//!
//! The engine's own blocks and their order are not used: the words are analysed as those of any other page. The callers
//! decide which pages are recognised.

mod bitmap;
mod cache;
mod components;
mod engine;
mod figures;
mod languages;
mod options;
mod picture;
mod process;
mod recogniser;
mod rules;
mod slope;
mod text_rows;
mod turn;
mod weight;
mod words;

pub(crate) use bitmap::{Area, Bitmap};
pub use options::{Ocr, OcrMode, OcrOptions};
#[cfg(feature = "cli")]
pub(crate) use picture::Pictures;
pub(crate) use recogniser::{Recognised, Recogniser};
