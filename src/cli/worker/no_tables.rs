//! Answers as tables of Arrow, in programs that are built without them, in place of `tables`.

use crate::convert::{Observer, Options};
use crate::diagnostics::{Diagnostic, DiagnosticKind, Result};
use crate::pdf::Source;

/// Refuses.
///
/// # Errors
///
/// [`DiagnosticKind::Argument`], always.
pub(super) fn write(
    _: &Source,
    _: &str,
    _: Options,
    _: &[String],
    _: &mut dyn Observer,
) -> Result<()> {
    let why = "this program was built without tables for Arrow (feature \"arrow\")";
    Err(Diagnostic::new(DiagnosticKind::Argument, why))
}
