//! Decides whether a word is a misspelling or OCR error of another.

use super::vocabulary::{Vocabulary, is_common};
use crate::write::flow::is_unspaced;

/// Minimum letters of a word with any wrong letter; a shorter one may only have a similar letter.
const MIN_WRONG: usize = 3;
/// Minimum letters of a word with two wrong letters.
const MIN_TWO_WRONG: usize = 4;
/// Minimum letters of a word with three wrong letters.
const MIN_THREE_WRONG: usize = 9;
/// Maximum span of two wrong letters that may be a syllable of another word: decrease and increase.
const MAX_SYLLABLE: usize = 3;
/// Minimum letters of a word with digits in place of letters, unless it is a common word.
const MIN_MISREAD: usize = 4;
/// Maximum digits of a note reference after a word.
const MAX_MARK: usize = 3;

/// Whether the found word is the quoted one: they differ in few letters, and one of them is not a known word.
pub(super) fn is_slip(quoted: &[char], found: &[char], vocabulary: &Vocabulary) -> bool {
    let digit = |c: &char| c.is_numeric();
    if quoted.iter().any(digit) {
        return is_misread(quoted, found);
    }
    // A note reference that is not quoted. After a single letter, digits are an index.
    let marked = found.strip_prefix(quoted).filter(|_| quoted.len() > 1);
    if marked.is_some_and(|mark| mark.len() <= MAX_MARK && mark.iter().all(digit)) {
        return true;
    }
    if is_misread(found, quoted) {
        return true;
    }
    // In scripts without spaces each character is a word.
    if quoted.iter().copied().all(is_unspaced) {
        return false;
    }
    // Another form of the word, or its opposite: walk and walks, can and can't, able and unable.
    let longer = quoted.len() != found.len();
    if longer && (starts_or_ends(quoted, found) || starts_or_ends(found, quoted)) {
        return false;
    }
    let numbers = found.iter().any(digit);
    let is_near = |word: &[char], like: &[char]| {
        let length = word.len().max(like.len());
        match distance(word, like) {
            _ if length >= MIN_TWO_WRONG && recognised(word) == recognised(like) => true,
            _ if numbers => false,
            0 => true,
            1 => length >= MIN_WRONG || recognised(word) == recognised(like),
            2 if !longer && length >= 2 * MAX_SYLLABLE && window(word, like) > MAX_SYLLABLE => true,
            2 if length >= MIN_TWO_WRONG => vocabulary.is_strange(word, like),
            3 if length >= MIN_THREE_WRONG => vocabulary.is_strange(word, like),
            _ => false,
        }
    };
    // Either the quotation or the document has the error.
    let once = || vocabulary.times(found) <= 1 && !is_common(found);
    (!vocabulary.has(quoted) && is_near(quoted, found))
        || (once() && recognised_or_strange(found, quoted, vocabulary) && is_near(found, quoted))
}

/// Whether a word of letters and digits is one of letters alone, with digits in place of similar letters: `b1ack`.
fn is_misread(word: &[char], like: &[char]) -> bool {
    let is_digit = |c: &char| c.is_numeric();
    word.iter().any(is_digit)
        && !word.iter().all(is_digit)
        && !like.iter().any(is_digit)
        && (like.len() >= MIN_MISREAD || is_common(like))
        && recognised(word) == recognised(like)
}

fn recognised_or_strange(found: &[char], quoted: &[char], vocabulary: &Vocabulary) -> bool {
    found.len() >= MIN_TWO_WRONG && recognised(found) == recognised(quoted)
        || vocabulary.is_strange(found, quoted)
}

/// Length of the span from the first to the last different letter.
fn window(a: &[char], b: &[char]) -> usize {
    let same = |(a, b): &(&char, &char)| a == b;
    let first = a.iter().zip(b).take_while(same).count();
    let last = a.iter().rev().zip(b.iter().rev()).take_while(same).count();
    a.len().max(b.len()).saturating_sub(first + last)
}

fn starts_or_ends(long: &[char], short: &[char]) -> bool {
    long.starts_with(short) || long.ends_with(short)
}

/// Replaces letters that OCR programs confuse by a common letter.
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

/// The edit distance; exchanging neighbouring letters counts as one edit.
fn distance(a: &[char], b: &[char]) -> usize {
    // Much longer words cannot be similar.
    if a.len().abs_diff(b.len()) > 8 {
        return usize::MAX;
    }
    let mut above: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (at, x) in a.iter().enumerate() {
        let mut next = vec![at + 1];
        for (column, y) in b.iter().enumerate() {
            let cell =
                |row: &[usize], column: usize| row.get(column).copied().unwrap_or(usize::MAX);
            let changed = cell(&row, column).saturating_add(usize::from(x != y));
            let lost = cell(&row, column + 1)
                .min(cell(&next, column))
                .saturating_add(1);
            let mut least = changed.min(lost);
            if at > 0 && column > 0 && a.get(at - 1) == Some(y) && b.get(column - 1) == Some(x) {
                least = least.min(cell(&above, column - 1).saturating_add(1));
            }
            next.push(least);
        }
        above = std::mem::replace(&mut row, next);
    }
    row.last().copied().unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(word: &str) -> Vec<char> {
        word.chars().collect()
    }

    fn slip(quoted: &str, found: &str) -> bool {
        let vocabulary = Vocabulary::of(["house", "zwarf", "rosk", "trial", "modern"]);
        is_slip(&letters(quoted), &letters(found), &vocabulary)
    }

    #[test]
    fn slips_are_forgiven_and_other_words_are_not() {
        for (quoted, found) in [
            ("dictlonary", "dictionary"),
            ("dixtionary", "dictionary"),
            ("dixtionarq", "dictionary"),
            ("ditcionary", "dictionary"),
            ("tqe", "the"),
            ("lt", "it"),
            ("hovse", "house"),
            ("modem", "modern"),
            ("trial", "trial18"),
            ("d1ctionary", "dictionary"),
            ("dictionary", "d1ct1onary"),
            ("h0use", "house"),
            ("zwarf5", "zwarfs"),
            ("0f", "of"),
        ] {
            assert!(slip(quoted, found), "{quoted} {found}");
        }
        for (quoted, found) in [
            ("house", "mouse"),
            ("rosk", "risk"),
            ("light", "right"),
            ("million", "billion"),
            ("decrease", "increase"),
            ("northern", "southern"),
            ("eadjerk", "deandjerk"),
            ("can", "can't"),
            ("unable", "able"),
            ("walks", "walk"),
            ("1914", "1915"),
            ("con", "co2"),
            ("co2", "con"),
            ("a", "a1"),
            ("h1", "hl"),
            ("19l4", "1914"),
            ("1914", "19l4"),
            ("", "not"),
            ("not", ""),
            ("not", "now"),
            ("of", "on"),
            ("ad", "at"),
            ("y", "x"),
            ("dictation", "dictionary"),
            ("大", "小"),
        ] {
            assert!(!slip(quoted, found), "{quoted} {found}");
        }
    }

    #[test]
    fn letters_are_counted_that_differ() {
        for (a, b, changes) in [
            ("", "", 0),
            ("abc", "", 3),
            ("kitten", "sitting", 3),
            ("a", "ba", 1),
            ("form", "from", 1),
        ] {
            assert_eq!(distance(&letters(a), &letters(b)), changes);
        }
        assert_eq!(window(&letters("decrease"), &letters("increase")), 2);
    }
}
