//! Text in the form in which searches compare it.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Normalises text for comparison: lower case, without accents, white space as one space.
pub(super) fn folded(text: &str) -> String {
    let mut out = String::new();
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        fold(word, &mut out);
    }
    out
}

/// Adds a normalised word to a text.
pub(super) fn fold(text: &str, out: &mut String) {
    let letters = text
        .nfkd()
        .filter(|c| !is_combining_mark(*c) && *c != '\u{AD}');
    out.extend(letters.flat_map(char::to_lowercase));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_accents_ligatures_and_spaces_do_not_count() {
        assert_eq!(
            folded("  Ein\tﬁnaler  CAFÉ\u{AD}haus-Gang "),
            "ein finaler cafehaus-gang"
        );
        assert_eq!(folded(" \u{301} "), "");
    }
}
