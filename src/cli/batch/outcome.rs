//! The result of converting a file of a batch.

use std::io;
use std::path::Path;
use std::time::Duration;

use crate::cli::errors::{cannot, exit_code, worded};
use crate::cli::ipc::Counts;
use pdfa2hocr_core::diagnostics::{Diagnostic, DiagnosticKind};

/// Exit code of a conversion that reached a limit, so that its output is truncated.
pub(super) const TRUNCATED: i32 = 10;

/// The result of a conversion.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    /// The exit code; `None` if the conversion was terminated.
    pub exit: Option<i32>,
    /// The kind of error, or the reason why it was terminated; `None` if it succeeded.
    pub code: Option<String>,
    /// The error message, in one line.
    pub message: String,
    /// The paths of the written files, relative to the output folder.
    pub files: Vec<String>,
    /// The digests of the files.
    pub digests: Vec<String>,
    pub counts: Counts,
    pub time: Duration,
}

impl Outcome {
    /// The outcome for a file that cannot be read.
    pub(super) fn unreadable(input: &Path, error: &io::Error) -> Self {
        let mut outcome = Self {
            message: cannot("read", input, error).message,
            ..Self::default()
        };
        outcome.fail(DiagnosticKind::File);
        outcome
    }

    /// The outcome for a file whose outputs would replace a file that must stay.
    pub(super) fn refused(error: &Diagnostic) -> Self {
        let mut outcome = Self {
            message: worded(error).message,
            ..Self::default()
        };
        outcome.fail(error.kind);
        outcome
    }

    pub(super) fn fail(&mut self, kind: DiagnosticKind) {
        self.exit = Some(exit_code(kind).into());
        self.code = Some(kind.name().into());
    }
}
