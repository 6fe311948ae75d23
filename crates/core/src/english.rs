//! A list of common English words.

use std::sync::LazyLock;

/// The words that occur in at least two of several hundred documents; sorted, one a line.
const TEXT: &str = include_str!("english.txt");

static WORDS: LazyLock<Vec<&str>> = LazyLock::new(|| TEXT.lines().collect());

/// The words, sorted, in lower case.
pub(crate) fn words() -> impl Iterator<Item = &'static str> {
    WORDS.iter().copied()
}

/// Whether the joined pieces, in any case, are a common English word.
pub(crate) fn is_word(pieces: &[&str]) -> bool {
    let mut word = pieces.concat();
    word.make_ascii_lowercase();
    WORDS.binary_search(&word.as_str()).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_sorted_and_of_letters() {
        assert!(words().is_sorted());
        assert!(words().all(|word| word.bytes().all(|b| b.is_ascii_lowercase())));
    }

    #[test]
    fn a_word_is_found_in_pieces_and_capitals() {
        assert!(is_word(&["their"]));
        assert!(is_word(&["Know", "LEDGE"]));
        assert!(!is_word(&["knowledg"]));
        assert!(!is_word(&[""]));
        assert!(!is_word(&[]));
    }
}
