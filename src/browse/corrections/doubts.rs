//! The doubtful words of all pages. Pages are added as they are read, in the background or by the editor.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use pdfa2hocr_core::blocks::{Page, Word};
use pdfa2hocr_core::compact_sort::CompactSort;
use pdfa2hocr_core::page::{Decoding, NodeId};

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
    /// The words in the form of the vocabulary, without those that a person wrote, and those.
    forms: Vec<Arc<str>>,
    human: Vec<Arc<str>>,
}

/// The number of doubtful words of a page, and of all its words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::browse) struct Count {
    pub page: u32,
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
        let basis = basis(page);
        let mut of_page = PageWords {
            count: 0,
            low: (basis == Basis::Confidence).then_some(0),
            forms: Vec::new(),
            human: Vec::new(),
        };
        for line in page.lines() {
            for word in line.words() {
                of_page.count += 1;
                if let Some(low) = &mut of_page.low {
                    *low += usize::from(word.style().confidence < DOUBTFUL);
                }
            }
        }
        for (words, text) in whole_words(page) {
            let Some(form) = form(&text) else { continue };
            let form = self.vocabulary.add(&form);
            match words.iter().all(is_human) {
                true => of_page.human.push(form),
                false => of_page.forms.push(form),
            }
        }
        self.pages.insert(page.index(), of_page);
    }

    /// Removes a page, which will be read again.
    pub(in crate::browse) fn remove(&mut self, page: u32) {
        if let Some(old) = self.pages.remove(&page) {
            for form in old.forms.iter().chain(&old.human) {
                self.vocabulary.remove(form);
            }
        }
    }

    /// The doubtful words of a page that was added.
    pub(in crate::browse) fn of(&self, page: &Page) -> (Basis, Vec<NodeId>) {
        let basis = basis(page);
        let mut doubtful = Vec::new();
        match basis {
            Basis::Confidence => {
                let words = page.words();
                let low = words.filter(|word| word.style().confidence < DOUBTFUL);
                doubtful.extend(low.map(|word| word.node()));
            }
            Basis::Vocabulary => {
                for (words, text) in whole_words(page) {
                    let is_doubtful = |form: String| is_doubtful(&form, &self.vocabulary);
                    if !words.iter().all(is_human) && form(&text).is_some_and(is_doubtful) {
                        doubtful.extend(words.iter().map(Word::node));
                    }
                }
            }
        }
        (basis, doubtful)
    }

    /// The pages read so far, those with most doubtful words first.
    pub(in crate::browse) fn counts(&self) -> Vec<Count> {
        let words = self.vocabulary.words();
        let doubtful: HashMap<&Arc<str>, bool> = words
            .map(|word| (word, is_doubtful(word, &self.vocabulary)))
            .collect();
        let is_doubtful = |form: &&Arc<str>| doubtful.get(form).copied().unwrap_or_default();
        let counts = self.pages.iter().map(|(page, of_page)| Count {
            page: *page,
            doubts: of_page
                .low
                .unwrap_or_else(|| of_page.forms.iter().filter(is_doubtful).count()),
            words: of_page.count,
        });
        let mut counts: Vec<Count> = counts.collect();
        counts.compact_sort_by_key(|count| (std::cmp::Reverse(count.doubts), count.page));
        counts
    }
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
