//! The text of a row at a page's edge, split into a pattern without numbers and its numbers, for comparison
//! with other pages.

use super::number::{self, PrintedNumber};
use crate::letters::is_letter;
use crate::suggest::distance_up_to;

/// A text that can be compared with that of another page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// The text in lower case, with `#` for each number, and without possible page numbers.
    pattern: String,
    /// The numbers in the pattern.
    numbers: Vec<u32>,
    letters: usize,
    /// The number of characters of each kind in the pattern.
    kinds: [u8; KINDS],
    /// The words that can be the page number, with their positions.
    page_numbers: Vec<(usize, PrintedNumber)>,
}

/// Number of kinds of characters: those of different letters of ASCII differ.
const KINDS: usize = 32;

/// Largest share of letters that may differ between two pages, because of recognition errors.
const MISREAD: f32 = 0.15;

impl Said {
    /// Reads words. A number can be the page number if it is the first or last word, or `alone`: separated
    /// from its neighbours.
    pub(crate) fn new<'w>(words: impl IntoIterator<Item = (&'w str, bool)>) -> Self {
        // Separate marks, as in `- 12 -`, are not words.
        let words: Vec<(usize, &str, bool)> = words
            .into_iter()
            .enumerate()
            .map(|(place, (word, alone))| (place, word, alone))
            .filter(|(_, word, _)| !number::is_mark(word))
            .collect();
        let bytes = words.iter().map(|(_, word, _)| word.len() + 1);
        let mut said = Self {
            pattern: String::with_capacity(bytes.sum()),
            ..Self::default()
        };
        for (i, &(place, word, alone)) in words.iter().enumerate() {
            if (alone || i == 0 || i + 1 == words.len())
                && let Some(number) = PrintedNumber::read(word)
            {
                said.page_numbers.push((place, number));
                continue;
            }
            if !said.pattern.is_empty() {
                said.pattern.push(' ');
            }
            said.push_word(word);
        }
        for c in said.pattern.chars() {
            said.letters += usize::from(is_letter(c));
            let count = &mut said.kinds[c as usize % KINDS];
            *count = count.saturating_add(1);
        }
        said
    }

    fn push_number(&mut self, value: u32) {
        self.pattern.push('#');
        self.numbers.push(value);
    }

    fn push_word(&mut self, word: &str) {
        let mut value: Option<u32> = None;
        for c in word.chars() {
            if let Some(digit) = number::digit(c) {
                let before = value.unwrap_or(0);
                value = Some(before.saturating_mul(number::BASE).saturating_add(digit));
                continue;
            }
            if let Some(value) = value.take() {
                self.push_number(value);
            }
            if c.is_ascii() {
                self.pattern.push(c.to_ascii_lowercase());
            } else {
                self.pattern.extend(c.to_lowercase());
            }
        }
        if let Some(value) = value {
            self.push_number(value);
        }
    }

    /// The page number, if the text has nothing else.
    pub(crate) fn number(&self) -> Option<PrintedNumber> {
        match self.page_numbers.as_slice() {
            [(_, number)] if self.pattern.is_empty() => Some(*number),
            _ => None,
        }
    }

    /// Whether it contains a likely page number.
    pub(crate) fn has_page_number(&self) -> bool {
        self.page_numbers.iter().any(|(_, n)| !n.is_letter())
    }

    /// The position of the only word that can be the page number.
    pub(crate) fn page_number_word(&self) -> Option<usize> {
        match self.page_numbers.as_slice() {
            [(word, _)] => Some(*word),
            _ => None,
        }
    }

    pub(crate) fn letters(&self) -> usize {
        self.letters
    }

    /// Whether a text `pages` further on is the same: the same words except for a few letters, and numbers
    /// that are equal or differ by `pages`.
    pub(crate) fn repeats(&self, other: &Self, pages: i64) -> bool {
        let longest = self.letters.max(other.letters) as f32;
        let most = (longest * MISREAD) as usize;
        if self.letters < 2 || other.letters < 2 || self.letters.abs_diff(other.letters) > most {
            return false;
        }
        let counts = |(a, b): (&u32, &u32)| a == b || i64::from(*b) - i64::from(*a) == pages;
        if self.numbers.len() == other.numbers.len()
            && !self.numbers.iter().zip(&other.numbers).all(counts)
        {
            return false;
        }
        let values = |said: &Self| said.page_numbers.iter().map(|(_, n)| n.value).collect();
        let (own, others): (Vec<u32>, Vec<u32>) = (values(self), values(other));
        let mut pairs = own.iter().flat_map(|a| others.iter().map(move |b| (a, b)));
        if !own.is_empty() && !others.is_empty() && !pairs.any(counts) {
            return false;
        }
        self.pattern == other.pattern
            || self.least_distance(other) <= most
                && distance_up_to(&self.pattern, &other.pattern, most).is_some()
    }

    /// A lower bound of the [`distance`](crate::suggest::distance) of the patterns: the characters that one has
    /// more often than the other. It is fast to compute and mostly suffices to reject a pair.
    fn least_distance(&self, other: &Self) -> usize {
        let more = |a: &Self, b: &Self| -> usize {
            let kinds = a.kinds.iter().zip(b.kinds);
            kinds.map(|(a, b)| usize::from(a.saturating_sub(b))).sum()
        };
        more(self, other).max(more(other, self))
    }

    /// Whether a word can be the page number.
    pub(crate) fn has_numbers(&self) -> bool {
        !self.page_numbers.is_empty()
    }

    /// The positions of the numbers that differ by `pages` from one of a page `pages` further on.
    pub(crate) fn counts_on(&self, other: &Self, pages: i64) -> impl Iterator<Item = usize> {
        self.page_numbers.iter().filter_map(move |(place, a)| {
            let mut others = other.page_numbers.iter();
            others
                .any(|(_, b)| a.counts_on(*b, pages))
                .then_some(*place)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Said {
        Said::new(text.split(' ').map(|word| (word, false)))
    }

    #[test]
    fn heads_repeat_when_their_words_do_and_their_numbers_stay_or_count_on() {
        let repeats = |a, b, pages| said(a).repeats(&said(b), pages);
        assert!(repeats("xiv PREFACE", "PREFACE xv", 1));
        assert!(repeats("FREE CULTURE 31", "FREE CULTURE 33", 2));
        assert!(repeats("Vol. 76, No. 194", "Vol. 76, No. 194", 1));
        assert!(repeats(
            "SŁOWNIK JĘZYKA POLSKIEGO",
            "SŁ0WNIK JĘZYKA POISKIEGO",
            1
        ));
        assert!(!repeats("Table 3", "Table 5", 1));
        assert!(!repeats("FREE CULTURE 31", "PIRACY 32", 1));
        assert!(!repeats("31", "32", 1), "a number alone says nothing");
    }

    proptest::proptest! {
        #[test]
        fn the_least_distance_is_never_more_than_the_distance(a in "[a-eé ]{0,12}", b in "[a-eé ]{0,12}") {
            let (a, b) = (said(&a), said(&b));
            let distance = crate::suggest::distance(&a.pattern, &b.pattern);
            proptest::prop_assert!(a.least_distance(&b) <= distance);
        }
    }

    #[test]
    fn numbers_count_on_at_either_end_of_a_row_or_where_they_stand_alone() {
        let counts = |a: &Said, b: &Said, pages| a.counts_on(b, pages).collect::<Vec<_>>();
        let (left, right) = (said("24 CHAPTER ONE"), said("FREE CULTURE 25"));
        assert_eq!(counts(&left, &right, 1), [0]);
        assert_eq!(counts(&right, &left, -1), [2]);
        assert_eq!(counts(&said("- xi -"), &said("ix"), -2), [1]);
        assert!(counts(&said("5"), &said("vi"), 1).is_empty());
        assert!(counts(&said("in 3 ways"), &said("in 4 ways"), 1).is_empty());
        let guide = Said::new([("ab", false), ("3", true), ("ac", false)]);
        assert_eq!(counts(&guide, &said("4"), 1), [1]);
    }
}
