//! `--format page`: one file for one page; for several pages a METS file that lists them, and a folder next
//! to it.

use std::io::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::beside::Beside;
use super::claims::Claims;
use super::destination::Destination;
use super::output::Output;
use crate::convert::Target;
use crate::document::Document;
use pdfa2hocr_core::diagnostics::{Diagnostic, Result, write_error};
use pdfa2hocr_core::write::digest::Digested;
use pdfa2hocr_core::write::{Format, PageFiles};

/// Suffix of the folder's name, after the name of the file.
const FOLDER: &str = "_pages";

/// The PAGE XML files of a conversion.
pub(super) struct PageFolder {
    out: Digested<Output>,
    /// `None` for standard output and devices.
    folder: Option<Arc<Mutex<Beside>>>,
    files: Option<PageFiles>,
}

impl PageFolder {
    /// # Errors
    ///
    /// Those of [`Output::create`] and [`Beside::new`].
    pub(super) fn create(place: &Destination, claims: &Claims) -> Result<Self> {
        let folder = Beside::new(place, FOLDER, "earlier pages", PageFiles::is_name, claims)?;
        Ok(Self {
            out: Digested::new(Output::create(place)?, true),
            folder: folder.map(|folder| Arc::new(Mutex::new(folder))),
            files: None,
        })
    }

    /// The target for the conversion of a document.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::argument`] if several files cannot be written there.
    pub(super) fn target(&mut self, document: &Document) -> Result<Target<'_>> {
        if document.chosen_pages().len() == 1 {
            return Ok(Target::new(Format::Page, self.out.inner_mut()));
        }
        let Some(folder) = &self.folder else {
            return Err(Diagnostic::argument(
                "--format page: a file of PAGE XML holds one page, and these are several: name a \
                 file for the list of them, beside which they get a folder, or choose one with --pages",
            ));
        };
        let name = lock(folder).name();
        let folder = Arc::clone(folder);
        let store = move |name: &str, data: &[u8]| lock(&folder).write(name, data);
        let options = &document.options().write;
        let files = PageFiles::new(options, &name, Box::new(store));
        Ok(Target::with_writer(self.files.insert(files), &mut self.out))
    }

    /// Completes the list, and checks that all files may be moved to their destinations.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::file`] if they cannot be written, [`Diagnostic::argument`] if existing files
    /// must stay.
    pub(super) fn check(&mut self) -> Result<()> {
        let Some(files) = self.files.take() else {
            return self.out.inner_mut().check();
        };
        if let Some(error) = files.into_error() {
            return Err(write_error(&error));
        }
        if let Some(folder) = &self.folder {
            let folder = lock(folder);
            folder.check()?;
            let line = folder.digest_line();
            let written = self.out.write_all(line.as_bytes());
            written.map_err(|error| write_error(&error))?;
        }
        self.out.end().map_err(|error| write_error(&error))?;
        self.out.inner_mut().check()
    }

    /// Moves the files to their destinations.
    ///
    /// # Errors
    ///
    /// Those of [`PageFolder::check`].
    pub(super) fn finish(self) -> Result<()> {
        let folder = self.folder.and_then(Arc::into_inner);
        if let Some(folder) = folder.map(Mutex::into_inner) {
            folder.unwrap_or_else(PoisonError::into_inner).finish()?;
        }
        self.out.into_inner().finish()
    }
}

fn lock(folder: &Mutex<Beside>) -> MutexGuard<'_, Beside> {
    folder.lock().unwrap_or_else(PoisonError::into_inner)
}
