//! Rules about private-use characters (the Unicode Standard, 23.5): text for people or programs must not
//! contain them (ISO 19005-4, 6.2.10.8; ISO 14289-2, 8.4.3 and 8.6).

use super::entries::shortened;
use super::rule::{Rule, catalogue, described, rules};
use super::run::{Run, Where};
use pdfa2hocr_core::pdf::Dict;

/// Whether a text contains characters of the private use areas.
pub(super) fn has_private_use(text: &str) -> bool {
    text.chars().any(is_private_use)
}

fn is_private_use(c: char) -> bool {
    matches!(c, '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..='\u{FFFFD}' | '\u{100000}'..='\u{10FFFD}')
}

/// A text string for people, with its key.
struct TextFacts {
    key: &'static str,
    text: String,
}

described! { TextFacts: |t| {
    let private = t.text.chars().find(|c| is_private_use(*c));
    let code = private.map_or_else(String::new, |c| format!("U+{:04X} in ", u32::from(c)));
    format!("{code}{} {}", t.key, shortened(&t.text))
}}

impl TextFacts {
    fn is_plain(&self) -> bool {
        !has_private_use(&self.text)
    }
}

const TEXT: &[Rule<TextFacts>] = rules! { TextFacts:
    [A4 "6.2.10.8" 1, ACCESS2 "8.4.3" 2] "an ActualText has characters for private use; write characters that mean something" =>
        |t, _| t.key != "ActualText" || t.is_plain();
    [ACCESS2 "8.4.3" 3] "an Alt has characters for private use; write characters that mean something" =>
        |t, _| t.key != "Alt" || t.is_plain();
    [TAGGED2 "8.6" 1] "a text for readers has characters for private use; write characters that mean something" =>
        |t, _| matches!(t.key, "ActualText" | "Alt") || t.is_plain();
};

/// Checks the text strings of these keys in a dictionary.
pub(super) fn check(
    run: &mut Run<'_>,
    dict: &Dict<'_>,
    keys: &[&'static str],
    place: impl Into<Where>,
) {
    let place = place.into();
    for key in keys {
        if let Some(text) = run.references.text(dict, key) {
            run.check(TEXT, &TextFacts { key, text }, place);
        }
    }
}

catalogue![TEXT];
