//! `pdfa2hocr validate`: what an archive runs over its files.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Mutex, mpsc};
use std::time::Duration;

use clap::{Args, ValueEnum};
use rayon::prelude::*;
use serde::Serialize;

use super::args::parse_jobs;
use super::claims::Claims;
use super::output;
use super::terminal;
use super::wording::worded;
use crate::counted::counted;
use crate::diagnostics::{Diagnostic, DiagnosticKind, Error, Result};
use crate::pdf::Source;
use crate::validate::{self, Flavour, Options, Report, html};
use crate::visible::visible;

/// The exit code when some file does not conform.
const SOME_DO_NOT: u8 = 1;
/// … when the arguments are wrong.
const WRONG_ARGUMENTS: u8 = 2;
/// … when some file cannot be read, or reached a limit.
const UNREADABLE: u8 = 7;
/// … when some file needs a password.
const ENCRYPTED: u8 = 8;

#[derive(Debug, Args)]
#[command(
    after_help = "Exit codes: 0 all files conform; 1 some do not; 2 wrong arguments; 7 some cannot \
                  be read, or reached a limit or --time-limit; 8 some need a password."
)]
pub(super) struct ValidateCommand {
    /// Files, and folders whose .pdf files are checked; - is standard input
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,

    /// Check against this flavour, not the declared ones: 1a, 1b, 2a, 2b, 2u, 3a, 3b, 3u, 4,
    /// 4e, 4f, ua1, ua2
    #[arg(short, long)]
    flavour: Option<Flavour>,

    /// Write results in this format
    #[arg(long, value_enum, default_value = "text")]
    format: Format,

    /// Report only how many files conform, and which rules the others break
    #[arg(long)]
    summary: bool,

    /// Show at most N places where a file breaks a rule
    #[arg(long, value_name = "N", default_value_t = Options::default().max_faults)]
    max_failures: usize,

    /// Use N threads [default: one per processor]
    #[arg(short, long, value_name = "N", value_parser = parse_jobs)]
    jobs: Option<NonZeroUsize>,

    /// Give up a file whose check takes longer than N seconds; 0 for no limit
    #[arg(long, value_name = "SECONDS", default_value_t = 0)]
    time_limit: u64,

    /// Open encrypted documents with this user or owner password
    #[arg(
        long,
        value_name = "PASSWORD",
        env = "PDFA2HOCR_PASSWORD",
        hide_env_values = true
    )]
    password: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// One line per file, followed by one line per fault
    Text,
    /// One JSON object per line, for each file and flavour
    Json,
    /// One HTML page
    Html,
}

/// What became of a file, as JSON has it.
#[derive(Serialize)]
struct Outcome<'a> {
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(flatten)]
    report: Option<&'a Report>,
}

impl ValidateCommand {
    /// Checks the files; returns the exit code.
    pub(super) fn run(&self) -> u8 {
        self.check_all().unwrap_or_else(|e| report_error(&e))
    }

