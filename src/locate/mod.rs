//! Where a quotation is in a document: pages, and a box for each of its lines.
//!
//! ```text
//!   pages ──> folded text     letters and digits only, small, without accents; which word each is of
//!   quote ──> folded text
//!              │
//!            scan             every place where both differ by few letters (Myers 1999, Hyyrö 2003)
//!              │
//!            align            letter by letter; each word of the quotation has what stands for it
//!              │
//!            judge            the same words, or others that are only near
//! ```
//!
//! White space, hyphens, quotation marks, ligatures, case and accents never count. Letters may be wrong where
//! a program that recognises text errs so, and where what is quoted is no word; one word in place of another
//! is near and not located. `docs/locate.md` has the rules.

mod align;
mod fold;
mod judge;
mod scan;
mod text;

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use serde::Serialize;

use crate::diagnostics::{Diagnostic, DiagnosticKind, Result};
use crate::geometry::Rect;
use crate::model::DocumentInfo;
use crate::write::flow::{StreamWord, stream};
use crate::write::{Page, Writer, WrittenPage};

use text::Text;

/// Letters and digits of a quotation, at most.
pub const LONGEST_QUOTE: usize = 2000;
/// Places that are given, at most.
const MOST_HITS: usize = 1000;
/// Places that are near, at most: the nearest.
const MOST_NEAR: usize = 5;

/// Where a quotation was found.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Hit {
    /// How alike both are, from 0 to 1: the share of letters that need not be changed.
    pub score: f32,
    /// The text of the document there.
    pub text: String,
    /// The pages that it is on, in their order.
    pub places: Vec<Place>,
}

/// Where a quotation is on a page.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Place {
    /// The page's number, from 1.
    pub page: u32,
    /// A box for each line: left, top, right, bottom, in points from the upper left corner.
    pub boxes: Vec<[f32; 4]>,
}

/// What was found of a quotation.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Found {
    /// Where it is, in the order of the document.
    pub located: Vec<Hit>,
    /// Where something like it is, the nearest first, if it is nowhere.
    pub near: Vec<Hit>,
}

/// Takes the text of the pages of a document, as a format that writes nothing.
#[derive(Default)]
pub(crate) struct Pages(Mutex<BTreeMap<u32, Vec<StreamWord>>>);

impl Writer for Pages {
    fn head(&self, _: &DocumentInfo, _: usize) -> String {
        String::new()
    }

    fn page(&self, page: &Page) -> WrittenPage {
        let words = stream(page);
        let count = words.len();
        let mut pages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        pages.insert(page.index(), words);
        WrittenPage::new(String::new(), count)
    }
}

impl Pages {
    /// Looks for a quotation in the pages that have been taken.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::Argument`] when it has no letters, or too many.
    pub(crate) fn find(self, quote: &str) -> Result<Found> {
        let quote = fold::Quote::new(quote);
        let wrong = |message: String| Err(Diagnostic::new(DiagnosticKind::Argument, message));
        if quote.letters.is_empty() {
            return wrong("the quotation has no letters and no digits".to_owned());
        }
        if quote.letters.len() > LONGEST_QUOTE {
            let count = quote.letters.len();
            return wrong(format!(
                "the quotation has {count} letters, and at most {LONGEST_QUOTE} are looked for: look for \
                 the beginning of it"
            ));
        }
        let pages = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        // The running text is one, over pages; what is beside it comes behind.
        let texts = [true, false].map(|body| Text::new(&pages, body));
        let words = judge::Words::new(&texts);
        let mut found = Found::default();
        let mut located = Vec::new();
        let mut near = Vec::new();
        for text in &texts {
            for end in scan::ends(&quote.letters, &text.letters) {
                let Some(aligned) = align::align(&quote.letters, &text.letters, end) else {
                    continue;
                };
                let range = text.whole_words(aligned.range.clone());
                let same = judge::is_same(&quote, text, &aligned, &range, &words);
                let hit = text.hit(range.clone(), aligned.score(quote.letters.len()));
                let place = text.place_in_document(range.start);
                match same {
                    true if located.len() < MOST_HITS => located.push((place, hit)),
                    true => {}
                    false => near.push((place, hit)),
                }
            }
        }
        located.sort_by_key(|(place, _)| *place);
        near.sort_by(|a, b| b.1.score.total_cmp(&a.1.score).then(a.0.cmp(&b.0)));
        near.truncate(MOST_NEAR);
        match located.is_empty() {
            true => found.near = near.into_iter().map(|(_, hit)| hit).collect(),
            false => found.located = located.into_iter().map(|(_, hit)| hit).collect(),
        }
        Ok(found)
    }
}

impl Place {
    fn rounded(bbox: Rect) -> [f32; 4] {
        [bbox.x0, bbox.y0, bbox.x1, bbox.y1].map(|edge| (edge * 100.0).round() / 100.0)
    }
}
