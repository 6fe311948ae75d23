//! Changes the options of a document while it is shown (`browse`).

use std::path::{Path, PathBuf};

use clap::parser::ValueSource;
use clap::{ArgAction, Args as _, FromArgMatches};

use super::Conversion;
use crate::browse::KnownOption;
use crate::cli::wrong_arguments;
use crate::diagnostics::{Diagnostic, DiagnosticKind, Result};
use crate::mapping::Mapping;

/// Options that cannot change while a document is shown: they name files or concern the run of the program.
const FIXED: [(&str, &str); 11] = [
    ("images", "--images"),
    ("images_as", "--images-as"),
    ("module", "--module"),
    ("font_mapping", "--font-mapping"),
    ("overwrite", "--overwrite"),
    ("log", "--log"),
    ("password", "--password"),
    ("pages", "--pages"),
    ("jobs", "--jobs"),
    ("verbose", "--verbose"),
    ("quiet", "--quiet"),
];

/// The options of a conversion that can be changed while its document is shown.
pub(in crate::cli) fn changeable() -> Vec<KnownOption> {
    let options = Conversion::augment_args(clap::Command::new(""));
    let is_fixed = |id: &str| FIXED.iter().any(|(fixed, _)| *fixed == id);
    let shown = options
        .get_arguments()
        .filter(|arg| !arg.is_hide_set() && !is_fixed(arg.get_id().as_str()));
    let known = shown.filter_map(|arg| {
        let has_value = !matches!(arg.get_action(), ArgAction::SetTrue);
        let value = || arg.get_value_names()?.first().map(ToString::to_string);
        let default = arg.get_default_values().first();
        Some(KnownOption {
            long: arg.get_long()?.to_owned(),
            short: arg.get_short(),
            value: has_value.then(value).flatten(),
            default: default
                .filter(|_| has_value)
                .map(|default| default.to_string_lossy().into_owned()),
            help: arg.get_help().map(ToString::to_string).unwrap_or_default(),
        })
    });
    known.collect()
}

impl Conversion {
    /// The modules, in the order in which they run.
    pub(in crate::cli) fn modules(&self) -> &[PathBuf] {
        &self.modules.module
    }

    /// The conversion with other options and these modules. The password, the mapping file and the font
    /// mapping stay; the options may name a built-in mapping.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::Argument`] for unknown or invalid options, and for those that name files or do not
    /// affect a page.
    pub(in crate::cli) fn changed(&self, options: &[String], modules: &[&Path]) -> Result<Self> {
        let command = Self::augment_args(clap::Command::new("pdfa2hocr").no_binary_name(true));
        let matches = command.try_get_matches_from(options);
        let matches = matches.map_err(|error| wrong_arguments(&error))?;
        let fixed = FIXED
            .iter()
            .find(|(id, _)| matches.value_source(id) == Some(ValueSource::CommandLine));
        if let Some((_, option)) = fixed {
            let why = format!("{option} cannot be changed while the document is shown");
            return Err(Diagnostic::new(DiagnosticKind::Argument, why));
        }
        let mut changed =
            Self::from_arg_matches(&matches).map_err(|error| wrong_arguments(&error))?;
        if let Some(name) = &changed.mapping
            && self.mapping.as_ref() != Some(name)
            && Mapping::built_in_text(name).is_none()
        {
            let why = format!(
                "--mapping: {name:?} is not built in; a file is named when the program is started"
            );
            return Err(Diagnostic::new(DiagnosticKind::Argument, why));
        }
        if changed.mapping.is_none() {
            changed.mapping.clone_from(&self.mapping);
        }
        changed.modules.module = modules.iter().map(|path| path.to_path_buf()).collect();
        changed.password.clone_from(&self.password);
        changed.font_mapping.clone_from(&self.font_mapping);
        changed.jobs = self.jobs;
        Ok(changed)
    }
}