    fn check_all(&self) -> Result<u8> {
        super::signals::set_unreadable(UNREADABLE);
        let files = self.files()?;
        Claims::new(&files).claim(Path::new("-"))?;
        let options = Options {
            flavour: self.flavour,
            password: self.password.clone().unwrap_or_default(),
            max_faults: self.max_failures,
        };
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.jobs.map_or(0, NonZeroUsize::get))
            .build()
            .map_err(|e| Diagnostic::new(DiagnosticKind::Argument, format!("--jobs: {e}")))?;
        let code = AtomicU8::new(0);
        let totals = Mutex::new(Totals::default());
        let is_page = self.format == Format::Html && !self.summary;
        if is_page {
            print(html::HEAD)?;
        }
        let written = pool.install(|| {
            files.par_iter().try_for_each(|path| {
                let outcome = within(self.time_limit, path, &options);
                code.fetch_max(exit_code(&outcome), Ordering::Relaxed);
                if self.summary {
                    let mut totals = totals.lock().unwrap_or_else(|e| e.into_inner());
                    totals.add(&outcome);
                    return Ok(());
                }
                let text = match self.format {
                    Format::Text => text(path, &outcome),
                    Format::Json => json(path, &outcome),
                    Format::Html => page(path, &outcome),
                };
                print(&text)
            })
        });
        written?;
        if is_page {
            print(html::FOOT)?;
        }
        if self.summary {
            let totals = totals.into_inner().unwrap_or_else(|e| e.into_inner());
            print(&match self.format {
                Format::Json => serde_json::to_string(&totals).unwrap_or_default() + "\n",
                Format::Text | Format::Html => totals.to_string(),
            })?;
        }
        Ok(code.into_inner())
    }

    /// The files to check, those of folders in the order of their names.
    fn files(&self) -> Result<Vec<PathBuf>> {
        let mut files = Vec::new();
        for path in &self.paths {
            if path.is_dir() {
                let mut found = Vec::new();
                collect(path, &mut found)?;
                found.sort();
                files.extend(found);
            } else {
                files.push(path.clone());
            }
        }
        Ok(files)
    }
}

/// The `.pdf` files in a folder and its folders.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let cannot = |e: io::Error| {
        Diagnostic::new(
            DiagnosticKind::File,
            format!("cannot read the folder {}: {e}", folder.display()),
        )
    };
    for entry in std::fs::read_dir(folder).map_err(cannot)? {
        let entry = entry.map_err(cannot)?;
        let path = entry.path();
        // A link to a folder could lead in a circle.
        if entry.file_type().map_err(cannot)?.is_dir() {
            collect(&path, files)?;
        } else if path
            .extension()
            .is_some_and(|e| e.eq_ignore_ascii_case("pdf"))
        {
            files.push(path);
        }
    }
    Ok(())
}

/// Checks one file, for at most this many seconds, if there is a limit. The thread that took longer is left
/// to itself, as nothing can end it but the end of the program.
fn within(seconds: u64, path: &Path, options: &Options) -> Result<Vec<Report>> {
    if seconds == 0 {
        return check(path, options);
    }
    let (sender, receiver) = mpsc::channel();
    let (path, options) = (path.to_owned(), options.clone());
    std::thread::spawn(move || {
        // Nobody waits any more for what comes too late.
        let _ = sender.send(check(&path, &options));
    });
    receiver
        .recv_timeout(Duration::from_secs(seconds))
        .unwrap_or_else(|_| {
            Err(Diagnostic::new(
                DiagnosticKind::Limit,
                "the check took longer than --time-limit allows",
            ))
        })
}

/// Checks one file. A file that trips a parser is one that cannot be read.
fn check(path: &Path, options: &Options) -> Result<Vec<Report>> {
    let checked = std::panic::catch_unwind(|| {
        let source = if path == Path::new("-") {
            Source::read(io::stdin().lock())?
        } else {
            Source::map(path)?
        };
        validate::validate(&source, options).map_err(|error| worded(&error))
    });
    checked.unwrap_or_else(|_| {
        Err(Diagnostic::new(
            DiagnosticKind::Structure,
            "the file cannot be read: a parser gave up on it",
        ))
    })
}

fn exit_code(outcome: &Result<Vec<Report>>) -> u8 {
    match outcome {
        Ok(reports) if reports.iter().all(|r| r.conforms) => 0,
        Ok(_) => SOME_DO_NOT,
        Err(error) => error_code(error),
    }
}

/// Prints an error of this command; returns its exit code.
pub(super) fn report_error(error: &Error) -> u8 {
    terminal::say(&format!("pdfa2hocr: {error}"));
    error_code(error)
}

fn error_code(error: &Error) -> u8 {
    match error.kind {
        DiagnosticKind::Argument => WRONG_ARGUMENTS,
        DiagnosticKind::Password => ENCRYPTED,
        _ => UNREADABLE,
    }
}

