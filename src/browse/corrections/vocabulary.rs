//! The words of a document with their numbers, and which letters follow each other in them. It is filled page by
//! page, and changes with the pages.

use std::collections::HashMap;
use std::iter;
use std::sync::Arc;

/// The beginning and the end of a word.
const EDGE: char = '\u{2}';
/// Any letter, in a sequence of letters or a word.
const ANY: char = '\u{3}';

/// Occurrences from which a word can be the right form of another one.
const FREQUENT: u32 = 2;

/// Number of occurrences between two given letters that weigh as much as the general frequency of a letter. Higher
/// values hide what is unusual; 1 and 4 find the same errors.
const PRIOR: f32 = 4.0;
/// Number of different letters of a document; a letter that never occurs is expected once in this many more.
const LETTERS: f32 = 100.0;

/// The words of all pages read so far.
#[derive(Default)]
pub(super) struct Vocabulary {
    /// The number of occurrences of each word.
    pub(super) counts: HashMap<Arc<str>, u32>,
    /// The number of three letters in a row in the different words. [`ANY`] stands for each letter.
    sequences: HashMap<[char; 3], u32>,
    /// The words with [`FREQUENT`] occurrences or more, by their forms with [`ANY`] for one letter.
    frequent: HashMap<String, Vec<Arc<str>>>,
}

impl Vocabulary {
    /// Adds an occurrence of a word in the form of [`form`].
    pub(super) fn add(&mut self, word: &str) -> Arc<str> {
        let known = self.counts.get_key_value(word).map(|(known, _)| known);
        let word = known.map_or_else(|| word.into(), Arc::clone);
        self.recount(&word, self.count(&word) + 1);
        word
    }

    /// Removes an occurrence of a word.
    pub(super) fn remove(&mut self, word: &Arc<str>) {
        self.recount(word, self.count(word).saturating_sub(1));
    }

    /// Sets the number of occurrences of a word.
    fn recount(&mut self, word: &Arc<str>, count: u32) {
        let before = self.counts.insert(Arc::clone(word), count).unwrap_or(0);
        if (before == 0) != (count == 0) {
            let change = if before == 0 { 1 } else { -1 };
            for sequence in sequences(word).flatten() {
                let number = self.sequences.entry(sequence).or_default();
                *number = number.saturating_add_signed(change);
            }
        }
        if (before < FREQUENT) != (count < FREQUENT) {
            for gapped in gapped(word) {
                let words = self.frequent.entry(gapped).or_default();
                words.retain(|other| other != word);
                words.extend((count >= FREQUENT).then(|| Arc::clone(word)));
            }
        }
        if count == 0 {
            self.counts.remove(word);
        }
    }

    /// The number of occurrences of a word.
    pub(super) fn count(&self, word: &str) -> u32 {
        self.counts.get(word).copied().unwrap_or_default()
    }

    /// The surprisal of a word's most unusual letter between its neighbours, in bits. The word itself does not count.
    pub(super) fn surprisal(&self, word: &str) -> f32 {
        let own = u32::from(self.counts.contains_key(word));
        let count = |sequence: &[char; 3]| {
            let count = self.sequences.get(sequence).copied().unwrap_or_default();
            count.saturating_sub(own) as f32
        };
        let surprisals = sequences(word).map(|[here, around, letter, all]| {
            let general = (count(&letter) + 1.0) / (count(&all) + LETTERS);
            -((count(&here) + PRIOR * general) / (count(&around) + PRIOR)).log2()
        });
        surprisals.fold(0.0, f32::max)
    }

    /// The most frequent word that differs in one letter and is more frequent, with its number. Words that differ at
    /// the end are often other forms of the same word.
    pub(super) fn neighbour(&self, word: &str) -> Option<(&str, u32)> {
        let mut gapped: Vec<String> = gapped(word).collect();
        gapped.pop();
        let words = gapped.iter().filter_map(|gapped| self.frequent.get(gapped));
        let counted = words.flatten().map(|word| (&**word, self.count(word)));
        let own = self.count(word);
        let others = counted.filter(|(_, count)| *count > own);
        others.max_by_key(|&(word, count)| (count, word))
    }
}

/// A printed word in the form in which it is counted: in lower case, without punctuation around it. `None` if
/// it has no letters.
pub(super) fn form(word: &str) -> Option<String> {
    let has_letters = |c: char| c.is_alphabetic() || c == '\u{FFFD}';
    let word = bare(word);
    word.contains(has_letters)
        .then(|| word.replace('\u{AD}', "").to_lowercase())
}

/// A word without the punctuation around it.
pub(super) fn bare(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric() && c != '\u{FFFD}')
}

/// The sequences of a word. For each letter: the letter between its neighbours, any letter between them, this letter
/// anywhere, and any letter anywhere.
fn sequences(word: &str) -> impl Iterator<Item = [[char; 3]; 4]> + '_ {
    let before = iter::once(EDGE).chain(word.chars());
    let after = word.chars().skip(1).chain([EDGE]);
    let letters = before.zip(word.chars()).zip(after);
    letters.map(|((before, letter), after)| {
        [
            [before, letter, after],
            [before, ANY, after],
            [ANY, letter, ANY],
            [ANY; 3],
        ]
    })
}

/// The forms of a word with [`ANY`] for one letter, from the first to the last.
fn gapped(word: &str) -> impl Iterator<Item = String> + '_ {
    let letters = word.char_indices();
    letters.map(|(at, letter)| {
        let (before, after) = (word.get(..at), word.get(at + letter.len_utf8()..));
        let mut gapped = before.unwrap_or_default().to_owned();
        gapped.push(ANY);
        gapped + after.unwrap_or_default()
    })
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

    /// A vocabulary of these words.
    fn of(words: &[&str]) -> Vocabulary {
        let mut vocabulary = Vocabulary::default();
        for word in words {
            vocabulary.add(word);
        }
        vocabulary
    }

    #[test]
    fn letters_are_unusual_between_others() {
        let words = of(&["rose", "hose", "nose", "rosa", "rone"]);
        // The others have an s between o and e, and no other word has an n there.
        assert!(words.surprisal("rone") > words.surprisal("rose") + 1.0);
        assert!(words.surprisal("roqe") > words.surprisal("rone"));
    }

    #[test]
    fn frequent_words_with_one_other_letter_are_neighbours() {
        let words = of(&["house", "house", "house", "mouse", "mouse", "houss"]);
        for (word, expected) in [
            ("honse", Some(("house", 3))),
            ("mouse", Some(("house", 3))),
            ("house", None),
            // Only the end differs.
            ("houss", None),
            ("hoose", Some(("house", 3))),
            ("hose", None),
        ] {
            assert_eq!(words.neighbour(word), expected, "{word}");
        }
    }

    #[test]
    fn pages_can_be_taken_out_again() {
        let mut words = of(&["rose", "rosen", "rose"]);
        assert_eq!((words.counts.len(), words.count("rose")), (2, 2));
        assert_eq!(words.neighbour("rase"), Some(("rose", 2)));
        let before = words.surprisal("rasen");
        words.add("base");
        assert_ne!(words.surprisal("rasen"), before);
        words.remove(&"base".into());
        assert_eq!(words.surprisal("rasen"), before);
        words.remove(&"rose".into());
        assert_eq!((words.count("rose"), words.neighbour("rase")), (1, None));
        words.remove(&"rose".into());
        words.remove(&"rosen".into());
        assert!(words.counts.is_empty());
        assert_eq!(words.surprisal("rose"), of(&[]).surprisal("rose"));
    }
}
