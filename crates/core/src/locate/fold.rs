//! Reduces text to letters and digits in lower case, without accents and ligatures, for comparison.

use std::ops::Range;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::write::flow::is_unspaced;

/// The start of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Start {
    /// Index of its first letter.
    pub letter: usize,
    /// Byte offset in the text.
    pub byte: usize,
}

/// Appends the letters of a text and the starts of its words. Words begin after white space, dashes, brackets
/// and similar signs, and at each letter of scripts without spaces.
pub(super) fn fold(text: &str, letters: &mut Vec<char>, starts: &mut Vec<Start>) {
    let mut begins = true;
    for (byte, c) in text.char_indices() {
        let before = letters.len();
        if c.is_ascii() {
            if c.is_ascii_alphanumeric() {
                letters.push(c.to_ascii_lowercase());
            }
        } else if matches!(c, '가'..='힣') {
            letters.push(c);
        } else {
            std::iter::once(c)
                .nfkd()
                .flat_map(char::to_lowercase)
                .for_each(|c| push(c, letters));
        }
        let Some(&first) = letters.get(before) else {
            // Numbers continue over a separator between digits: 1914/18.
            let digit = letters.last().is_some_and(|c| c.is_numeric());
            let digits = digit && text.get(byte + c.len_utf8()..).is_some_and(begins_number);
            begins |= c.is_whitespace() || separates(c) && !digits;
            continue;
        };
        let unspaced = is_unspaced(first);
        if begins || unspaced {
            let letter = before;
            starts.push(Start { letter, byte });
        }
        begins = unspaced;
    }
}

fn push(c: char, letters: &mut Vec<char>) {
    match c {
        // Small capitals in the private encoding of Adobe's fonts.
        '\u{F761}'..='\u{F77A}' => letters.extend(char::from_u32(u32::from(c) - 0xF700)),
        'ß' => letters.extend(['s', 's']),
        'æ' => letters.extend(['a', 'e']),
        'œ' => letters.extend(['o', 'e']),
        'ø' => letters.push('o'),
        'ł' => letters.push('l'),
        'đ' | 'ð' => letters.push('d'),
        'ı' => letters.push('i'),
        'ſ' => letters.push('s'),
        'ς' => letters.push('σ'),
        // Letters of Persian and Arabic that files use interchangeably.
        'ی' | 'ى' => letters.push('ي'),
        'ک' => letters.push('ك'),
        // The kashida only stretches an Arabic word.
        'ـ' => {}
        c if is_combining_mark(c) => {}
        c if c.is_alphanumeric() => letters.push(c),
        _ => {}
    }
}

fn begins_number(text: &str) -> bool {
    text.chars().next().is_some_and(char::is_numeric)
}

/// Whether a sign between letters separates words.
fn separates(c: char) -> bool {
    "–—―/|()[]{}\"“”„«»…;!?".contains(c)
}

/// Whether a text ends with a hyphen, after which its last word may continue.
fn is_divided(text: &str) -> bool {
    text.ends_with(['-', '\u{AD}', '\u{AC}', '\u{2010}'])
}

/// A quotation prepared for comparison.
pub(super) struct Quote {
    pub letters: Vec<char>,
    pub words: Vec<Word>,
}

/// A word of a quotation.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Word {
    pub letters: Range<usize>,
    /// The letters before which it is divided.
    pub divided: Vec<usize>,
    /// The word as quoted.
    pub text: String,
}

impl Quote {
    /// Parses a quotation. Words divided at line ends are joined: `dictio-` and `nary`, with a hard or soft
    /// hyphen.
    pub(super) fn new(quote: &str) -> Self {
        let (mut letters, mut words) = (Vec::new(), Vec::<Word>::new());
        let mut goes_on = false;
        for piece in quote.split_whitespace() {
            let mut starts = Vec::new();
            fold(piece, &mut letters, &mut starts);
            for (at, start) in starts.iter().enumerate() {
                let next = starts.get(at + 1);
                let end = next.map_or(letters.len(), |next| next.letter);
                let byte = next.map_or(piece.len(), |next| next.byte);
                let text = piece.get(start.byte..byte).unwrap_or_default();
                let text = trimmed(text);
                match words.last_mut() {
                    Some(last) if at == 0 && goes_on => {
                        last.letters.end = end;
                        last.divided.push(start.letter);
                        last.text.push_str(text);
                    }
                    _ => words.push(Word {
                        letters: start.letter..end,
                        divided: Vec::new(),
                        text: text.to_owned(),
                    }),
                }
            }
            if !starts.is_empty() {
                goes_on = is_divided(piece);
            }
        }
        Self { letters, words }
    }
}

/// Removes punctuation after a word.
pub(super) fn trimmed(text: &str) -> &str {
    text.trim_end_matches(|c: char| !c.is_alphanumeric() && !is_combining_mark(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(text: &str) -> (String, Vec<usize>) {
        let (mut letters, mut starts) = (Vec::new(), Vec::new());
        fold(text, &mut letters, &mut starts);
        let starts = starts.iter().map(|start| start.letter).collect();
        (letters.into_iter().collect(), starts)
    }

    #[test]
    fn letters_are_small_and_plain() {
        assert_eq!(folded("Well-known,").0, "wellknown");
        assert_eq!(folded("Łódź, Straße ſo").0, "lodzstrasseso");
        assert_eq!(folded("“ﬁne”").0, "fine");
        assert_eq!(folded("— …").0, "");
    }

    #[test]
    fn words_begin_behind_dashes_and_in_scripts_without_blanks() {
        assert_eq!(folded("and/or—(so)").1, [0, 3, 5]);
        assert_eq!(folded("well-known don’t").1, [0, 9]);
        assert_eq!(folded("1914–18 3/5 3.5").1, [0, 6, 8]);
        assert_eq!(folded("日本語 word").1, [0, 1, 2, 3]);
    }

    #[test]
    fn a_word_over_a_line_is_one() {
        let quote = Quote::new("the dictio-\nnary — is.");
        let words: Vec<_> = quote
            .words
            .iter()
            .map(|w| (w.letters.clone(), &*w.text))
            .collect();
        assert_eq!(
            words,
            [(0..3, "the"), (3..13, "dictionary"), (13..15, "is")]
        );
    }
}
