//! `pdfa2hocr module`: checks and tries modules.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::args::{Conversion, parse_setting, settings_of};
use super::input::InputLimit;
use super::output;
use super::report::Report;
use super::terminal;
use super::wording::worded;
use crate::convert::{ModuleOptions, check_args};
use crate::diagnostics::{Diagnostic, DiagnosticKind, Result};
use crate::document::Document;
use crate::module;

#[derive(Debug, Subcommand)]
pub(super) enum ModuleCommand {
    /// Check a module without running it: its grammar, and names that do not exist
    Check {
        /// The module: its file, or its name when it is built in
        #[arg(value_name = "FILE")]
        file: PathBuf,

        /// Give the module a setting; can be repeated
        #[arg(long, value_name = "[MODULE:]NAME=VALUE", value_parser = parse_setting)]
        module_arg: Vec<(String, String)>,
    },
    /// Print the trees of pages before a module and after it
    ///
    /// The modules of --module are run before it.
    Run(Box<Run>),
}

#[derive(Debug, Args)]
pub(super) struct Run {
    /// The module: its file, or its name when it is built in
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The PDF to read; - is standard input
    #[arg(value_name = "INPUT")]
    input: PathBuf,

    #[command(flatten)]
    input_limit: InputLimit,

    #[command(flatten)]
    conversion: Conversion,
}

impl ModuleCommand {
    /// Runs the subcommand.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::Module`] if the module has an error.
    pub(super) fn run(&self) -> Result<()> {
        match self {
            Self::Check { file, module_arg } => {
                let settings = settings_of(file, std::slice::from_ref(file), module_arg)?;
                let mut options = ModuleOptions::new(file);
                options.args.clone_from(&settings);
                check_args(&[options])?;
                let found = module::check(file, &settings)?;
                for error in &found {
                    terminal::say(&worded(error).to_string());
                }
                match found.len() {
                    0 => Ok(()),
                    1 => Err(wrong("there is an error in the module")),
                    n => Err(wrong(&format!("there are {n} errors in the module"))),
                }
            }
            Self::Run(run) => run.show(),
        }
    }
}

fn wrong(what: &str) -> Diagnostic {
    Diagnostic::new(DiagnosticKind::Module, what)
}

impl Run {
    /// The options of the conversion.
    pub(super) fn conversion(&self) -> &Conversion {
        &self.conversion
    }

    /// Runs a module over pages and prints their trees.
    fn show(&self) -> Result<()> {
        let conversion = self.conversion.with_module(&self.file);
        let source = self.input_limit.read(&self.input)?;
        let claims = conversion.claims([self.input.as_path()], &source);
        let log = conversion.claim_log(&claims)?;
        claims.claim_stdout()?;
        let options = conversion.options()?;
        let mut report = Report::new(&conversion, log.as_ref())?;
        let mut out = output::stdout()?;
        let shown = Document::with_observer(&source, options, &mut report)
            .and_then(|document| document.preview_module(&mut out, &mut report));
        let (whole, failed) = (report.whole(), report.module_errors());
        report.finish();
        shown.and(whole).and(all_well(failed))
    }
}

/// The error for pages on which the module failed, if any.
pub(super) fn all_well(failed: usize) -> Result<()> {
    match failed {
        0 => Ok(()),
        1 => Err(wrong(
            "the module failed on a page, which is as it was without it",
        )),
        n => Err(wrong(&format!(
            "the module failed {n} times; the pages are as they were without it"
        ))),
    }
}
