//! Exports documents to files by running this program as a process, so that the output is the same as on the
//! command line. The process ends when the request is dropped.

mod words;

use std::collections::VecDeque;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde::Serialize;
use tempfile::TempDir;
use tokio::sync::Semaphore;

use super::answer::Failure;
use super::command_line::{CommandLine, Process};
use pdfa2hocr_core::diagnostics::{Diagnostic, DiagnosticKind, Result, io_reason};
use pdfa2hocr_core::lock::lock;

pub(super) use words::{Chosen, Line, Words};

/// Most exports that run at the same time; others wait.
const AT_ONCE: usize = 2;
/// Most files that are kept for download.
const KEPT: usize = 4;
/// Interval at which the end of a process is checked.
const WATCH: Duration = Duration::from_millis(40);

/// The exports of a server.
pub(super) struct Exports {
    places: Semaphore,
    last: AtomicUsize,
    running: Mutex<Vec<Running>>,
    /// Ordered by time; the newest is last.
    kept: Mutex<VecDeque<Kept>>,
}

/// A running export. Dropping it ends the process and removes its output.
struct Running {
    number: usize,
    document: usize,
    process: Box<dyn Process>,
    file: Kept,
}

/// An exported file.
struct Kept {
    number: usize,
    path: PathBuf,
    /// Removed when this is dropped.
    _folder: TempDir,
}

/// An exported file, with the warnings of the export.
#[derive(Serialize)]
pub(super) struct Exported {
    /// Its number, for the download.
    number: usize,
    name: String,
    bytes: u64,
    /// Warnings, one string per line.
    said: Vec<String>,
}

/// The progress of an export.
#[derive(Serialize)]
pub(super) struct Progress {
    /// Pages written, and all pages; 0 until their number is known.
    done: usize,
    pages: usize,
}

impl Exports {
    pub(super) fn new() -> Self {
        Self {
            places: Semaphore::new(AT_ONCE),
            last: AtomicUsize::new(0),
            running: Mutex::default(),
            kept: Mutex::default(),
        }
    }

    /// Exports a document to a file. If this is dropped before it ends, the process ends.
    ///
    /// # Errors
    ///
    /// The message of the program if it writes no file.
    pub(super) async fn run(
        &self,
        document: usize,
        chosen: &Chosen,
        words: &Words,
        password: &str,
        command_line: &dyn CommandLine,
    ) -> std::result::Result<Exported, Failure> {
        let place = self.places.acquire().await;
        let number = self.last.fetch_add(1, Ordering::Relaxed) + 1;
        let (file, arguments) = prepared(number, chosen, words)?;
        let process = command_line.start(&arguments, password, file._folder.path())?;
        lock(&self.running).push(Running {
            number,
            document,
            process,
            file,
        });
        // Also runs if the request is dropped.
        let running = OnEnd(|| lock(&self.running).retain(|one| one.number != number));
        let ended = loop {
            tokio::time::sleep(WATCH).await;
            let all = lock(&self.running);
            let Some(one) = all.iter().find(|one| one.number == number) else {
                return Err(
                    Diagnostic::new(DiagnosticKind::Interrupted, "the export was ended").into(),
                );
            };
            if let Some(ended) = one.process.ended() {
                break ended;
            }
        };
        drop(place);
        if !ended.is_written {
            let why = ended
                .said
                .last()
                .map_or("the export was ended", String::as_str);
            return Err(Diagnostic::file(why).into());
        }
        let file = {
            let mut all = lock(&self.running);
            let at = all.iter().position(|one| one.number == number);
            at.map(|at| all.swap_remove(at).file)
        };
        drop(running);
        let Some(file) = file else {
            return Err(Failure::not_found("the export was ended"));
        };
        let bytes = std::fs::metadata(&file.path).map_err(|error| cannot_write(&error))?;
        let exported = Exported {
            number,
            name: chosen.name.clone(),
            bytes: bytes.len(),
            said: ended.said,
        };
        let mut kept = lock(&self.kept);
        kept.push_back(file);
        if kept.len() > KEPT {
            kept.pop_front();
        }
        Ok(exported)
    }

    /// The path of an exported file.
    pub(super) fn file(&self, number: usize) -> Option<PathBuf> {
        let kept = lock(&self.kept);
        let file = kept.iter().find(|file| file.number == number)?;
        Some(file.path.clone())
    }

    /// The progress of a document's exports.
    pub(super) fn progress(&self, document: usize) -> Vec<Progress> {
        let running = lock(&self.running);
        let of = running.iter().filter(|one| one.document == document);
        of.map(|one| {
            let (done, pages) = one.process.progress();
            Progress { done, pages }
        })
        .collect()
    }

    /// Ends running exports, and removes all files.
    pub(super) fn end(&self) {
        lock(&self.running).clear();
        let mut kept = lock(&self.kept);
        kept.clear();
    }
}

/// Calls a function when it is dropped.
struct OnEnd<F: FnMut()>(F);

impl<F: FnMut()> Drop for OnEnd<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

/// Makes a folder for the output, and the arguments of the program.
fn prepared(number: usize, chosen: &Chosen, words: &Words) -> Result<(Kept, Vec<OsString>)> {
    let folder = tempfile::Builder::new().prefix("pdfa2hocr-").tempdir();
    let folder = folder.map_err(|error| cannot_write(&error))?;
    let place = folder.path().join("output");
    std::fs::create_dir(&place).map_err(|error| cannot_write(&error))?;
    let path = place.join(&chosen.name);
    let mut arguments = words
        .arguments(folder.path())
        .map_err(|error| cannot_write(&error))?;
    arguments.extend(chosen.options().map(OsString::from));
    // Arguments after it are never options, whatever the name of the file.
    arguments.push("--".into());
    arguments.extend([chosen.input.clone().into(), path.clone().into()]);
    let kept = Kept {
        number,
        path,
        _folder: folder,
    };
    Ok((kept, arguments))
}

fn cannot_write(error: &std::io::Error) -> Diagnostic {
    let why = io_reason(error);
    Diagnostic::file(format!("cannot write the export: {why}"))
}
