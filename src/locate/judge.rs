//! Whether a piece of text is what is quoted: the same words, but for slips.

use std::collections::HashSet;
use std::ops::Range;

use super::align::Aligned;
use super::fold::Quote;
use super::text::Text;

/// A word of the quotation may have one letter wrong for this many, whatever they are.
const LETTERS_A_SLIP: usize = 7;
/// Words of fewer letters have no slips, but those of programs that recognise text.
const SHORTEST: usize = 4;
/// Of the letters of a quotation, this share may be wrong.
const MOST_WRONG: f32 = 0.12;
/// A document with this many different triples of letters has nearly all that its language has.
const TRIPLES_OF_A_LANGUAGE: usize = 3000;
/// The mark of a note behind a word has no more digits.
const MARK: usize = 3;

/// The words of a document.
pub(super) struct Words {
    words: HashSet<Vec<char>>,
    /// Three letters of words that follow each other, with a blank before the first and behind the last.
    triples: HashSet<[char; 3]>,
}

impl Words {
    pub(super) fn new(texts: &[Text]) -> Self {
        let mut out = Self {
            words: HashSet::new(),
            triples: HashSet::new(),
        };
        for text in texts {
            for range in text.words_in(0..text.letters.len()) {
                let word = text.letters.get(range).unwrap_or_default();
                if !out.words.contains(word) {
                    out.triples.extend(triples(word));
                    out.words.insert(word.to_vec());
                }
            }
        }
        out
    }

    /// Whether nothing says that letters are a word of the document's language: the document does not have
    /// it, and has enough to know that its letters do not follow each other so.
    fn is_no_word(&self, word: &[char]) -> bool {
        !self.words.contains(word)
            && self.triples.len() >= TRIPLES_OF_A_LANGUAGE
            && triples(word).any(|triple| !self.triples.contains(&triple))
    }
}

fn triples(word: &[char]) -> impl Iterator<Item = [char; 3]> + '_ {
    let blank = std::iter::once(&' ');
    let padded: Vec<char> = blank.clone().chain(word).chain(blank).copied().collect();
    let count = padded.len().saturating_sub(2);
    (0..count).filter_map(move |at| padded.get(at..at + 3)?.try_into().ok())
}

/// Whether letters of the text, of whole words, are what is quoted.
pub(super) fn is_same(
    quote: &Quote,
    text: &Text,
    aligned: &Aligned,
    range: &Range<usize>,
    words: &Words,
) -> bool {
    if aligned.distance as f32 > MOST_WRONG * quote.letters.len() as f32 + 1.0 {
        return false;
    }
    let last = quote.words.len().saturating_sub(1);
    // Where letters of the quotation are that the text has.
    let mut kept: HashSet<usize> = HashSet::new();
    for (number, word) in quote.words.iter().enumerate() {
        let passed = |at: usize| aligned.passed.get(at).copied().unwrap_or(range.end);
        let start = if number == 0 {
            range.start
        } else {
            passed(word.start)
        };
        let end = if number == last {
            range.end
        } else {
            passed(word.end)
        };
        let quoted = quote.letters.get(word.clone()).unwrap_or_default();
        let found = text.letters.get(start..end).unwrap_or_default();
        if !is_same_word(quoted, found, words) {
            return false;
        }
        for at in word
            .clone()
            .filter(|at| aligned.same.get(*at) == Some(&true))
        {
            let behind = aligned.passed.get(at + 1).copied().unwrap_or(0);
            kept.extend(
                (passed(at)..behind)
                    .filter(|place| text.letters.get(*place) == quote.letters.get(at)),
            );
        }
    }
    // No word is there that is not quoted.
    let all = text.words_in(range.clone());
    all.into_iter()
        .all(|mut word| word.any(|letter| kept.contains(&letter)))
}

/// Whether what is found for a word is the word.
fn is_same_word(quoted: &[char], found: &[char], words: &Words) -> bool {
    if quoted == found {
        return true;
    }
    let digit = |c: &char| c.is_numeric();
    if quoted.iter().any(digit) {
        return false;
    }
    // The mark of a note, which is not quoted.
    let marked = found.strip_prefix(quoted);
    if marked.is_some_and(|mark| mark.len() <= MARK && mark.iter().all(digit)) {
        return true;
    }
    if words.words.contains(quoted) {
        return false;
    }
    let changes = distance(quoted, found);
    let whatever = quoted.len().min(found.len()) / LETTERS_A_SLIP;
    if changes <= whatever {
        return true;
    }
    let long = quoted.len() >= SHORTEST;
    if long && recognised(quoted) == recognised(found) {
        return true;
    }
    words.is_no_word(quoted) && changes <= 1 + quoted.len() / LETTERS_A_SLIP
}

/// A word with all letters alike that programs take for each other that recognise text.
fn recognised(word: &[char]) -> String {
    let mut out = String::with_capacity(word.len());
    for &c in word {
        out.push(match c {
            'c' => 'e',
            'i' | '1' | 'j' => 'l',
            '0' => 'o',
            'u' | 'v' => 'n',
            '5' => 's',
            '8' => 'b',
            '9' => 'g',
            c => c,
        });
    }
    out.replace("rn", "m").replace("nn", "m").replace("el", "d")
}

/// How many letters must be changed, added or left out.
fn distance(a: &[char], b: &[char]) -> usize {
    // What is much longer is another word, whatever it is.
    if a.len().abs_diff(b.len()) > 8 {
        return usize::MAX;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (at, x) in a.iter().enumerate() {
        let mut diagonal = at;
        let mut left = at + 1;
        if let Some(first) = row.first_mut() {
            *first = left;
        }
        for (cell, y) in row.iter_mut().skip(1).zip(b) {
            let changed = diagonal + usize::from(x != y);
            diagonal = *cell;
            left = changed.min(*cell + 1).min(left + 1);
            *cell = left;
        }
    }
    row.last().copied().unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(quoted: &str, found: &str) -> bool {
        let words = Words {
            words: ["house", "light"]
                .iter()
                .map(|w| w.chars().collect())
                .collect(),
            triples: HashSet::new(),
        };
        let letters = |word: &str| word.chars().collect::<Vec<_>>();
        is_same_word(&letters(quoted), &letters(found), &words)
    }

    #[test]
    fn slips_are_forgiven_and_other_words_are_not() {
        for (quoted, found) in [
            ("dictionary", "dictlonary"),
            ("dictionary", "dixtionary"),
            ("modern", "modem"),
            ("trial", "trial18"),
        ] {
            assert!(same(quoted, found), "{quoted} {found}");
        }
        for (quoted, found) in [
            ("house", "mouse"),
            ("mouse", "house"),
            ("light", "right"),
            ("1914", "1915"),
            ("1914", "19l4"),
            ("not", ""),
            ("not", "now"),
            ("dictionary", "dictation"),
        ] {
            assert!(!same(quoted, found), "{quoted} {found}");
        }
    }

    #[test]
    fn letters_are_counted_that_differ() {
        let letters = |word: &str| word.chars().collect::<Vec<_>>();
        for (a, b, changes) in [
            ("", "", 0),
            ("abc", "", 3),
            ("kitten", "sitting", 3),
            ("a", "ba", 1),
        ] {
            assert_eq!(distance(&letters(a), &letters(b)), changes);
        }
    }
}
