//! What the user changes in how a document is read: options in the words of the command line, and texts of
//! mappings and modules that no file has yet.

use std::path::Path;

use serde::Deserialize;

use super::analysis_key::AnalysisKey;
use super::command_line::CommandLine;
use crate::convert::{ModuleSource, Options};
use crate::diagnostics::{Diagnostic, DiagnosticKind, Result};
use crate::mapping::MappingSource;
use crate::module;

/// What the user changes.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Changes {
    /// Options of the command line in their long form, each with its value in one argument, that
    /// replace those that were given.
    pub options: Vec<String>,
    /// The only page that is read so, by its index. Others are read as the command line has them, by
    /// the same road.
    #[serde(default)]
    pub only: Option<u32>,
    /// A mapping that the user writes; what the options say if there is none.
    #[serde(default)]
    pub mapping: Option<Written>,
    /// All modules; those of the command line if it is not there.
    #[serde(default)]
    pub modules: Option<Vec<ModuleChange>>,
    /// The analysis that this one takes the place of, and that is not needed any more.
    #[serde(default)]
    pub instead: Option<AnalysisKey>,
}

/// A text that the user writes.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Written {
    /// What messages call it. If the command line named this file, the text stands for it.
    pub name: String,
    pub text: String,
}

/// A module of an analysis.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ModuleChange {
    /// Its place among those of the command line.
    #[serde(default)]
    pub given: Option<usize>,
    /// The name of one that is built in, or what messages call a text.
    #[serde(default)]
    pub name: Option<String>,
    /// What the user wrote instead of what is in the file.
    #[serde(default)]
    pub text: Option<String>,
}

impl Changes {
    /// How documents are converted with these changes.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::Argument`] for options and modules that there are not. Texts are not looked at.
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
    /// The file or the name that the module has.
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
        path.ok_or_else(|| Diagnostic::new(DiagnosticKind::Argument, "there is no such module"))
    }

    /// A module with what the user wrote: instead of what is in a file that the command line named, or
    /// on its own.
    fn source(&self, given: &ModuleSource, text: &str) -> ModuleSource {
        match (self.given, given) {
            (Some(_), ModuleSource::Named(path)) => ModuleSource::edited(path, text),
            _ => ModuleSource::text(self.name.as_deref().unwrap_or_default(), text),
        }
    }
}
