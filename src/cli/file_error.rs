//! Errors of files that cannot be read or written.

use std::io;
use std::path::Path;

use pdfa2hocr_core::diagnostics::{Diagnostic, io_reason};

/// The error for a destination that cannot be written.
pub(super) fn cannot_write(path: &Path, error: &io::Error) -> Diagnostic {
    cannot("write", path, error)
}

/// The error for a file or folder with which something cannot be done.
pub(super) fn cannot(verb: &str, path: &Path, error: &io::Error) -> Diagnostic {
    let why = io_reason(error);
    Diagnostic::file(format!("cannot {verb} {}: {why}", path.display())).of_file(path, error)
}
