//! Measures the pages of a document for a review, page by page within a time limit.

use serde::Serialize;

use super::confidence::Confidence;
use super::view::{LONGEST, View};
use super::warned::Warned;
use crate::web::bbox::{Corners, place};
use pdfa2hocr_core::blocks::Page;
use pdfa2hocr_core::diagnostics::Result;

/// Words with a lower confidence, in percent, are doubtful.
const DOUBTFUL: u8 = 80;

/// Most warnings that are listed of a page; the others are counted.
const WARNINGS: usize = 50;

/// The measures of pages, in page order.
#[derive(Debug, Serialize)]
pub(in crate::browse) struct Review {
    pages: Vec<Reviewed>,
    /// The page at which to continue.
    next: Option<u32>,
}

#[derive(Debug, Serialize)]
struct Reviewed {
    page: u32,
    words: usize,
    /// The mean confidence of all words, in percent.
    confidence: Option<u8>,
    /// Whether recognised words have different confidences.
    measured: bool,
    /// The number of doubtful words, and of words with characters without a Unicode value.
    doubtful: usize,
    unknown: usize,
    /// The box of the first of these words.
    place: Option<Corners>,
    /// Whether the page is an image without text.
    needs_ocr: bool,
    warning_count: usize,
    warnings: Vec<Warned>,
}

/// Measures the pages from one on, until there are `count` or time is up.
pub(in crate::browse) fn review(view: &View, from: u32, count: usize) -> Result<Review> {
    let mut pages = Vec::new();
    let next = view.pages_in_turn(from, LONGEST, |page| {
        pages.push(reviewed(&page));
        pages.len() >= count
    })?;
    Ok(Review { pages, next })
}

fn reviewed(page: &Page) -> Reviewed {
    let (mut words, mut sum, mut doubtful, mut unknown) = (0, 0, 0, 0);
    let mut first = None;
    for word in page.words() {
        let confidence = word.style().confidence;
        let is_unknown = word.text().contains('\u{FFFD}');
        words += 1;
        sum += usize::from(confidence);
        doubtful += usize::from(confidence < DOUBTFUL);
        unknown += usize::from(is_unknown);
        if is_unknown || confidence < DOUBTFUL {
            first.get_or_insert(word.bbox());
        }
    }
    Reviewed {
        page: page.index(),
        words,
        // A mean of percentages is a percentage.
        confidence: sum.checked_div(words).map(|mean| mean.min(100) as u8),
        measured: Confidence::of(page).measured,
        doubtful,
        unknown,
        place: first.and_then(place),
        needs_ocr: page.needs_ocr(),
        warning_count: page.warnings().count(),
        warnings: page.warnings().take(WARNINGS).map(Warned::new).collect(),
    }
}
