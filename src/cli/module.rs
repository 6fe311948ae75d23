//! `pdfa2hocr module`: for people who write modules.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{Parser, Subcommand};

use super::args::{Cli, parse_setting};
use super::output;
use super::report::Report;
use super::terminal;
use crate::convert;
use crate::diagnostics::{Diagnostic, Kind, Result};
use crate::module;

#[derive(Debug, Subcommand)]
pub enum ModuleCommand {
    /// Check a module without running it: its grammar, and names that do not exist
    Check {
        /// The module
        #[arg(value_name = "FILE")]
        file: PathBuf,

        /// Give the module a setting; can be repeated
        #[arg(long, value_name = "NAME=VALUE", value_parser = parse_setting)]
        module_arg: Vec<(String, String)>,
    },
    /// Print the trees of pages before a module and after it
    Run {
        /// The module
        #[arg(value_name = "FILE")]
        file: OsString,

        /// The PDF to read; - is standard input
        #[arg(value_name = "INPUT")]
        input: OsString,

        /// Options of the conversion, like --pages 5
        #[arg(
            value_name = "OPTIONS",
            trailing_var_arg = true,
            allow_hyphen_values = true
        )]
        options: Vec<OsString>,
    },
}

impl ModuleCommand {
    /// Does what is asked for.
    ///
    /// # Errors
    ///
    /// [`Kind::Module`] when something is wrong with the module.
    pub fn run(&self) -> Result<()> {
        match self {
            Self::Check { file, module_arg } => {
                let found = module::check(file, module_arg)?;
                for error in &found {
                    terminal::say(&error.to_string());
                }
                match found.len() {
                    0 => Ok(()),
                    1 => Err(wrong("there is an error in the module")),
                    n => Err(wrong(&format!("there are {n} errors in the module"))),
                }
            }
            Self::Run {
                file,
                input,
                options,
            } => show(file, input, options),
        }
    }
}

fn wrong(what: &str) -> Diagnostic {
    Diagnostic::new(Kind::Module, what)
}

/// Runs a module over pages and prints their trees.
fn show(file: &OsString, input: &OsString, options: &[OsString]) -> Result<()> {
    // The options are those of a conversion of this file that is written to standard output.
    let mut line: Vec<OsString> = vec!["pdfa2hocr".into(), "-p".into(), "--module".into()];
    line.push(file.clone());
    line.extend(options.iter().filter(|o| *o != "-p").cloned());
    line.extend(["--".into(), input.clone(), "-".into()]);
    let args = Cli::try_parse_from(line)
        .map_err(|error| super::wrong_arguments(&error))?
        .convert;
    let claims = args.conversion.claims(args.input());
    let log = args.conversion.claim_log(&claims)?;
    claims.claim(Path::new("-"))?;
    let (source, name) = super::input(args.input())?;
    let mut report = Report::new(&args.conversion, log.as_ref(), args.tell)?;
    let mut out = output::stdout()?;
    let shown = convert::preview(&source, &name, &args.options()?, &mut out, &mut report);
    let failed = report.module_errors();
    report.finish();
    shown.and(all_well(failed))
}

/// The error for pages that a module failed on.
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
