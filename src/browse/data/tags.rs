//! The tags against the eye: the verdict on each page, page after page, as far as time allows.

use std::time::{Duration, Instant};

use serde::Serialize;

use crate::document::Document;
use crate::roads::verdict::Verdict;

/// How long one request looks; the next one goes on from there.
const LONGEST: Duration = Duration::from_secs(1);

/// Pages in their order.
#[derive(Debug, Serialize)]
pub(in crate::browse) struct Verdicts {
    pages: Vec<Verdict>,
    /// The page where it goes on.
    next: Option<u32>,
}

/// Looks at the pages from one on, until there are `count` or time is up. Those that cannot be read are
/// left out.
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
