//! The doubtful words of all pages. Pages are added as they are read, in the background or by the editor.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use pdfa2hocr_core::blocks::{Page, Word};
use pdfa2hocr_core::compact_sort::CompactSort;
use pdfa2hocr_core::corrections::Corrections;
use pdfa2hocr_core::page::{Decoding, NodeId};
use pdfa2hocr_core::page_number::PageNumber;

use super::doubt::is_doubtful;
use super::vocabulary::{Vocabulary, bare, form};
use crate::learn::{Replacement, Replacements, replaced};

/// Words with a lower measured confidence, in percent, are doubtful.
const DOUBTFUL: u8 = 80;

/// Letters of words from which a frequent word that differs in one letter is suggested. It was right for half of such
/// doubtful words, and for a quarter of the shorter ones.
const SUGGESTED: usize = 4;

/// The doubtful words of the pages read so far.
#[derive(Default)]
pub(in crate::browse) struct Doubts {
    vocabulary: Vocabulary,
    /// The texts that people gave to words, by the forms of the words in the vocabulary.
    corrected: HashMap<String, Replacements>,
    pages: BTreeMap<u32, Vec<Known>>,
}

/// A printed word of a page, or both pieces of a divided one.
struct Known {
    pieces: usize,
    /// The form in the vocabulary, if it has letters.
    form: Option<Arc<str>>,
    /// Whether its confidence is low; `None` if it was not measured.
    is_low: Option<bool>,
    is_human: bool,
}

/// The doubtful words of a page with the texts that are suggested for them.
pub(in crate::browse) type Doubtful = HashMap<NodeId, Option<String>>;

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

    /// Learns from the corrections of a document: other words like those that were corrected are doubtful.
    pub(in crate::browse) fn relearn(&mut self, corrections: &Corrections) {
        self.corrected.clear();
        self.learn(corrections.pages(), &Corrections::default(), corrections);
    }

    /// Learns from a change of the corrections of some pages.
    pub(in crate::browse) fn learn(
        &mut self,
        pages: impl Iterator<Item = PageNumber>,
        before: &Corrections,
        after: &Corrections,
    ) {
        for page in pages {
            for (corrections, is_new) in [(before, false), (after, true)] {
                let operations = corrections.on(page).map(|entry| &entry.operation);
                for (word, text) in operations.flat_map(replaced) {
                    if let Some(form) = form(word).filter(|_| bare(word) == word) {
                        let known = self.corrected.entry(form).or_default();
                        if is_new {
                            known.add(word, text);
                        } else {
                            known.remove(word, text);
                        }
                    }
                }
            }
        }
    }

    /// The text that people mostly gave to words of a form. A correction of case only would be suggested for the
    /// corrected word, too.
    fn correction(&self, own: &str) -> Option<String> {
        let usual = self.corrected.get(own)?.usual(1).into_iter();
        let mut usual = usual.filter(|usual| usual.times > usual.others);
        let is_other = |usual: &Replacement| form(&usual.text).as_deref() != Some(own);
        Some(usual.rfind(is_other)?.text)
    }

    /// Adds a page, or replaces what is known of it.
    pub(in crate::browse) fn put(&mut self, page: &Page) {
        self.remove(page.index());
        let is_measured = is_measured(page);
        let is_low = |word: &Word<'_>| word.style().confidence < DOUBTFUL;
        let known = whole_words(page).into_iter().map(|(words, text)| Known {
            pieces: words.len(),
            form: form(&text).map(|form| self.vocabulary.add(&form)),
            is_low: is_measured.then(|| words.iter().any(is_low)),
            is_human: words.iter().all(is_human),
        });
        let known = known.collect();
        self.pages.insert(page.index(), known);
    }

    /// Removes a page, which will be read again.
    pub(in crate::browse) fn remove(&mut self, page: u32) {
        let old = self.pages.remove(&page).into_iter().flatten();
        for form in old.filter_map(|known| known.form) {
            self.vocabulary.remove(&form);
        }
    }

    /// Removes all pages.
    pub(super) fn clear(&mut self) {
        self.pages.clear();
        self.vocabulary = Vocabulary::default();
    }

    /// The doubtful words of a page, which is added as it is now.
    pub(in crate::browse) fn of(&mut self, page: &Page) -> Doubtful {
        self.put(page);
        let known = self.pages.get(&page.index()).into_iter().flatten();
        let mut doubtful = Doubtful::new();
        for (known, (words, text)) in known.zip(whole_words(page)) {
            if self.is_doubtful(known, |form| is_doubtful(form, &self.vocabulary)) {
                let suggestion = known.form.as_deref().filter(|_| known.pieces == 1);
                let suggestion = suggestion.and_then(|form| self.suggestion(form, &text));
                doubtful.extend(words.iter().map(|word| (word.node(), suggestion.clone())));
            }
        }
        doubtful
    }

    /// Whether a word is doubtful. `is_unusual` is the answer of the vocabulary.
    fn is_doubtful(&self, known: &Known, is_unusual: impl Fn(&Arc<str>) -> bool) -> bool {
        let form = known.form.as_ref();
        let is_low = known.is_low.unwrap_or_else(|| form.is_some_and(is_unusual));
        let was_corrected = || form.is_some_and(|form| self.correction(form).is_some());
        !known.is_human && (is_low || was_corrected())
    }

    /// The text that a word may have: that which a person gave to such a word, or else a more frequent word that
    /// differs in one letter, with the capitals of this one.
    fn suggestion(&self, form: &str, text: &str) -> Option<String> {
        let own = bare(text);
        let frequent = || {
            let is_long = form.chars().count() >= SUGGESTED;
            let (word, _) = self.vocabulary.neighbour(form).filter(|_| is_long)?;
            let letters = word.chars().zip(own.chars());
            Some(letters.map(|(new, old)| match old.is_uppercase() {
                true => new.to_uppercase().to_string(),
                false => new.to_string(),
            }))
        };
        let corrected = self.correction(form);
        let new = corrected.or_else(|| Some(frequent()?.collect()))?;
        Some(text.replacen(own, &new, 1))
    }

    /// The pages read so far, those with most doubtful words first.
    pub(in crate::browse) fn counts(&self) -> Vec<Count> {
        let words = self.vocabulary.counts.keys();
        let words = words.filter(|word| is_doubtful(word, &self.vocabulary));
        let unusual: HashSet<&Arc<str>> = words.collect();
        let counts = self.pages.iter().map(|(page, known)| {
            let is_unusual = |form: &Arc<str>| unusual.contains(form);
            let doubtful = known.iter().filter(|own| self.is_doubtful(own, is_unusual));
            Count {
                page: PageNumber::of(*page),
                doubts: doubtful.map(|own| own.pieces).sum(),
                words: known.iter().map(|own| own.pieces).sum(),
            }
        });
        let mut counts: Vec<Count> = counts.collect();
        counts.compact_sort_by_key(|count| (Reverse(count.doubts), count.page));
        counts
    }
}

