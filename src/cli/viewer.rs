//! `--format viewer`: writes the viewer as a file, with a folder next to it for long books.

use std::fs::File;
use std::sync::Arc;

use super::beside::{self, Beside, folder_of};
use super::canvas::canvas;
use super::claims::Claims;
use super::destination::Destination;
use super::errors::cannot_write;
use super::output::Output;
use super::output_file::OutputFile;
use super::temporary::Temporary;
use crate::convert::{Observer, Target};
use crate::document::Document;
use crate::viewer::{Book, FilesOfBook, Progress, Shape, bind};
use pdfa2hocr_core::diagnostics::{Diagnostic, Result, write_error};
use pdfa2hocr_core::pdf::Source;
use pdfa2hocr_core::write::digest::Digested;

/// Suffix of the folder's name, as browsers name it when they save a page.
const FOLDER: &str = "_files";

/// A book being written.
pub(super) struct ViewerFile {
    out: Digested<Output>,
    shape: Shape,
    /// The folder next to it; `None` for standard output and devices.
    folder: Option<Beside>,
    /// Temporary file for the pages until the book is complete.
    spool: Option<File>,
    made: Option<(Arc<Book>, Progress)>,
    /// A temporary copy of the document for rendering, if it has no file of its own.
    original: Option<Temporary>,
}

impl ViewerFile {
    /// # Errors
    ///
    /// Those of [`Output::create`], and [`Diagnostic::argument`] if the folder next to it exists and has
    /// other files.
    pub(super) fn create(place: &Destination, claims: &Claims, shape: Shape) -> Result<Self> {
        let folder = match shape {
            Shape::OneFile => None,
            _ => Beside::new(
                place,
                FOLDER,
                "an earlier book",
                FilesOfBook::is_name,
                claims,
            )?,
        };
        let out = Digested::new(Output::create(place)?, true);
        let spool = match place {
            // It can be as large as the book, so it is in the same folder.
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
}

impl OutputFile for ViewerFile {
    fn target(&mut self, document: &Document, source: &Source) -> Result<Target<'_>> {
        let Some(spool) = self.spool.take() else {
            return Err(Diagnostic::file("the book is made already"));
        };
        let canvas = canvas(document, source, &mut self.original)?;
        let book = Arc::new(Book::new(document.clone(), canvas, spool));
        let progress = Progress(Arc::clone(&book));
        let (book, progress) = self.made.insert((book, progress));
        Ok(Target::with_writer(&**book, progress))
    }

    fn check(&mut self, observer: &mut dyn Observer) -> Result<()> {
        let Some((book, _)) = &self.made else {
            return self.out.inner_mut().check();
        };
        book.check()?;
        for warning in book.warnings() {
            observer.warning(&warning);
        }
        let name = self.folder.as_ref().map(Beside::name).unwrap_or_default();
        let beside = &mut self.folder;
        let mut write = |name: &str, data: &[u8]| match beside {
            Some(beside) => beside.write(name, data),
            None => Ok(()),
        };
        let has_folder = !name.is_empty();
        let files = has_folder.then(|| FilesOfBook {
            folder: &name,
            write: &mut write,
        });
        bind(book, self.shape, &mut self.out, files).map_err(|e| write_error(&e))?;
        beside::complete(&mut self.out, self.folder.as_ref())
    }

    fn finish(self: Box<Self>) -> Result<()> {
        self.folder.map_or(Ok(()), Beside::finish)?;
        self.out.into_inner().finish()
    }
}
