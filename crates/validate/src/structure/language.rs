//! Rules about language tags in `Lang` (ISO 32000-1, 14.9.2).

use crate::entries::shortened;
use crate::rule::{Rule, catalogue, described, rules};

/// A `Lang` of the catalog, an element or a property list.
pub(crate) struct Language;

described! { Language of String: |lang| format!("Lang {}", shortened(lang)) }

pub(crate) const LANGUAGE: &[Rule<Language>] = rules! { Language:
    [A1LEVEL_A "6.8.4" 1] "the value of Lang is not a language tag of RFC 1766; write one like de or de-CH" =>
        |lang, _| lang.is_empty() || is_tag(lang, |b| b.is_ascii_alphabetic());
    [A23LEVEL_A "6.7.4" 1] "the value of Lang is not a language tag of RFC 3066; write one like de or de-CH" =>
        |lang, _| lang.is_empty() || is_tag(lang, |b| b.is_ascii_alphanumeric());
    [UA1 "7.2" 29, TAGGED2 "8.4.4" 2] "the value of Lang is not a language tag of RFC 3066; write one like de or de-CH" =>
        |lang, _| is_tag(lang, |b| b.is_ascii_alphanumeric());
};

/// Whether the text has parts of one to eight characters, separated by hyphens; the first has letters only.
fn is_tag(lang: &str, later: fn(u8) -> bool) -> bool {
    lang.split('-').enumerate().all(|(number, part)| {
        let letters = |b: u8| b.is_ascii_alphabetic();
        let allowed = if number == 0 { letters } else { later };
        (1..=8).contains(&part.len()) && part.bytes().all(allowed)
    })
}

catalogue![LANGUAGE];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_letters_then_letters_and_digits() {
        let is = |lang| is_tag(lang, |b| b.is_ascii_alphanumeric());
        for good in ["de", "de-CH", "x-klingon", "sr-Latn-RS", "es-419"] {
            assert!(is(good), "{good}");
        }
        for bad in ["", "de-", "d1", "german1234", "de_CH", "de-CH-"] {
            assert!(!is(bad), "{bad}");
        }
    }

    #[test]
    fn rfc_1766_has_no_digits() {
        assert!(!is_tag("es-419", |b| b.is_ascii_alphabetic()));
        assert!(is_tag("en-cockney", |b| b.is_ascii_alphabetic()));
    }
}
