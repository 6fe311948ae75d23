//! `pdfa2hocr batch`: converts many files in separate processes, so that no file can stop the others, slow
//! them down or exhaust their memory.
//!
//! Files are found and given output paths ([`plan`]); those that an earlier batch has converted are skipped
//! ([`manifest`]); the others are converted in parallel ([`pool`]) by workers ([`converter`]) that write to a
//! temporary folder. Complete files are moved to their destinations and recorded.

#[cfg(feature = "sqlite")]
mod collection;
mod converter;
mod job;
mod manifest;
mod outcome;
mod plan;
mod pool;
mod progress;

use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::{ArgMatches, Args};

use super::args::{self, Conversion};
use super::claims::Claims;
use super::errors::cannot;
use super::existing::NewFile;
use super::fingerprint::{Fingerprint, fingerprint, hash};
use super::formats::{FormatChoice, Formats};
use super::found_inputs::{self, Found};
use super::kind::{self, Kind};
use super::output::Output;
use super::temporary::Aside;
use super::terminal;
use super::values::parse_memory;
use crate::convert::{check_args, threads};
use pdfa2hocr_core::compact_sort::CompactSort;
use pdfa2hocr_core::counted::{counted, verb};
use pdfa2hocr_core::diagnostics::{Diagnostic, DiagnosticKind, Result};
use pdfa2hocr_core::lock::{lock, unlocked};
use pdfa2hocr_core::write::Format;
use pdfa2hocr_worker::Limits;

#[cfg(feature = "sqlite")]
use collection::Collection;
use converter::Converter;
use job::Job;
use manifest::Manifest;
use outcome::Outcome;
use progress::Progress;

/// Set by Ctrl-C and other requests to end, and if the batch cannot continue.
static STOP: AtomicBool = AtomicBool::new(false);

/// The arguments of the command.
#[derive(Debug, Args)]
pub(super) struct Batch {
    /// Files to convert, and folders whose PDFs are converted
    #[arg(value_name = "IN", required_unless_present = "files_from")]
    inputs: Vec<PathBuf>,

    #[command(flatten)]
    conversion: Conversion,

    #[command(flatten)]
    formats: Formats,

    /// The folder to write to; files from a folder keep their places in it
    #[arg(long, value_name = "DIR", display_order = 0, help_heading = "Output")]
    output_dir: PathBuf,

    /// Also convert the files and folders named in this file, one per line; - is standard input
    ///
    /// Names that end with a zero byte, as `find -print0` writes them, are read as well.
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    files_from: Option<PathBuf>,

    /// Add all documents to this SQLite database, with a full-text index of all
    ///
    /// It is created if needed. A document that was converted again replaces its earlier version. Other formats
    /// are written if --format names them.
    #[cfg(feature = "sqlite")]
    #[arg(long, value_name = "FILE", display_order = 0, help_heading = "Output")]
    database: Option<PathBuf>,

    /// Resume an earlier batch: skip the files that are done
    ///
    /// A file is done when it was converted without an error, from the same content and with the
    /// same options, and its output is there.
    #[arg(long, help_heading = "Output")]
    resume: bool,

    /// End the conversion of a file that takes longer than N seconds; 0 for no limit
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 600,
        help_heading = "Limits"
    )]
    time_limit: u64,

    /// Stop the conversion of a file that takes more seconds of processor time; 0 for no limit
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 0,
        help_heading = "Limits"
    )]
    cpu_limit: u64,

    /// Stop the conversion of a file that needs more memory, like 1G or 512M
    ///
    /// The memory of the process that converts it, without the file itself, which is mapped.
    #[arg(long, value_name = "SIZE", value_parser = parse_memory, help_heading = "Limits")]
    memory_limit: Option<u64>,
}

/// The state shared by the files of a batch.
struct Work<'a> {
    manifest: &'a Manifest,
    options: &'a Fingerprint,
    converter: Converter<'a>,
    progress: &'a Progress,
    /// The reason why the batch cannot continue.
    error: Mutex<Option<Diagnostic>>,
}

