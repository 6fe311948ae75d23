//! Decides if the hyphen at a line's end only divides the word, or is part of it.
//!
//! ```text
//!   the dictio-       "dictionary" is on another page          divides
//!   nary of well-     "well-known" is in the middle of a line  is part
//!   known in-         "in" and "house" are words, and          is part
//!   house words       "inhouse" is not
//! ```
//!
//! The decision is a score: the weighted sum of [`Features`]. In doubt the hyphen is part of the word.

use unicode_normalization::char::is_combining_mark;

use super::vocabulary::bare;
use crate::english;
use crate::page::is_hyphen;

/// Evidence from the page and its neighbours.
pub(super) struct Around<F> {
    /// Returns the number of pages with a word, given in parts.
    pub seen: F,
    /// Numbers of hyphens at line ends and elsewhere.
    pub counts: Counts,
    /// Whether the pages are English, so that the list of English words applies.
    pub english: bool,
}

/// Numbers of hyphens after letters on one or several pages.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub lines: u32,
    pub words: u32,
    /// Lines that end with a hyphen.
    pub ends: u32,
    /// Words with a hyphen between letters.
    pub compounds: u32,
    /// Words within a line that end with a hyphen: `Vor- und Nachteile`, `the prefix un- is`.
    pub loose: u32,
}

impl Counts {
    /// Adds the counts of another page.
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            lines: self.lines.saturating_add(other.lines),
            words: self.words.saturating_add(other.words),
            ends: self.ends.saturating_add(other.ends),
            compounds: self.compounds.saturating_add(other.compounds),
            loose: self.loose.saturating_add(other.loose),
        }
    }

    /// Expected number of lines that end with a hyphen if lines end only at spaces and at hyphens of
    /// compounds.
    fn expected(self) -> f32 {
        let words_per_line = (self.words as f32 / self.lines.max(1) as f32).max(1.0);
        // A line end within a compound is half as frequent as one after it (measured on the documents of the
        // list).
        (0.5 * self.compounds as f32 + self.loose as f32) / words_per_line
    }
}

/// English prefixes that usually keep their hyphen.
const PREFIXES: [&str; 20] = [
    "all", "anti", "counter", "cross", "ex", "half", "macro", "meta", "micro", "mid", "mini",
    "multi", "neo", "non", "post", "pseudo", "quasi", "self", "semi", "socio",
];

/// Evidence about one hyphen: true is 1, and a number `n` of pages is `ln(1 + n)`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Features {
    /// Pages with the word without a hyphen.
    whole: f32,
    /// Pages with the hyphenated word within a line.
    compound: f32,
    /// Whether the word without hyphen is a common English word.
    common: f32,
    /// English: whether both halves are words and their combination is not.
    both: f32,
    /// Pages with the second half as a word.
    second: f32,
    /// Pages with other compounds that begin with the first half: `well-fed` for `well-`.
    begins: f32,
    /// Pages with other compounds that end with the second half.
    ends: f32,
    /// English: whether the first half is one of the [`PREFIXES`].
    prefix: f32,
    /// Natural logarithm of the ratio of lines that end with a hyphen to those [expected](Counts::expected)
    /// without divided words.
    excess: f32,
    /// Whether a capital follows, and the word is not in capitals.
    capital: f32,
    /// Whether lower-case letters follow capitals.
    abbreviation: f32,
    /// Whether one half is a single letter.
    letter: f32,
    /// Whether the script has no capitals.
    uncased: f32,
}

/// The score without evidence. It is `ln(2)` lower than the fitted value, so that words are joined only if
/// that is twice as likely to be right.
const START: f32 = -1.8;

/// Weights from logistic regression on the documents of `tests/score/hyphens.tsv` in the set `fit`. Those of
/// `compound` and of the last four are set by hand, because the list has too few such words.
const WEIGHTS: Features = Features {
    whole: 5.3,
    compound: -8.0,
    common: 1.9,
    both: -6.5,
    second: -3.0,
    begins: -2.6,
    ends: -0.3,
    prefix: -3.4,
    excess: 2.8,
    capital: -8.0,
    abbreviation: -8.0,
    letter: -8.0,
    uncased: -8.0,
};

/// Whether a hyphen between `stem` and `next`, the first word of the next line, exists only because of the
/// line end.
pub(super) fn divides<F: Fn(&[&str]) -> usize>(stem: &str, next: &str, around: &Around<F>) -> bool {
    let stem = stem.trim_start_matches(|c: char| !c.is_alphanumeric());
    let features = Features::of(stem, bare(next), around);
    features.is_some_and(|features| features.score() > 0.0)
}

