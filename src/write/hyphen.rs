//! Words that are divided at the end of a line, as [`hyphens`](crate::hyphens) or the file says.

use std::borrow::Cow;

use crate::model::SOFT_HYPHEN;

/// Of the last word of a line that goes on in the next, how many bytes are before the hyphen.
pub(super) fn divided(word: &str) -> Option<usize> {
    word.strip_suffix(SOFT_HYPHEN)
        .filter(|stem| !stem.is_empty())
        .map(str::len)
}

/// A text as it is printed, for formats that have no more: with its hyphens.
pub(super) fn printed(text: &str) -> Cow<'_, str> {
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
