//! The labelled parts of a document, and the comparison of their labels with the text of pages.

use crate::suggest::distance_up_to;

/// Letters of a title for each that may be wrong.
const LETTERS_PER_ERROR: usize = 8;

/// A labelled part of a document, such as a chapter, as METS lists it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Division {
    /// From 1.
    pub level: u8,
    /// The title, which may differ from the text of the page.
    pub label: String,
    /// The page on which it begins, from 0.
    pub page: u32,
}

/// A label that is compared with the text of pages, which may have errors of text recognition.
#[derive(Clone, Debug)]
pub(crate) struct Title {
    letters: String,
    /// Whether the label is only the beginning of the title.
    pub is_cut: bool,
}

impl Title {
    pub(crate) fn of(label: &str) -> Self {
        Self {
            letters: letters(label),
            is_cut: label.ends_with("...") || label.ends_with('…'),
        }
    }

    /// Number of letters and digits.
    pub(crate) fn length(&self) -> usize {
        self.letters.chars().count()
    }

    /// Whether the [`letters`] of a text are those of the title, or differ in a few.
    pub(crate) fn matches(&self, text: &str, is_exact: bool) -> bool {
        if self.is_cut {
            return text.starts_with(&self.letters) && text.len() < 2 * self.letters.len();
        }
        text == self.letters || !is_exact && is_similar(text, &self.letters)
    }
}

/// Whether two texts differ in a few letters, but not in digits.
fn is_similar(a: &str, b: &str) -> bool {
    let digits = |text: &str| text.chars().filter(|c| c.is_numeric()).collect::<String>();
    let most = a.chars().count() / LETTERS_PER_ERROR;
    digits(a) == digits(b) && distance_up_to(a, b, most).is_some()
}

/// The letters and digits of a text, in lower case.
pub(crate) fn letters(text: &str) -> String {
    let chars = text.chars().filter(|c| c.is_alphanumeric());
    chars.flat_map(char::to_lowercase).collect()
}
