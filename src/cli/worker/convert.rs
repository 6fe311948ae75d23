//! Converts one document for a request to a worker.

use std::cell::RefCell;
use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use clap::Parser;

use super::protocol::{Answer, Failed, Request, Wanted, send};
use super::tables;
use crate::cli::args::Conversion;
use crate::cli::destination::Destination;
use crate::cli::files;
use crate::cli::formats::{self, Formats};
use crate::cli::ipc::{Counts, Event, Listener};
use crate::cli::report::Report;
use crate::cli::time_limit::TimeLimit;
use crate::cli::wrong_arguments::wrong_arguments;
use pdfa2hocr_core::diagnostics::{Diagnostic, Result, io_reason};
use pdfa2hocr_core::pdf::Source;
use pdfa2hocr_worker::{Kind, Limits, Load};

/// The options of a request.
#[derive(Debug, Parser)]
#[command(no_binary_name = true)]
struct Options {
    #[command(flatten)]
    formats: Formats,
    #[command(flatten)]
    conversion: Conversion,
}

impl Options {
    fn of(request: &Request) -> Result<Self> {
        let words = request.options.iter().map(OsString::from);
        let mut options = Self::try_parse_from(words).map_err(|e| wrong_arguments(&e))?;
        let conversion = &mut options.conversion;
        if request.password.is_some() {
            let password = &mut conversion.document.reading.password.password;
            password.clone_from(&request.password);
        }
        Ok(options)
    }
}

/// Converts a document and returns the answer. `bytes` are the document, unless the request has a path.
pub(super) fn answer(request: &Request, bytes: Vec<u8>, limits: Limits) -> Answer {
    let counts = Rc::new(RefCell::new(Counts::default()));
    let counted = Rc::clone(&counts);
    let tell = move |event: &Event| {
        counted.borrow_mut().add(event);
        // Ignores errors: without a reader this process ends soon.
        let _ = send(Kind::Event, event);
    };
    let done = convert(request, bytes, limits, Box::new(tell));
    let counts = counts.take();
    Answer {
        id: request.id.clone(),
        ok: done.is_ok(),
        error: done.err().map(Failed::from),
        counts,
    }
}

fn convert(request: &Request, bytes: Vec<u8>, limits: Limits, owner: Listener) -> Result<()> {
    let Options {
        formats,
        conversion,
    } = Options::of(request)?;
    let mut options = conversion.options()?;
    let path = request.path.as_ref().map(PathBuf::from);
    // A missing file is reported when it is opened.
    let length = path.as_ref().and_then(|path| fs::metadata(path).ok());
    let load = Load {
        input: length.map_or(0, |file| file.len()),
        threads: options.threads(),
        stacks: options.stacks(),
    };
    limits.begin(load).map_err(|e| {
        let why = format!("the limits cannot be set: {}", io_reason(&e));
        Diagnostic::argument(why)
    })?;
    let source = match &path {
        Some(path) => Source::map(path)?,
        None => Source::from(bytes).named(request.name.as_deref().unwrap_or_default()),
    };
    let claims = Arc::new(match &path {
        Some(path) => conversion.claims([path.as_path()], &source),
        None => conversion.claims([], &source),
    });
    let logs = conversion.record.claim_logs_in_batch(&claims)?;
    let files = [&logs.log, &logs.corrections];
    files.into_iter().flatten().try_for_each(not_to_stdout)?;
    let mut report = Report::in_batch(source.name(), logs, owner)?;
    let result = match &request.answer {
        Wanted::Files(output) => {
            let output = PathBuf::from(output);
            let formats = formats.choices(Some(&output));
            let places = formats::places(&formats, Some(&output))?;
            let places = formats::claim(&claims, places)?;
            places
                .iter()
                .try_for_each(|(_, place)| not_to_stdout(place))?;
            options.images = conversion.images(&claims, &places, source.name())?;
            let making = conversion.making(&claims);
            let time_limit = TimeLimit::default();
            files::write(&source, options, &places, &making, &time_limit, &mut report)
        }
        Wanted::Arrow(tables) => {
            let name = match (&request.name, &path) {
                (None, Some(path)) => path.to_string_lossy(),
                _ => request.name.as_deref().unwrap_or_default().into(),
            };
            tables::write(&source, &name, options, tables, &mut report)
        }
    };
    report.end(result)
}

/// Refuses standard output, which is for answers.
fn not_to_stdout(place: &Destination) -> Result<()> {
    match place {
        Destination::Stdout => Err(Diagnostic::argument(
            "a worker cannot write a document to standard output; name a file",
        )),
        _ => Ok(()),
    }
}
