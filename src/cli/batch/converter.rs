//! Converts a file of a batch in a worker process, and puts the outputs in place.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use walkdir::WalkDir;

#[cfg(feature = "sqlite")]
use super::collection::{Collection, Document};
use super::job::Job;
use super::manifest::Manifest;
use super::outcome::{Outcome, TRUNCATED};
use crate::cli::claims::{Claims, is_pdf};
use crate::cli::destination::Destination;
use crate::cli::errors::{exit_code, worded};
use crate::cli::existing::{Content, NewFile, Rule};
use crate::cli::ipc::{Counts, Event};
use crate::cli::kind::{self, Kind};
use crate::cli::temporary::Temporary;
use crate::cli::worker::{Answer, Request, Text, Wanted};

use pdfa2hocr_core::diagnostics::{self, DiagnosticKind};
use pdfa2hocr_core::lock::lock;
use pdfa2hocr_core::pdf::Source;
use pdfa2hocr_core::write::{Format, digest};
use pdfa2hocr_worker::{End, Failure, Fate, Kept, Limits, Process, Watch};

/// Number of files that a worker converts before a new worker replaces it.
const MAX_FILES: usize = 1000;
/// Exit code of a conversion whose module failed on pages; they were written without it.
const MODULE: i32 = 6;
/// Exit code of a conversion that wrote some of its formats.
const SEVERAL: i32 = 7;

/// Converts files with the options of the batch.
pub(super) struct Converter<'a> {
    pub options: &'a [OsString],
    /// The first gives the output its name; the others are written beside it.
    pub formats: &'a [Kind],
    /// The database of the batch. Documents are copied to it from their own.
    #[cfg(feature = "sqlite")]
    pub database: Option<&'a Collection>,
    /// SHA-256 of the options.
    #[cfg(feature = "sqlite")]
    pub options_sha256: &'a str,
    pub overwrite: bool,
    pub manifest: &'a Manifest,
    pub password: Option<&'a str>,
    /// The path of the folder for scans, relative to each output.
    pub images: Option<&'a Path>,
    pub folder: &'a Path,
    pub claims: &'a Claims,
    /// The folder for incomplete outputs, on the same file system as `folder`.
    pub aside: &'a Path,
    pub limits: Limits,
    pub time_limit: Option<Duration>,
    /// The longest time for recognising the text of a page, if that is done. The time limit then begins again with
    /// each page.
    pub page_limit: Option<Duration>,
    pub stop: &'a AtomicBool,
    /// The idle workers.
    pub idle: Mutex<Vec<Kept<Process>>>,
}

/// An attempt that ended without an answer.
enum Broken {
    Ended(End),
    /// The folder for outputs or the process could not be created.
    Io(io::Error),
}

impl Failure for Broken {
    fn fate(&self) -> Fate {
        match self {
            Self::Ended(end) => end.fate(),
            Self::Io(_) => Fate::Answered,
        }
    }
}

