//! Counts the differences of pages, page by page within a time limit.

use std::time::Instant;

use serde::Serialize;

use super::{Counts, counts};
use crate::browse::data::view::{LONGEST, View};
use pdfa2hocr_core::diagnostics::Result;

/// The pages that were compared.
#[derive(Debug, Serialize)]
pub(in crate::browse) struct OfPages {
    pages: Vec<OfPage>,
    /// The page at which to continue.
    next: Option<u32>,
}

#[derive(Debug, Serialize)]
struct OfPage {
    index: u32,
    counts: Counts,
    /// The reason why the page cannot be compared.
    error: Option<String>,
}

/// Compares pages from one on, until time is up.
pub(in crate::browse) fn of_pages(a: &View, b: &View, from: u32) -> Result<OfPages> {
    let begun = Instant::now();
    let last = a.page_count().min(b.page_count());
    let mut pages = Vec::new();
    let mut next = None;
    for index in from..last {
        if !pages.is_empty() && begun.elapsed() > LONGEST {
            next = Some(index);
            break;
        }
        let (counts, error) = match counts(a, b, index) {
            Ok(counts) => (counts, None),
            Err(why) => (Counts::new(), Some(why.to_string())),
        };
        pages.push(OfPage {
            index,
            counts,
            error,
        });
    }
    Ok(OfPages { pages, next })
}
