//! Controls the drawing worker from the process that started it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Instant;
use std::{fs, io};

use serde::Serialize;

use super::limits::{LONGEST, MEMORY};
use super::protocol::{Opening, Reply, Request, Version, ask};
use super::refusal::Refusal;
use super::wanted::Wanted;
use pdfa2hocr_core::diagnostics::io_reason;
use pdfa2hocr_core::page::ScanFile;
use pdfa2hocr_worker::{Limits, Watch};

/// Finds the scan of a page by its index, or gives the reason for its absence.
pub(crate) type FindScan = Box<dyn Fn(u32) -> Result<ScanFile, String> + Send + Sync>;

/// The source of pictures.
pub enum Original {
    /// The pages of a file.
    File {
        path: PathBuf,
        password: String,
        version: Version,
        /// The program `pdfa2hocr`, if this process is another one.
        program: Option<PathBuf>,
    },
    /// Pages whose scans are separate files.
    Scans(FindScan),
}

impl Original {
    /// A file that is being opened.
    ///
    /// # Errors
    ///
    /// If it no longer exists.
    pub fn new(path: &Path, password: &str) -> io::Result<Self> {
        Ok(Self::File {
            path: path.to_owned(),
            password: password.to_owned(),
            version: Version::of(&fs::metadata(path)?),
            program: None,
        })
    }

    /// The same, drawn by another program than this one.
    #[must_use]
    pub fn drawn_by(mut self, drawer: PathBuf) -> Self {
        if let Self::File { program, .. } = &mut self {
            *program = Some(drawer);
        }
        self
    }

    /// The request for a picture.
    ///
    /// # Errors
    ///
    /// If a page has no scan.
    pub fn request(&self, wanted: Wanted) -> Result<Request, Refusal> {
        let scan = match (self, wanted) {
            (Self::File { .. }, _) => None,
            (Self::Scans(_), Wanted::Glyphs { .. }) => return Err(Refusal::Damaged),
            (Self::Scans(find), wanted) => {
                // An image is that of the only scan.
                let page = wanted.of_page().unwrap_or(0);
                Some(find(page).map_err(Refusal::Unreadable)?)
            }
        };
        Ok(Request { wanted, scan })
    }
}

/// A worker that has opened the file.
pub(super) struct Process(pdfa2hocr_worker::Process);

impl Process {
    /// Starts a worker, which opens the file, if there is one.
    pub fn start(original: &Original) -> Result<Self, Refusal> {
        let mut draw = OsString::from("--draw=");
        let (path, password, version, program) = match original {
            Original::File {
                path,
                password,
                version,
                program,
            } => (
                path.as_path(),
                password.clone(),
                Some(*version),
                program.as_deref(),
            ),
            Original::Scans(_) => (Path::new("-"), String::new(), None, None),
        };
        draw.push(path);
        let limits = Limits {
            // On other systems only the time limit applies.
            memory: cfg!(unix).then_some(MEMORY),
            cpu: None,
        };
        let started = match program {
            Some(program) => pdfa2hocr_worker::Process::start_program(program, &[draw], limits),
            None => pdfa2hocr_worker::Process::start(&[draw], limits),
        };
        let mut process = Self(started.map_err(|e| Refusal::NoProcess(io_reason(&e)))?);
        let opening = Opening { password, version };
        match process.ask(&opening) {
            Ok(_) => Ok(process),
            // The file failed, not a page.
            Err(why) if why.is_its_own() => Err(Refusal::Unopened),
            Err(why) => Err(why),
        }
    }

    /// Draws a picture.
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
