//! `--format viewer`: a file, and the folder beside it when the book is long.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::claims::{Claims, Destination};
use super::formats::stem;
use super::output::{Output, cannot_write, write_error};
use super::temporary::{Aside, Temporary};
use crate::convert::{Observer, Target};
use crate::diagnostics::{Diagnostic, DiagnosticKind, Result};
use crate::document::Document;
use crate::pdf::Source;
use crate::render::{Drawer, Original};
use crate::viewer::{Book, Canvas, FilesOfBook, Progress, Shape, bind};

/// Behind the name of the file, the name of the folder: as browsers call it when they save a page.
const FOLDER: &str = "_files";

/// A book that is being made.
pub(super) struct ViewerFile {
    out: Output,
    shape: Shape,
    /// The folder beside it; none for standard output and devices.
    folder: Option<PathBuf>,
    /// Holds the pages until the book is made.
    spool: Option<File>,
    made: Option<(Arc<Book>, Progress)>,
    /// What is drawn, when it has no file of its own.
    original: Option<Temporary>,
}

impl ViewerFile {
    /// # Errors
    ///
    /// Those of [`Output::create`], and [`DiagnosticKind::Argument`] when the folder beside it is there
    /// and holds other files.
    pub(super) fn create(place: &Destination, claims: &Claims, shape: Shape) -> Result<Self> {
        let folder = match place {
            Destination::File { target, .. } if shape != Shape::OneFile => {
                let name = target.file_name().unwrap_or_default().to_string_lossy();
                Some(target.with_file_name(format!("{}{FOLDER}", file_stem(&name))))
            }
            _ => None,
        };
        if let Some(folder) = &folder {
            check(folder, claims)?;
        }
        let out = Output::create(place)?;
        let spool = match place {
            // It may be as large as the book, so it is where there is room for that.
            Destination::File { target, .. } => tempfile::tempfile_in(folder_of(target)),
            _ => tempfile::tempfile(),
        };
        Ok(Self {
            out,
            shape,
            folder,
            spool: Some(spool.map_err(|e| cannot_write(place.path(), &e))?),
            made: None,
            original: None,
        })
    }

    /// What the conversion of a document writes to.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::File`] when its pages cannot be drawn.
    pub(super) fn target(&mut self, document: &Document, source: &Source) -> Result<Target<'_>> {
        let Some(spool) = self.spool.take() else {
            return Err(Diagnostic::new(
                DiagnosticKind::File,
                "the book is made already",
            ));
        };
        let canvas = self.canvas(document, source)?;
        let book = Arc::new(Book::new(document.clone(), canvas, spool));
        let progress = Progress(Arc::clone(&book));
        let (book, progress) = self.made.insert((book, progress));
        Ok(Target::with_writer(&**book, progress))
    }

    fn canvas(&mut self, document: &Document, source: &Source) -> Result<Canvas> {
        let pipeline = document.pipeline();
        let options = pipeline.options();
        if pipeline.pdf().is_none() {
            return Ok(None);
        }
        let named = Path::new(source.name());
        let is_file = fs::metadata(named).is_ok_and(|file| file.is_file());
        let path = match is_file {
            true => named.to_owned(),
            // The processes that draw open a file.
            false => {
                let place = std::env::temp_dir().join("document.pdf");
                let failed = |e: io::Error| cannot_write(&place, &e);
                let mut file = Temporary::beside(&place).map_err(failed)?;
                file.write_all(source.bytes()).map_err(failed)?;
                file.flush().map_err(failed)?;
                self.original.insert(file).path().to_owned()
            }
        };
        let original = Original::new(&path, &options.password);
        let original = original.map_err(|e| {
            let why = format!("cannot read {}: {e}", path.display());
            Diagnostic::new(DiagnosticKind::File, why)
        })?;
        let drawer = Drawer::with_processes(original, document.page_count(), pipeline.threads());
        Ok(Some((drawer, pipeline.scans())))
    }

    /// Makes the book of the pages, and puts it in its place.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::File`] when it cannot be written.
    pub(super) fn finish(self, observer: &mut dyn Observer) -> Result<()> {
        let Self {
            mut out,
            shape,
            folder,
            made,
            ..
        } = self;
        let Some((book, _)) = made else {
            return out.finish();
        };
        book.check()?;
        for warning in book.warnings() {
            observer.warning(&warning);
        }
        let mut beside = folder.map(Beside::new);
        let name = beside.as_ref().map(Beside::name).unwrap_or_default();
        let mut write = |name: &str, data: &[u8]| match &mut beside {
            Some(beside) => beside.write(name, data),
            None => Ok(()),
        };
        let has_folder = !name.is_empty();
        let files = has_folder.then(|| FilesOfBook {
            folder: &name,
            write: &mut write,
        });
        bind(&book, shape, &mut out, files).map_err(|e| write_error(&e))?;
        if let Some(beside) = beside {
            beside.finish()?;
        }
        out.finish()
    }
}

/// The name of the file without its ending.
fn file_stem(name: &str) -> &str {
    match stem(name) {
        same if same == name => name.rsplit_once('.').map_or(name, |(stem, _)| stem),
        stem => stem,
    }
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Whether a folder is not there, or is that of an earlier book.
fn check(folder: &Path, claims: &Claims) -> Result<()> {
    if is_free(folder) {
        return claims.check_folder(folder, |_| true);
    }
    Err(taken(folder))
}

/// Whether nothing would be lost if a folder took this place.
fn is_free(folder: &Path) -> bool {
    let Ok(metadata) = fs::symlink_metadata(folder) else {
        return true;
    };
    let mut names = fs::read_dir(folder).into_iter().flatten().flatten();
    let is_book =
        |entry: fs::DirEntry| entry.file_name().to_str().is_some_and(FilesOfBook::is_name);
    metadata.is_dir() && names.all(is_book)
}

fn taken(folder: &Path) -> Diagnostic {
    let why = format!(
        "cannot write {}: it is there and is not the folder of an earlier book; name another file for \
         the output",
        folder.display()
    );
    Diagnostic::new(DiagnosticKind::Argument, why)
}

/// The folder of a book, which is made elsewhere and put in its place when it is whole.
struct Beside {
    place: PathBuf,
    /// Where it is made, once there is something to be put in it.
    aside: Option<Aside>,
}

impl Beside {
    fn new(place: PathBuf) -> Self {
        Self { place, aside: None }
    }

    fn name(&self) -> String {
        let name = self.place.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }

    fn write(&mut self, name: &str, data: &[u8]) -> io::Result<()> {
        let aside = match &mut self.aside {
            Some(aside) => aside,
            none => {
                let aside = none.insert(Aside::new(folder_of(&self.place))?);
                fs::create_dir(new_in(aside))?;
                aside
            }
        };
        fs::write(new_in(aside).join(name), data)
    }

    /// Puts the folder in its place, in which an earlier one may be.
    fn finish(self) -> Result<()> {
        let Some(aside) = &self.aside else {
            return Ok(());
        };
        let failed = |e: io::Error| cannot_write(&self.place, &e);
        // Something may have come there meanwhile, as other outputs of this program.
        if !is_free(&self.place) {
            return Err(taken(&self.place));
        }
        if self.place.exists() {
            // It goes with the folder that it is moved to.
            fs::rename(&self.place, aside.path().join("old")).map_err(failed)?;
        }
        fs::rename(new_in(aside), &self.place).map_err(failed)
    }
}

fn new_in(aside: &Aside) -> PathBuf {
    aside.path().join("new")
}
