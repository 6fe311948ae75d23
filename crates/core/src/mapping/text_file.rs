//! Reads small text files written by users: size-limited, UTF-8, without byte order mark.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::diagnostics::{Error, Result, Script};

/// Maximum size in bytes; the largest useful files have some thousand.
const LARGEST: u64 = 1 << 20;

/// Reads a file; `what` describes it in messages: "the mapping".
pub(crate) fn read(path: &Path, what: &str) -> Result<String> {
    let error = |why: &dyn std::fmt::Display| {
        let message = format!("cannot read {what} {}: {why}", path.display());
        Error::file(message)
    };
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes))
        .map_err(|e| error(&e))?;
    if bytes.len() as u64 > LARGEST {
        return Err(error(&"it has more than a megabyte: name another file"));
    }
    let text = String::from_utf8(bytes).map_err(|e| {
        let before = e.as_bytes().get(..e.utf8_error().valid_up_to());
        let newlines = before.unwrap_or_default().iter().filter(|&&b| b == b'\n');
        let line = 1 + newlines.count();
        let message = format!(
            "{}:{line}: not UTF-8: save the file in that encoding",
            path.display()
        );
        let error = Error::argument(message);
        error.at_line(Script::Mapping, &path.display().to_string(), line)
    })?;
    Ok(match text.strip_prefix('\u{FEFF}') {
        Some(rest) => rest.to_owned(),
        None => text,
    })
}
