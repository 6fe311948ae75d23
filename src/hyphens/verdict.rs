//! Decides if the hyphen at a line's end only divides the word, or is part of it.
//!
//! ```text
//!   the dictio-       "dictionary" is on another page          divides
//!   nary of well-     "well-known" is in the middle of a line  is part
//!   known in-         "in" and "house" are words, and          is part
//!   house words       "inhouse" is not
//! ```
//!
//! One score decides, the sum of [`Features`] with weights. In doubt the hyphen is part of the word.

use unicode_normalization::char::is_combining_mark;

use super::vocabulary::bare;
use crate::english;
use crate::model::is_hyphen;

/// The pages around, as far as they show how words are divided.
pub(super) struct Around<F> {
    /// The number of pages that have a word, given in parts.
    pub seen: F,
    /// How often hyphens are at line ends and elsewhere.
    pub counts: Counts,
    /// The pages are in English, so that the list of English words counts.
    pub english: bool,
}

/// How often a page, or several, has hyphens behind letters.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub lines: u32,
    pub words: u32,
    /// Lines that end with a hyphen.
    pub ends: u32,
    /// Words with a hyphen between letters.
    pub compounds: u32,
    /// Words that end with a hyphen and do not end a line: `Vor- und Nachteile`, `the prefix un- is`.
    pub loose: u32,
}

impl Counts {
    /// The sum with those of another page.
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            lines: self.lines.saturating_add(other.lines),
            words: self.words.saturating_add(other.words),
            ends: self.ends.saturating_add(other.ends),
            compounds: self.compounds.saturating_add(other.compounds),
            loose: self.loose.saturating_add(other.loose),
        }
    }

    /// How many lines would end with a hyphen if lines only ended at spaces and at the hyphens of compounds.
    fn expected(self) -> f32 {
        let words_per_line = (self.words as f32 / self.lines.max(1) as f32).max(1.0);
        // A line ends within a compound half as often as behind it, as measured on the documents of the list.
        (0.5 * self.compounds as f32 + self.loose as f32) / words_per_line
    }
}

/// English prefixes that keep their hyphen in most words.
const PREFIXES: [&str; 20] = [
    "all", "anti", "counter", "cross", "ex", "half", "macro", "meta", "micro", "mid", "mini",
    "multi", "neo", "non", "post", "pseudo", "quasi", "self", "semi", "socio",
];

/// Evidence about one hyphen: true is 1, and a number of pages is `ln(1 + n)`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Features {
    /// Pages that have the word without a hyphen.
    whole: f32,
    /// Pages that have it with one within a line.
    compound: f32,
    /// It is a common English word without a hyphen.
    common: f32,
    /// Both halves are words, in English, and both together are not.
    both: f32,
    /// Pages that have the second half as a word.
    second: f32,
    /// Pages with other compounds that begin with the first half: `well-fed` for `well-`.
    begins: f32,
    /// Pages with other compounds that end with the second half.
    ends: f32,
    /// The first half is one of the [`PREFIXES`], in English.
    prefix: f32,
    /// How many times as many lines end with a hyphen as are [expected](Counts::expected) without divided
    /// words, as a natural logarithm.
    excess: f32,
    /// A capital follows, and the word is not in capitals.
    capital: f32,
    /// Small letters follow capitals.
    abbreviation: f32,
    /// One half is a single letter.
    letter: f32,
    /// The letters are of a script without capitals.
    uncased: f32,
}

/// The score before any evidence. It is lower than the fitted one by `ln(2)`: a word is only joined if that
/// is twice as likely to be right.
const START: f32 = -1.8;

/// Weights, by logistic regression on the documents of `tests/score/hyphens.tsv` in the set `fit`. Those of
/// `compound` and of the last four are set by hand, as the list has too few of such words.
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

/// Whether a hyphen between `stem` and `next`, the first word of the line behind it, is there only because
/// the line has ended.
pub(super) fn divides<F: Fn(&[&str]) -> usize>(stem: &str, next: &str, around: &Around<F>) -> bool {
    let stem = stem.trim_start_matches(|c: char| !c.is_alphanumeric());
    let features = Features::of(stem, bare(next), around);
    features.is_some_and(|features| features.score() > 0.0)
}

impl Features {
    /// `None` unless there are letters on both sides of the hyphen: then it does not divide a word.
    fn of<F: Fn(&[&str]) -> usize>(stem: &str, next: &str, around: &Around<F>) -> Option<Self> {
        let is_letter = |c: &char| c.is_alphabetic() || is_combining_mark(*c);
        let _before = stem.chars().next_back().filter(is_letter)?;
        let after = next.chars().next().filter(is_letter)?;
        // Of words with hyphens, the parts beside this one may be words.
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
        let whole = pages(&[stem, next])
            .max(pages(&[last, next]))
            .max(pages(&[last, first]));
        let is_whole = whole > 0.0 || common(&[last, first]);
        Some(Self {
            whole,
            compound: pages(&[stem, "-", next]).max(pages(&[last, "-", next])),
            common: yes(common(&[last, first])),
            both: yes(around.english && !is_whole && is_word(last) && is_word(first)),
            second: pages(&[first]),
            begins: pages(&[last, "-"]),
            ends: pages(&["-", first]),
            prefix: yes(around.english && prefix),
            // One is added to both, so that a few lines say little.
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
    use super::super::vocabulary::tests::vocabulary;
    use super::*;

    /// Of 300 lines of eight words, with 16 compounds.
    fn counts(ends: u32) -> Counts {
        Counts {
            lines: 300,
            words: 2400,
            ends,
            compounds: 16,
            loose: 1,
        }
    }

    /// In a document of which one line in ten ends with a hyphen.
    fn divides_among(words: &str, english: bool, stem: &str, next: &str) -> bool {
        let vocabulary = vocabulary(words.split(' '));
        let around = Around {
            seen: |parts: &[&str]| usize::from(vocabulary.has(parts)),
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
        // A prefix needs fewer compounds than another half.
        assert!(divides("quad", "rireme", &around(6)));
        assert!(!divides("non", "rireme", &around(6)));
    }
}
