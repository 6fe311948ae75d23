//! Recognises the labels of list items: bullets, numbers with a full stop or a bracket, and references in square
//! brackets.

use crate::letters::{is_letter, is_letter_or_digit};
use crate::page::is_bullet;

/// Most characters of a number in round brackets, or before one, as in `xvii)`.
const LONGEST_NUMBER: u32 = 4;

/// The characters of a label between words that are read from right to left. Brackets are mirrored there.
pub(crate) fn from_right(text: impl Iterator<Item = char>) -> Vec<char> {
    let mut text: Vec<char> = text.collect();
    text.reverse();
    let first_bracket = text.first().is_some_and(|c| matches!(c, ')' | ']'));
    let last_bracket = text.len() > 1 && text.last().is_some_and(|c| matches!(c, '(' | '['));
    if first_bracket || last_bracket {
        for c in &mut text {
            *c = match *c {
                '(' => ')',
                ')' => '(',
                '[' => ']',
                ']' => '[',
                other => other,
            };
        }
    }
    text
}

/// Whether a text is a list label. A number alone is not: it may be a table cell.
pub(crate) fn is_label(text: impl Iterator<Item = char>) -> bool {
    let mut chars = text.peekable();
    let Some(&first) = chars.peek() else {
        return false;
    };
    if is_bullet(first) {
        return chars.count() == 1;
    }
    let opening = chars.next_if(|c| matches!(c, '(' | '['));
    if opening == Some('[') {
        return is_reference(chars);
    }
    let opened = opening.is_some();
    let (mut count, mut figures, mut letters, mut roman) = (0u32, true, true, true);
    while let Some(c) = chars.next_if(|c| is_letter_or_digit(*c) || *c == '.') {
        // Only a full stop at the end makes a number a label.
        if c == '.' && chars.peek().is_none() {
            let letters = letters && (count == 1 || roman && count <= LONGEST_NUMBER);
            return count > 0 && (figures || letters) && !opened;
        }
        count += 1;
        figures &= c == '.' || c.is_numeric();
        letters &= c != '.' && !c.is_numeric();
        roman &= matches!(c, 'i' | 'v' | 'x');
    }
    let closed = matches!(chars.next(), Some(')' | ']')) && chars.next().is_none();
    // Two to four letters are a Roman numeral.
    closed && (figures || letters) && (1..=LONGEST_NUMBER).contains(&count)
}

/// Whether this is the rest of a label in square brackets, as in a bibliography: a number, or letters of the
/// authors and the year.
fn is_reference(text: impl Iterator<Item = char>) -> bool {
    let mut chars = text.peekable();
    let (mut count, mut figures, mut letters) = (0u32, 0u32, 0u32);
    while let Some(c) =
        chars.next_if(|c| is_letter_or_digit(*c) || matches!(c, '+' | '.' | '-' | '*'))
    {
        count += 1;
        figures += u32::from(c.is_numeric());
        letters += u32::from(is_letter(c));
    }
    let closed = chars.next() == Some(']') && chars.next().is_none();
    let number = letters == 0 || figures == 0;
    closed && figures + letters > 0 && (!number || count <= LONGEST_NUMBER)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bullets_and_numbers_with_a_stop_or_a_bracket_are_labels() {
        for label in [
            "•", "–", "\u{F0B7}", "▪", "1.", "12.", "3.1.", "a.", "B)", "(2)", "[7]", "iv)", "iv.",
            "٣.", "[AM98]", "[ABC+99]", "[Knu84a]", "[vL07]",
        ] {
            assert!(is_label(label.chars()), "{label}");
        }
        for text in [
            "", ".", "1", "12", "3.1", "ab.", "••", "--", "(", ")", "a", "(1", "1.)x", "12345)",
            "etc.)", "[sic!]", "[AM98", "[AM98],", "[12345]", "[editor]",
        ] {
            assert!(!is_label(text.chars()), "{text}");
        }
    }
}
