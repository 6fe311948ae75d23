//! `--format page`: one file for one page; for several pages a METS file that lists them, and a folder next
//! to it.

use std::sync::{Arc, Mutex};

use super::beside::{self, Beside};
use super::claims::Claims;
use super::destination::Destination;
use super::output::Output;
use super::output_file::OutputFile;
use crate::convert::{Observer, Target};
use crate::document::Document;
use pdfa2hocr_core::diagnostics::{Diagnostic, Result, write_error};
use pdfa2hocr_core::lock::{lock, unlocked};
use pdfa2hocr_core::pdf::Source;
use pdfa2hocr_core::write::digest::Digested;
use pdfa2hocr_core::write::{Format, PageFiles};

/// Suffix of the folder's name, after the name of the file.
const FOLDER: &str = "_pages";

/// The PAGE XML files of a conversion.
pub(super) struct PageFolder {
    /// The list of pages.
    pub out: Digested<Output>,
    /// `None` for standard output and devices.
    folder: Option<Arc<Mutex<Beside>>>,
    files: Option<PageFiles>,
}

impl PageFolder {
    pub(super) fn create(place: &Destination, claims: &Claims) -> Result<Self> {
        let folder = Beside::new(place, FOLDER, "earlier pages", PageFiles::is_name, claims)?;
        Self::with_folder(place, folder)
    }

    /// A list of pages with another folder.
    pub(super) fn with_folder(place: &Destination, folder: Option<Beside>) -> Result<Self> {
        Ok(Self {
            out: Digested::new(Output::create(place)?, true),
            folder: folder.map(|folder| Arc::new(Mutex::new(folder))),
            files: None,
        })
    }

    /// The writer of the pages of a document; `None` without a folder. `has_images` means that the folder also has the
    /// images of the pages.
    pub(super) fn files(&self, document: &Document, has_images: bool) -> Option<PageFiles> {
        let folder = Arc::clone(self.folder.as_ref()?);
        let name = lock(&folder).name();
        let store = move |name: &str, data: &[u8]| lock(&folder).write(name, data);
        let options = &document.options().write;
        Some(PageFiles::new(options, &name, has_images, Box::new(store)))
    }

    /// Completes the list of pages, which a writer has stored in these files.
    pub(super) fn complete(&mut self, files: PageFiles) -> Result<()> {
        if let Some(error) = files.into_error() {
            return Err(write_error(&error));
        }
        let folder = self.folder.as_ref().map(|folder| lock(folder));
        beside::complete(&mut self.out, folder.as_deref())
    }
}

impl OutputFile for PageFolder {
    fn target(&mut self, document: &Document, _: &Source) -> Result<Target<'_>> {
        if document.chosen_pages().len() == 1 {
            return Ok(Target::new(Format::Page, self.out.inner_mut()));
        }
        let files = self.files(document, false).ok_or_else(|| {
            Diagnostic::argument(
                "--format page: a file of PAGE XML holds one page, and these are several: name a \
                 file for the list of them, beside which they get a folder, or choose one with --pages",
            )
        })?;
        Ok(Target::with_writer(self.files.insert(files), &mut self.out))
    }

    fn check(&mut self, _: &mut dyn Observer) -> Result<()> {
        match self.files.take() {
            Some(files) => self.complete(files),
            None => self.out.inner_mut().check(),
        }
    }

    fn finish(self: Box<Self>) -> Result<()> {
        if let Some(folder) = self.folder.and_then(Arc::into_inner) {
            unlocked(folder).finish()?;
        }
        self.out.into_inner().finish()
    }
}
