//! The sources of modules: a name, a file or a text.

use std::path::PathBuf;

use crate::module::{self, Arguments, Limits, Module};
use pdfa2hocr_core::diagnostics::Result;

/// The source of a module: a name, a file or a text.
///
/// ```
/// let mut module = pdfa2hocr::ModuleOptions::new("notes");
/// let script = "def custom_processing(page):\n    print(page.page_number)\n";
/// module.module = pdfa2hocr::ModuleSource::text("notes", script);
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum ModuleSource {
    /// The path of a file, or the name of a built-in module: `dictionary_entries`, `repeated_heads` or
    /// `running_heads`.
    Named(PathBuf),
    /// A module in memory, which cannot load files.
    #[non_exhaustive]
    Text {
        /// Its name in messages.
        name: String,
        /// Its text.
        text: String,
    },
    /// A module whose text is replaced.
    #[non_exhaustive]
    Edited {
        /// The module, as in [`ModuleSource::Named`]. Files that the text loads are relative to it.
        module: PathBuf,
        /// The new text.
        text: String,
    },
}

impl ModuleSource {
    /// The names of the built-in modules.
    pub fn built_in() -> impl Iterator<Item = &'static str> {
        module::names()
    }

    /// A built-in module by its name, or another one by the path of its file.
    pub fn named(module: impl Into<PathBuf>) -> Self {
        Self::Named(module.into())
    }

    /// A module in memory, with its name in messages.
    pub fn text(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self::Text {
            name: name.into(),
            text: text.into(),
        }
    }

    /// A module with a new text, for editors.
    pub fn edited(module: impl Into<PathBuf>, text: impl Into<String>) -> Self {
        Self::Edited {
            module: module.into(),
            text: text.into(),
        }
    }

    /// The text of the module.
    ///
    /// # Errors
    ///
    /// If the module does not exist, or its file cannot be read.
    pub fn written(&self) -> Result<String> {
        match self {
            Self::Named(module) => module::written(module),
            Self::Text { text, .. } | Self::Edited { text, .. } => Ok(text.clone()),
        }
    }

    /// Its name in messages.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Named(module) | Self::Edited { module, .. } => module.display().to_string(),
            Self::Text { name, .. } => name.clone(),
        }
    }

    /// The arguments that it reads.
    pub(super) fn arguments(&self) -> Result<Arguments> {
        match self {
            Self::Named(module) => Module::arguments(module, None),
            Self::Text { name, text } => Module::arguments_of_text(name, text),
            Self::Edited { module, text } => Module::arguments(module, Some(text)),
        }
    }

    /// Reads the module.
    pub(super) fn read(&self, args: &[(String, String)], limits: Limits) -> Result<Module> {
        match self {
            Self::Named(module) => Module::read(module, args, limits),
            Self::Text { name, text } => Module::parse(name, text, args, limits),
            Self::Edited { module, text } => Module::edited(module, text, args, limits),
        }
    }
}
