//! Finds text in the lines of a document, to replace it: each hit is made of whole words, with their line.

use serde::Serialize;
use unicode_normalization::UnicodeNormalization;

use super::find::query;
use super::view::{LONGEST, View};
use crate::web::bbox::{Corners, corners};
use pdfa2hocr_core::blocks::{Line, Page, Word};
use pdfa2hocr_core::diagnostics::Result;
use pdfa2hocr_core::geometry::Rect;

/// The hits on some pages.
#[derive(Debug, Serialize)]
pub(in crate::browse) struct FoundWords {
    hits: Vec<Hit>,
    /// The index of the page at which to continue.
    next: Option<u32>,
}

#[derive(Debug, Serialize)]
struct Hit {
    /// From 1.
    page: u32,
    #[serde(flatten)]
    words: Anchored,
    line: Anchored,
}

/// A unit by its box and its words.
#[derive(Debug, Serialize)]
struct Anchored {
    #[serde(rename = "box")]
    bbox: Corners,
    text: String,
}

impl Anchored {
    fn new(words: &[Word<'_>], bbox: Rect) -> Self {
        let texts: Vec<_> = words.iter().map(Word::text).collect();
        Self {
            bbox: corners(bbox),
            text: texts.join(" "),
        }
    }
}

/// Finds text from a page on, until there are `count` hits or time is up. All hits of a page are in one answer.
///
/// # Errors
///
/// If the text is empty or too long; errors of a strict module.
pub(in crate::browse) fn find_words(
    view: &View,
    wanted: &str,
    from: u32,
    count: usize,
    case: bool,
) -> Result<FoundWords> {
    let wanted = query(compared(wanted, case))?;
    let mut hits = Vec::new();
    let next = view.pages_in_turn(from, LONGEST, |page| {
        for line in page.lines() {
            in_line(&page, &line, &wanted, case, &mut hits);
        }
        hits.len() >= count
    })?;
    Ok(FoundWords { hits, next })
}

/// Adds the hits in a line. Words that several hits share are in one of them.
fn in_line(page: &Page, line: &Line<'_>, wanted: &str, case: bool, hits: &mut Vec<Hit>) {
    let mut text = String::new();
    // The end of each word in the text.
    let ends: Vec<usize> = line
        .words()
        .iter()
        .map(|word| {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(&compared(&word.text(), case));
            text.len()
        })
        .collect();
    let mut from = 0;
    while let Some(found) = text.get(from..).and_then(|rest| rest.find(wanted)) {
        let start = from + found;
        let end = start + wanted.len();
        let first = ends.partition_point(|word| *word <= start);
        let last = ends.partition_point(|word| *word < end);
        let Some(words) = line.words().get(first..=last) else {
            return;
        };
        hits.push(Hit {
            page: page.number().get(),
            words: Anchored::new(words, words.iter().map(Word::bbox).collect()),
            line: Anchored::new(line.words(), line.bbox()),
        });
        let Some(next) = ends.get(last) else { return };
        from = *next;
    }
}

/// The form in which texts are compared.
fn compared(text: &str, case: bool) -> String {
    let text = text.trim().nfc().filter(|c| *c != '\u{AD}');
    match case {
        true => text.collect(),
        false => text.flat_map(char::to_lowercase).collect(),
    }
}
