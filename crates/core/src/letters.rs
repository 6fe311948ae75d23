//! Tells letters, digits, signs of formulas and invisible characters apart. The standard library searches a table for
//! each character beyond ASCII, which takes 250 instructions; here the ranges of frequent characters come first.

use std::ops::RangeInclusive;

/// Whether a character is a letter, as [`char::is_alphabetic`].
pub(crate) fn is_letter(c: char) -> bool {
    known(c).unwrap_or_else(|| c.is_alphabetic())
}

/// Whether a character is a letter or a digit, as [`char::is_alphanumeric`].
pub(crate) fn is_letter_or_digit(c: char) -> bool {
    c.is_ascii_digit() || known(c).unwrap_or_else(|| c.is_alphanumeric())
}

/// Arrows and operators, two blocks of supplements to them, and letters of formulas.
const MATHEMATICS: [RangeInclusive<char>; 4] = [
    '\u{2190}'..='\u{22ff}',
    '\u{27c0}'..='\u{27ff}',
    '\u{2900}'..='\u{2aff}',
    '\u{1d400}'..='\u{1d7ff}',
];

/// Returns `true` for a character that occurs in formulas and hardly in sentences.
pub(crate) fn is_sign_of_mathematics(c: char) -> bool {
    matches!(c, '=' | '<' | '>' | '±' | '×' | '÷' | '¬' | '≈')
        || MATHEMATICS.iter().any(|range| range.contains(&c))
}

/// Whether a character only controls formatting, such as direction marks, word joiners and byte order marks.
/// These have already taken effect in the PDF.
pub(crate) fn is_invisible(c: char) -> bool {
    // Most text has none of these ranges.
    c >= '\u{61C}'
        && matches!(c, '\u{61C}' | '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}' | '\u{2066}'..='\u{2069}' | '\u{FEFF}')
}

/// Whether a character is a letter; `None` for ranges with gaps, and for those with digits beyond ASCII.
fn known(c: char) -> Option<bool> {
    match c {
        '\0'..='\x7F' => Some(c.is_ascii_alphabetic()),
        // Latin, without the signs of multiplication and division.
        '\u{C0}'..='\u{24F}' => Some(!matches!(c, '×' | '÷')),
        '\u{400}'..='\u{481}' | '\u{48A}'..='\u{52F}' => Some(true),
        // Quotation marks, dashes, bullets.
        '\u{2000}'..='\u{206F}' => Some(false),
        // Ideographic punctuation, kana, ideographs, Korean syllables.
        '\u{3001}'..='\u{3003}' | '\u{3008}'..='\u{3020}' => Some(false),
        '\u{3041}'..='\u{3096}' | '\u{30A1}'..='\u{30FA}' => Some(true),
        '\u{4E00}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}' => Some(true),
        // Ligatures.
        '\u{FB00}'..='\u{FB06}' => Some(true),
        // Private use, and codes without text.
        '\u{E000}'..='\u{F8FF}' | char::REPLACEMENT_CHARACTER => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_characters_are_as_the_standard_library_has_them() {
        for c in '\0'..=char::MAX {
            assert_eq!(is_letter(c), c.is_alphabetic(), "{c:?}");
            assert_eq!(is_letter_or_digit(c), c.is_alphanumeric(), "{c:?}");
        }
    }
}