/// Whether the confidence of a page's words was measured: recognised words have different values. A person's words do
/// not count.
pub(in crate::browse) fn is_measured(page: &Page) -> bool {
    let recognised = |word: &Word<'_>| {
        let mut glyphs = word.glyphs();
        !is_human(word) && glyphs.any(|glyph| matches!(glyph.decoding, Decoding::Recognised(_)))
    };
    let words = page.words().filter(recognised);
    let mut values = words.map(|word| word.style().confidence);
    let first = values.next();
    values.any(|value| Some(value) != first)
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

#[cfg(test)]
mod tests {
    use super::*;
    use pdfa2hocr_core::corrections::{Anchor, Entry, Id, Level, MergedFiles, Operation};

    fn text(id: &str, page: u32, word: &str, text: &str) -> Entry {
        let on = Anchor {
            bbox: [0.0; 4],
            text: word.to_owned(),
        };
        Entry {
            id: Id(id.to_owned()),
            by: "ada".to_owned(),
            at: "2026-01-01T00:00:00Z".to_owned(),
            page: Some(PageNumber::of(page)),
            operation: Operation::Text {
                level: Level::Word,
                on,
                text: text.to_owned(),
            },
        }
    }

    #[test]
    fn a_change_is_learned_as_if_all_were_read_again() {
        let mut merged = MergedFiles::default();
        let mut doubts = Doubts::default();
        let undo = |id: &str| Entry {
            page: None,
            operation: Operation::Undo {
                of: vec![Id(id.to_owned())],
            },
            ..text(&format!("u{id}"), 0, "", "")
        };
        for (entry, expected) in [
            (text("a", 0, "Tlie", "The"), Some("The")),
            (text("b", 1, "tlie", "tie"), Some("tie")),
            (text("c", 0, "tlie", "tlie"), Some("The")),
            (undo("a"), None),
            (undo("c"), Some("tie")),
            (text("d", 1, "tlie", "Tlie"), None),
        ] {
            let before = Arc::clone(merged.corrections());
            let changed = merged.append(&[entry]);
            doubts.learn(changed.into_iter(), &before, merged.corrections());
            let mut fresh = Doubts::default();
            fresh.relearn(merged.corrections());
            for doubts in [&doubts, &fresh] {
                assert_eq!(doubts.correction("tlie").as_deref(), expected);
            }
        }
    }
}
