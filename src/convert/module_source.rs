//! Where a module of a conversion is from.

use std::path::PathBuf;

use crate::diagnostics::Result;
use crate::module::{self, Arguments, Limits, Module};

/// What a module is read from.
///
/// ```
/// let mut module = pdfa2hocr::ModuleOptions::new("notes");
/// let script = "def custom_processing(page):\n    print(page.page_number)\n";
/// module.module = pdfa2hocr::ModuleSource::text("notes", script);
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum ModuleSource {
    /// Its path, or its name when it is built in: `dictionary_entries`, `repeated_heads` or
    /// `running_heads`.
    Named(PathBuf),
    /// A module in memory, which can load no files.
    #[non_exhaustive]
    Text {
        /// What messages call it.
        name: String,
        /// What a file would hold.
        text: String,
    },
    /// A module, read as if it had another text.
    #[non_exhaustive]
    Edited {
        /// As in [`ModuleSource::Named`]. What the text loads is beside it.
        module: PathBuf,
        /// What it would hold.
        text: String,
    },
}

impl ModuleSource {
    /// The names of the modules that are built in.
    pub fn built_in() -> impl Iterator<Item = &'static str> {
        module::names()
    }

    /// A module by its name when it is built in, else by the path of its file.
    pub fn named(module: impl Into<PathBuf>) -> Self {
        Self::Named(module.into())
    }

    /// A module in memory, with the name that messages use for it.
    pub fn text(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self::Text {
            name: name.into(),
            text: text.into(),
        }
    }

    /// A module, read as if it had this text: for those who edit one.
    pub fn edited(module: impl Into<PathBuf>, text: impl Into<String>) -> Self {
        Self::Edited {
            module: module.into(),
            text: text.into(),
        }
    }

    /// What is written in it.
    ///
    /// # Errors
    ///
    /// When there is no such module, or its file cannot be read.
    pub fn written(&self) -> Result<String> {
        match self {
            Self::Named(module) => module::written(module),
            Self::Text { text, .. } | Self::Edited { text, .. } => Ok(text.clone()),
        }
    }

    /// What messages call it.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Named(module) | Self::Edited { module, .. } => module.display().to_string(),
            Self::Text { name, .. } => name.clone(),
        }
    }

    /// The arguments that it reads.
    ///
    /// # Errors
    ///
    /// Those of [`Module::arguments`].
    pub(super) fn arguments(&self) -> Result<Arguments> {
        match self {
            Self::Named(module) => Module::arguments(module, None),
            Self::Text { name, text } => Module::arguments_of_text(name, text),
            Self::Edited { module, text } => Module::arguments(module, Some(text)),
        }
    }

    /// The module.
    ///
    /// # Errors
    ///
    /// Those of [`Module::read`].
    pub(super) fn read(&self, args: &[(String, String)], limits: Limits) -> Result<Module> {
        match self {
            Self::Named(module) => Module::read(module, args, limits),
            Self::Text { name, text } => Module::parse(name, text, args, limits),
            Self::Edited { module, text } => Module::edited(module, text, args, limits),
        }
    }
}
