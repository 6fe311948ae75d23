//! The options of a document and its outputs, of conversions and of `browse`, where they can be changed while
//! the document is shown.

#[cfg(feature = "browse")]
use std::path::Path;

use clap::Args;
#[cfg(feature = "browse")]
use clap::{ArgAction, FromArgMatches, parser::ValueSource};

use super::writing::Writing;
use super::{Reading, Resolution, Roads, ScanFolder};
#[cfg(feature = "browse")]
use crate::browse::KnownOption;
#[cfg(feature = "browse")]
use crate::cli::wrong_arguments::wrong_arguments;
use crate::convert::Options;
#[cfg(feature = "browse")]
use pdfa2hocr_core::diagnostics::Diagnostic;
use pdfa2hocr_core::diagnostics::Result;
#[cfg(feature = "browse")]
use pdfa2hocr_core::mapping::Mapping;

/// Options of reading a document and of writing its text.
#[derive(Debug, Clone, Args)]
pub(in crate::cli) struct ReadAndWrite {
    #[command(flatten)]
    scan_folder: ScanFolder,
    #[command(flatten)]
    pub(in crate::cli) roads: Roads,
    #[command(flatten)]
    pub(in crate::cli) reading: Reading,
    #[command(flatten)]
    resolution: Resolution,
    #[command(flatten)]
    pub(super) writing: Writing,
}

impl ReadAndWrite {
    /// The options of the conversion of all pages, without a folder for scans. Reads the files that options
    /// name.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::argument`](pdfa2hocr_core::diagnostics::DiagnosticKind::Argument) if one of these files is
    /// invalid, or options contradict each other.
    pub(in crate::cli) fn options(&self) -> Result<Options> {
        let options = self.reading.options()?;
        Ok(Options {
            road: self.roads.road()?,
            scan_dir: self.scan_folder.scan_dir.clone(),
            resolution: self.resolution.resolution(),
            write: self.writing.options(options.write.lang)?,
            ..options
        })
    }
}

/// Options that cannot change while a document is shown: they name files or concern the run of the program.
#[cfg(feature = "browse")]
const FIXED: [(&str, &str); 10] = [
    ("corrections", "--corrections"),
    ("ocr_command", "--ocr-command"),
    ("ocr_cache", "--ocr-cache"),
    ("module", "--module"),
    ("font_mapping", "--font-mapping"),
    ("meta", "--meta"),
    ("alt", "--alt"),
    ("password", "--password"),
    ("jobs", "--jobs"),
    ("quiet", "--quiet"),
];

/// The options that can be changed while a document is shown.
#[cfg(feature = "browse")]
pub(in crate::cli) fn changeable() -> Vec<KnownOption> {
    let options = ReadAndWrite::augment_args(clap::Command::new(""));
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

#[cfg(feature = "browse")]
impl ReadAndWrite {
    /// The same with other options and these modules. The password, the mapping file and the other files
    /// stay; the options may name a built-in mapping.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::argument`] for unknown or invalid options, and for those that name files or do not
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
            return Err(Diagnostic::argument(why));
        }
        let mut changed =
            Self::from_arg_matches(&matches).map_err(|error| wrong_arguments(&error))?;
        let (own, new) = (&self.reading, &mut changed.reading);
        if let Some(name) = &new.mapping
            && own.mapping.as_ref() != Some(name)
            && Mapping::built_in_text(name).is_none()
        {
            let why = format!(
                "--mapping: {name:?} is not built in; a file is named when the program is started"
            );
            return Err(Diagnostic::argument(why));
        }
        if new.mapping.is_none() {
            new.mapping.clone_from(&own.mapping);
        }
        new.password = own.password.clone();
        #[cfg(feature = "ocr")]
        new.recognition.keep_programs(&own.recognition);
        new.corrections.clone_from(&own.corrections);
        new.jobs = own.jobs;
        changed.writing.keep_files(&self.writing);
        let modules = modules.iter().map(|path| path.to_path_buf()).collect();
        changed.reading = changed.reading.with_modules(modules);
        Ok(changed)
    }

    /// The file of font families.
    pub(in crate::cli) fn font_mapping(&self) -> Option<&Path> {
        self.writing.font_mapping.as_deref()
    }
}
