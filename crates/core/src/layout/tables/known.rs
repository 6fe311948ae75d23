//! The facts about the texts of a page that candidates for tables share.

use super::known_lines::KnownLines;
use super::known_numbers::KnownNumbers;

/// Facts about the pieces of a page, each found out once.
#[derive(Debug, Default)]
pub(crate) struct Known {
    pub(super) numbers: KnownNumbers,
    pub(super) lines: KnownLines,
}
