//! Corrections that people make on pages: a file of operations that every conversion applies.
//!
//! ```
//! use pdfa2hocr::corrections::{Corrections, File};
//!
//! let text = r#"{"pdfa2hocr_corrections":1,"name":"book.pdf","sha256":"","pages":1}
//! {"id":"a1","by":"ada","at":"2026-01-02T10:00:00Z","page":1,"op":"text","level":"word","on":{"box":[72,72,90,84],"text":"teh"},"text":"the"}
//! "#;
//! let file = File::read(text.as_bytes())?;
//! let mut options = pdfa2hocr::Options::default();
//! options.corrections = Some(std::sync::Arc::new(Corrections::new(&file)));
//! # Ok::<(), String>(())
//! ```
//!
//! [`Page::corrections`](crate::Page::corrections) and [`Observer::corrected`](crate::Observer::corrected) have
//! the result of each operation.

pub use pdfa2hocr_core::corrections::{
    Anchor, Class, Corrections, Entry, File, Id, Level, Operation, Outcome, PageState, PagesOf,
    Phase, Source, State,
};
