//! The report of `--resume`: JSON lines of earlier runs, to which the results of new files are appended.

use std::collections::{HashMap, HashSet};
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::outcome::{SOME_DO_NOT, UNREADABLE, first_that_fits};
use crate::cli::errors::{cannot, cannot_write};
use pdfa2hocr_core::diagnostics::{Diagnostic, Result};
use pdfa2hocr_validate::Flavour;

/// A report that is continued.
pub(super) struct Earlier {
    path: PathBuf,
    file: File,
    /// The flavours that each file was checked against; none if it could not be checked.
    done: HashMap<String, HashSet<String>>,
    /// The exit code for the results in the report.
    pub code: u8,
}

/// The parts of a line that are needed here.
#[derive(Deserialize)]
struct Line {
    path: String,
    flavour: Option<String>,
    #[serde(default)]
    conforms: bool,
}

impl Earlier {
    /// Opens a report, or creates it. An incomplete last line is removed: its run was stopped.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::file`] if the file cannot be read or written, [`Diagnostic::argument`] if it has other content.
    pub(super) fn open(path: &Path) -> Result<Self> {
        let mut options = OpenOptions::new();
        let file = options.read(true).append(true).create(true).open(path);
        let file = file.map_err(|e| cannot_write(path, &e))?;
        let (mut done, mut code) = (HashMap::<String, HashSet<String>>::new(), 0);
        let (mut complete, mut text) = (0, Vec::new());
        let mut reader = BufReader::new(&file);
        loop {
            text.clear();
            let read = reader.read_until(b'\n', &mut text);
            if read.map_err(|e| cannot("read", path, &e))? == 0 {
                break;
            }
            match serde_json::from_slice::<Line>(&text) {
                Ok(line) => {
                    let of_line = match line.flavour {
                        Some(_) if line.conforms => 0,
                        Some(_) => SOME_DO_NOT,
                        None => UNREADABLE,
                    };
                    code = first_that_fits(code, of_line);
                    done.entry(line.path).or_default().extend(line.flavour);
                }
                // The start of a line, at which an earlier run was stopped.
                Err(_) if !text.ends_with(b"\n") && text.starts_with(b"{\"version\":") => break,
                Err(_) => {
                    return Err(Diagnostic::argument(format!(
                        "--resume: {} is not a report of --format json; name another file",
                        path.display()
                    )));
                }
            }
            complete += text.len() as u64;
        }
        file.set_len(complete).map_err(|e| cannot_write(path, &e))?;
        let path = path.to_owned();
        Ok(Self {
            path,
            file,
            done,
            code,
        })
    }

    /// Whether the report has the results of a file, against all of these flavours.
    pub(super) fn has(&self, path: &Path, flavours: &[Flavour]) -> bool {
        self.done
            .get(&path.display().to_string())
            .is_some_and(|known| {
                known.is_empty()
                    || flavours
                        .iter()
                        .all(|flavour| known.contains(flavour.name()))
            })
    }

    /// Appends complete lines.
    pub(super) fn write(&mut self, lines: &str) -> Result<()> {
        let written = self.file.write_all(lines.as_bytes());
        written.map_err(|e| cannot_write(&self.path, &e))
    }
}
