//! The tags around drawn content.

/// Properties of content from the marked-content sequences and structure elements around it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Tagging {
    /// The content belongs to a structure element.
    pub tagged: bool,
    pub artifact: bool,
    /// The language of the content is declared.
    pub has_lang: bool,
    /// An `ActualText` replaces the content.
    pub replaced: bool,
    /// An `Alt` describes the content.
    pub described: bool,
    /// The content is in the appearance of a signature.
    pub signature: bool,
}

impl Tagging {
    pub(crate) fn is_real(self) -> bool {
        self.tagged && !self.artifact
    }
}
