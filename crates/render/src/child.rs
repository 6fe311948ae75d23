//! The drawing worker process: opens one file and draws its pages one after the other, or draws given scans.
//! Reads requests from standard input, and writes pictures to standard output.

use std::path::Path;
use std::process::exit;
use std::sync::mpsc::Receiver;
use std::{fs, io, thread};

use serde::Deserialize;

use super::draw::Painter;
use super::protocol::{Opening, Reply, Request, Version, reply};
use super::refusal::Refusal;
use super::samples::Samples;
use super::scan;
use super::wanted::Wanted;
use pdfa2hocr_core::diagnostics::{self, Diagnostic, io_reason};
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
pub fn run(path: &Path, limits: &Limits) -> diagnostics::Result<()> {
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
    let mut scans = Scans::default();
    while let Some(Request { wanted, scan }) = next::<Request>(requested) {
        let drawn = match (scan, &painter) {
            (Some(scan), _) => scans.draw(&scan, wanted),
            (None, Some(painter)) => painter.draw(wanted),
            (None, None) => Err(Refusal::Damaged),
        };
        reply(&mut out, &drawn)?;
    }
    Ok(())
}

/// Draws the scans of pages in separate files. A scan is decoded for each picture, because one may need all memory;
/// but once for all lines of a page, which are cut out of its picture.
#[derive(Default)]
struct Scans {
    last: Option<WholePage>,
}

/// The picture of a page whose parts are requested.
struct WholePage {
    scan: ScanFile,
    version: Option<Version>,
    scale: f32,
    picture: Samples,
}

impl Scans {
    fn draw(&mut self, scan: &ScanFile, wanted: Wanted) -> Reply {
        if let Wanted::Part { area, .. } = wanted
            && let Some(part) = self.page_of(scan, wanted)?.cropped(area)
        {
            return part.png();
        }
        let (document, page, larger) = scan::document(scan)?;
        Painter::new(&document).draw(wanted.on_page(page, larger))
    }

    /// The picture of the page of a part.
    fn page_of(&mut self, scan: &ScanFile, wanted: Wanted) -> Result<&Samples, Refusal> {
        let file = fs::metadata(&scan.path).ok();
        let version = file.map(|file| Version::of(&file));
        let scale = wanted.scale();
        let is_known =
            |page: &WholePage| page.scan == *scan && page.version == version && page.scale == scale;
        let known = self.last.take().filter(is_known);
        let page = match known {
            Some(page) => page,
            None => {
                let (document, page, larger) = scan::document(scan)?;
                let on_page = wanted.on_page(page, larger);
                let picture = Painter::new(&document).whole_page(page, on_page.scale())?;
                WholePage {
                    scan: scan.clone(),
                    version,
                    scale,
                    // A page that is too large has no picture; its parts are drawn alone.
                    picture: picture.unwrap_or_else(Samples::empty),
                }
            }
        };
        Ok(&self.last.insert(page).picture)
    }
}

/// Opens the file like the rest of the program, with the same repairs.
fn open(path: &Path, version: Version, password: &str) -> Result<Document, Refusal> {
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

#[cfg(test)]
mod tests {
    use std::fs::File;

    use super::*;

    #[test]
    fn a_scan_is_decoded_once_for_all_its_lines() {
        let name = format!("pdfa2hocr-{}.png", std::process::id());
        let path = std::env::temp_dir().join(name);
        let grey = (0..40 * 30).map(|n| (n % 251) as u8).collect();
        let picture = Samples::new(png::ColorType::Grayscale, (40, 30), grey);
        fs::write(&path, picture.png().unwrap()).unwrap();
        let scan = ScanFile {
            path: path.clone(),
            frame: 0,
            size: (40.0, 30.0),
            pixel: None,
        };
        let line = |y: f32| Wanted::part(0, 1.0, [5.0, y, 35.0, y + 8.0]);
        let lines = [3.0, 15.0].map(|y| Scans::default().draw(&scan, line(y)).unwrap());
        let mut scans = Scans::default();
        assert_eq!(scans.draw(&scan, line(3.0)).as_ref(), Ok(&lines[0]));
        // The same size and time, but damaged: it is not read again.
        let file = fs::metadata(&path).unwrap();
        fs::write(&path, vec![0; file.len() as usize]).unwrap();
        let changed = File::options().write(true).open(&path).unwrap();
        changed.set_modified(file.modified().unwrap()).unwrap();
        assert_eq!(scans.draw(&scan, line(15.0)).as_ref(), Ok(&lines[1]));
        // Another size.
        fs::write(&path, b"x").unwrap();
        assert!(scans.draw(&scan, line(15.0)).is_err());
        assert!(scans.draw(&scan, Wanted::page(0, 1.0)).is_err());
        fs::remove_file(&path).unwrap();
    }
}
