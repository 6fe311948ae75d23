//! Finds the files to check.

use std::io;
use std::path::{Path, PathBuf};

use crate::cli::errors::cannot;
use crate::cli::found_inputs::listed;
use crate::cli::input::reason_to_skip;
use crate::cli::terminal;
use pdfa2hocr_core::diagnostics::Result;

/// The files of these paths, and of those in `list`: in folders those that end in `.pdf`, in the order of their
/// names. A folder without any is listed itself, and reading it fails. A pipe, a socket or a device in a folder is
/// reported and skipped.
pub(super) fn named(paths: &[PathBuf], list: Option<&Path>) -> Result<Vec<PathBuf>> {
    let listed = list.map(listed).transpose()?.unwrap_or_default();
    let mut files = Vec::new();
    for path in paths.iter().chain(&listed) {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let mut found = Vec::new();
        collect(path, &mut found)?;
        if found.is_empty() {
            found.push(path.clone());
        }
        found.sort();
        files.extend(found);
    }
    Ok(files)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let cannot = |e: io::Error| cannot("read", folder, &e);
    for entry in std::fs::read_dir(folder).map_err(cannot)? {
        let entry = entry.map_err(cannot)?;
        let path = entry.path();
        // A link to a folder could form a cycle.
        if entry.file_type().map_err(cannot)?.is_dir() {
            collect(&path, files)?;
        } else if path
            .extension()
            .is_some_and(|e| e.eq_ignore_ascii_case("pdf"))
        {
            match reason_to_skip(&path) {
                Some(why) => terminal::say(&format!("pdfa2hocr: {why}")),
                None => files.push(path),
            }
        }
    }
    Ok(())
}
