//! Saves a mapping or a module that the user changed in the browser.

use std::io::Write;
use std::path::Path;

use super::claims::Claims;
use super::destination::Destination;
use super::errors::cannot_write;
use super::existing::{Content, Rule};
use super::output::Output;
use crate::browse::Saved;
use pdfa2hocr_core::diagnostics::{Diagnostic, Result};

/// Replaces the text of a file completely or not at all. Links and permissions stay. `held` is the current
/// text of the file; if `was` is set and differs from it, the file is not replaced.
///
/// # Errors
///
/// [`Diagnostic::file`] if it cannot be written.
pub(super) fn save(path: &Path, text: &str, held: &str, was: Option<&str>) -> Result<Saved> {
    if was.is_some_and(|was| was != held) {
        return Ok(Saved::Changed);
    }
    let rule = Rule {
        overwrite: true,
        ..Rule::default()
    };
    let claims = Claims::default().replacing(rule);
    let place = claims.claim(path, Content::Other)?;
    if !matches!(place, Destination::File { .. }) {
        let why = format!("cannot write {}: it is not a file", path.display());
        return Err(Diagnostic::file(why));
    }
    let mut output = Output::create(&place)?;
    let written = output.write_all(text.as_bytes());
    written.map_err(|error| cannot_write(path, &error))?;
    output.finish()?;
    Ok(Saved::Done)
}
