//! Writes the facts about a document as a block of YAML at the beginning of a Markdown file.

use crate::page::DocumentInfo;
use crate::write::{Options, languages};

/// Writes the block. Facts that are not known are left out.
pub(super) fn write(document: &DocumentInfo, options: &Options) -> String {
    let metadata = &document.metadata;
    let languages = languages::of_document(document, options.lang.as_deref());
    let date = document.imprint.date.as_ref().or(metadata.created.as_ref());
    let mut out = "---\n".to_owned();
    for (key, value) in [
        ("title", metadata.title.as_ref()),
        ("author", metadata.author.as_ref()),
        ("date", date),
        ("language", languages.first()),
        ("source", Some(&document.name)),
        ("digest", options.source_digest.as_ref()),
    ] {
        let value = value.map(|value| value.trim()).unwrap_or_default();
        if !value.is_empty() {
            // A string of JSON is one of YAML 1.2.
            let value = serde_json::Value::from(value);
            out.push_str(&format!("{key}: {value}\n"));
        }
    }
    out.push_str("---\n\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_strings_of_yaml() {
        let mut document = DocumentInfo {
            name: "a: b.pdf".to_owned(),
            ..DocumentInfo::default()
        };
        document.metadata.title = Some(" \"Owls\"\n--- ".to_owned());
        document.imprint.date = Some("1854".to_owned());
        document.metadata.created = Some("2026-01-01".to_owned());
        let options = Options {
            lang: Some("pl".to_owned()),
            source_digest: Some("sha256:00".to_owned()),
            ..Options::default()
        };
        insta::assert_snapshot!(write(&document, &options), @r#"
        ---
        title: "\"Owls\"\n---"
        date: "1854"
        language: "pl"
        source: "a: b.pdf"
        digest: "sha256:00"
        ---
        "#);
    }
}