/// A file's results as lines.
fn text(path: &Path, outcome: &Result<Vec<Report>>) -> String {
    let mut out = String::new();
    let path = path.display().to_string();
    let path = visible(&path);
    match outcome {
        Err(error) => {
            let _ = writeln!(out, "ERROR {path}: {}", visible(&error.to_string()));
        }
        Ok(reports) => {
            for report in reports {
                let verdict = if report.conforms { "PASS" } else { "FAIL" };
                let _ = write!(out, "{verdict} {path} {}", report.flavour);
                if !report.claimed {
                    out.push_str(" (the file does not claim it)");
                }
                if !report.coverage.missing.is_empty() {
                    let missing = report.coverage.missing.len();
                    let _ = write!(out, " ({} not checked)", counted(missing, "rule"));
                }
                out.push('\n');
                let _ = report.write_faults(&mut out);
            }
        }
    }
    out
}

/// A file's results as JSON, a line each.
fn json(path: &Path, outcome: &Result<Vec<Report>>) -> String {
    let path = path.display().to_string();
    let line = |outcome: &Outcome<'_>| serde_json::to_string(outcome).unwrap_or_default() + "\n";
    match outcome {
        Err(error) => line(&Outcome {
            path,
            error: Some(error.to_string()),
            report: None,
        }),
        Ok(reports) => reports
            .iter()
            .map(|report| {
                line(&Outcome {
                    path: path.clone(),
                    error: None,
                    report: Some(report),
                })
            })
            .collect(),
    }
}

/// A file's results as parts of a page.
fn page(path: &Path, outcome: &Result<Vec<Report>>) -> String {
    let path = path.display().to_string();
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = match outcome {
        Err(error) => html::error(&mut out, &path, &error.to_string()),
        Ok(reports) => reports
            .iter()
            .try_for_each(|report| html::report(&mut out, &path, report)),
    };
    out
}

/// Writes to standard output, whole results at a time.
fn print(text: &str) -> Result<()> {
    let mut out = output::stdout()?;
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        // Whoever reads has seen enough.
        Err(e) if e.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Err(e) => Err(Diagnostic::new(
            DiagnosticKind::File,
            format!("cannot write the results: {e}"),
        )),
        Ok(()) => Ok(()),
    }
}

/// Results of many files.
#[derive(Debug, Default, Serialize)]
struct Totals {
    /// Files that conform, by flavour.
    pass: BTreeMap<&'static str, usize>,
    /// Files that do not.
    fail: BTreeMap<&'static str, usize>,
    /// Files that could not be checked.
    errors: usize,
    /// How many files break a rule, by flavour and id.
    rules: BTreeMap<String, usize>,
}

impl Totals {
    fn add(&mut self, outcome: &Result<Vec<Report>>) {
        let Ok(reports) = outcome else {
            self.errors += 1;
            return;
        };
        for report in reports {
            let verdicts = if report.conforms {
                &mut self.pass
            } else {
                &mut self.fail
            };
            *verdicts.entry(report.flavour).or_default() += 1;
            for finding in &report.findings {
                let rule = format!("{} {}-{}", report.flavour, finding.clause, finding.test);
                *self.rules.entry(rule).or_default() += 1;
            }
        }
    }
}

impl std::fmt::Display for Totals {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for flavour in Flavour::ALL.map(Flavour::name) {
            let count = |of: &BTreeMap<&str, usize>| of.get(flavour).copied().unwrap_or(0);
            let (pass, fail) = (count(&self.pass), count(&self.fail));
            if pass + fail > 0 {
                writeln!(f, "{flavour}: {pass} PASS, {fail} FAIL")?;
            }
        }
        if self.errors > 0 {
            writeln!(f, "{} ERROR", self.errors)?;
        }
        let mut rules: Vec<(&String, &usize)> = self.rules.iter().collect();
        rules.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        for (rule, count) in rules {
            writeln!(f, "{count:6} {rule}")?;
        }
        Ok(())
    }
}