impl Batch {
    /// Converts the files. `matches` are the parsed arguments.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::Argument`] for invalid options, and for a folder with an earlier batch;
    /// [`DiagnosticKind::File`] if something cannot be read or written; [`DiagnosticKind::Several`] if some
    /// files could not be converted; [`DiagnosticKind::Limit`] if all were converted but some are truncated;
    /// [`DiagnosticKind::Interrupted`] if the batch was stopped.
    pub(super) fn run(&self, matches: &ArgMatches) -> Result<()> {
        let formats = self.written_formats();
        terminal::warn(&args::of_conversion(&self.conversion, matches, &formats));
        let reading = &self.conversion.document.reading;
        // Reports errors in the options once and not for each file.
        let checked = self.conversion.options()?;
        check_args(&checked.modules)?;
        #[cfg(feature = "ocr")]
        let engine = checked.ocr.as_ref().map(crate::ocr::Ocr::identity);
        #[cfg(not(feature = "ocr"))]
        let engine: Option<String> = None;
        if formats.iter().any(|c| c.file.is_some()) {
            return Err(Diagnostic::argument(
                "--format: a batch names the files itself; write the formats alone",
            ));
        }
        if let Some(images) = &self.conversion.images
            && !images
                .components()
                .all(|c| matches!(c, Component::Normal(_)))
        {
            return Err(Diagnostic::argument(
                "--images: a batch saves images below its output folder; write the name of a folder \
                 to be made there",
            ));
        }
        let limits = Limits {
            memory: self.memory_limit,
            cpu: (self.cpu_limit > 0).then_some(self.cpu_limit),
        };
        limits.check().map_err(|e| {
            let why = format!("--memory-limit and --cpu-limit: {e}; leave them out");
            Diagnostic::argument(why)
        })?;
        let mut options = args::given::<Formats>(matches);
        options.extend(args::given::<Conversion>(matches));
        if self.database().is_some() {
            options.push(format!("--format={}", Format::Sqlite).into());
        }
        let named = self.conversion.files();
        let fingerprint = fingerprint(&options, engine.as_deref(), &named)?;
        let folder = self.output_dir.as_path();
        let list = self.files_from.as_deref();
        let found = found_inputs::inputs(&self.inputs, list, folder, reading.quiet)?;
        let mut claims = Claims::new(found.iter().map(|f| &f.input));
        for listed in found.iter().flat_map(Found::listed_files) {
            claims.reads(&listed);
        }
        let named = named.iter().map(PathBuf::as_path);
        named.chain(list).for_each(|file| claims.reads(file));
        let any = NewFile::overwriting();
        claims.claim_file(&folder.join(manifest::NAME), any)?;
        fs::create_dir_all(folder).map_err(|e| cannot("make", folder, &e))?;
        if let Some(report) = self.conversion.record.claim_corrections(&claims)? {
            // The documents append their lines.
            Output::stream(&report)?;
        }
        let manifest = Manifest::open(folder, self.resume)?;
        let mut jobs = plan::name(found, &manifest);
        for job in &jobs {
            for choice in &formats {
                let output = folder.join(&job.output);
                let output = kind::with_ending(&output, choice.format);
                // Files that must stay for other reasons are errors of their own inputs.
                let checked = claims.check_file(&output, any);
                // A file that cannot be written does not stop the others.
                checked.map(drop).or_else(|error| match error.kind {
                    DiagnosticKind::Argument => Err(error),
                    _ => Ok(()),
                })?;
            }
        }
        #[cfg(feature = "sqlite")]
        let database = match &self.database {
            Some(file) => {
                claims.check_file(file, any)?;
                Some(Collection::open(file)?)
            }
            None => None,
        };
        let aside = Aside::new(folder).map_err(|e| cannot("write to", folder, &e))?;
        // Largest first, so that none runs alone at the end.
        jobs.compact_sort_by(|a, b| (b.bytes, &a.input).cmp(&(a.bytes, &b.input)));

        // Fails only for a second handler in the process, and there is only this one.
        let _ = ctrlc::set_handler(|| STOP.store(true, Ordering::SeqCst));
        let progress = Progress::new(&jobs, reading.quiet, self.conversion.verbose.verbose);
        let work = Work {
            manifest: &manifest,
            options: &fingerprint,
            converter: Converter {
                options: &options,
                formats: &formats.iter().map(|c| c.format).collect::<Vec<_>>(),
                #[cfg(feature = "sqlite")]
                database: database.as_ref(),
                #[cfg(feature = "sqlite")]
                options_sha256: &fingerprint.sha256,
                overwrite: self.conversion.record.overwrite,
                manifest: &manifest,
                password: reading.password.password.as_deref(),
                images: self.conversion.images.as_deref(),
                folder,
                claims: &claims,
                aside: aside.path(),
                limits,
                time_limit: (self.time_limit > 0).then(|| Duration::from_secs(self.time_limit)),
                #[cfg(feature = "ocr")]
                page_limit: reading.recognition.time_limit(),
                #[cfg(not(feature = "ocr"))]
                page_limit: None,
                stop: &STOP,
                idle: Mutex::default(),
            },
            progress: &progress,
            error: Mutex::default(),
        };
        pool::each(&jobs, threads(reading.jobs), &STOP, |job, threads| {
            work.convert(job, threads)
        });
        let error = unlocked(work.error);
        let tally = progress.finish();
        match error {
            Some(error) => Err(error),
            None if STOP.load(Ordering::SeqCst) => Err(Diagnostic::new(
                DiagnosticKind::Interrupted,
                "the batch was stopped; go on with it by --resume",
            )),
            None if tally.failed > 0 => Err(Diagnostic::new(
                DiagnosticKind::Several,
                format!(
                    "{} of {} {} errors; {} lists them",
                    tally.failed,
                    counted(jobs.len(), "file"),
                    verb(tally.failed, "has", "have"),
                    folder.join(manifest::NAME).display()
                ),
            )),
            None if tally.truncated > 0 => Err(Diagnostic::limit(format!(
                "{} of {} files are written, but truncated: limits were reached; {} lists them",
                tally.truncated,
                jobs.len(),
                folder.join(manifest::NAME).display()
            ))),
            None => Ok(()),
        }
    }

