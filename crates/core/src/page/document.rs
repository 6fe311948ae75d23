//! Facts about the document as a whole.

use super::Division;

/// The document information dictionary (ISO 32000-1, 14.3.3).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Metadata {
    /// The title of the document.
    pub title: Option<String>,
    /// The author.
    pub author: Option<String>,
    /// The subject.
    pub subject: Option<String>,
    /// The keywords, as in the file.
    pub keywords: Option<String>,
    /// The program that created the document.
    pub creator: Option<String>,
    /// The program that created the PDF.
    pub producer: Option<String>,
    /// The creation date, in ISO 8601.
    pub created: Option<String>,
    /// The modification date, in ISO 8601.
    pub modified: Option<String>,
}

impl Metadata {
    /// All facts with their names, in the order of the fields.
    pub fn facts(&self) -> [(&'static str, Option<&str>); 8] {
        [
            ("title", self.title.as_deref()),
            ("author", self.author.as_deref()),
            ("subject", self.subject.as_deref()),
            ("keywords", self.keywords.as_deref()),
            ("creator", self.creator.as_deref()),
            ("producer", self.producer.as_deref()),
            ("created", self.created.as_deref()),
            ("modified", self.modified.as_deref()),
        ]
    }
}

/// The publication of the printed work, as far as the user gives it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imprint {
    /// The publisher.
    pub publisher: Option<String>,
    /// The place of publication.
    pub place: Option<String>,
    /// The date of publication.
    pub date: Option<String>,
}

/// The facts about a document, without its pages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DocumentInfo {
    /// The name of the input, for readers; may be empty.
    pub name: String,
    /// Title, author and similar entries.
    pub metadata: Metadata,
    /// The publication of the printed work.
    pub imprint: Imprint,
    /// Languages as BCP 47 tags, the document's own (`/Lang` of the catalog) first.
    pub languages: Vec<String>,
    /// The number of pages.
    pub page_count: usize,
    /// The labelled divisions in the order of the document, if the input lists them.
    pub divisions: Vec<Division>,
    /// The engine that recognises pages without text, with its version and languages: `tesseract 5.3.0 (deu)`. `None`
    /// if pages are only read.
    pub recogniser: Option<String>,
    /// The people whose corrections are applied.
    pub corrected_by: Vec<String>,
}
