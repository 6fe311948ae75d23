//! Converts language tags and locale names to the languages and scripts in a file head.

use crate::page::DocumentInfo;

/// The tags of a document's languages without duplicates, the user's choice (`said`) first.
pub(super) fn of_document(document: &DocumentInfo, said: Option<&str>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let known = said
        .into_iter()
        .chain(document.languages.iter().map(String::as_str));
    for tag in known.filter_map(tag) {
        if !all.contains(&tag) {
            all.push(tag);
        }
    }
    all
}

/// Returns the language tag (BCP 47) of a tag or locale name: `pl-PL` for `pl_PL.UTF-8`. Returns `None` if
/// the text is not well-formed.
pub(super) fn tag(locale: &str) -> Option<String> {
    let name = locale.split(['.', '@']).next().unwrap_or_default().trim();
    let tag = name.replace('_', "-");
    let ok = |part: &str| {
        (1..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric())
    };
    let first = tag.split('-').next().unwrap_or_default();
    let language = (2..=3).contains(&first.len()) && first.bytes().all(|b| b.is_ascii_alphabetic());
    (language && tag.split('-').all(ok)).then_some(tag)
}

/// Returns the ISO 639-1 code at the start of a tag.
pub(super) fn code(tag: &str) -> Option<String> {
    let first = tag.split('-').next()?;
    let ok = first.len() == 2 && first.bytes().all(|b| b.is_ascii_alphabetic());
    ok.then(|| first.to_ascii_lowercase())
}

/// Returns the ISO 15924 code of the script: as named in the tag, or the only script of its language.
pub(super) fn script(tag: &str) -> Option<String> {
    // The script subtag follows the language and up to three extended languages (RFC 5646, 2.2.3).
    let named = tag
        .split('-')
        .skip(1)
        .take_while(|part| part.len() > 1)
        .find(|part| part.len() == 4 && part.bytes().all(|b| b.is_ascii_alphabetic()));
    if let Some(script) = named {
        let mut script = script.to_ascii_lowercase();
        if let Some(first) = script.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        return Some(script);
    }
    let code = code(tag)?;
    SCRIPTS
        .iter()
        .find(|(_, languages)| languages.split(' ').any(|l| l == code))
        .map(|(script, _)| (*script).to_owned())
}

/// Scripts and the languages that today use only that script. Languages with two scripts (`sr`, `zh`, `az`)
/// are omitted.
const SCRIPTS: [(&str, &str); 25] = [
    (
        "Latn",
        "af an br ca co cs cy da de en eo es et eu fi fo fr fy ga gd gl gn gv hr ht hu ia id ie io is it jv kl kw la lb ln lt lv mg mi ms mt nb nl nn no oc pl pt qu rm ro rw sc se sk sl sm sn so sq ss st su sv sw tl tn to tr ts ty vi vo wa xh zu",
    ),
    ("Cyrl", "ab ba be bg ce cu cv kv ky mk os ru tt uk"),
    ("Grek", "el"),
    ("Armn", "hy"),
    ("Geor", "ka"),
    ("Hebr", "he yi"),
    ("Arab", "ar fa ps ur"),
    ("Thaa", "dv"),
    ("Deva", "hi mr ne"),
    ("Beng", "as bn"),
    ("Gujr", "gu"),
    ("Orya", "or"),
    ("Taml", "ta"),
    ("Telu", "te"),
    ("Knda", "kn"),
    ("Mlym", "ml"),
    ("Sinh", "si"),
    ("Thai", "th"),
    ("Laoo", "lo"),
    ("Tibt", "bo dz"),
    ("Mymr", "my"),
    ("Khmr", "km"),
    ("Ethi", "am ti"),
    ("Jpan", "ja"),
    ("Kore", "ko"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locales_become_tags() {
        assert_eq!(tag("pl_PL.UTF-8").as_deref(), Some("pl-PL"));
        assert_eq!(tag("sr-Cyrl").as_deref(), Some("sr-Cyrl"));
        assert_eq!(tag("ca_ES@valencia").as_deref(), Some("ca-ES"));
        for bad in ["", "english", "\"x\"", "pl-", "C"] {
            assert_eq!(tag(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_script_is_told_only_where_there_is_no_doubt() {
        let script = |tag| script(tag);
        assert_eq!(script("pl-PL").as_deref(), Some("Latn"));
        assert_eq!(script("sr-cyrl-RS").as_deref(), Some("Cyrl"));
        assert_eq!(script("ru").as_deref(), Some("Cyrl"));
        assert_eq!(script("zh"), None);
        assert_eq!(script("zh-Hant").as_deref(), Some("Hant"));
        assert_eq!(script("en-x-Home").as_deref(), Some("Latn"));
        assert_eq!(script("pol"), None);
    }

    #[test]
    fn no_language_stands_with_two_scripts() {
        let mut all: Vec<&str> = SCRIPTS.iter().flat_map(|(_, l)| l.split(' ')).collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
        assert!(all.iter().all(|l| l.len() == 2), "{all:?}");
    }
}
