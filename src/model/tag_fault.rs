//! What tags are left for.

use serde::Serialize;

/// Why a page is read by its geometry although it has tags: most of its text is in this state; in groups, four
/// fifths; of artifacts, a quarter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum TagFault {
    /// No element has it.
    Untagged,
    /// It is marked as an artifact.
    Artifact,
    /// It is directly in elements that only group others, and is several paragraphs.
    Group,
    /// The tags go up the page.
    Order,
    /// It is a table that is tagged as running text.
    Table,
}

impl TagFault {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Untagged,
        Self::Artifact,
        Self::Group,
        Self::Order,
        Self::Table,
    ];

    /// The name that data has.
    pub fn name(self) -> &'static str {
        match self {
            Self::Untagged => "untagged",
            Self::Artifact => "artifact",
            Self::Group => "group",
            Self::Order => "order",
            Self::Table => "table",
        }
    }

    /// What is wrong with the tags.
    pub fn what(self) -> &'static str {
        match self {
            Self::Untagged => "most of the text has no tags",
            Self::Artifact => "much of the text is marked as an artifact",
            Self::Group => "nearly all text is directly in elements that only group others",
            Self::Order => "the tags go up the page",
            Self::Table => "most of the text is a table that is tagged as running text",
        }
    }
}
