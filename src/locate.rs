//! The places of quotations in a document.

pub use pdfa2hocr_core::locate::{Difference, Found, Hit, LONGEST_QUOTE, Place};
