//! Recognises the marks that footnotes begin with: numbers, stars, daggers.

/// The kind of mark at the beginning of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    None,
    /// A mark that list items have too, or a number that continues as a sentence does: `(2)`, `[3]`, `100
    /// grams`.
    Doubtful,
    /// A number, a star or the like.
    Clear,
}

/// Most digits of the number of a note. More are a year, or a count.
const MAX_DIGITS: usize = 3;

impl Mark {
    /// Classifies the mark that a text begins with: a number, a star or the like, possibly in brackets.
    pub(super) fn of(text: &str) -> Self {
        let bracket = match text.chars().next() {
            Some('(') => Some(')'),
            Some('[') => Some(']'),
            _ => None,
        };
        let rest = text.trim_start_matches(['(', '[']);
        let digits = rest.chars().take_while(|c| c.is_numeric()).count();
        let mut behind = rest.chars().skip(digits);
        let next = behind.next();
        if rest.starts_with(['*', '∗', '†', '‡', '§', '¶', '#']) {
            return Mark::Clear;
        }
        if rest.starts_with('•') {
            return Mark::Doubtful;
        }
        let part_of_number = matches!(next, Some('.' | ',' | '-' | '/' | '–'))
            && behind
                .next()
                .is_some_and(|c| !c.is_whitespace() && !c.is_alphabetic());
        let unclosed = bracket.is_some() && next != bracket;
        if !(1..=MAX_DIGITS).contains(&digits) || part_of_number || unclosed {
            return Mark::None;
        }
        let word = rest.trim_start_matches(|c: char| !c.is_alphabetic());
        let goes_on = word.starts_with(char::is_lowercase) && !word.starts_with("http");
        if bracket.is_some() || goes_on {
            Mark::Doubtful
        } else {
            Mark::Clear
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_footnotes_are_short() {
        for text in [
            "1 See below",
            "* first",
            "†Deceased",
            "2“Copying”",
            "7 https://a",
        ] {
            assert_eq!(Mark::of(text), Mark::Clear, "{text}");
        }
        for text in [
            "(1) Any compound",
            "[12] Ibid.",
            "100 grams",
            "12 ibid.",
            "• an item",
        ] {
            assert_eq!(Mark::of(text), Mark::Doubtful, "{text}");
        }
        for text in [
            "1984 was a year",
            "See below",
            "[62 FR 139]",
            "7.-8.12.00",
            "",
        ] {
            assert_eq!(Mark::of(text), Mark::None, "{text}");
        }
    }
}
