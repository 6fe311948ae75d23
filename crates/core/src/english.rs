//! A list of common English words.

use std::cmp::Ordering;

/// The words that occur in at least two of several hundred documents; sorted, one a line.
const TEXT: &str = include_str!("english.txt");

/// The words, sorted, in lower case.
pub(crate) fn words() -> impl Iterator<Item = &'static str> {
    TEXT.lines()
}

/// Whether the joined pieces, in any case, are a common English word.
pub(crate) fn is_word(pieces: &[&str]) -> bool {
    let mut word = pieces.concat();
    word.make_ascii_lowercase();
    has_line(TEXT.as_bytes(), word.as_bytes())
}

/// Whether a line is among sorted lines. A binary search in the text is faster than splitting it first: most documents
/// look up few words.
fn has_line(mut lines: &[u8], line: &[u8]) -> bool {
    while !lines.is_empty() {
        let (before, behind) = lines.split_at(lines.len() / 2);
        let start = memchr::memrchr(b'\n', before).map_or(0, |at| at + 1);
        let end = before.len() + memchr::memchr(b'\n', behind).unwrap_or(behind.len());
        lines = match lines.get(start..end).unwrap_or_default().cmp(line) {
            Ordering::Equal => return true,
            Ordering::Less => lines.get(end + 1..).unwrap_or_default(),
            Ordering::Greater => lines.get(..start).unwrap_or_default(),
        };
    }
    false
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
        assert!(words().all(|word| is_word(&[word])));
    }
}
