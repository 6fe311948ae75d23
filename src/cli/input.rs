//! The document that a command reads: a file, a folder, a pipe or standard input.

use std::fs::{self, File};
use std::io::{self, IsTerminal, Read};
use std::path::Path;

use clap::Args;

use super::errors::{cannot, worded};
use super::values::parse_input;
use pdfa2hocr_core::diagnostics::{Diagnostic, DiagnosticKind, Error, Location, Result};
use pdfa2hocr_core::pdf::{FileType, Source};

/// The size limit for inputs that may never end.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct InputLimit {
    /// Refuse an INPUT of which more than SIZE comes from a pipe, like 500M or 8G
    #[arg(long, value_name = "SIZE", value_parser = parse_input, default_value = "4G", help_heading = "Limits")]
    max_input: u64,
}

impl InputLimit {
    /// Reads an input; the source of standard input has no name.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::File`] if it cannot be read, [`DiagnosticKind::Argument`] if standard input is a
    /// terminal.
    pub(super) fn read(self, path: &Path) -> Result<Source> {
        let read = if path.as_os_str() != "-" {
            Source::map_at_most(path, self.max_input)
        } else if io::stdin().is_terminal() {
            Err(Diagnostic::argument(
                "INPUT is -, but nothing is piped in; name a file, or pipe one",
            ))
        } else {
            Source::read_at_most(io::stdin().lock(), self.max_input)
        };
        read.map_err(|error| worded(&error))
    }

    /// Reads several files as one document.
    pub(super) fn read_all(self, paths: &[&Path]) -> Result<Source> {
        let sources = paths.iter().map(|path| self.read(path));
        Ok(Source::several(sources.collect::<Result<Vec<_>>>()?))
    }
}

/// The first `most` bytes of a file, or of standard input if its name is `-`.
///
/// # Errors
///
/// [`DiagnosticKind::File`] if it cannot be read.
pub(super) fn beginning(path: &Path, most: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = match path.as_os_str() == "-" {
        true => io::stdin().take(most).read_to_end(&mut bytes),
        false => File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes)),
    };
    read.map_err(|error| cannot("read", path, &error))?;
    Ok(bytes)
}

/// The error of a document that cannot be opened, with the name of its file in front unless it has it.
pub(super) fn named(mut error: Error, path: &Path) -> Error {
    use DiagnosticKind::{Limit, Objects, Password, Structure};
    let name = match path.as_os_str() == "-" {
        true => "standard input".into(),
        false => path.to_string_lossy(),
    };
    let is_of_document = matches!(error.kind, Structure | Objects | Password | Limit);
    if !is_of_document || error.message.contains(&*name) {
        return error;
    }
    error.message = format!("{name}: {error}");
    error.place = Location::default();
    error
}

/// The reason to skip a file in a folder: pipes, sockets and devices may never end.
pub(super) fn reason_to_skip(path: &Path) -> Option<String> {
    let kind = FileType::of(&fs::metadata(path).ok()?);
    kind.reason_to_skip(path)
}

/// Whether a path leads to a pipe, which can be read only once.
pub(super) fn is_pipe(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|file| FileType::of(&file) == FileType::Pipe)
}
