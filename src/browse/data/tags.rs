//! Compares the tags of a document with its geometry, page by page within a time limit.

use std::time::Instant;

use serde::Serialize;

use super::view::LONGEST;
use crate::document::Document;
use pdfa2hocr_core::roads::verdict::Verdict;

/// The verdicts on pages, in page order.
#[derive(Debug, Serialize)]
pub(in crate::browse) struct Verdicts {
    pages: Vec<Verdict>,
    /// The page at which to continue.
    next: Option<u32>,
}

/// Compares the pages from one on, until there are `count` verdicts or time is up. Pages that cannot be read
/// are omitted.
pub(in crate::browse) fn verdicts(document: &Document, from: u32, count: usize) -> Verdicts {
    let begun = Instant::now();
    let mut pages = Vec::new();
    for page in from..document.page_count() {
        if pages.len() >= count || (page > from && begun.elapsed() > LONGEST) {
            let next = Some(page);
            return Verdicts { pages, next };
        }
        pages.extend(document.pipeline().page_verdict(page));
    }
    Verdicts { pages, next: None }
}
