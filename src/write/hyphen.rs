//! Words that are divided at the end of a line.

/// Hyphens that may divide a word; `U+00AD` does nothing else.
const SOFT: char = '\u{AD}';
const HYPHENS: [char; 4] = [SOFT, '-', '\u{2010}', '\u{2E17}'];

/// Whether the last word of a line goes on in the first word of the next, and then how many bytes
/// of it stand before the hyphen.
///
/// A soft hyphen says so. Another hyphen is taken for one when a letter stands before it and a small
/// one behind: "dictio-", "nary". That is wrong for "well-", "known", which nothing tells from the
/// other; and right for "Ober-", "Österreich".
pub(super) fn divided(word: &str, next: &str) -> Option<usize> {
    let hyphen = word.chars().next_back().filter(|c| HYPHENS.contains(c))?;
    let stem = word.strip_suffix(hyphen)?;
    let before = stem.chars().next_back()?;
    let after = next.chars().next()?;
    let goes_on = hyphen == SOFT || (before.is_alphabetic() && after.is_lowercase());
    goes_on.then_some(stem.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_letter_goes_on_with_the_word_before_the_hyphen() {
        assert_eq!(divided("dictio-", "nary"), Some(6));
        assert_eq!(divided("łów\u{AD}", "Ka"), Some(5));
        assert_eq!(divided("słow\u{2010}", "nik"), Some(5));
        for (word, next) in [
            ("Ober-", "Österreich"),
            ("1914-", "bis"),
            ("-", "a"),
            ("\u{AD}", "a"),
            ("word", "next"),
            ("dictio-", ""),
        ] {
            assert_eq!(divided(word, next), None, "{word} {next}");
        }
    }
}
