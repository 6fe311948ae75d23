//! The style of the glyphs of a font program.

/// The style of a program's glyphs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct ProgramStyle {
    pub bold: bool,
    /// It says that it is not bold.
    pub plain: bool,
    pub italic: bool,
    pub monospace: bool,
}

/// Whether the `Weight` of a Type 1 or CFF program, which is a word, means bold.
pub(super) fn is_bold_weight(weight: &str) -> bool {
    let weight = weight.to_ascii_lowercase();
    ["bold", "black", "heavy", "demi", "ultra"]
        .iter()
        .any(|word| weight.contains(word))
}