    /// The formats that get a file for each document: with a database, only those that `--format` names.
    fn written_formats(&self) -> Vec<FormatChoice> {
        match self.database() {
            Some(_) => self
                .formats
                .named()
                .filter(|c| c.format != Kind::Plain(Format::Sqlite))
                .collect(),
            None => self.formats.choices(None),
        }
    }

    fn database(&self) -> Option<&Path> {
        #[cfg(feature = "sqlite")]
        return self.database.as_deref();
        #[cfg(not(feature = "sqlite"))]
        None
    }
}

impl Work<'_> {
    /// Converts one file, unless it is done, and records the result.
    fn convert(&self, job: &Job, threads: usize) {
        let hash = hash(&job.input);
        if let Ok(hash) = &hash
            && self.manifest.has_done(job, hash, self.options)
            && !self.converter.lacks(job, hash)
        {
            return self.progress.earlier(job);
        }
        let outcome = match &hash {
            Ok(hash) => match self.converter.check(job) {
                Ok(()) => {
                    let on_page = || self.progress.page();
                    self.converter.convert(job, hash, threads, on_page)
                }
                Err(error) => Outcome::refused(&error),
            },
            Err(error) => Outcome::unreadable(&job.input, error),
        };
        // A conversion that was stopped counts as neither done nor failed.
        if outcome.exit.is_none() && STOP.load(Ordering::SeqCst) {
            return;
        }
        self.progress.done(job, &outcome);
        if let Err(error) = self.manifest.record(job, hash.ok(), self.options, &outcome) {
            // A batch without its record cannot be resumed.
            *lock(&self.error) = Some(error);
            STOP.store(true, Ordering::SeqCst);
        }
    }
}
