//! The user's changes to the analysis of a document: options of the command line, and unsaved texts of
//! mappings and modules.

use std::path::Path;

use serde::Deserialize;

use super::analysis_key::AnalysisKey;
use super::command_line::CommandLine;
use crate::convert::{ModuleSource, Options};
use crate::module;
use pdfa2hocr_core::diagnostics::{Diagnostic, Result};
use pdfa2hocr_core::mapping::MappingSource;

/// The changes of an analysis, as the browser sends them.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Changes {
    /// Options of the command line in their long form, each with its value in one argument. They replace the
    /// given ones.
    pub options: Vec<String>,
    /// The index of the only page that is read with the changes. Other pages are read as the command line
    /// says, by the same road.
    #[serde(default)]
    pub only: Option<u32>,
    /// The text of a mapping; without it, the options decide.
    #[serde(default)]
    pub mapping: Option<Written>,
    /// All modules; without them, those of the command line.
    #[serde(default)]
    pub modules: Option<Vec<ModuleChange>>,
    /// The analysis that this one replaces, which is no longer needed.
    #[serde(default)]
    pub instead: Option<AnalysisKey>,
}

/// A text that the user writes.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Written {
    /// Its name in messages. If it is a file of the command line, the text replaces the file.
    pub name: String,
    pub text: String,
}

/// A module of an analysis.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ModuleChange {
    /// Its index among those of the command line.
    #[serde(default)]
    pub given: Option<usize>,
    /// The name of a built-in module, or of a text in messages.
    #[serde(default)]
    pub name: Option<String>,
    /// The user's text, which replaces that of the file.
    #[serde(default)]
    pub text: Option<String>,
}

impl Changes {
    /// The options for reading documents with these changes.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::argument`] for unknown options and modules. Texts are not checked.
    pub(super) fn options(&self, command_line: &dyn CommandLine) -> Result<Options> {
        let given = command_line.modules();
        let modules = match &self.modules {
            None => given.iter().map(|path| path.as_path()).collect(),
            Some(modules) => modules
                .iter()
                .map(|module| module.path(command_line))
                .collect::<Result<Vec<_>>>()?,
        };
        let mut options = command_line.options(&self.options, &modules)?;
        let changed = self.modules.iter().flatten();
        for (module, change) in options.modules.iter_mut().zip(changed) {
            if let Some(text) = &change.text {
                module.module = change.source(&module.module, text);
            }
        }
        if let Some(mapping) = &self.mapping {
            options.mapping = match command_line.mapping() {
                Some(file) if file == mapping.name => MappingSource::edited(file, &mapping.text),
                _ => MappingSource::text(&mapping.name, &mapping.text),
            };
        }
        Ok(options)
    }
}

impl ModuleChange {
    /// The path or the name of the module.
    fn path<'a>(&'a self, command_line: &'a dyn CommandLine) -> Result<&'a Path> {
        let path = match (self.given, &self.name) {
            (Some(place), _) => command_line.modules().get(place).map(|path| path.as_path()),
            (None, Some(name))
                if self.text.is_some() || module::names().any(|built_in| built_in == name) =>
            {
                Some(Path::new(name))
            }
            (None, _) => None,
        };
        path.ok_or_else(|| Diagnostic::argument("there is no such module"))
    }

    /// A module with the user's text, which replaces a file of the command line or is a module by itself.
    fn source(&self, given: &ModuleSource, text: &str) -> ModuleSource {
        match (self.given, given) {
            (Some(_), ModuleSource::Named(path)) => ModuleSource::edited(path, text),
            _ => ModuleSource::text(self.name.as_deref().unwrap_or_default(), text),
        }
    }
}
