//! The result of checking a file.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::{Duration, SystemTime};

use super::{SOME_DO_NOT, error_code};
use crate::cli::wording::worded;
use crate::diagnostics::{Diagnostic, DiagnosticKind, Result};
use crate::pdf::Source;
use crate::validate::html::FaultPage;
use crate::validate::{self, Options, Report};

/// A checked file, or the reason why it could not be checked.
pub(super) struct Outcome {
    pub path: PathBuf,
    /// Size in bytes; 0 if unknown.
    pub size: u64,
    pub reports: Result<Vec<Report>>,
    /// For each report, pages with the places of its faults, if drawn.
    pub pages: Vec<Vec<FaultPage>>,
    pub begun: SystemTime,
    pub ended: SystemTime,
}

impl Outcome {
    /// Checks a file, for at most this many seconds; 0 means no limit.
    pub(super) fn of(path: &Path, options: &Options, seconds: u64) -> Self {
        let begun = SystemTime::now();
        let reports = within(seconds, path, options);
        Self {
            path: path.to_owned(),
            size: std::fs::metadata(path).map_or(0, |file| file.len()),
            reports,
            pages: Vec::new(),
            begun,
            ended: SystemTime::now(),
        }
    }

    /// Draws the pages with known faults. Pages that cannot be drawn are left out.
    #[cfg(feature = "browse")]
    pub(super) fn draw(&mut self, password: &str) {
        let reports = self.reports.iter().flatten();
        let pages = reports.map(|report| {
            crate::browse::fault_pages(&self.path, password, report).unwrap_or_default()
        });
        self.pages = pages.collect();
    }

    pub(super) fn exit_code(&self) -> u8 {
        match &self.reports {
            Ok(reports) if reports.iter().all(|r| r.conforms) => 0,
            Ok(_) => SOME_DO_NOT,
            Err(error) => error_code(error),
        }
    }
}

/// Checks a file with a time limit. A thread that exceeds it keeps running, as only the end of the program
/// can stop it.
fn within(seconds: u64, path: &Path, options: &Options) -> Result<Vec<Report>> {
    if seconds == 0 {
        return check(path, options);
    }
    let (sender, receiver) = mpsc::channel();
    let (path, options) = (path.to_owned(), options.clone());
    std::thread::spawn(move || {
        // The receiver may have stopped waiting.
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

/// Checks a file. A panic in a parser counts as a file that cannot be read.
fn check(path: &Path, options: &Options) -> Result<Vec<Report>> {
    if path.is_dir() {
        return Err(Diagnostic::new(
            DiagnosticKind::File,
            "the folder holds no .pdf files; name another, or the files themselves",
        ));
    }
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
