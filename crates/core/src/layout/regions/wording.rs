//! Tells text with words from the parts of formulas.

use crate::letters::{is_letter, is_sign_of_mathematics};

/// Least number of letters of a word. The parts of formulas have fewer in a row.
const WORD: u32 = 4;

/// The characters of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wording {
    /// It has a word: enough letters in a row, or a letter of a script without capitals, such as an ideograph.
    Words,
    /// It has signs of mathematics, and no word.
    Formula,
    /// It has characters without a Unicode value, which can be those of words.
    Unknown,
    /// It has none of these, as a number.
    Other,
}

impl Wording {
    /// Reads characters until a word is found. There is a space between words.
    pub(crate) fn of(characters: impl Iterator<Item = char>) -> Self {
        let mut wording = Self::Other;
        let mut letters = 0;
        for c in characters {
            letters = if is_letter(c) { letters + 1 } else { 0 };
            if letters >= WORD || letters > 0 && is_caseless(c) {
                return Self::Words;
            }
            if c == char::REPLACEMENT_CHARACTER {
                wording = Self::Unknown;
            } else if is_sign_of_mathematics(c) && wording != Self::Unknown {
                wording = Self::Formula;
            }
        }
        wording
    }
}

/// Returns `true` for letters of scripts without capitals.
fn is_caseless(letter: char) -> bool {
    !letter.is_ascii() && !letter.is_lowercase() && !letter.is_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_have_signs_and_no_words() {
        for (text, expected) in [
            ("f (x) = ax + b", Wording::Formula),
            ("𝑥 ∈ ℝ", Wording::Formula),
            ("the sum = 3", Wording::Formula),
            ("owls = birds", Wording::Words),
            ("図 = 3", Wording::Words),
            ("a � b = c", Wording::Unknown),
            ("3.14", Wording::Other),
            ("", Wording::Other),
        ] {
            assert_eq!(Wording::of(text.chars()), expected, "{text}");
        }
    }
}
