//! Checks hOCR against the rules for files that every program can read.

pub use pdfa2hocr_core::lint::{Finding, Findings, check};
