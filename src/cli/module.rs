//! `pdfa2hocr module`: checks and tries modules.

use std::path::PathBuf;

use clap::{ArgMatches, Args, Subcommand};

use super::args::{self, Pages, Reading, Record, settings_of};
use super::claims::Claims;
use super::errors::worded;
use super::input::{InputLimit, named};
use super::report::Report;
use super::values::parse_setting;
use super::{output, terminal};
use crate::convert::{ModuleOptions, Options, Road, check_args};
use crate::document::Document;
use crate::module;
use pdfa2hocr_core::diagnostics::{Diagnostic, Result};

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
    pages: Pages,

    #[command(flatten)]
    reading: Reading,

    #[command(flatten)]
    record: Record,

    #[command(flatten)]
    input_limit: InputLimit,
}

impl ModuleCommand {
    /// Runs the subcommand. `matches` are the parsed arguments of `module`.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::module`] if the module has an error.
    pub(super) fn run(&self, matches: &ArgMatches) -> Result<()> {
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
                    1 => Err(Diagnostic::module("there is an error in the module")),
                    n => Err(Diagnostic::module(format!(
                        "there are {n} errors in the module"
                    ))),
                }
            }
            Self::Run(run) => run.show(matches.subcommand_matches("run").unwrap_or(matches)),
        }
    }
}

impl Run {
    /// Runs a module over pages, which are analysed by their geometry, and prints their trees.
    fn show(&self, matches: &ArgMatches) -> Result<()> {
        terminal::warn(&args::of_module_run(&self.reading, matches));
        let mut modules = self.reading.modules().to_vec();
        modules.push(self.file.clone());
        let reading = self.reading.clone().with_modules(modules);
        let source = self.input_limit.read(&self.input)?;
        let input = self.input.as_path();
        let rule = self.record.rule(&source);
        let claims = Claims::of_document([input], &source, reading.files(), rule);
        let logs = self.record.claim_logs(&claims)?;
        claims.claim_stdout()?;
        let options = Options {
            road: Road::Geometry,
            pages: self.pages.pages.clone(),
            ..reading.options()?
        };
        let mut report = Report::new(reading.quiet, false, &logs)?;
        let mut out = output::stdout()?;
        let shown = Document::with_observer(&source, options, &mut report)
            .map_err(|error| named(error, input))
            .and_then(|document| document.preview_module(&mut out, &mut report));
        report.end(shown)
    }
}
