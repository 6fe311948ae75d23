//! Reasons to ignore the tags of a page.

use serde::Serialize;

named! {
    /// The reason why a page's tags are ignored and its geometry is used. Most of its text must be in this
    /// state; for `Group` four fifths, for `Artifact` a quarter.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
    #[serde(rename_all = "kebab-case")]
    #[non_exhaustive]
    pub enum TagFault {
        /// The text has no element.
        Untagged = "untagged",
        /// The text is marked as an artifact.
        Artifact = "artifact",
        /// Several paragraphs of text are directly in elements that only group others.
        Group = "group",
        /// The order of the tags goes up the page.
        Order = "order",
        /// A table is tagged as running text.
        Table = "table",
    }
}

impl TagFault {
    /// A description of the error in the tags.
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
