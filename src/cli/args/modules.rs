//! `--module` and the settings of modules.

use std::path::{Path, PathBuf};

use clap::Args as Group;

use crate::cli::values::parse_setting;
use crate::convert::ModuleOptions;
use crate::module;
use pdfa2hocr_core::diagnostics::{Diagnostic, Result};
use pdfa2hocr_core::suggest::{did_you_mean, list};

/// The modules of a conversion.
#[derive(Debug, Clone, Group)]
#[command(next_help_heading = "Modules")]
pub(super) struct Modules {
    /// Run a module on every page; can be repeated
    ///
    /// A module is a script that moves, joins and names nodes. FILE is a file, or a module that is built in: dictionary_entries, repeated_heads or
    /// running_heads. Several are run one after the other, each on what the one before it left.
    /// `pdfa2hocr module check FILE` checks one, `pdfa2hocr module run FILE INPUT` shows what it does.
    #[arg(short = 'l', long, value_name = "FILE")]
    pub(super) module: Vec<PathBuf>,

    /// Give all modules a setting, or the one that is named; can be repeated
    ///
    /// MODULE is its built-in name, or the name of its file without .star.
    #[arg(long, value_name = "[MODULE:]NAME=VALUE", value_parser = parse_setting)]
    module_arg: Vec<(String, String)>,

    /// End at the first error of the module
    ///
    /// Without it the page is written without the module's changes, and the exit code is 6.
    #[arg(long)]
    strict: bool,

    /// Stop the module after N steps on one page
    ///
    /// A step is a call, a turn of a loop, a character looked at, or a hundred bytes copied.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), default_value_t = module::Limits::default().steps, help_heading = "Limits")]
    module_steps: u64,

    /// Stop the module when it needs more than N megabytes for one page
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..=4096), default_value_t = (module::Limits::default().memory >> 20) as u64, help_heading = "Limits")]
    module_memory: u64,

    /// Stop the module when its calls are nested deeper than N
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1000), default_value_t = module::Limits::default().depth as u64, help_heading = "Limits")]
    module_depth: u64,
}

impl Modules {
    /// The modules with their settings and limits.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::argument`] for a setting of an unknown module.
    pub(super) fn options(&self) -> Result<Vec<ModuleOptions>> {
        let modules = self.module.iter().map(|path| {
            let mut options = ModuleOptions::new(path);
            options.args = settings_of(path, &self.module, &self.module_arg)?;
            options.limits = module::Limits::new(
                self.module_steps,
                (self.module_memory as usize) << 20,
                self.module_depth as usize,
            );
            options.strict = self.strict;
            Ok(options)
        });
        modules.collect()
    }
}

/// The settings of one of several modules: `NAME` applies to all of them, `MODULE:NAME` to those of that
/// name.
///
/// # Errors
///
/// [`Diagnostic::argument`] if no module has that name.
pub(in crate::cli) fn settings_of(
    module: &Path,
    modules: &[PathBuf],
    settings: &[(String, String)],
) -> Result<Vec<(String, String)>> {
    let stem = |path: &Path| {
        let stem = path.file_stem().unwrap_or_default();
        stem.to_string_lossy().into_owned()
    };
    let mut own = Vec::new();
    for (key, value) in settings {
        let name = match key.split_once(':') {
            None => key,
            Some((wanted, name)) if stem(module) == wanted => name,
            Some((wanted, _)) if modules.iter().any(|m| stem(m) == wanted) => continue,
            Some((wanted, _)) => {
                let stems: Vec<String> = modules.iter().map(|m| stem(m)).collect();
                let stems = || stems.iter().map(String::as_str);
                let message = format!(
                    "--module-arg {key}: there is no module \"{wanted}\"{}: there is {}",
                    did_you_mean(wanted, stems()),
                    list(stems()),
                );
                return Err(Diagnostic::argument(message));
            }
        };
        own.push((name.to_owned(), value.clone()));
    }
    Ok(own)
}
