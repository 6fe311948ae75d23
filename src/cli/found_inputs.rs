//! Finds the input files in what the user names: files, folders and lists of both.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::claims::is_text_of_others;
use super::errors::cannot;
use super::input::{beginning, reason_to_skip};
use super::terminal;
use pdfa2hocr_core::diagnostics::{Diagnostic, Result};
use pdfa2hocr_core::pdf::Source;
use pdfa2hocr_core::read::OcrDocument;

/// Maximum size of a list of files in bytes: some million paths.
const MAX_LIST: u64 = 256 << 20;

/// An input file, and its path relative to the argument: its name, or its path in the folder.
#[derive(Debug, PartialEq)]
pub(super) struct Found {
    pub input: PathBuf,
    pub place: PathBuf,
    pub bytes: u64,
}

impl Found {
    /// The files that a METS file lists; empty for other inputs.
    pub(super) fn listed_files(&self) -> Vec<PathBuf> {
        // The bytes of a pipe can be read only once.
        if !self.input.is_file() {
            return Vec::new();
        }
        let listed = Source::map(&self.input).map(|source| OcrDocument::listed_files(&source));
        // A file that cannot be read is reported by its conversion.
        listed.unwrap_or_default()
    }
}

/// Collects the named files, the files in `list`, and the PDFs and recognised text in named folders, each
/// once. The folder `output` is not searched. Pipes, sockets and devices in a folder are skipped, with a message
/// unless `quiet`.
///
/// # Errors
///
/// [`Diagnostic::file`] if a file is missing or cannot be read, [`Diagnostic::argument`] for an empty
/// list.
pub(super) fn inputs(
    named: &[PathBuf],
    list: Option<&Path>,
    output: &Path,
    quiet: bool,
) -> Result<Vec<Found>> {
    let mut all = named.to_vec();
    if let Some(list) = list {
        all.extend(listed(list)?);
    }
    let output = fs::canonicalize(output).ok();
    let is_output = |entry: &DirEntry| {
        output.is_some()
            && entry.file_type().is_dir()
            && fs::canonicalize(entry.path()).ok() == output
    };
    let (mut found, mut skipped) = (Vec::new(), Vec::new());
    for path in &all {
        let metadata = fs::metadata(path).map_err(|e| cannot("read", path, &e))?;
        if !metadata.is_dir() {
            let place = PathBuf::from(path.file_name().unwrap_or_default());
            found.push(Found {
                input: path.clone(),
                place,
                bytes: metadata.len(),
            });
            continue;
        }
        let walk = WalkDir::new(path).sort_by_file_name().into_iter();
        for entry in walk.filter_entry(|e| e.depth() == 0 || !is_output(e)) {
            let entry = entry.map_err(|e| {
                let at = e.path().unwrap_or(path).to_owned();
                cannot("read", &at, &e.into())
            })?;
            // Links to files are followed, links to folders are not: they may form cycles.
            let is_pdf = entry
                .path()
                .extension()
                .is_some_and(|e| e.eq_ignore_ascii_case("pdf"));
            skipped.extend(reason_to_skip(entry.path()));
            if let Ok(metadata) = fs::metadata(entry.path())
                // Outputs of earlier runs may be next to their documents.
                && (is_pdf || is_text_of_others(entry.path()))
                && metadata.is_file()
            {
                let place = entry.path().strip_prefix(path).unwrap_or(entry.path());
                found.push(Found {
                    input: entry.path().to_owned(),
                    place: place.to_owned(),
                    bytes: metadata.len(),
                });
            }
        }
    }
    let mut seen = HashSet::new();
    found.retain(|f| seen.insert(f.input.clone()));
    if found.is_empty() {
        return Err(Diagnostic::argument(
            "there is no PDF and no recognised text in what was named",
        ));
    }
    for why in skipped.iter().filter(|_| !quiet) {
        terminal::say(&format!("pdfa2hocr: {why}"));
    }
    Ok(found)
}

/// The paths in a list: one per line, or each terminated by a zero byte.
pub(super) fn listed(list: &Path) -> Result<Vec<PathBuf>> {
    let bytes = beginning(list, MAX_LIST)?;
    if bytes.len() as u64 >= MAX_LIST {
        let most = MAX_LIST >> 20;
        let why = format!(
            "--files-from: {} has {most} MB or more; split it",
            list.display()
        );
        return Err(Diagnostic::argument(why));
    }
    let end = if bytes.contains(&0) { 0 } else { b'\n' };
    let names = bytes.split(|&b| b == end);
    Ok(names
        .map(|name| {
            name.strip_suffix(b"\r")
                .filter(|_| end == b'\n')
                .unwrap_or(name)
        })
        .filter(|name| !name.is_empty())
        .map(path_of)
        .collect())
}

#[cfg(unix)]
fn path_of(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    PathBuf::from(std::ffi::OsStr::from_bytes(bytes))
}

#[cfg(not(unix))]
fn path_of(bytes: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(bytes).into_owned())
}
