//! What is known of the document as a whole.

/// The document information dictionary (ISO 32000-1, 14.3.3).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Metadata {
    /// The title of the document.
    pub title: Option<String>,
    /// Who wrote it.
    pub author: Option<String>,
    /// What it is about.
    pub subject: Option<String>,
    /// Words for catalogues, as the file has them.
    pub keywords: Option<String>,
    /// The program that made the document.
    pub creator: Option<String>,
    /// The program that made the PDF.
    pub producer: Option<String>,
    /// ISO 8601.
    pub created: Option<String>,
    /// ISO 8601.
    pub modified: Option<String>,
}

/// The document without its pages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DocumentInfo {
    /// The input's name, for readers; empty when it has none.
    pub name: String,
    /// Title, author and their like.
    pub metadata: Metadata,
    /// Languages as BCP 47 tags, the document's own (`/Lang` of the catalog) first.
    pub languages: Vec<String>,
    /// How many pages it has.
    pub page_count: usize,
}
