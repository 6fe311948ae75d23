//! Which mapping a conversion uses.

use super::Mapping;
use crate::diagnostics::Result;

/// Which rules turn the nodes of pages into elements of the output.
///
/// ```
/// let rules = r#"{ "extends": "layout", "rules": { "image": "drop" } }"#;
/// let mut options = pdfa2hocr::Options::default();
/// options.mapping = pdfa2hocr::MappingSource::text("without images", rules);
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub enum MappingSource {
    /// The built-in `tagged` or `layout`, by where the reading order comes from.
    #[default]
    Default,
    /// The name of a mapping that is built in, or else the path of its file.
    Named(String),
    /// A mapping in memory.
    #[non_exhaustive]
    Text {
        /// What messages and modules call it.
        name: String,
        /// What a file would hold. What it extends is built in, or a path relative to the working
        /// directory.
        text: String,
    },
}

impl MappingSource {
    /// A mapping by its name when it is built in, else by the path of its file.
    pub fn named(name: impl Into<String>) -> Self {
        Self::Named(name.into())
    }

    /// A mapping in memory, with the name that messages and modules use for it.
    pub fn text(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self::Text {
            name: name.into(),
            text: text.into(),
        }
    }

    /// What modules see as the mapping's name. `default` is the one used when none is asked for.
    pub(crate) fn name<'a>(&'a self, default: &'a str) -> &'a str {
        match self {
            Self::Default => default,
            Self::Named(name) | Self::Text { name, .. } => name,
        }
    }

    /// The rules.
    ///
    /// # Errors
    ///
    /// Those of [`Mapping::named`] and [`Mapping::of_text`].
    pub(crate) fn read(&self, default: &str) -> Result<Mapping> {
        match self {
            Self::Default => Mapping::named(default),
            Self::Named(name) => Mapping::named(name),
            Self::Text { name, text } => Mapping::of_text(name, text),
        }
    }
}
