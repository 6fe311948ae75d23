//! The roles of blocks beside the running text.

/// The role of a block beside the running text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Caption,
    Footnote,
    SideNote,
    /// The numbers of lines.
    LineNumbers,
    /// The labels of a chart.
    Chart,
}

impl Role {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Caption => "caption",
            Self::Footnote => "footnote",
            Self::SideNote => "sidenote",
            Self::LineNumbers => "linenumbers",
            Self::Chart => "chart",
        }
    }
}
