//! Replaces `tables` in programs built without Arrow.

use crate::convert::{Observer, Options};
use pdfa2hocr_core::diagnostics::{Diagnostic, DiagnosticKind, Result};
use pdfa2hocr_core::pdf::Source;

/// Returns an error.
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
    Err(Diagnostic::argument(why))
}
