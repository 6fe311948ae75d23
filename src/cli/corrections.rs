//! Reads the files of `--corrections`.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use super::errors::cannot;
use pdfa2hocr_core::corrections::{Corrections, File};
use pdfa2hocr_core::diagnostics::{Diagnostic, Result};

/// The operations of the files; `None` without files.
///
/// # Errors
///
/// Those of [`files`].
pub(super) fn read(paths: &[PathBuf]) -> Result<Option<Arc<Corrections>>> {
    if paths.is_empty() {
        return Ok(None);
    }
    Ok(Some(Arc::new(Corrections::of_files(files(paths)?))))
}

/// Reads files of corrections.
///
/// # Errors
///
/// [`Diagnostic::file`] if a file cannot be read; [`Diagnostic::argument`] with its line if it is invalid.
pub(super) fn files(paths: &[PathBuf]) -> Result<Vec<File>> {
    let read = |path: &PathBuf| {
        let bytes = fs::File::open(path).and_then(File::bytes);
        let bytes = bytes.map_err(|error| cannot("read", path, &error))?;
        File::read(&bytes).map_err(|why| {
            let why = format!("the file of corrections {}: {why}", path.display());
            Diagnostic::argument(why)
        })
    };
    paths.iter().map(read).collect()
}
