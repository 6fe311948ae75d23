//! `pdfa2hocr validate`: checks files for conformance to PDF/A and PDF/UA.

mod earlier;
mod files;
mod format;
mod list;
mod outcome;
mod totals;

use std::io::{self, IsTerminal as _, Write as _};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;
use indicatif::ProgressBar;

use super::args::Password;
use super::claims::Claims;
use super::existing::NewFile;
use super::input::InputLimit;
use super::values::parse_jobs;
use super::{output, terminal};
use crate::convert::in_order::Workers;
use crate::convert::threads;
use earlier::Earlier;
use format::{Form, Format};
use outcome::{Outcome, UNREADABLE, error_code, first_that_fits};
use pdfa2hocr_core::diagnostics::{Diagnostic, Error, Result, io_reason};
use pdfa2hocr_validate::{Flavour, Options};
use totals::Totals;

#[derive(Debug, Args)]
#[command(
    after_long_help = "Exit codes, of several the first that fits: 2 wrong arguments; 1 some files do not \
                  conform; 8 some need a password; 7 some cannot be read, or reached a limit or \
                  --time-limit; 0 all conform."
)]
pub(super) struct ValidateCommand {
    /// Files, and folders whose .pdf files are checked; - is standard input
    #[arg(value_name = "PATH", required_unless_present_any = ["list", "files_from"])]
    paths: Vec<PathBuf>,

    /// Also check the files and folders named in this file, one per line; - is standard input
    ///
    /// Names that end with a zero byte, as `find -print0` writes them, are read as well.
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    files_from: Option<PathBuf>,

    #[command(flatten)]
    password: Password,

    /// Check against these flavours, not the declared ones: 1a, 1b, 2a, 2b, 2u, 3a, 3b, 3u, 4,
    /// 4e, 4f, ua1, ua2, wt1a, wt1r
    #[arg(short, long, value_delimiter = ',', help_heading = "Checks")]
    flavour: Vec<Flavour>,

    /// List the rules that are checked, of all flavours or of those of --flavour
    #[arg(long, conflicts_with_all = ["paths", "files_from", "resume", "summary"], help_heading = "Checks")]
    list: bool,

    /// Write results in this format
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,

    /// With --format html, show the faults on pictures of their pages
    #[cfg(feature = "browse")]
    #[arg(long, help_heading = "Output")]
    pictures: bool,

    /// Report only how many files conform, and which rules the others break
    #[arg(long, help_heading = "Output")]
    summary: bool,

    /// Show at most N places where a file breaks a rule [default: 10; 100 in formats of veraPDF]
    #[arg(long, value_name = "N", help_heading = "Output")]
    max_failures: Option<usize>,

    /// Append the results to this report of --format json; skip the files that it has
    ///
    /// It is created if needed. The exit code counts the results in it.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    resume: Option<PathBuf>,

    /// Use N threads [default: one per processor]
    #[arg(short, long, value_name = "N", value_parser = parse_jobs, help_heading = "Limits")]
    jobs: Option<NonZeroUsize>,

    /// Give up a file whose check takes longer than N seconds; 0 for no limit
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 0,
        help_heading = "Limits"
    )]
    time_limit: u64,

    #[command(flatten)]
    input_limit: InputLimit,
}

impl ValidateCommand {
    /// Checks the files; returns the exit code.
    pub(super) fn run(&self) -> u8 {
        let done = if self.list {
            list::rules(&self.flavour, self.format).and_then(|rules| print(&rules).map(|()| 0))
        } else {
            self.check_all()
        };
        done.unwrap_or_else(|e| report_error(&e))
    }

    fn check_all(&self) -> Result<u8> {
        super::signals::set_unreadable(UNREADABLE);
        let format = self.format.with(self.summary)?;
        #[cfg(feature = "browse")]
        if self.pictures && !format.has_pictures() {
            return Err(Diagnostic::argument(
                "--pictures: only a page for web browsers shows them; add --format html, without --summary",
            ));
        }
        let mut files = files::named(&self.paths, self.files_from.as_deref())?;
        let mut earlier = match &self.resume {
            Some(_) if !matches!(format, Form::Each(Format::Json)) => {
                return Err(Diagnostic::argument(
                    "--resume continues a report in JSON; add --format json, without --summary",
                ));
            }
            Some(path) => {
                Claims::new(&files).claim_file(path, NewFile::overwriting())?;
                Some(Earlier::open(path)?)
            }
            None => {
                Claims::new(&files).claim_stdout()?;
                None
            }
        };
        let options = Options {
            flavours: self.flavour.clone(),
            password: self.password.text().to_owned(),
            max_faults: self.max_failures.unwrap_or(match self.format {
                // The default of veraPDF.
                Format::Mrr | Format::VerapdfJson => 100,
                _ => Options::default().max_faults,
            }),
        };
        let workers = Workers::new(threads(self.jobs));
        let mut code = 0;
        if let Some(earlier) = &earlier {
            code = earlier.code;
            files.retain(|file| !earlier.has(file, &self.flavour));
        }
        let progress = progress(files.len());
        let mut totals = Totals::new();
        print(&format.head())?;
        workers.in_order(
            files.iter(),
            |path| self.outcome(path, &options),
            |outcome| {
                code = first_that_fits(code, outcome.exit_code());
                totals.add(&outcome);
                progress.inc(1);
                let text = format.file(&outcome, totals.counts.files == 1);
                match &mut earlier {
                    Some(earlier) => earlier.write(&text),
                    None => print(&text),
                }
            },
        )?;
        progress.finish_and_clear();
        print(&format.foot(&totals))?;
        Ok(code)
    }

    fn outcome(&self, path: &Path, options: &Options) -> Outcome {
        #[cfg_attr(not(feature = "browse"), expect(unused_mut))]
        let mut outcome = Outcome::of(path, options, self.time_limit, self.input_limit);
        #[cfg(feature = "browse")]
        if self.pictures {
            outcome.draw(&options.password);
        }
        outcome
    }
}

/// A bar on the terminal, unless it shows the results.
fn progress(files: usize) -> ProgressBar {
    if io::stdout().is_terminal() || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    terminal::bar(files as u64, "{bar:30} {pos} of {len} files, {eta} left")
}

/// Prints an error of this command; returns its exit code.
pub(super) fn report_error(error: &Error) -> u8 {
    terminal::say(&format!("pdfa2hocr: {error}"));
    error_code(error)
}

/// Writes text to standard output; each call has complete results.
fn print(text: &str) -> Result<()> {
    if text.is_empty() {
        return Ok(());
    }
    let mut out = output::stdout()?;
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        // A reader that closes the pipe early is not an error.
        Err(e) if e.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Err(e) => Err(Diagnostic::file(format!(
            "cannot write the results: {}",
            io_reason(&e)
        ))),
        Ok(()) => Ok(()),
    }
}
