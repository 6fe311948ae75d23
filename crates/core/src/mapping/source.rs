//! Selects the mapping of a conversion.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use super::compiled::Mapping;
use super::text_file;
use crate::diagnostics::{Result, Script};

/// The source of the mapping, whose rules convert nodes of pages to elements of the output. `Options::mapping`
/// takes it:
///
/// ```
/// # use pdfa2hocr_core::mapping as pdfa2hocr;
/// let rules = r#"{ "extends": "layout", "rules": { "image": "drop" } }"#;
/// let mapping = pdfa2hocr::MappingSource::text("without images", rules);
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub enum MappingSource {
    /// The built-in `tagged` or `layout`, depending on the source of the reading order.
    #[default]
    Default,
    /// The name of a built-in mapping, otherwise the path of a file.
    Named(String),
    /// A mapping in memory.
    #[non_exhaustive]
    Text {
        /// The name in messages and for modules.
        name: String,
        /// The mapping in the syntax of a file. It can extend built-in mappings and paths relative to the
        /// working directory.
        text: String,
    },
    /// A file whose content is replaced.
    #[non_exhaustive]
    Edited {
        /// The file. Paths that the text extends are relative to it.
        path: PathBuf,
        /// The text that replaces its content.
        text: String,
    },
}

impl MappingSource {
    /// The names of the built-in mappings.
    pub fn built_in() -> impl Iterator<Item = &'static str> {
        Mapping::names()
    }

    /// A built-in mapping by name, otherwise a file by path.
    pub fn named(name: impl Into<String>) -> Self {
        Self::Named(name.into())
    }

    /// A mapping in memory, with a name for messages and modules.
    pub fn text(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self::Text {
            name: name.into(),
            text: text.into(),
        }
    }

    /// A file with this text instead of its content, for editors.
    pub fn edited(path: impl Into<PathBuf>, text: impl Into<String>) -> Self {
        Self::Edited {
            path: path.into(),
            text: text.into(),
        }
    }

    /// The mapping's name for modules. `default` is the name of the default mapping.
    pub fn name<'a>(&'a self, default: &'a str) -> Cow<'a, str> {
        match self {
            Self::Default => default.into(),
            Self::Named(name) | Self::Text { name, .. } => name.into(),
            Self::Edited { path, .. } => path.to_string_lossy(),
        }
    }

    /// Returns the text of the mapping. `None` for [`MappingSource::Default`], which depends on the document.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
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

    /// Reads the mapping.
    ///
    /// # Errors
    ///
    /// Those of [`Mapping::named`] and [`Mapping::of_text`].
    pub fn read(&self, default: &str) -> Result<Mapping> {
        let read = match self {
            Self::Default => Mapping::named(default),
            Self::Named(name) => Mapping::named(name),
            Self::Text { name, text } => Mapping::of_text(name, text),
            Self::Edited { path, text } => Mapping::edited(path, text),
        };
        read.map_err(|error| error.in_script(Script::Mapping))
    }
}
