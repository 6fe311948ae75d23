//! Recognises the printed labels of list items.

use crate::page::{glued_label, is_clear_bullet};

/// Whether a text is a bullet.
pub(super) fn is_bullet(text: &str) -> bool {
    let mut chars = text.chars();
    let sign = chars.next().filter(|_| chars.next().is_none());
    sign.is_some_and(|c| is_clear_bullet(c) || matches!(c, '·' | '∙'))
}

/// Returns `true` if a text is a dash, an asterisk or the letter o, which are bullets only before the items of a list.
pub(super) fn is_item_bullet(text: &str) -> bool {
    matches!(text, "-" | "‐" | "‑" | "–" | "—" | "*" | "o" | "\u{FFFD}")
}

/// The length of a label, in bytes, at the beginning of a word that it touches: `•First`, `a)First`.
pub(super) fn glued(text: &str) -> Option<usize> {
    glued_label(text.chars()).map(|count| {
        let characters = text.chars().take(count as usize);
        characters.map(char::len_utf8).sum()
    })
}

/// Whether a text may be the label of an item or a note.
pub(in crate::write) fn is_label(text: &str) -> bool {
    is_bullet(text)
        || is_item_bullet(text)
        || is_number(text)
        || text.bytes().all(|b| b.is_ascii_digit())
}

/// Whether a text is an item number: `3.`, `(b)`, `iv)`.
pub(super) fn is_number(text: &str) -> bool {
    let inner = text.trim_start_matches(['(', '[']);
    let counts = inner.trim_end_matches([')', ']', '.', ':']);
    let letters = counts.chars().all(char::is_alphabetic) && counts.chars().count() <= 4;
    let digits = counts.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    !counts.is_empty() && inner.len() > counts.len() && (letters || digits)
}
