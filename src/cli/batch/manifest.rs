//! The manifest of a batch, `manifest.jsonl`: one JSON object per line for each file that was converted or
//! failed. The last line of an input is valid.

use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use serde::{Deserialize, Serialize};

use super::job::Job;
use super::outcome::Outcome;
use crate::cli::errors::cannot;
use crate::cli::fingerprint::Fingerprint;
use pdfa2hocr_core::diagnostics::{Diagnostic, Result};
use pdfa2hocr_core::lock::lock;
use pdfa2hocr_core::page::PageList;

/// The name of the file in the output folder.
pub(super) const NAME: &str = "manifest.jsonl";

/// The start of every line.
const LINE: &[u8] = br#"{"input":"#;

/// A line of the manifest.
#[derive(Clone, Debug, Deserialize, Serialize)]
struct ManifestLine {
    input: String,
    /// SHA-256 of the input; `None` if it could not be read.
    sha256: Option<String>,
    options: Vec<String>,
    /// SHA-256 of the options, the files that they name, and the program's version.
    options_sha256: String,
    /// Path of the outputs, relative to the folder and without extension.
    output: String,
    /// Paths of the written files, relative to the folder.
    files: Vec<String>,
    /// Digests (XXH3, 128 bits) of these files, in their order.
    #[serde(default)]
    digests: Vec<String>,
    pages: usize,
    words: usize,
    warnings: usize,
    /// The pages that are images without text, in the syntax of `--pages`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    needs_ocr: String,
    /// The pages that an OCR engine recognised, and those of which it recognised pictures.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    recognised: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    recognised_pictures: String,
    seconds: f64,
    /// The exit code of the conversion; `None` if it was killed.
    exit: Option<i32>,
    /// The kind of error, or the reason why the conversion was ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    code: Option<String>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    message: String,
}

/// The error for a file that is not a manifest.
fn foreign(path: &Path, line: usize) -> Diagnostic {
    let path = path.display();
    let why = "is not a record of a batch; remove it, or name another folder";
    Diagnostic::argument(format!("{path}, line {line}, {why}"))
}

#[derive(Debug, Default)]
pub(super) struct Manifest {
    folder: PathBuf,
    /// The lines of an earlier batch, by input.
    earlier: HashMap<String, ManifestLine>,
    /// `None` only in tests.
    file: Option<Mutex<File>>,
}

impl Manifest {
    /// Opens the manifest in a folder and locks it against other batches.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::argument`] if the folder has an earlier batch and `resume` is false;
    /// [`Diagnostic::file`] if it cannot be read or written, or another batch is running there.
    pub(super) fn open(folder: &Path, resume: bool) -> Result<Self> {
        let path = folder.join(NAME);
        let mut file = OpenOptions::new()
            .create(true)
            .read(true)
            .append(true)
            .open(&path)
            .map_err(|e| cannot("write", &path, &e))?;
        // On file systems without locks, such as some file servers, a second batch is not detected.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            let why = format!("another batch is at work in {}", folder.display());
            return Err(Diagnostic::file(why));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)
            .map_err(|e| cannot("read", &path, &e))?;
        if !bytes.is_empty() && !resume {
            let why = format!(
                "{} holds an earlier batch: go on with it by --resume, or name another folder",
                folder.display()
            );
            return Err(Diagnostic::argument(why));
        }
        // Ignores a last line that was cut off when the program was killed.
        let whole = bytes.iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
        let mut earlier = HashMap::new();
        for (number, line) in (1usize..).zip(
            bytes
                .get(..whole)
                .unwrap_or_default()
                .split(|&b| b == b'\n'),
        ) {
            if line.is_empty() {
                continue;
            }
            let line: ManifestLine =
                serde_json::from_slice(line).map_err(|_| foreign(&path, number))?;
            earlier.insert(line.input.clone(), line);
        }
        // The file is changed only now, when it is known to be a manifest.
        let rest = bytes.get(whole..).unwrap_or_default();
        if !rest.starts_with(LINE) && !LINE.starts_with(rest) {
            let lines = bytes.iter().filter(|&&b| b == b'\n').count();
            return Err(foreign(&path, lines + 1));
        }
        if !rest.is_empty() {
            file.set_len(whole as u64)
                .and_then(|()| file.seek(io::SeekFrom::End(0)))
                .map_err(|e| cannot("write", &path, &e))?;
        }
        Ok(Self {
            folder: folder.to_owned(),
            earlier,
            file: Some(Mutex::new(file)),
        })
    }

    /// The output paths of the earlier batch.
    pub(super) fn outputs(&self) -> impl Iterator<Item = PathBuf> {
        self.earlier
            .values()
            .map(|line| PathBuf::from(&line.output))
    }

    /// The output path of this input in the earlier batch.
    pub(super) fn output_of(&self, input: &Path) -> Option<PathBuf> {
        let line = self.earlier.get(&*input.to_string_lossy())?;
        Some(PathBuf::from(&line.output))
    }

    /// The digest of a file that the earlier batch wrote for this input.
    pub(super) fn digest_of(&self, input: &Path, file: &Path) -> Option<&str> {
        let line = self.earlier.get(&*input.to_string_lossy())?;
        let at = line.files.iter().position(|own| Path::new(own) == file)?;
        line.digests.get(at).map(String::as_str)
    }

    /// Whether this file was converted without an error and with these options, and its outputs exist.
    pub(super) fn has_done(&self, job: &Job, hash: &str, options: &Fingerprint) -> bool {
        let line = self.earlier.get(&*job.input.to_string_lossy());
        line.is_some_and(|line| {
            line.exit == Some(0)
                && line.sha256.as_deref() == Some(hash)
                && line.options_sha256 == options.sha256
                && line
                    .files
                    .iter()
                    .all(|file| self.folder.join(file).is_file())
        })
    }

    /// Appends the line of a file in one write.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::file`] if that fails.
    pub(super) fn record(
        &self,
        job: &Job,
        sha256: Option<String>,
        options: &Fingerprint,
        outcome: &Outcome,
    ) -> Result<()> {
        let counts = &outcome.counts;
        let pages = |indices: &[u32]| PageList::from_indices(indices).to_string();
        let line = ManifestLine {
            input: job.input.to_string_lossy().into_owned(),
            sha256,
            options: options.options.clone(),
            options_sha256: options.sha256.clone(),
            output: job.output.to_string_lossy().into_owned(),
            files: outcome.files.clone(),
            digests: outcome.digests.clone(),
            pages: counts.pages,
            words: counts.words,
            warnings: counts.warnings,
            needs_ocr: pages(&counts.needs_ocr),
            recognised: pages(&counts.recognised),
            recognised_pictures: pages(&counts.recognised_pictures),
            seconds: (outcome.time.as_secs_f64() * 1000.0).round() / 1000.0,
            exit: outcome.exit,
            code: outcome.code.clone(),
            message: outcome.message.clone(),
        };
        let Some(file) = &self.file else {
            return Ok(());
        };
        let failed = |e: io::Error| cannot("write", &self.folder.join(NAME), &e);
        let mut text = serde_json::to_vec(&line).map_err(|e| failed(e.into()))?;
        text.push(b'\n');
        let mut file = lock(file);
        file.write_all(&text).map_err(failed)
    }
}
