//! Labels of lists' items: bullets, and numbers with a stop or a bracket behind them; and numbers alone.

use crate::layout::page::PageState;

/// A label has no more characters than this: `(xviii)`.
pub(crate) const LONGEST: u32 = 7;

/// Marks the pieces that are labels.
pub(crate) fn mark(page: &mut PageState<'_>) {
    for number in 0..page.pieces.pieces.len() {
        let Some(piece) = page.pieces.pieces.get(number) else {
            continue;
        };
        let characters = || page.pieces.characters(page.content, piece);
        let label = piece.inked <= LONGEST && is_label(characters());
        if let Some(piece) = page.pieces.pieces.get_mut(number) {
            piece.label = label;
        }
    }
}

/// Whether this is a label as it is written before an item. A number alone is not, as it may be the cell of
/// a table.
pub(crate) fn is_label(text: impl Iterator<Item = char>) -> bool {
    let mut chars = text.peekable();
    let Some(&first) = chars.peek() else {
        return false;
    };
    if is_bullet(first) {
        return chars.count() == 1;
    }
    let opened = chars.next_if(|c| matches!(c, '(' | '[')).is_some();
    let (mut count, mut figures, mut letters) = (0u32, true, true);
    while let Some(c) = chars.next_if(|c| c.is_alphanumeric() || *c == '.') {
        // The stop at the end is what makes a number a label.
        if c == '.' && chars.peek().is_none() {
            return count > 0 && (figures || (letters && count == 1)) && !opened;
        }
        count += 1;
        figures &= c == '.' || c.is_numeric();
        letters &= c != '.' && !c.is_numeric();
    }
    let closed = matches!(chars.next(), Some(')' | ']')) && chars.next().is_none();
    // Up to four letters are a Roman number, if more than one.
    closed && (figures || letters) && (1..=4).contains(&count)
}

/// The value of a whole number in Western figures.
pub(crate) fn value(text: impl Iterator<Item = char>) -> Option<u32> {
    let mut value = None;
    for c in text {
        let figure = c.to_digit(10)?;
        value = Some(value.unwrap_or(0u32).checked_mul(10)?.checked_add(figure)?);
    }
    value
}

/// Signs of which one is before an item; those of symbol fonts are in the Private Use Area.
fn is_bullet(c: char) -> bool {
    matches!(
        c,
        '•' | '‣'
            | '⁃'
            | '◦'
            | '∙'
            | '·'
            | '-'
            | '–'
            | '—'
            | '*'
            | '✓'
            | '✔'
            | '✗'
            | '➢'
            | '➤'
    ) || matches!(c, '■'..='◿' | '\u{E000}'..='\u{F8FF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bullets_and_numbers_with_a_stop_or_a_bracket_are_labels() {
        for label in [
            "•", "–", "\u{F0B7}", "▪", "1.", "12.", "3.1.", "a.", "B)", "(2)", "[7]", "iv)", "٣.",
        ] {
            assert!(is_label(label.chars()), "{label}");
        }
        for text in [
            "", ".", "1", "12", "3.1", "ab.", "••", "--", "(", ")", "a", "(1", "1.)x", "12345)",
            "etc.)",
        ] {
            assert!(!is_label(text.chars()), "{text}");
        }
    }
}
