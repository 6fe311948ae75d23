//! The modules in `modules/`, compiled in under their names.

use crate::suggest::{did_you_mean, list};

/// Names and sources, in the order of the names.
const BUILT_IN: [(&str, &str); 3] = [
    (
        "dictionary_entries",
        include_str!("../../modules/dictionary_entries.star"),
    ),
    (
        "repeated_heads",
        include_str!("../../modules/repeated_heads.star"),
    ),
    (
        "running_heads",
        include_str!("../../modules/running_heads.star"),
    ),
];

/// What the names of files that hold modules end with.
pub(super) const EXTENSION: &str = ".star";

/// The names of the modules that are compiled in.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    BUILT_IN.iter().map(|(name, _)| *name)
}

/// The source of a module that is compiled in.
pub(super) fn built_in_text(name: &str) -> Option<&'static str> {
    BUILT_IN.iter().find(|(n, _)| *n == name).map(|(_, t)| *t)
}

/// The message for a name that is not one of these.
pub(super) fn unknown(name: &str) -> String {
    format!(
        "there is no module \"{name}\"{}: name a file, or {}",
        did_you_mean(name, names()),
        list(names())
    )
}
