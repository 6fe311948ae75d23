//! The drawing worker process: opens one file and draws its pages one after the other, or draws given scans.
//! Reads requests from standard input, and writes pictures to standard output.

use std::fs;
use std::io;
use std::path::Path;
use std::process::exit;
use std::sync::mpsc::Receiver;
use std::thread;

use serde::Deserialize;

use super::draw::Painter;
use super::protocol::{Opening, Reply, Request, Version, reply};
use super::refusal::Refusal;
use super::scan;
use super::wanted::Wanted;
use pdfa2hocr_core::diagnostics::{Diagnostic, Result, io_reason};
use pdfa2hocr_core::page::ScanFile;
use pdfa2hocr_core::pdf::{Document, Source};
use pdfa2hocr_worker::{Frame, Limits, Load, requests};

/// Size of the stack, in bytes; nested forms need a large one.
const STACK: usize = 32 << 20;
/// Number of threads of this process: one draws, one reads requests, one waits for them.
const THREADS: usize = 3;

/// Draws pages of a file, as requested on standard input, and writes them to standard output.
///
/// # Errors
///
/// [`Diagnostic::file`] if the pictures cannot be written, or no thread can be started.
pub fn run(path: &Path, limits: &Limits) -> Result<()> {
    let cannot = |error: io::Error| failed(&io_reason(&error));
    let requested = requests().map_err(cannot)?;
    let Some(opening) = next::<Opening>(&requested) else {
        return Err(failed("only pdfa2hocr itself runs this command"));
    };
    let load = Load {
        input: opening
            .version
            .map_or(scan::LARGEST_FILE as u64, |file| file.bytes),
        threads: THREADS,
        stacks: STACK,
    };
    limits.begin(load).map_err(cannot)?;
    let path = path.to_owned();
    let painter = move || paint(&path, &opening, &requested);
    let thread = thread::Builder::new()
        .name("paint".into())
        .stack_size(STACK);
    match thread.spawn(painter).map_err(cannot)?.join() {
        Ok(painted) => painted.map_err(cannot),
        // The library panicked while drawing a page.
        Err(_) => exit(1),
    }
}

/// The next request; `None` at the end of input, or if it is not a `T`.
fn next<T: for<'a> Deserialize<'a>>(requested: &Receiver<io::Result<Frame>>) -> Option<T> {
    let frame = requested.recv().ok()?.ok()?;
    serde_json::from_slice(&frame.payload).ok()
}

fn paint(
    path: &Path,
    opening: &Opening,
    requested: &Receiver<io::Result<Frame>>,
) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let document = opening
        .version
        .map(|version| open(path, version, &opening.password))
        .transpose();
    let opened: Reply = document.as_ref().map(|_| Vec::new()).map_err(Clone::clone);
    reply(&mut out, &opened)?;
    let Ok(document) = document else {
        return Ok(());
    };
    let painter = document.as_ref().map(Painter::new);
    while let Some(Request { wanted, scan }) = next::<Request>(requested) {
        let drawn = match (scan, &painter) {
            (Some(scan), _) => paint_scan(&scan, wanted),
            (None, Some(painter)) => painter.draw(wanted),
            (None, None) => Err(Refusal::Damaged),
        };
        reply(&mut out, &drawn)?;
    }
    Ok(())
}

/// Draws the scan of a page in a separate file. It is decoded for each picture, because one scan may need all
/// memory.
fn paint_scan(scan: &ScanFile, wanted: Wanted) -> Reply {
    let (document, page, larger) = scan::document(scan)?;
    Painter::new(&document).draw(wanted.on_page(page, larger))
}

/// Opens the file like the rest of the program, with the same repairs.
fn open(path: &Path, version: Version, password: &str) -> std::result::Result<Document, Refusal> {
    let file = fs::metadata(path).map_err(|_| Refusal::Changed)?;
    if Version::of(&file) != version {
        return Err(Refusal::Changed);
    }
    let opened = Source::map(path).and_then(|source| Document::open(&source, password));
    let (document, _) = opened.map_err(|why| Refusal::Unreadable(why.to_string()))?;
    Ok(document)
}

fn failed(why: &str) -> Diagnostic {
    Diagnostic::file(format!("cannot draw pages: {why}"))
}
