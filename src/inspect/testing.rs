//! Helpers for tests of listings.

use std::path::Path;

use super::{Inspector, open};
use pdfa2hocr_core::pdf::Source;

/// Inspects all pages of a file in `fixtures/`.
pub(super) fn inspector(fixture: &str) -> Inspector {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fixtures")
        .join(fixture);
    let source = Source::open(path).unwrap();
    let (document, _) = open(&source, "").unwrap();
    let pages = (0..document.page_count() as u32).collect();
    Inspector::new(document, source.bytes().len(), pages)
}
