//! The words of a document, to decide whether a spelling can be a word.

use std::collections::HashMap;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::text::Text;
use crate::{english, fnv};

/// Minimum number of different letter triples from which a document's language can be judged.
const MIN_TRIPLES: usize = 1000;
/// A document is English if at least one of this many different words is common in English.
const ENGLISH_SHARE: usize = 4;
/// Maximum letters of short words, which must occur more often to count as words.
const SHORT: usize = 3;
/// A short word must occur once in this many words: rarer ones are signs, abbreviations and errors.
const ONE_OF: usize = 5000;

/// The words of a document.
#[derive(Default)]
pub(super) struct Vocabulary {
    /// Number of occurrences of each word, by [`key`]: a book has hundreds of thousands of words.
    words: FxHashMap<u64, u32>,
    count: usize,
    /// Number of different words that are common in English.
    common: usize,
    /// For each triple of consecutive letters, the number of words with it. A space is added before and after
    /// each word.
    triples: HashMap<[char; 3], u32>,
    /// The last word of the pages so far, which may continue on the next page.
    last: Vec<char>,
}

impl Vocabulary {
    /// Adds the words of the next page.
    pub(super) fn add_page(&mut self, text: &Text) {
        let mut continues = text.continues();
        for range in text.words_in(0..text.letters.len()) {
            if !continues {
                self.finish();
            }
            continues = false;
            let word = text.letters.get(range).unwrap_or_default();
            self.last.extend(word);
        }
    }

    /// Adds the last word of the last page.
    pub(super) fn finish(&mut self) {
        let word = std::mem::take(&mut self.last);
        if !word.is_empty() {
            self.add(&word);
        }
        self.last = word;
        self.last.clear();
    }

    #[cfg(test)]
    pub(super) fn of<const N: usize>(words: [&str; N]) -> Self {
        let mut out = Self::default();
        for word in words {
            out.add(&word.chars().collect::<Vec<_>>());
        }
        out
    }

    fn add(&mut self, word: &[char]) {
        self.count += 1;
        let count = self.words.entry(key(word)).or_insert(0);
        *count = count.saturating_add(1);
        if *count > 1 {
            return;
        }
        self.common += usize::from(is_common(word));
        for triple in triples(word) {
            *self.triples.entry(triple).or_insert(0) += 1;
        }
    }

    pub(super) fn times(&self, word: &[char]) -> usize {
        self.words
            .get(&key(word))
            .map_or(0, |&count| count as usize)
    }

    /// Whether a spelling is a word: the document uses it, or it is common in English.
    pub(super) fn has(&self, word: &[char]) -> bool {
        let least = match word.len() <= SHORT {
            true => 1 + self.count / ONE_OF,
            false => 1,
        };
        self.times(word) >= least || is_common(word)
    }

    /// Whether the document is English. English letter triples are then counted too, because a single page
    /// has too few.
    fn is_english(&self) -> bool {
        self.common * ENGLISH_SHARE >= self.words.len()
    }

    /// Number of words with a triple.
    fn with(&self, triple: &[char; 3]) -> u32 {
        let own = self.triples.get(triple).copied().unwrap_or(0);
        let english = || ENGLISH_TRIPLES.get(triple).copied().unwrap_or(0);
        own.saturating_add(if self.is_english() { english() } else { 0 })
    }

    /// Whether a word has letter triples that are unique in the document, apart from those that it shares
    /// with `like`.
    pub(super) fn is_strange(&self, word: &[char], like: &[char]) -> bool {
        let beside = u32::from(self.words.contains_key(&key(word)));
        let (mut all, mut strange) = (0, 0);
        for triple in triples(word).filter(|triple| !triples(like).any(|other| other == *triple)) {
            all += 1;
            strange += usize::from(self.with(&triple) <= beside);
        }
        let enough = self.triples.len() >= MIN_TRIPLES || self.is_english();
        enough && strange > 1 && 2 * strange >= all
    }
}

/// Number of common English words for each triple.
static ENGLISH_TRIPLES: LazyLock<HashMap<[char; 3], u32>> = LazyLock::new(|| {
    let mut out = HashMap::new();
    for word in english::words() {
        for triple in triples(&word.chars().collect::<Vec<_>>()) {
            *out.entry(triple).or_insert(0) += 1;
        }
    }
    out
});

/// Identifies a word. Among a million words, two have the same key with a probability of 1 in 10 million.
fn key(word: &[char]) -> u64 {
    let letters = word.iter().map(|&c| u64::from(u32::from(c)));
    letters.fold(fnv::SEED, fnv::mix)
}

pub(super) fn is_common(word: &[char]) -> bool {
    let word: String = word.iter().collect();
    english::is_word(&[&word])
}

fn triples(word: &[char]) -> impl Iterator<Item = [char; 3]> + '_ {
    let letter = move |at: usize| match at.checked_sub(1) {
        Some(at) => word.get(at).copied().unwrap_or(' '),
        None => ' ',
    };
    (0..word.len()).map(move |at| [letter(at), letter(at + 1), letter(at + 2)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_strange_that_follow_each_other_in_no_english_word() {
        let word = |word: &str| word.chars().collect::<Vec<_>>();
        let english = Vocabulary::of(["the", "measures", "were", "carried", "out", "kallpax"]);
        assert!(english.is_strange(&word("carrgrd"), &word("carried")));
        assert!(!english.is_strange(&word("married"), &word("carried")));
        // The English triples do not help with a page in another language.
        let other = Vocabulary::of(["szklanka", "przyjaciel", "jest", "carried", "dobry"]);
        assert!(!other.is_strange(&word("carrgrd"), &word("carried")));
    }

    #[test]
    fn a_short_word_is_one_that_is_often_used() {
        let mut vocabulary = Vocabulary::of(["og"]);
        assert!(vocabulary.has(&['o', 'g']));
        vocabulary.count = 2 * ONE_OF;
        assert!(!vocabulary.has(&['o', 'g']));
    }
}
