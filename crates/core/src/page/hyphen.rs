//! Hyphens at the ends of lines.

/// The hyphen that only marks the division of a word.
pub const SOFT_HYPHEN: char = '\u{AD}';

/// Whether a character is a hyphen at the end of a line: of ASCII, Unicode, Armenian or Fraktur (double), or
/// the not sign that OCR programs write.
pub fn is_hyphen(c: char) -> bool {
    matches!(c, '-' | '\u{2010}' | '\u{58A}' | '\u{2E17}' | '\u{AC}')
}
