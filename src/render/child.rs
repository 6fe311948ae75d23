//! The process that draws: it opens one file and draws its pages, one after the other, until nobody
//! tells it to any more.

use std::fs;
use std::io::{self, BufReader};
use std::path::Path;
use std::process::exit;
use std::sync::mpsc;
use std::thread;

use super::draw::Painter;
use super::protocol::{Opening, Reply, Version, receive, reply};
use super::refusal::Refusal;
use super::wanted::Wanted;
use crate::diagnostics::{Diagnostic, DiagnosticKind, Result, io_reason};
use crate::pdf::{Document, Source};

/// Bytes that drawing may take. Pages of real documents take up to 120 MB, the largest picture of a
/// large scan 600 MB.
pub(super) const MEMORY: u64 = 1 << 30;
/// Bytes of the stack: forms are drawn in forms.
const STACK: usize = 32 << 20;

/// Draws pages of a file, as standard input asks for them, to standard output.
///
/// # Errors
///
/// [`DiagnosticKind::File`] when nobody reads the pictures, or the system gives no thread.
pub(crate) fn run(path: &Path) -> Result<()> {
    limit_memory();
    let mut input = BufReader::new(io::stdin());
    let opening: Opening = match receive(&mut input) {
        Ok(Some(opening)) => opening,
        _ => return Err(failed("only pdfa2hocr itself runs this command")),
    };
    let (requests, requested) = mpsc::channel();
    // The end of the input is noticed while a page is being drawn, too: who asked is gone then.
    let listener = move || {
        while let Ok(Some(request)) = receive::<Wanted>(&mut input) {
            if requests.send(request).is_err() {
                break;
            }
        }
        exit(0);
    };
    let spawn = |name: &str| thread::Builder::new().name(name.into());
    let cannot = |error: io::Error| failed(&io_reason(&error));
    spawn("listen").spawn(listener).map_err(cannot)?;
    let path = path.to_owned();
    let painter = move || paint(&path, &opening, &requested);
    let painter = spawn("paint").stack_size(STACK).spawn(painter);
    match painter.map_err(cannot)?.join() {
        Ok(painted) => painted.map_err(cannot),
        // The library panicked over a page.
        Err(_) => exit(1),
    }
}

fn paint(path: &Path, opening: &Opening, requested: &mpsc::Receiver<Wanted>) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let document = open(path, opening);
    let opened: Reply = document.as_ref().map(|_| Vec::new()).map_err(Clone::clone);
    reply(&mut out, &opened)?;
    let Ok(document) = document else {
        return Ok(());
    };
    let painter = Painter::new(&document);
    for request in requested {
        reply(&mut out, &painter.draw(request))?;
    }
    Ok(())
}

/// Opens the file as the rest of the program does: what is mended there is mended here.
fn open(path: &Path, opening: &Opening) -> std::result::Result<Document, Refusal> {
    let file = fs::metadata(path).map_err(|_| Refusal::Changed)?;
    if Version::of(&file) != opening.version {
        return Err(Refusal::Changed);
    }
    let opened = Source::map(path).and_then(|source| Document::open(&source, &opening.password));
    let (document, _) = opened.map_err(|why| Refusal::Unreadable(why.to_string()))?;
    Ok(document)
}

/// Has the system refuse memory beyond the limit, so that this process ends and the computer goes on.
/// And no picture of its memory is left behind.
#[cfg(unix)]
fn limit_memory() {
    use nix::sys::resource::{Resource, setrlimit};
    // On Linux addresses are no measure: the file is mapped, and allocators set some aside.
    #[cfg(target_os = "linux")]
    let memory = Resource::RLIMIT_DATA;
    #[cfg(not(target_os = "linux"))]
    let memory = Resource::RLIMIT_AS;
    // Where the system has no such limit, that of time has to do.
    let _ = setrlimit(memory, MEMORY, MEMORY);
    let _ = setrlimit(Resource::RLIMIT_CORE, 0, 0);
}

#[cfg(not(unix))]
fn limit_memory() {}

fn failed(why: &str) -> Diagnostic {
    Diagnostic::new(DiagnosticKind::File, format!("cannot draw pages: {why}"))
}
