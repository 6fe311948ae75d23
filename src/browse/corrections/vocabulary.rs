//! The words of a document with their numbers, and how often sequences of three letters occur in them. It is
//! filled page by page, and changes with the pages.

use std::collections::HashMap;
use std::iter;
use std::sync::Arc;

/// Three letters of a word; its beginning and its end are [`EDGE`].
type Trigram = [char; 3];

const EDGE: char = '\u{2}';

/// The words of all pages read so far.
#[derive(Default)]
pub(super) struct Vocabulary {
    /// The number of occurrences of each word.
    pub(super) counts: HashMap<Arc<str>, u32>,
    /// The number of different words that contain a trigram.
    trigrams: HashMap<Trigram, u32>,
}

impl Vocabulary {
    /// Adds an occurrence of a word in the form of [`form`].
    pub(super) fn add(&mut self, word: &str) -> Arc<str> {
        let known = self.counts.get_key_value(word).map(|(known, _)| known);
        let word = known.map_or_else(|| word.into(), Arc::clone);
        let count = self.counts.entry(Arc::clone(&word)).or_default();
        *count += 1;
        if *count == 1 {
            for trigram in trigrams(&word) {
                *self.trigrams.entry(trigram).or_default() += 1;
            }
        }
        word
    }

    /// Removes an occurrence of a word.
    pub(super) fn remove(&mut self, word: &str) {
        let Some(count) = self.counts.get_mut(word) else {
            return;
        };
        *count -= 1;
        if *count > 0 {
            return;
        }
        self.counts.remove(word);
        for trigram in trigrams(word) {
            if let Some(count) = self.trigrams.get_mut(&trigram) {
                *count -= 1;
            }
        }
    }

    /// The number of occurrences of a word.
    pub(super) fn count(&self, word: &str) -> u32 {
        self.counts.get(word).copied().unwrap_or_default()
    }

    /// The number of a word's trigrams that no other word has, and of all its trigrams.
    pub(super) fn new_trigrams(&self, word: &str) -> (usize, usize) {
        let own = u32::from(self.counts.contains_key(word));
        let all = trigrams(word);
        let count = |trigram: &Trigram| self.trigrams.get(trigram).copied().unwrap_or_default();
        let new = all.iter().filter(|trigram| count(trigram) <= own);
        (new.count(), all.len())
    }
}

/// A printed word in the form in which it is counted: in lower case, without punctuation around it. `None` if
/// it has no letters.
pub(super) fn form(word: &str) -> Option<String> {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '\u{FFFD}');
    let has_letters = word.chars().any(|c| c.is_alphabetic() || c == '\u{FFFD}');
    has_letters.then(|| word.replace('\u{AD}', "").to_lowercase())
}

/// The different trigrams of a word. Other characters than letters divide it.
fn trigrams(word: &str) -> Vec<Trigram> {
    let mut all = Vec::new();
    let parts = word.split(|c: char| !c.is_alphabetic());
    for part in parts.filter(|part| !part.is_empty()) {
        let ends = iter::once(EDGE).chain(part.chars()).chain([EDGE]);
        for trigram in ends.collect::<Vec<char>>().windows(3) {
            if let Ok(trigram) = trigram.try_into()
                && !all.contains(&trigram)
            {
                all.push(trigram);
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_counted_without_case_and_punctuation() {
        for (word, expected) in [
            ("„Wort“,", Some("wort")),
            ("l'Été.", Some("l'été")),
            ("divi\u{AD}ded", Some("divided")),
            ("1862.", None),
            ("—", None),
            ("a\u{FFFD}", Some("a\u{FFFD}")),
        ] {
            assert_eq!(form(word).as_deref(), expected, "{word}");
        }
    }

    #[test]
    fn trigrams_know_where_words_begin_and_end() {
        let of = |word| {
            trigrams(word)
                .into_iter()
                .map(String::from_iter)
                .collect::<Vec<_>>()
        };
        assert_eq!(of("abca"), ["\u{2}ab", "abc", "bca", "ca\u{2}"]);
        assert_eq!(of("a1bc"), ["\u{2}a\u{2}", "\u{2}bc", "bc\u{2}"]);
        assert!(of("12").is_empty());
    }

    #[test]
    fn pages_can_be_taken_out_again() {
        let mut words = Vocabulary::default();
        for word in ["rose", "rosen", "rose"] {
            words.add(word);
        }
        assert_eq!((words.counts.len(), words.count("rose")), (2, 2));
        // Only the end of the word is not in the other one.
        assert_eq!(words.new_trigrams("rose"), (1, 4));
        assert_eq!(words.new_trigrams("rot"), (2, 3));
        words.add("base");
        assert_eq!(words.new_trigrams("rose"), (0, 4));
        words.remove("base");
        words.remove("rose");
        assert_eq!(words.count("rose"), 1);
        words.remove("rose");
        words.remove("rosen");
        assert_eq!(
            (words.counts.len(), words.new_trigrams("rose")),
            (0, (4, 4))
        );
    }
}