impl Converter<'_> {
    /// Converts a file with this SHA-256 with this many threads, and puts its outputs in place when complete.
    pub(super) fn convert(
        &self,
        job: &Job,
        sha256: &str,
        threads: usize,
        mut on_page: impl FnMut(),
    ) -> Outcome {
        let started = Instant::now();
        let watch = Watch {
            until: self.time_limit.and_then(|limit| started.checked_add(limit)),
            stop: Some(self.stop),
        };
        let mut shown = 0;
        let mut counts = Counts::default();
        let mut worker = lock(&self.idle)
            .pop()
            .unwrap_or_else(|| Kept::new(MAX_FILES));
        let done = worker.run(
            || Process::start(&[], self.limits).map_err(Broken::Io),
            |process| {
                counts = Counts::default();
                self.attempt(process, job, threads, &watch, |event| {
                    counts.add(event);
                    // A second attempt reports pages again that the first has counted.
                    if counts.pages > shown {
                        shown = counts.pages;
                        on_page();
                    }
                })
            },
        );
        lock(&self.idle).push(worker);
        let mut outcome = Outcome::default();
        let put = match done {
            Ok((place, answer)) => self.take((job, sha256), place.path(), answer, &mut outcome),
            Err(Broken::Io(error)) => Err(error),
            Err(Broken::Ended(end)) => {
                self.ended(&end, &mut outcome);
                Ok(())
            }
        };
        if let Err(error) = put {
            outcome.fail(DiagnosticKind::File);
            let why = pdfa2hocr_core::diagnostics::io_reason(&error);
            outcome.message = format!("cannot write the output: {why}");
        }
        outcome.counts = counts;
        outcome.time = started.elapsed();
        outcome
    }

    /// Lets a worker convert a file to a temporary folder.
    fn attempt(
        &self,
        process: &mut Process,
        job: &Job,
        threads: usize,
        watch: &Watch<'_>,
        mut on_event: impl FnMut(&Event),
    ) -> Result<(TempDir, Answer), Broken> {
        let place = tempfile::tempdir_in(self.aside).map_err(Broken::Io)?;
        let request = self.request(job, threads, place.path());
        let request = serde_json::to_vec(&request).map_err(|e| Broken::Io(e.into()))?;
        process.send(pdfa2hocr_worker::Kind::Json, &request);
        let mut watch = *watch;
        loop {
            if let (Some(limit), Some(of_page)) = (self.time_limit, self.page_limit) {
                watch.until = Instant::now().checked_add(limit.saturating_add(of_page));
            }
            let frame = process.receive(&watch).map_err(Broken::Ended)?;
            let unreadable = |_| Broken::Ended(End::Crash("its answer cannot be read".into()));
            match frame.kind {
                pdfa2hocr_worker::Kind::Event => {
                    on_event(&serde_json::from_slice(&frame.payload).map_err(unreadable)?);
                }
                pdfa2hocr_worker::Kind::Data => {}
                pdfa2hocr_worker::Kind::Json => {
                    let answer = serde_json::from_slice(&frame.payload).map_err(unreadable)?;
                    return Ok((place, answer));
                }
            }
        }
    }

    fn request(&self, job: &Job, threads: usize, place: &Path) -> Request {
        let mut options: Vec<Text> = self.options.iter().map(|o| o.as_os_str().into()).collect();
        options.push(OsStr::new(&format!("--jobs={threads}")).into());
        if let Some(images) = self.images {
            // The last of several options of this kind applies.
            let mut option = OsString::from("--images=");
            option.push(place.join(images));
            options.push(option.as_os_str().into());
        }
        let name = job.output.file_name().unwrap_or_default();
        let database = Kind::Plain(Format::Sqlite);
        let format = self.formats.first().copied().unwrap_or(database);
        let output = kind::with_ending(&place.join(name), format);
        Request {
            path: Some(job.input.as_os_str().into()),
            options,
            password: self.password.map(Into::into),
            answer: Wanted::Files(output.as_os_str().into()),
            ..Request::default()
        }
    }

    /// Sets the outcome of a conversion that was terminated.
    fn ended(&self, end: &End, outcome: &mut Outcome) {
        let (code, message) = match end {
            End::Stopped | End::Time => ("time", "it took longer than --time-limit allows".into()),
            End::CpuTime => {
                let message = "it took more processor time than --cpu-limit allows";
                ("cpu-time", message.into())
            }
            End::Memory => match self.limits.memory {
                Some(limit) => {
                    let limit = pdfa2hocr_worker::amount(limit);
                    let message = format!("it needs more than {limit} of memory (--memory-limit)");
                    ("memory", message)
                }
                None => ("memory", "the system has not enough memory for it".into()),
            },
            // The input was truncated while it was read.
            End::Exit(code, _) if *code == i32::from(exit_code(DiagnosticKind::File)) => {
                (DiagnosticKind::File.name(), end.to_string())
            }
            End::Exit(..) => ("crash", end.to_string()),
            End::Crash(status) => ("crash", format!("its conversion crashed twice ({status})")),
        };
        outcome.exit = match end {
            End::Exit(code, _) => Some(*code),
            _ => None,
        };
        outcome.code = Some(code.to_owned());
        outcome.message = message;
    }

    /// Moves the outputs of a conversion to their places.
    fn take(
        &self,
        (job, sha256): (&Job, &str),
        place: &Path,
        answer: Answer,
        outcome: &mut Outcome,
    ) -> io::Result<()> {
        outcome.exit = Some(0);
        if let Some(failed) = answer.error {
            outcome.exit = Some(failed.exit.into());
            outcome.code = Some(failed.code);
            outcome.message = failed.message;
        }
        if !matches!(outcome.exit, Some(0 | MODULE | SEVERAL | TRUNCATED)) {
            return Ok(());
        }
        let mut written = self.written(place, job)?;
        let collected = self.collected(job, &mut written);
        // All places are claimed first, so that no file is moved if one cannot be.
        let rule = self.rule(job);
        let claim = |(from, to): &(PathBuf, PathBuf)| {
            let new_file = self.new_file(job, rule, to);
            let place = self.claims.claim_file(&self.folder.join(to), new_file)?;
            place.replaces(from)?;
            Ok(place)
        };
        let places: diagnostics::Result<Vec<Destination>> = written.iter().map(claim).collect();
        let added = |places| match collected {
            Some(file) => self.collect(&file, job, sha256).map(|()| places),
            None => Ok(places),
        };
        match places.and_then(added) {
            Ok(places) => self.put(&written, &places, outcome),
            Err(error) => {
                outcome.fail(error.kind);
                outcome.message = worded(&error).message;
                Ok(())
            }
        }
    }

    /// The rule for existing files in the places of outputs.
    fn rule(&self, job: &Job) -> Rule {
        Rule {
            overwrite: self.overwrite,
            from_pdf: is_pdf(&job.input).unwrap_or(false),
        }
    }

    /// A new file of a job, with the digest that the manifest has for its path.
    fn new_file(&self, job: &Job, rule: Rule, path: &Path) -> NewFile<'_> {
        let mut formats = self.formats.iter().copied();
        let format = formats.find(|format| Kind::of_name(path).contains(format));
        NewFile {
            content: format.map_or(Content::Other, |format| format.content(path)),
            rule,
            recorded: self.manifest.digest_of(&job.input, path),
        }
    }

    /// Before a conversion, checks that its outputs replace no file that must stay.
    pub(super) fn check(&self, job: &Job) -> diagnostics::Result<()> {
        let rule = self.rule(job);
        self.formats.iter().try_for_each(|&format| {
            let output = kind::with_ending(&job.output, format);
            let new_file = self.new_file(job, rule, &output);
            let checked = self.claims.check_file(&self.folder.join(&output), new_file);
            checked.map(drop)
        })
    }

    /// The files written by a conversion, each with its path relative to the output folder.
    fn written(&self, files: &Path, job: &Job) -> io::Result<Vec<(PathBuf, PathBuf)>> {
        let place = job.output.parent().unwrap_or(Path::new(""));
        let mut written = Vec::new();
        for entry in WalkDir::new(files).sort_by_file_name() {
            let entry = entry?;
            // Always succeeds: the walk starts at this folder.
            let below = entry
                .path()
                .strip_prefix(files)
                .map(|path| place.join(path));
            if let (false, Ok(path)) = (entry.file_type().is_dir(), below) {
                written.push((entry.into_path(), path));
            }
        }
        Ok(written)
    }

    /// Takes the database of a document from the written files, if the batch has one for all.
    #[cfg(feature = "sqlite")]
    fn collected(&self, job: &Job, written: &mut Vec<(PathBuf, PathBuf)>) -> Option<PathBuf> {
        self.database?;
        let own = kind::with_ending(&job.output, Kind::Plain(Format::Sqlite));
        let at = written.iter().position(|(_, path)| *path == own)?;
        Some(written.remove(at).0)
    }

    #[cfg(not(feature = "sqlite"))]
    fn collected(&self, _: &Job, _: &mut Vec<(PathBuf, PathBuf)>) -> Option<PathBuf> {
        None
    }

    /// Adds the database of a document to that of the batch.
    #[cfg(feature = "sqlite")]
    fn collect(&self, file: &Path, job: &Job, sha256: &str) -> diagnostics::Result<()> {
        let document = Document {
            input: &job.input,
            sha256,
            options_sha256: self.options_sha256,
        };
        self.database
            .map_or(Ok(()), |database| database.add(file, &document))
    }

    #[cfg(not(feature = "sqlite"))]
    fn collect(&self, _: &Path, _: &Job, _: &str) -> diagnostics::Result<()> {
        Ok(())
    }

    /// Whether the database of the batch lacks this document.
    #[cfg(feature = "sqlite")]
    pub(super) fn lacks(&self, job: &Job, sha256: &str) -> bool {
        let document = Document {
            input: &job.input,
            sha256,
            options_sha256: self.options_sha256,
        };
        self.database
            .is_some_and(|database| !database.has(&document))
    }

    #[cfg(not(feature = "sqlite"))]
    pub(super) fn lacks(&self, _: &Job, _: &str) -> bool {
        false
    }

    /// Moves the written files to their places.
    fn put(
        &self,
        written: &[(PathBuf, PathBuf)],
        places: &[Destination],
        outcome: &mut Outcome,
    ) -> io::Result<()> {
        for ((from, path), place) in written.iter().zip(places) {
            if let Some(folder) = path.parent() {
                fs::create_dir_all(self.folder.join(folder))?;
            }
            outcome.digests.push(digest_of(from)?);
            move_to(from, place)?;
            outcome.files.push(path.to_string_lossy().into_owned());
        }
        Ok(())
    }
}

/// The digest of a file's bytes.
fn digest_of(path: &Path) -> io::Result<String> {
    let file = Source::map(path).map_err(|error| io::Error::other(error.message))?;
    Ok(digest::of(file.bytes()))
}

/// Moves a file to its place.
fn move_to(from: &Path, place: &Destination) -> io::Result<()> {
    let target = match place {
        Destination::File { target, .. } => target,
        _ => place.path(),
    };
    match fs::rename(from, target) {
        // Destinations of links may be on another file system.
        Err(error) if error.kind() == io::ErrorKind::CrossesDevices => {
            let mut copy = Temporary::beside(target)?;
            io::copy(&mut File::open(from)?, &mut copy)?;
            copy.persist(target)
        }
        other => other,
    }
}
