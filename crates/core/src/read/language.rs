//! Converts names and codes of languages in files of recognised text to BCP 47 tags.

use std::borrow::Cow;

use crate::language::tag_of;

/// The BCP 47 tag of a language, by its name or code. Unknown values are returned unchanged.
pub(super) fn tag(said: &str) -> Cow<'_, str> {
    // Tesseract adds the script or the period: `deu_frak`, `chi_sim`, `grc`.
    let first = said.split(['_', '+', ' ', ',']).next().unwrap_or_default();
    tag_of(first).map_or(Cow::Borrowed(said), Cow::Borrowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_codes_of_three_letters_become_tags() {
        for (said, expected) in [
            ("German", "de"),
            ("ger", "de"),
            ("deu_frak", "de"),
            ("chi_sim", "zh"),
            ("pl-PL", "pl-PL"),
            ("grc", "grc"),
            ("en", "en"),
        ] {
            assert_eq!(tag(said), expected);
        }
    }
}
