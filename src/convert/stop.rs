//! The reason why writing ended early, and the error that it gives.

use std::io::{self, ErrorKind};

use pdfa2hocr_core::diagnostics::{Diagnostic, Result, write_error};

/// The reason why writing ended early.
pub(crate) enum Stop {
    Output(io::Error),
    Failed(Diagnostic),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<Diagnostic> for Stop {
    fn from(error: Diagnostic) -> Self {
        Self::Failed(error)
    }
}

/// The result of writing. A closed pipe is not an error.
pub(crate) fn result(written: std::result::Result<(), Stop>) -> Result<()> {
    match written {
        Err(Stop::Output(error)) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        Err(Stop::Output(error)) => Err(write_error(&error)),
        Err(Stop::Failed(error)) => Err(error),
        Ok(()) => Ok(()),
    }
}
