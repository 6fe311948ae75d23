//! The worker that draws, seen from the process that started it.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::Serialize;

use super::protocol::{Opening, Reply, Request, Version, ask};
use super::refusal::Refusal;
use super::wanted::Wanted;
use crate::diagnostics::io_reason;
use crate::model::ScanFile;
use crate::worker::{self, Limits, Watch};

/// How long a picture may take. Pages of real documents take up to a third of a second.
pub(super) const LONGEST: Duration = Duration::from_secs(10);
/// Bytes that drawing may take. Pages of real documents take up to 120 MB, the largest picture of a
/// large scan 600 MB.
pub(super) const MEMORY: u64 = 1 << 30;

/// Finds the scan of a page by its index, or says why there is none.
pub(crate) type FindScan = Box<dyn Fn(u32) -> Result<ScanFile, String> + Send + Sync>;

/// The source of pictures.
pub(crate) enum Original {
    /// The pages of a file.
    File {
        path: PathBuf,
        password: String,
        version: Version,
    },
    /// Pages whose scans are files of their own.
    Scans(FindScan),
}

impl Original {
    /// A file that is being opened.
    ///
    /// # Errors
    ///
    /// When it is not there any more.
    pub(crate) fn new(path: &Path, password: &str) -> io::Result<Self> {
        Ok(Self::File {
            path: path.to_owned(),
            password: password.to_owned(),
            version: Version::of(&fs::metadata(path)?),
        })
    }

    /// The request for a picture.
    ///
    /// # Errors
    ///
    /// When a page has no scan.
    pub(super) fn request(&self, wanted: Wanted) -> Result<Request, Refusal> {
        let scan = match (self, wanted.of_page()) {
            (Self::File { .. }, _) => None,
            (Self::Scans(find), Some(page)) => Some(find(page).map_err(Refusal::Unreadable)?),
            (Self::Scans(_), None) => return Err(Refusal::Damaged),
        };
        Ok(Request { wanted, scan })
    }
}

/// A worker that has the file open.
pub(super) struct Process(worker::Process);

impl Process {
    /// Starts one, which opens the file, if there is one.
    pub(super) fn start(original: &Original) -> Result<Self, Refusal> {
        let mut draw = OsString::from("--draw=");
        let (path, password, version) = match original {
            Original::File {
                path,
                password,
                version,
            } => (path.as_path(), password.clone(), Some(*version)),
            Original::Scans(_) => (Path::new("-"), String::new(), None),
        };
        draw.push(path);
        let limits = Limits {
            // Elsewhere the limit of time has to do.
            memory: cfg!(unix).then_some(MEMORY),
            cpu: None,
        };
        let started = worker::Process::start(&[draw], limits);
        let mut process = Self(started.map_err(|e| Refusal::NoProcess(io_reason(&e)))?);
        let opening = Opening { password, version };
        match process.ask(&opening) {
            Ok(_) => Ok(process),
            // No page is to blame.
            Err(why) if why.is_its_own() => Err(Refusal::Unopened),
            Err(why) => Err(why),
        }
    }

    /// Draws something.
    pub(super) fn draw(&mut self, request: &Request) -> Reply {
        self.ask(request)
    }

    fn ask(&mut self, request: &impl Serialize) -> Reply {
        let watch = Watch {
            until: Instant::now().checked_add(LONGEST),
            stop: None,
        };
        ask(&mut self.0, request, &watch)
    }
}
