//! Facts about the printed work, given by the user: its title, author, and imprint. A PDF of a scan states those
//! of the file, not of the book.

use std::path::Path;

use serde::Deserialize;

use crate::diagnostics::{Error, Result};
use crate::language::LanguageTag;
use crate::mapping::text_file;
use crate::page::{DocumentInfo, Imprint};

/// Facts about the printed work. Given fields replace those of the document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Meta {
    /// The title.
    pub title: Option<String>,
    /// The author or authors.
    pub author: Option<String>,
    /// The subject.
    pub subject: Option<String>,
    /// The keywords.
    pub keywords: Option<String>,
    /// The publisher of the printed work.
    pub publisher: Option<String>,
    /// The place of publication.
    pub place: Option<String>,
    /// The date of publication.
    pub date: Option<String>,
    /// The language, as a BCP 47 tag.
    pub language: Option<String>,
}

impl Meta {
    /// Reads a JSON file: an object whose keys are the fields of this struct.
    ///
    /// # Errors
    ///
    /// [`File`] if the file cannot be read; [`Argument`], with the line, if it is not such an object.
    ///
    /// [`File`]: crate::diagnostics::DiagnosticKind::File
    /// [`Argument`]: crate::diagnostics::DiagnosticKind::Argument
    pub fn read(path: &Path) -> Result<Self> {
        let text = text_file::read(path, "the facts about the work")?;
        Self::parse(&text).map_err(|why| Error::argument(format!("{}: {why}", path.display())))
    }

    fn parse(text: &str) -> std::result::Result<Self, String> {
        let meta: Self = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if let Some(language) = &meta.language {
            LanguageTag::parse(language)?;
        }
        Ok(meta)
    }

    /// Replaces the facts that are given.
    pub fn apply(&self, document: &mut DocumentInfo) {
        let metadata = &mut document.metadata;
        for (given, of_document) in [
            (&self.title, &mut metadata.title),
            (&self.author, &mut metadata.author),
            (&self.subject, &mut metadata.subject),
            (&self.keywords, &mut metadata.keywords),
        ] {
            if given.is_some() {
                of_document.clone_from(given);
            }
        }
        if let Some(language) = &self.language {
            document.languages = vec![language.clone()];
        }
        document.imprint = Imprint {
            publisher: self.publisher.clone(),
            place: self.place.clone(),
            date: self.date.clone(),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn given_facts_replace_those_of_the_file() {
        let text = r#"{"title": "Słownik", "date": "1854", "language": "pl"}"#;
        let mut document = DocumentInfo::default();
        document.metadata.title = Some("scan0001".to_owned());
        document.metadata.author = Some("Linde".to_owned());
        Meta::parse(text).unwrap().apply(&mut document);
        assert_eq!(document.metadata.title.as_deref(), Some("Słownik"));
        assert_eq!(document.metadata.author.as_deref(), Some("Linde"));
        assert_eq!(document.imprint.date.as_deref(), Some("1854"));
        assert_eq!(document.languages, ["pl"]);
    }

    #[test]
    fn mistakes_are_named() {
        for (text, part) in [
            (r#"{"titel": "x"}"#, "unknown field `titel`"),
            ("{\n\"date\": 1854}", "line 2"),
            (r#"{"language": "Polish!"}"#, "Polish!"),
        ] {
            let why = Meta::parse(text).unwrap_err();
            assert!(why.contains(part), "{why}");
        }
    }
}
