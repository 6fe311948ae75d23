//! The roles of blocks beside the running text.

named! {
    /// The role of a block beside the running text.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum Role {
        Caption = "caption",
        Footnote = "footnote",
        SideNote = "sidenote",
        /// The numbers of lines.
        LineNumbers = "linenumbers",
        /// The labels of a chart.
        Chart = "chart",
    }
}
