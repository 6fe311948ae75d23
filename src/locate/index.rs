//! Indexes the pages of a document and searches for quotations.

use std::collections::{BTreeMap, HashSet};
use std::sync::{Mutex, PoisonError};

use super::fold::Quote;
use super::route::Routes;
use super::text::{Book, Text};
use super::vocabulary::Vocabulary;
use super::{Found, Hit, LONGEST_QUOTE, align, judge, scan};
use crate::blocks::Page;
use crate::diagnostics::{Diagnostic, DiagnosticKind, Result};
use crate::page::DocumentInfo;
use crate::write::flow::{StreamWord, stream};
use crate::write::{Writer, WrittenPage};

/// Maximum number of hits.
const MAX_HITS: usize = 1000;
/// Maximum number of approximate hits; the best ones are returned.
const MAX_NEAR: usize = 5;

/// Collects the text of a document's pages, as a writer without output.
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
    /// Creates the index in which quotations are searched.
    pub(crate) fn index(self) -> Index {
        let pages = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        let book = Book::new(pages.into_values().flatten().collect());
        let texts = book.texts();
        let vocabulary = Vocabulary::new(&texts);
        let routes = texts.first().map(|text| Routes::new(&book, text));
        Index {
            book,
            texts,
            vocabulary,
            routes: routes.unwrap_or_default(),
        }
    }
}

/// The text of a document in all its reading orders.
pub(crate) struct Index {
    book: Book,
    texts: Vec<Text>,
    vocabulary: Vocabulary,
    routes: Routes,
}

/// A possible position of a quotation.
struct Candidate {
    same: bool,
    /// Indices of the first and the last word in the document.
    ends: (usize, usize),
    hit: Hit,
}

impl Index {
    /// Searches for a quotation.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::Argument`] if it has no letters, or too many.
    pub(crate) fn find(&self, quote: &str) -> Result<Found> {
        let mut found = Found {
            quote: quote.to_owned(),
            ..Found::default()
        };
        let quote = Quote::new(quote);
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
        let candidates = |text: &Text| -> Vec<Candidate> {
            let ends = scan::ends(&quote.letters, &text.letters).into_iter();
            ends.filter_map(|end| self.candidate(&quote, text, end))
                .collect()
        };
        let mut all: Vec<Candidate> = self.texts.iter().flat_map(candidates).collect();
        if !all.iter().any(|candidate| candidate.same)
            && let Some(text) = self.texts.first()
        {
            let routes = self.routes.texts(&quote, &self.book, text);
            let found = routes.iter().flat_map(candidates);
            all.extend(found.filter(|candidate| candidate.same));
        }
        all.sort_by(|a, b| {
            let score = b.hit.score.total_cmp(&a.hit.score);
            b.same.cmp(&a.same).then(score).then(a.ends.cmp(&b.ends))
        });
        let mut located: Vec<Candidate> = Vec::new();
        // The same position may be found in several reading orders.
        let mut first = HashSet::new();
        let mut last = HashSet::new();
        for candidate in all {
            let new = first.insert(candidate.ends.0) & last.insert(candidate.ends.1);
            match candidate.same {
                true if new && located.len() < MAX_HITS => located.push(candidate),
                false if new && located.is_empty() && found.near.len() < MAX_NEAR => {
                    found.near.push(candidate.hit);
                }
                _ => {}
            }
        }
        located.sort_by_key(|candidate| candidate.ends);
        found.located = located.into_iter().map(|candidate| candidate.hit).collect();
        Ok(found)
    }

    fn candidate(&self, quote: &Quote, text: &Text, end: usize) -> Option<Candidate> {
        let aligned = align::align(&quote.letters, &text.letters, end)?;
        let range = text.whole_words(aligned.range.clone());
        let verdict = judge::judge(
            quote,
            (&self.book, text),
            &aligned,
            &range,
            &self.vocabulary,
        );
        let mut hit = text.hit(&self.book, &range);
        let length = quote.letters.len().max(aligned.range.len()).max(1) as f32;
        hit.score = (1.0 - verdict.distance as f32 / length).clamp(0.0, 1.0);
        hit.differs = verdict.differs;
        Some(Candidate {
            same: verdict.same,
            ends: text.ends(&range),
            hit,
        })
    }
}
