//! The worker that draws, seen from the process that started it.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::Serialize;

use super::protocol::{Opening, Reply, Version, ask};
use super::refusal::Refusal;
use super::wanted::Wanted;
use crate::diagnostics::io_reason;
use crate::worker::{self, Limits, Watch};

/// How long a picture may take. Pages of real documents take up to a third of a second.
pub(super) const LONGEST: Duration = Duration::from_secs(10);
/// Bytes that drawing may take. Pages of real documents take up to 120 MB, the largest picture of a
/// large scan 600 MB.
pub(super) const MEMORY: u64 = 1 << 30;

/// The file that is drawn.
pub(crate) struct Original {
    path: PathBuf,
    password: String,
    version: Version,
}

impl Original {
    /// A file that is being opened.
    ///
    /// # Errors
    ///
    /// When it is not there any more.
    pub(crate) fn new(path: &Path, password: &str) -> io::Result<Self> {
        Ok(Self {
            path: path.to_owned(),
            password: password.to_owned(),
            version: Version::of(&fs::metadata(path)?),
        })
    }
}

/// A worker that has the file open.
pub(super) struct Process(worker::Process);

impl Process {
    /// Starts one, which opens the file.
    pub(super) fn start(original: &Original) -> Result<Self, Refusal> {
        let mut draw = OsString::from("--draw=");
        draw.push(&original.path);
        let limits = Limits {
            // Elsewhere the limit of time has to do.
            memory: cfg!(unix).then_some(MEMORY),
            cpu: None,
        };
        let started = worker::Process::start(&[draw], limits);
        let mut process = Self(started.map_err(|e| Refusal::NoProcess(io_reason(&e)))?);
        let opening = Opening {
            password: original.password.clone(),
            version: original.version,
        };
        match process.ask(&opening) {
            Ok(_) => Ok(process),
            // No page is to blame.
            Err(why) if why.is_its_own() => Err(Refusal::Unopened),
            Err(why) => Err(why),
        }
    }

    /// Draws something.
    pub(super) fn draw(&mut self, wanted: Wanted) -> Reply {
        self.ask(&wanted)
    }

    fn ask(&mut self, request: &impl Serialize) -> Reply {
        let watch = Watch {
            until: Instant::now().checked_add(LONGEST),
            stop: None,
        };
        ask(&mut self.0, request, &watch)
    }
}
