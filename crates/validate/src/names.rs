//! Rules about names that represent text: of fonts, colourants and structure types (ISO 19005-2,
//! 6.1.8; ISO 19005-4, 6.1.7).

use super::rule::{Rule, catalogue, rules, texts};

texts! {
    /// A name with its escapes resolved and replacement characters for invalid UTF-8.
    pub(super) TextName: "name {:?}";
}

pub(super) const NAMES: &[Rule<TextName>] = rules! { TextName:
    [A23 "6.1.8" 1, A4 "6.1.7" 1] "the name of a font, colourant or structure type is not UTF-8; write it in UTF-8" =>
        |n, _| !n.contains(char::REPLACEMENT_CHARACTER);
};

catalogue![NAMES];
