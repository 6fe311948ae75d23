//! The result of checking a file, and its exit code.

use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::{Duration, SystemTime};

use crate::cli::errors::worded;
use crate::cli::input::{InputLimit, is_pipe};
use pdfa2hocr_core::diagnostics::{Diagnostic, DiagnosticKind, Error, Result};
use pdfa2hocr_validate::html::FaultPage;
use pdfa2hocr_validate::{Options, Report};

/// Exit code if a file does not conform.
pub(super) const SOME_DO_NOT: u8 = 1;
/// Exit code if the arguments are invalid.
const WRONG_ARGUMENTS: u8 = 2;
/// Exit code if a file cannot be read or reached a limit.
pub(super) const UNREADABLE: u8 = 7;
/// Exit code if a file needs a password.
const ENCRYPTED: u8 = 8;

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
    /// Checks a file, for at most this many seconds, if there is a limit.
    pub(super) fn of(path: &Path, options: &Options, seconds: u64, limit: InputLimit) -> Self {
        let begun = SystemTime::now();
        let reports = within(seconds, path, options, limit);
        Self {
            path: path.to_owned(),
            size: std::fs::metadata(path).map_or(0, |file| file.len()),
            reports,
            pages: Vec::new(),
            begun,
            ended: SystemTime::now(),
        }
    }

    /// Draws the pages on which faults are known to be. What cannot be drawn is not there: a pipe, for one, is not
    /// read again.
    #[cfg(feature = "browse")]
    pub(super) fn draw(&mut self, password: &str) {
        if is_pipe(&self.path) {
            return;
        }
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

/// The thread that took longer is left to itself, as nothing can end it but the end of the program.
fn within(seconds: u64, path: &Path, options: &Options, limit: InputLimit) -> Result<Vec<Report>> {
    if seconds == 0 {
        return check(path, options, limit);
    }
    let (sender, receiver) = mpsc::channel();
    let (path, options) = (path.to_owned(), options.clone());
    std::thread::spawn(move || {
        // Nobody waits any more for what comes too late.
        let _ = sender.send(check(&path, &options, limit));
    });
    receiver
        .recv_timeout(Duration::from_secs(seconds))
        .unwrap_or_else(|_| {
            Err(Diagnostic::limit(
                "the check took longer than --time-limit allows",
            ))
        })
}

/// A file that trips a parser is one that cannot be read.
fn check(path: &Path, options: &Options, limit: InputLimit) -> Result<Vec<Report>> {
    if path.is_dir() {
        return Err(Diagnostic::file(
            "the folder holds no .pdf files; name another, or the files themselves",
        ));
    }
    let checked = std::panic::catch_unwind(|| {
        let source = limit.read(path)?;
        pdfa2hocr_validate::validate(&source, options).map_err(|error| worded(&error))
    });
    checked.unwrap_or_else(|_| {
        Err(Diagnostic::structure(
            "the file cannot be read: a parser gave up on it",
        ))
    })
}

/// The more important exit code of two files: faults found come before files that could not be checked.
pub(super) fn first_that_fits(one: u8, other: u8) -> u8 {
    let order = [SOME_DO_NOT, ENCRYPTED, UNREADABLE];
    let first = order.into_iter().find(|code| [one, other].contains(code));
    first.unwrap_or(0)
}

/// The exit code for an error.
pub(super) fn error_code(error: &Error) -> u8 {
    match error.kind {
        DiagnosticKind::Argument => WRONG_ARGUMENTS,
        DiagnosticKind::Password => ENCRYPTED,
        _ => UNREADABLE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_found_wins_over_what_could_not_be_looked_at() {
        assert_eq!(first_that_fits(0, 0), 0);
        assert_eq!(first_that_fits(UNREADABLE, SOME_DO_NOT), SOME_DO_NOT);
        assert_eq!(first_that_fits(SOME_DO_NOT, ENCRYPTED), SOME_DO_NOT);
        assert_eq!(first_that_fits(UNREADABLE, ENCRYPTED), ENCRYPTED);
        assert_eq!(first_that_fits(UNREADABLE, 0), UNREADABLE);
    }
}
