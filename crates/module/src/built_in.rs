//! The built-in modules, compiled in from `modules/`.

use pdfa2hocr_core::suggest::{did_you_mean, list};

/// Names and sources, sorted by name.
const BUILT_IN: [(&str, &str); 4] = [
    (
        "dictionary_entries",
        include_str!("../../../modules/dictionary_entries.star"),
    ),
    (
        "repeated_heads",
        include_str!("../../../modules/repeated_heads.star"),
    ),
    (
        "replacements",
        include_str!("../../../modules/replacements.star"),
    ),
    (
        "running_heads",
        include_str!("../../../modules/running_heads.star"),
    ),
];

/// File extension of modules.
pub(super) const EXTENSION: &str = ".star";

/// The names of the built-in modules.
pub fn names() -> impl Iterator<Item = &'static str> {
    BUILT_IN.iter().map(|(name, _)| *name)
}

/// Returns the source of a built-in module.
pub(super) fn built_in_text(name: &str) -> Option<&'static str> {
    BUILT_IN.iter().find(|(n, _)| *n == name).map(|(_, t)| *t)
}

/// The error message for an unknown module name.
pub(super) fn unknown(name: &str) -> String {
    format!(
        "there is no module \"{name}\"{}: name a file, or {}",
        did_you_mean(name, names()),
        list(names())
    )
}
