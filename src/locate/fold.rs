//! What of a text counts: its letters and digits, small, without accents and ligatures.

use std::ops::Range;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Appends the letters of a text.
pub(super) fn fold(text: &str, out: &mut Vec<char>) {
    if text.is_ascii() {
        let letters = text.bytes().filter(u8::is_ascii_alphanumeric);
        out.extend(letters.map(|byte| char::from(byte.to_ascii_lowercase())));
        return;
    }
    for c in text.nfkd().flat_map(char::to_lowercase) {
        match c {
            'ß' => out.extend(['s', 's']),
            'æ' => out.extend(['a', 'e']),
            'œ' => out.extend(['o', 'e']),
            'ø' => out.push('o'),
            'ł' => out.push('l'),
            'đ' | 'ð' => out.push('d'),
            'ı' => out.push('i'),
            'ſ' => out.push('s'),
            c if is_combining_mark(c) => {}
            c if c.is_alphanumeric() => out.push(c),
            _ => {}
        }
    }
}

/// A quotation.
pub(super) struct Quote {
    pub letters: Vec<char>,
    /// Its words, as ranges of the letters.
    pub words: Vec<Range<usize>>,
}

impl Quote {
    /// Words that a line's end divides are whole: `dictio-` and `nary`, with a hyphen that is soft or not.
    pub(super) fn new(quote: &str) -> Self {
        let (mut letters, mut words) = (Vec::new(), Vec::new());
        let mut goes_on = false;
        for piece in quote.split_whitespace() {
            let start = letters.len();
            fold(piece, &mut letters);
            if letters.len() > start {
                match words.last_mut() {
                    Some(Range { end, .. }) if goes_on => *end = letters.len(),
                    _ => words.push(start..letters.len()),
                }
                goes_on = piece.ends_with(['-', '\u{AD}', '\u{AC}', '\u{2010}']);
            }
        }
        Self { letters, words }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_small_and_plain() {
        let folded = |text: &str| {
            let mut out = Vec::new();
            fold(text, &mut out);
            out.into_iter().collect::<String>()
        };
        assert_eq!(folded("The “ﬁne” Well-known,"), "thefinewellknown");
        assert_eq!(folded("Łódź, Straße ſo"), "lodzstrasseso");
        assert_eq!(folded("1914–18"), "191418");
        assert_eq!(folded("— …"), "");
    }

    #[test]
    fn a_word_over_a_line_is_one() {
        let quote = Quote::new("the dictio-\nnary — is");
        assert_eq!(quote.words, [0..3, 3..13, 13..15]);
    }
}
