//! The process that converts one file.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use walkdir::WalkDir;

use super::cannot;
use super::plan::Job;
use crate::cli::claims::{Claims, Destination};
use crate::cli::ipc::Event;
use crate::cli::kind::Kind;
use crate::cli::temporary::Temporary;
use crate::cli::{exit_code, formats};
use crate::diagnostics::Result;

/// How soon the end of the time, or of the batch, is noticed.
const WATCH: Duration = Duration::from_millis(50);
/// Exit code of a conversion whose module failed on pages; they were written without it.
const MODULE: i32 = 6;
/// Exit code of a conversion that reached a limit; what it wrote is truncated.
pub(super) const TRUNCATED: i32 = 10;

/// How a conversion went.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    /// The exit code; none when the conversion was ended from outside.
    pub exit: Option<i32>,
    /// Why it failed, in one line.
    pub message: String,
    /// What was written, below the output folder.
    pub files: Vec<String>,
    pub pages: usize,
    pub words: usize,
    pub warnings: usize,
    /// The pages that are images without text, by their indices.
    pub needs_ocr: Vec<u32>,
    pub time: Duration,
}

impl Outcome {
    /// Of a file that could not be read.
    pub(super) fn unreadable(input: &Path, error: &io::Error) -> Self {
        Self {
            exit: Some(2),
            message: cannot("read", input, error).message,
            ..Self::default()
        }
    }
}

/// How files are converted.
pub(super) struct Converter<'a> {
    pub options: &'a [OsString],
    /// The first of the formats; the others go beside it.
    pub format: Kind,
    pub password: Option<&'a str>,
    /// The folder of scans beside each output.
    pub images: Option<&'a Path>,
    pub folder: &'a Path,
    pub claims: &'a Claims,
    /// For what is not whole yet, on the same file system.
    pub aside: &'a Path,
    pub time_limit: Option<Duration>,
    pub stop: &'a AtomicBool,
}

