//! Languages and scripts by the names in the PAGE schema, which does not use codes ("LanguageSimpleType",
//! "ScriptSimpleType", 2019-07-15).

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::write::languages;

/// ISO 639 codes with the names of the schema.
static LANGUAGES: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let lines = include_str!("languages.txt").lines();
    lines.filter_map(|line| line.split_once(' ')).collect()
});

/// ISO 15924 codes with the names of the schema, as it writes them: `Latn - Latin`.
const SCRIPTS: &str = include_str!("scripts.txt");

/// Returns the English name of a tag's language.
pub(super) fn language(tag: &str) -> Option<&'static str> {
    let first = tag.split(['-', '_']).next()?.to_ascii_lowercase();
    LANGUAGES.get(&*first).copied()
}

/// Returns the code and name of the script that the tag names, or of the only script of its language.
pub(super) fn script(tag: &str) -> Option<&'static str> {
    let code = languages::script(tag)?;
    SCRIPTS.lines().find(|script| script.starts_with(&code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_become_names() {
        assert_eq!(language("de-AT"), Some("German"));
        assert_eq!(language("PL"), Some("Polish"));
        assert_eq!(language("zu"), Some("Zulu"));
        assert_eq!(language("tlh"), None);
        assert_eq!(script("pl"), Some("Latn - Latin"));
        assert_eq!(script("de-Latf"), Some("Latf - Latin (Fraktur variant)"));
        assert_eq!(script("zh"), None);
    }
}
