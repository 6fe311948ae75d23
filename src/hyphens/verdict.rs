//! Whether a hyphen at a line's end only divides the word, or is part of it.

use unicode_normalization::char::is_combining_mark;

use super::is_hyphen;
use super::vocabulary::bare;

/// Whether a hyphen between `stem` and `next`, the first word of the line behind it, is there only
/// because the line has ended. `seen` says on how many pages around there is a word, given in parts.
///
/// The document's own words decide: it has either `dictionary` or `dictio-nary` elsewhere, or other
/// compounds with one of the parts (`well-fed` for `well-`, `known`). Without them letters do:
///
/// | before the hyphen | behind it | the hyphen |
/// | --- | --- | --- |
/// | letters | small letters | divides |
/// | CAPITALS | CAPITALS | divides |
/// | letters | a capital | is part: `Ober-Österreich` |
/// | CAPITALS | small letters | is part: `DNA-based` |
/// | one letter, or a word with a hyphen | letters | is part: `e-mail`, `state-of-the-art` |
/// | a digit or a mark | anything | is part: `1914-18` |
/// | letters of a script without case | | is part |
pub(super) fn divides(stem: &str, next: &str, seen: impl Fn(&[&str]) -> usize) -> bool {
    let stem = stem.trim_start_matches(|c: char| !c.is_alphanumeric());
    let next = bare(next);
    let is_letter = |c: char| c.is_alphabetic() || is_combining_mark(c);
    let (Some(before), Some(after)) = (stem.chars().next_back(), next.chars().next()) else {
        return false;
    };
    if !is_letter(before) || !is_letter(after) {
        return false;
    }
    let in_capitals = |word: &str| {
        let mut letters = word.chars().filter(|c| c.is_alphabetic());
        letters.clone().nth(1).is_some() && letters.all(char::is_uppercase)
    };
    if after.is_uppercase() && !(in_capitals(stem) && in_capitals(next)) {
        return false;
    }
    // Of a word with hyphens the last part may be a word.
    let last = stem.rsplit(is_hyphen).next().unwrap_or(stem);
    for part in [Some(stem), (last != stem).then_some(last)]
        .into_iter()
        .flatten()
    {
        let (whole, compound) = (seen(&[part, next]), seen(&[part, "-", next]));
        if whole != compound {
            return whole > compound;
        }
    }
    let compounds = (seen(&[last, "-"]) > 0 && seen(&[next]) > 0)
        || (seen(&["-", next]) > 0 && seen(&[last]) > 0);
    let letters = |word: &str| word.chars().filter(|c| c.is_alphabetic()).count();
    let cased = after.is_lowercase() || after.is_uppercase();
    let shaped = last == stem
        && letters(stem) > 1
        && letters(next) > 1
        && in_capitals(stem) == after.is_uppercase();
    !compounds && cased && shaped
}

#[cfg(test)]
mod tests {
    use super::super::vocabulary::tests::vocabulary;
    use super::*;

    fn divides_among(words: &str, stem: &str, next: &str) -> bool {
        let vocabulary = vocabulary(words.split(' '));
        divides(stem, next, |parts| usize::from(vocabulary.has(parts)))
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
            assert!(divides_among("", stem, next), "{stem} {next}");
        }
        for (stem, next) in [
            ("Ober", "Österreich"),
            ("DNA", "based"),
            ("e", "mail"),
            ("state-of-the", "art"),
            ("1914", "bis"),
            ("A", "4"),
            ("", "a"),
            ("dictio", "—"),
            ("word", ""),
            ("தமி", "ழ்"),
        ] {
            assert!(!divides_among("", stem, next), "{stem} {next}");
        }
    }

    #[test]
    fn the_words_of_the_document_tell_first() {
        assert!(!divides_among("a well-known bird", "well", "known"));
        assert!(!divides_among("Well-fed, and known", "well", "known"));
        assert!(!divides_among("good and graph-based", "good", "based"));
        assert!(divides_among("well-fed", "well", "ington"));
        assert!(divides_among("established", "well-estab", "lished"));
        assert!(divides_among("the DNAse of it", "DNA", "se"));
        assert!(divides_among("தமிழ்", "தமி", "ழ்"));
        assert!(!divides_among("E-Mail E-mail", "E", "mail"));
    }
}
