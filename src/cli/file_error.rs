//! Errors of files that cannot be read or written.

use std::io;
use std::path::Path;

use pdfa2hocr_core::diagnostics::{Diagnostic, DiagnosticKind, io_reason};

/// The error for output that could not be written.
pub(super) fn write_error(error: &io::Error) -> Diagnostic {
    Diagnostic::file(format!("cannot write the output: {}", io_reason(error)))
}

/// The error for a destination that cannot be written.
pub(super) fn cannot_write(path: &Path, error: &io::Error) -> Diagnostic {
    cannot("write", path, error)
}

/// The error for a file or folder with which something cannot be done.
pub(super) fn cannot(verb: &str, path: &Path, error: &io::Error) -> Diagnostic {
    let why = io_reason(error);
    Diagnostic::file(format!("cannot {verb} {}: {why}", path.display()))
}
