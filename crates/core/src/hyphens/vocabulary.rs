//! Stores the words of a page as hashes.

use rustc_hash::FxHashSet;

use crate::fnv;
use crate::letters::{is_letter, is_letter_or_digit};
use crate::page::{SOFT_HYPHEN, is_hyphen};

/// The set of a page's words in lower case, without adjacent punctuation. For `well-known` it contains the
/// whole word, and `well-` and `-known` as evidence of such compounds.
///
/// Words divided at line ends are not included.
#[derive(Clone, Debug, Default)]
pub(super) struct Vocabulary {
    hashes: FxHashSet<u64>,
}

/// The use of hyphens in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WordKind {
    Plain,
    /// It has a hyphen between letters.
    Compound,
    /// It ends with a hyphen: `Vor-` in `Vor- und Nachteile`.
    Loose,
}

impl WordKind {
    /// The kind of a word with adjacent punctuation and without a hyphen inside.
    fn of(printed: &str) -> Self {
        let stem = printed.trim_end_matches(|c: char| !is_letter_or_digit(c));
        let behind = printed.strip_prefix(stem).unwrap_or_default();
        let letter = stem.ends_with(is_letter);
        match letter && behind.starts_with(|c| is_hyphen(c) || c == SOFT_HYPHEN) {
            true => Self::Loose,
            false => Self::Plain,
        }
    }
}

impl Vocabulary {
    /// Reserves memory for so many words.
    pub(super) fn with_capacity(words: usize) -> Self {
        let hashes = FxHashSet::with_capacity_and_hasher(words, Default::default());
        Self { hashes }
    }

    /// Adds a word.
    pub(super) fn add(&mut self, printed: &str) -> WordKind {
        let word = bare(printed);
        if word.is_empty() {
            return WordKind::Plain;
        }
        let mut kind = match word.len() == printed.len() {
            true => WordKind::Plain,
            false => WordKind::of(printed),
        };
        if let Some(hash) = hash_of_letters(word) {
            self.hashes.insert(hash);
            return kind;
        }
        self.hashes.insert(hash(&[word]));
        let mut rest = word;
        while let Some((at, hyphen)) = rest.char_indices().find(|(_, c)| is_hyphen(*c)) {
            let (before, behind) = rest.split_at(at);
            let behind = behind.strip_prefix(hyphen).unwrap_or_default();
            let next = behind.split(is_hyphen).next().unwrap_or_default();
            if !before.is_empty() && !next.is_empty() {
                let parts = [hash(&[before, "-"]), hash(&["-", next])];
                self.hashes.extend(parts);
                let letters = before.ends_with(is_letter) && next.starts_with(is_letter);
                if letters {
                    kind = WordKind::Compound;
                }
            }
            rest = behind;
        }
        kind
    }

    /// Whether the page has the word with this [`hash`].
    pub(super) fn has(&self, hash: u64) -> bool {
        self.hashes.contains(&hash)
    }
}

/// Removes punctuation around a word.
pub(super) fn bare(word: &str) -> &str {
    if let [first, .., last] = word.as_bytes()
        && first.is_ascii_alphanumeric()
        && last.is_ascii_alphanumeric()
    {
        return word;
    }
    word.trim_matches(|c: char| !is_letter_or_digit(c))
}

/// The [`hash`] of a word of ASCII letters and digits, a fast path for nearly all words.
fn hash_of_letters(word: &str) -> Option<u64> {
    word.bytes().try_fold(fnv::SEED, |hash, byte| {
        let lower = SMALL[usize::from(byte)];
        (lower != 0).then(|| fnv::mix(hash, u64::from(lower)))
    })
}

/// Lower-case ASCII letters and digits by byte; 0 for other bytes.
const SMALL: [u8; 256] = {
    let mut small = [0; 256];
    let mut byte = 0;
    while byte < 128 {
        if (byte as u8).is_ascii_alphanumeric() {
            small[byte] = (byte as u8).to_ascii_lowercase();
        }
        byte += 1;
    }
    small
};

/// Hash of the concatenated parts in lower case, with all hyphens as `-`.
pub(super) fn hash(parts: &[&str]) -> u64 {
    let take = |hash, c: char| fnv::mix(hash, u64::from(u32::from(c)));
    let mut hash = fnv::SEED;
    for part in parts {
        for c in part.chars() {
            hash = match c {
                c if c.is_ascii() => take(hash, c.to_ascii_lowercase()),
                c if is_hyphen(c) => take(hash, '-'),
                c => c.to_lowercase().fold(hash, take),
            };
        }
    }
    hash
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(crate) fn vocabulary<'w>(words: impl IntoIterator<Item = &'w str>) -> Vocabulary {
        let mut vocabulary = Vocabulary::default();
        for word in words {
            vocabulary.add(word);
        }
        vocabulary
    }

    #[test]
    fn the_use_of_hyphens_is_told() {
        let mut vocabulary = Vocabulary::default();
        for (word, kind) in [
            ("(known.", WordKind::Plain),
            ("(well-known)", WordKind::Compound),
            ("1914-18", WordKind::Plain),
            ("Vor-", WordKind::Loose),
            ("*weip-,", WordKind::Loose),
            ("5-", WordKind::Plain),
            ("--", WordKind::Plain),
        ] {
            assert_eq!(vocabulary.add(word), kind, "{word}");
        }
    }

    #[test]
    fn words_are_known_in_any_case_and_with_any_hyphen() {
        let words = ["(Dictionary,", "state-of\u{2010}the-art.", "--"];
        let vocabulary = vocabulary(words);
        for parts in [
            &["diction", "ary"][..],
            &["STATE-OF-", "THE-ART"],
            &["state", "-"],
            &["the", "-"],
            &["-", "art"],
        ] {
            assert!(vocabulary.has(hash(parts)), "{parts:?}");
        }
        for parts in [
            &["diction"][..],
            &["state"],
            &["dictionary", "-"],
            &[""],
            &["-"],
        ] {
            assert!(!vocabulary.has(hash(parts)), "{parts:?}");
        }
    }
}
