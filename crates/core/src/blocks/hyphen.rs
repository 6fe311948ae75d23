//! Words divided at line ends, as marked by [`hyphens`](crate::hyphens) or by the file itself.

use std::borrow::Cow;

use crate::page::SOFT_HYPHEN;

/// If a word continues on the next line, returns the number of bytes before the hyphen.
pub(crate) fn divided(word: &str) -> Option<usize> {
    word.strip_suffix(SOFT_HYPHEN)
        .filter(|stem| !stem.is_empty())
        .map(str::len)
}

/// Returns the text with printed hyphens, for formats without a mark for divided words.
pub(crate) fn printed(text: &str) -> Cow<'_, str> {
    if text.contains(SOFT_HYPHEN) {
        Cow::Owned(text.replace(SOFT_HYPHEN, "-"))
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_soft_hyphen_divides_and_is_printed_as_a_hyphen() {
        assert_eq!(divided("łów\u{AD}"), Some(5));
        for word in ["well-", "\u{AD}", "word", ""] {
            assert_eq!(divided(word), None, "{word}");
        }
        assert_eq!(printed("łów\u{AD}"), "łów-");
        assert_eq!(printed("well-"), "well-");
    }
}