impl Features {
    /// Returns `None` unless letters are on both sides of the hyphen; otherwise it does not divide a word.
    fn of<F: Fn(&[&str]) -> usize>(stem: &str, next: &str, around: &Around<F>) -> Option<Self> {
        let is_letter = |c: &char| c.is_alphabetic() || is_combining_mark(*c);
        let _before = stem.chars().next_back().filter(is_letter)?;
        let after = next.chars().next().filter(is_letter)?;
        // In words with several hyphens, the parts next to this one may be words.
        let last = stem.rsplit(is_hyphen).next().unwrap_or(stem);
        let first = next.split(is_hyphen).next().unwrap_or(next);

        let pages = |parts: &[&str]| (1.0 + (around.seen)(parts) as f32).ln();
        let common = |parts: &[&str]| around.english && english::is_word(parts);
        let is_word =
            |word: &str| letters(word) > 1 && (common(&[word]) || (around.seen)(&[word]) > 0);
        let cased = after.is_lowercase() || after.is_uppercase();
        let prefix = PREFIXES
            .iter()
            .any(|prefix| prefix.eq_ignore_ascii_case(last));
        // Most words have no other hyphen, so that their parts are all of them.
        let (mut whole, mut compound) = (pages(&[stem, next]), pages(&[stem, "-", next]));
        if last.len() < stem.len() {
            whole = whole.max(pages(&[last, next]));
            compound = compound.max(pages(&[last, "-", next]));
        }
        if first.len() < next.len() {
            whole = whole.max(pages(&[last, first]));
        }
        let is_common = common(&[last, first]);
        let is_whole = whole > 0.0 || is_common;
        Some(Self {
            whole,
            compound,
            common: yes(is_common),
            both: yes(around.english && !is_whole && is_word(last) && is_word(first)),
            second: pages(&[first]),
            begins: pages(&[last, "-"]),
            ends: pages(&["-", first]),
            prefix: yes(around.english && prefix),
            // One is added to both numbers, so that few lines have little effect.
            excess: ((1.0 + around.counts.ends as f32) / (1.0 + around.counts.expected())).ln(),
            capital: yes(after.is_uppercase() && !(in_capitals(stem) && in_capitals(next))),
            abbreviation: yes(in_capitals(last) && !after.is_uppercase()),
            letter: yes(cased && (letters(last) < 2 || letters(next) < 2)),
            uncased: yes(!cased),
        })
    }

    /// Above 0 if the hyphen only divides the word.
    fn score(&self) -> f32 {
        let (own, weights) = (self.values(), WEIGHTS.values());
        let products = own
            .iter()
            .zip(weights)
            .map(|(value, weight)| value * weight);
        START + products.sum::<f32>()
    }

    fn values(&self) -> [f32; 13] {
        [
            self.whole,
            self.compound,
            self.common,
            self.both,
            self.second,
            self.begins,
            self.ends,
            self.prefix,
            self.excess,
            self.capital,
            self.abbreviation,
            self.letter,
            self.uncased,
        ]
    }
}

fn yes(is: bool) -> f32 {
    if is { 1.0 } else { 0.0 }
}

fn letters(word: &str) -> usize {
    word.chars().filter(|c| c.is_alphabetic()).count()
}

fn in_capitals(word: &str) -> bool {
    let mut letters = word.chars().filter(|c| c.is_alphabetic());
    letters.clone().nth(1).is_some() && letters.all(char::is_uppercase)
}

#[cfg(test)]
mod tests {
    use super::super::vocabulary::{hash, tests::vocabulary};
    use super::*;

    /// Counts for 300 lines of eight words, with 16 compounds.
    fn counts(ends: u32) -> Counts {
        Counts {
            lines: 300,
            words: 2400,
            ends,
            compounds: 16,
            loose: 1,
        }
    }

    /// The verdict in a document in which one line in ten ends with a hyphen.
    fn divides_among(words: &str, english: bool, stem: &str, next: &str) -> bool {
        let vocabulary = vocabulary(words.split(' '));
        let around = Around {
            seen: |parts: &[&str]| usize::from(vocabulary.has(hash(parts))),
            counts: counts(30),
            english,
        };
        divides(stem, next, &around)
    }

    #[test]
    fn letters_tell_when_the_document_does_not() {
        for (stem, next) in [
            ("dictio", "nary,"),
            ("(DICTIO", "NARY"),
            ("сло", "варь"),
            ("λεξι", "κό"),
            ("բառա", "րան"),
            ("a\u{301}e\u{301}", "bc"),
        ] {
            assert!(divides_among("", false, stem, next), "{stem} {next}");
        }
        for (stem, next) in [
            ("Ober", "Österreich"),
            ("DNA", "based"),
            ("e", "mail"),
            ("1914", "bis"),
            ("A", "4"),
            ("", "a"),
            ("dictio", "—"),
            ("word", ""),
            ("தமி", "ழ்"),
        ] {
            assert!(!divides_among("", false, stem, next), "{stem} {next}");
        }
    }

    #[test]
    fn the_words_of_the_document_tell_first() {
        assert!(!divides_among("a well-known bird", false, "well", "known"));
        assert!(!divides_among("Well-fed, and known", true, "well", "known"));
        assert!(divides_among("well-fed", false, "well", "ington"));
        assert!(divides_among("established", false, "well-estab", "lished"));
        assert!(divides_among("தமிழ்", false, "தமி", "ழ்"));
        assert!(!divides_among("E-Mail E-mail", false, "E", "mail"));
    }

    #[test]
    fn english_words_tell_halves_that_are_words_from_others() {
        for (stem, next) in [
            ("in", "house"),
            ("evidence", "based"),
            ("well", "known"),
            ("state-of", "the-art"),
        ] {
            assert!(
                !divides_among("house based the", true, stem, next),
                "{stem} {next}"
            );
        }
        for (stem, next) in [
            ("be", "fore"),
            ("how", "ever"),
            ("inter", "nal"),
            ("wa", "ter-course"),
        ] {
            assert!(divides_among("the", true, stem, next), "{stem} {next}");
        }
    }

    #[test]
    fn it_stays_where_no_more_lines_end_with_one_than_compounds_explain() {
        let around = |ends| Around {
            seen: |_: &[&str]| 0,
            counts: counts(ends),
            english: true,
        };
        assert!(divides("quad", "rireme", &around(30)));
        assert!(!divides("quad", "rireme", &around(1)));
        // A prefix needs fewer compounds as evidence than other halves.
        assert!(divides("quad", "rireme", &around(6)));
        assert!(!divides("non", "rireme", &around(6)));
    }
}
