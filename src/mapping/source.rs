//! Which mapping a conversion uses.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use super::{Mapping, text_file};
use crate::diagnostics::{Result, Script};

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
    /// A file, read as if it held another text.
    #[non_exhaustive]
    Edited {
        /// The file. What the text extends is relative to it.
        path: PathBuf,
        /// What it would hold.
        text: String,
    },
}

impl MappingSource {
    /// The names of the mappings that are built in.
    pub fn built_in() -> impl Iterator<Item = &'static str> {
        Mapping::names()
    }

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

    /// A file, read as if it held this text: for those who edit one.
    pub fn edited(path: impl Into<PathBuf>, text: impl Into<String>) -> Self {
        Self::Edited {
            path: path.into(),
            text: text.into(),
        }
    }

    /// What modules see as the mapping's name. `default` is the one used when none is asked for.
    pub(crate) fn name<'a>(&'a self, default: &'a str) -> Cow<'a, str> {
        match self {
            Self::Default => default.into(),
            Self::Named(name) | Self::Text { name, .. } => name.into(),
            Self::Edited { path, .. } => path.to_string_lossy(),
        }
    }

    /// What is written in it; `None` for [`MappingSource::Default`], as which one that is depends on the
    /// document.
    ///
    /// # Errors
    ///
    /// When its file cannot be read.
    pub fn written(&self) -> Result<Option<String>> {
        let text = match self {
            Self::Default => return Ok(None),
            Self::Named(name) => match Mapping::built_in_text(name) {
                Some(text) => text.to_owned(),
                None => text_file::read(Path::new(name), "the mapping")?,
            },
            Self::Text { text, .. } | Self::Edited { text, .. } => text.clone(),
        };
        Ok(Some(text))
    }

    /// The rules.
    ///
    /// # Errors
    ///
    /// Those of [`Mapping::named`] and [`Mapping::of_text`].
    pub(crate) fn read(&self, default: &str) -> Result<Mapping> {
        let read = match self {
            Self::Default => Mapping::named(default),
            Self::Named(name) => Mapping::named(name),
            Self::Text { name, text } => Mapping::of_text(name, text),
            Self::Edited { path, text } => Mapping::edited(path, text),
        };
        read.map_err(|error| error.in_script(Script::Mapping))
    }
}
