//! Runs the process that converts a document shown in the browser.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::errors::exit_code;
use super::ipc::Event;
use crate::browse::{Ended, Process};
use pdfa2hocr_core::diagnostics::DiagnosticKind;
use pdfa2hocr_core::lock::lock;

/// Maximum number of messages of the process that are passed on; the last ones are kept.
const SAID: usize = 200;

/// A running conversion. Dropping it ends the process.
pub(super) struct Export {
    child: Mutex<Child>,
    /// Number of pages written, and of all pages.
    pages: Arc<[AtomicUsize; 2]>,
    /// The file that receives its standard error.
    errors: PathBuf,
    folder: PathBuf,
}

impl Export {
    /// Starts this program with these arguments. Its messages go to a file in this folder.
    ///
    /// # Errors
    ///
    /// If the process cannot be started.
    pub(super) fn start(arguments: &[OsString], password: &str, folder: &Path) -> io::Result<Self> {
        let errors = folder.join("errors");
        let mut command = Command::new(pdfa2hocr_worker::program()?);
        command
            .arg("--report-progress")
            .args(arguments)
            // The process ends when this pipe is closed, also if the server is killed.
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(File::create(&errors)?);
        match password {
            "" => command.env_remove("PDFA2HOCR_PASSWORD"),
            password => command.env("PDFA2HOCR_PASSWORD", password),
        };
        #[cfg(unix)]
        {
            // Ctrl-C is for the server, which ends the process.
            use std::os::unix::process::CommandExt;
            command.process_group(0);
        }
        let mut child = command.spawn()?;
        let pages = Arc::new([AtomicUsize::new(0), AtomicUsize::new(0)]);
        if let Some(output) = child.stdout.take() {
            let counted = Arc::clone(&pages);
            std::thread::spawn(move || count(BufReader::new(output), &counted));
        }
        Ok(Self {
            child: Mutex::new(child),
            pages,
            errors,
            folder: folder.to_owned(),
        })
    }

    /// The last messages of the process.
    fn said(&self) -> Vec<String> {
        let text = fs::read(&self.errors).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        // Removes the path of the temporary folder from the messages.
        let folder = format!("{}{}", self.folder.display(), std::path::MAIN_SEPARATOR);
        let lines = text.lines().filter(|line| !line.is_empty());
        let mut said: Vec<String> = lines
            .rev()
            .take(SAID)
            .map(|line| {
                let line = line.strip_prefix("pdfa2hocr: ").unwrap_or(line);
                line.replace(&folder, "")
            })
            .collect();
        said.reverse();
        said
    }
}

/// Counts pages until the process ends.
fn count(output: impl BufRead, pages: &[AtomicUsize; 2]) {
    let [done, all] = pages;
    for line in output.lines().map_while(io::Result::ok) {
        match serde_json::from_str(&line) {
            Ok(Event::Pages(count)) => all.store(count, Ordering::Relaxed),
            Ok(Event::Words(_)) => {
                done.fetch_add(1, Ordering::Relaxed);
            }
            _ => {}
        }
    }
}

impl Process for Export {
    fn progress(&self) -> (usize, usize) {
        let [done, all] = &*self.pages;
        (done.load(Ordering::Relaxed), all.load(Ordering::Relaxed))
    }

    fn ended(&self) -> Option<Ended> {
        let mut child = lock(&self.child);
        let exit = match child.try_wait() {
            Ok(None) => return None,
            Ok(Some(status)) => status.code(),
            Err(_) => None,
        };
        // The output is also written if a module failed or a limit was reached.
        let written = [
            DiagnosticKind::Module,
            DiagnosticKind::Limit,
            DiagnosticKind::Conformance,
        ]
        .map(exit_code);
        let is_written = exit
            .is_some_and(|exit| exit == 0 || written.iter().any(|&code| exit == i32::from(code)));
        Some(Ended {
            is_written,
            said: self.said(),
        })
    }
}

impl Drop for Export {
    fn drop(&mut self) {
        let child = self.child.get_mut().unwrap_or_else(PoisonError::into_inner);
        // The process may have ended already.
        let _ = child.kill();
        let _ = child.wait();
    }
}