impl Converter<'_> {
    /// Converts a file on this many threads and puts what came out in its place, when it is whole.
    pub(super) fn convert(
        &self,
        job: &Job,
        threads: usize,
        on_event: impl FnMut(&Event) + Send,
    ) -> Outcome {
        let started = Instant::now();
        let mut outcome = Outcome::default();
        let result = tempfile::tempdir_in(self.aside)
            .and_then(|place| self.run(job, threads, place.path(), &mut outcome, on_event));
        if let Err(error) = result {
            outcome.exit = Some(2);
            outcome.message = format!(
                "cannot write the output: {}",
                crate::diagnostics::io_reason(&error)
            );
        }
        outcome.time = started.elapsed();
        outcome
    }

    fn run(
        &self,
        job: &Job,
        threads: usize,
        place: &Path,
        outcome: &mut Outcome,
        on_event: impl FnMut(&Event) + Send,
    ) -> io::Result<()> {
        let errors = place.join("errors");
        let files = place.join("files");
        fs::create_dir(&files)?;
        let name = job.output.file_name().unwrap_or_default();
        let output = formats::with_ending(&files.join(name), self.format);
        let mut command = Command::new(std::env::current_exe()?);
        command.args(self.options).arg(format!("--jobs={threads}"));
        if let Some(images) = self.images {
            // The last one counts.
            command.arg("--images").arg(files.join(images));
        }
        command
            .args(["--report-progress", "--"])
            .arg(&job.input)
            .arg(output)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(File::create(&errors)?);
        if let Some(password) = self.password {
            command.env("PDFA2HOCR_PASSWORD", password);
        }
        #[cfg(unix)]
        {
            // Ctrl-C is for this process, which ends the others in good order.
            use std::os::unix::process::CommandExt;
            command.process_group(0);
        }
        let mut child = command.spawn()?;
        let output = child.stdout.take();
        let begun = Instant::now();
        let mut too_long = false;
        let (end, ended) = mpsc::channel::<()>();
        let status = std::thread::scope(|scope| {
            let reader = scope.spawn(move || {
                // Dropped when there is nothing more to read.
                let _end = end;
                listen(
                    output.into_iter().flat_map(|o| BufReader::new(o).lines()),
                    on_event,
                )
            });
            while let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(WATCH) {
                too_long = self.time_limit.is_some_and(|limit| begun.elapsed() > limit);
                if too_long || self.stop.load(Ordering::SeqCst) {
                    // It may be gone by itself.
                    let _ = child.kill();
                }
            }
            (
                outcome.pages,
                outcome.words,
                outcome.warnings,
                outcome.needs_ocr,
            ) = reader.join().unwrap_or_default();
            child.wait()
        })?;
        outcome.exit = status.code();
        outcome.message = match status.code() {
            Some(0) => String::new(),
            Some(_) => last_line(&errors)?,
            None if too_long => "it took longer than --time-limit allows".into(),
            None => format!("the conversion was ended: {status}"),
        };
        if let Some(0 | MODULE | TRUNCATED) = outcome.exit {
            let written = self.written(&files, job)?;
            // Nothing is moved when something cannot be.
            let claim = |path: &PathBuf| self.claims.claim(&self.folder.join(path));
            let places: Result<Vec<Destination>> =
                written.iter().map(|(_, to)| claim(to)).collect();
            match places {
                Ok(places) => self.put(&written, &places, outcome)?,
                Err(error) => {
                    outcome.exit = Some(exit_code(error.kind).into());
                    outcome.message = error.message;
                }
            }
        }
        Ok(())
    }

    /// The files that a conversion has written, each with its place below the output folder.
    fn written(&self, files: &Path, job: &Job) -> io::Result<Vec<(PathBuf, PathBuf)>> {
        let place = job.output.parent().unwrap_or(Path::new(""));
        let mut written = Vec::new();
        for entry in WalkDir::new(files).sort_by_file_name() {
            let entry = entry?;
            // It is in that folder.
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

    /// Moves what was written to its places.
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
            move_to(from, place)?;
            outcome.files.push(path.to_string_lossy().into_owned());
        }
        Ok(())
    }
}

/// Moves a file to its place.
fn move_to(from: &Path, place: &Destination) -> io::Result<()> {
    let target = match place {
        Destination::File { target, .. } => target,
        _ => place.path(),
    };
    match fs::rename(from, target) {
        // A link leads to another file system.
        Err(error) if error.kind() == io::ErrorKind::CrossesDevices => {
            let mut copy = Temporary::beside(target)?;
            io::copy(&mut File::open(from)?, &mut copy)?;
            copy.persist(target)
        }
        other => other,
    }
}

/// Passes on the events of a conversion, to its end; counts pages, words and warnings, and keeps which
/// pages need recognition.
fn listen(
    lines: impl Iterator<Item = io::Result<String>>,
    mut on_event: impl FnMut(&Event),
) -> (usize, usize, usize, Vec<u32>) {
    let (mut pages, mut words, mut warnings) = (0, 0, 0);
    let mut needs_ocr = Vec::new();
    for line in lines.map_while(io::Result::ok) {
        let Ok(one) = serde_json::from_str(&line) else {
            continue;
        };
        match one {
            Event::Pages(_) => {}
            Event::Words(n) => {
                pages += 1;
                words += n;
            }
            Event::NeedsOcr(index) => needs_ocr.push(index),
            Event::Warnings(n) => warnings += n,
        }
        on_event(&one);
    }
    (pages, words, warnings, needs_ocr)
}

/// What the program said last, which is its error.
fn last_line(path: &Path) -> io::Result<String> {
    let text = String::from_utf8_lossy(&fs::read(path)?).into_owned();
    let last = text.lines().rfind(|l| !l.is_empty()).unwrap_or_default();
    Ok(last.strip_prefix("pdfa2hocr: ").unwrap_or(last).to_owned())
}
