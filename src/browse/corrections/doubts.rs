//! The doubtful words of all pages. Pages are added as they are read, in the background or by the editor.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use pdfa2hocr_core::blocks::{Page, Word};
use pdfa2hocr_core::compact_sort::CompactSort;
use pdfa2hocr_core::page::{Decoding, NodeId};
use pdfa2hocr_core::page_number::PageNumber;

use super::doubt::is_doubtful;
use super::vocabulary::{Vocabulary, form};

/// Words with a lower measured confidence, in percent, are doubtful.
const DOUBTFUL: u8 = 80;

/// The basis of the doubt about a page's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::browse) enum Basis {
    /// Their confidence, which was measured.
    Confidence,
    /// The other words of the document.
    Vocabulary,
}

/// The doubtful words of the pages read so far.
#[derive(Default)]
pub(in crate::browse) struct Doubts {
    vocabulary: Vocabulary,
    pages: BTreeMap<u32, PageWords>,
}

/// The words of a page.
struct PageWords {
    /// The number of printed words.
    count: usize,
    /// The number of words with a low confidence, if it was measured.
    low: Option<usize>,
    /// The words in the form of the vocabulary, and whether a person wrote them.
    forms: Vec<(Arc<str>, bool)>,
}

/// The number of doubtful words of a page, and of all its words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub(in crate::browse) struct Count {
    pub page: PageNumber,
    pub doubts: usize,
    pub words: usize,
}

impl Doubts {
    pub(in crate::browse) fn has(&self, page: u32) -> bool {
        self.pages.contains_key(&page)
    }

    /// Adds a page, or replaces what is known of it.
    pub(in crate::browse) fn put(&mut self, page: &Page) {
        self.remove(page.index());
        let forms = whole_words(page).into_iter().filter_map(|(words, text)| {
            let form = self.vocabulary.add(&form(&text)?);
            Some((form, words.iter().all(is_human)))
        });
        let of_page = PageWords {
            forms: forms.collect(),
            count: page.words().count(),
            low: (basis(page) == Basis::Confidence).then(|| low(page).count()),
        };
        self.pages.insert(page.index(), of_page);
    }

    /// Removes a page, which will be read again.
    pub(in crate::browse) fn remove(&mut self, page: u32) {
        let old = self.pages.remove(&page);
        for (form, _) in old.into_iter().flat_map(|old| old.forms) {
            self.vocabulary.remove(&form);
        }
    }

    /// The doubtful words of a page, which is added if it is not known.
    pub(in crate::browse) fn of(&mut self, page: &Page) -> (Basis, HashSet<NodeId>) {
        if !self.has(page.index()) {
            self.put(page);
        }
        let basis = basis(page);
        if basis == Basis::Confidence {
            return (basis, low(page).map(|word| word.node()).collect());
        }
        let is_doubtful = |form: String| is_doubtful(&form, &self.vocabulary);
        let doubtful = whole_words(page).into_iter().filter(|(words, text)| {
            !words.iter().all(is_human) && form(text).is_some_and(is_doubtful)
        });
        let doubtful = doubtful.flat_map(|(words, _)| words);
        (basis, doubtful.map(|word| word.node()).collect())
    }

    /// The pages read so far, those with most doubtful words first.
    pub(in crate::browse) fn counts(&self) -> Vec<Count> {
        let words = self.vocabulary.counts.keys();
        let words = words.filter(|word| is_doubtful(word, &self.vocabulary));
        let doubtful: HashSet<&Arc<str>> = words.collect();
        let counts = self.pages.iter().map(|(page, of_page)| {
            let is_doubtful =
                |(form, is_human): &&(Arc<str>, bool)| !is_human && doubtful.contains(form);
            let unusual = || of_page.forms.iter().filter(is_doubtful).count();
            Count {
                page: PageNumber::of(*page),
                doubts: of_page.low.unwrap_or_else(unusual),
                words: of_page.count,
            }
        });
        let mut counts: Vec<Count> = counts.collect();
        counts.compact_sort_by_key(|count| (Reverse(count.doubts), count.page));
        counts
    }
}

/// The words with a low confidence.
fn low(page: &Page) -> impl Iterator<Item = Word<'_>> {
    page.words()
        .filter(|word| word.style().confidence < DOUBTFUL)
}

/// The confidence, if recognised words of the page have different values; a person's words do not count.
fn basis(page: &Page) -> Basis {
    let recognised = |word: &Word<'_>| {
        let mut glyphs = word.glyphs();
        !is_human(word) && glyphs.any(|glyph| matches!(glyph.decoding, Decoding::Recognised(_)))
    };
    let words = page.words().filter(recognised);
    let mut values = words.map(|word| word.style().confidence);
    let first = values.next();
    match values.any(|value| Some(value) != first) {
        true => Basis::Confidence,
        false => Basis::Vocabulary,
    }
}

/// The words of a page, with both pieces of those that are divided at the end of a line.
fn whole_words(page: &Page) -> Vec<(Vec<Word<'_>>, String)> {
    let mut all: Vec<(Vec<Word<'_>>, String)> = Vec::new();
    let mut continues = false;
    for line in page.lines() {
        for word in line.words() {
            let text = word.text();
            let ends = text.ends_with('\u{AD}') || word.is_divided();
            match all.last_mut().filter(|_| continues) {
                Some((words, whole)) => {
                    words.push(word.clone());
                    whole.push_str(&text);
                }
                None => all.push((vec![word.clone()], text.into_owned())),
            }
            continues = ends;
        }
    }
    all
}

/// Whether a person wrote a word.
pub(in crate::browse) fn is_human(word: &Word<'_>) -> bool {
    let mut glyphs = word.glyphs();
    glyphs.any(|glyph| glyph.decoding == Decoding::Person)
}
