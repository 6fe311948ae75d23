//! The folder of kept indexes (`--index`): the text of each document that was read, so that a later search need not
//! read the document again.

use std::fs::{self, File};
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::cli::errors::{cannot, cannot_write};
use crate::cli::fingerprint::{Fingerprint, hash, hex};
use crate::cli::temporary::Temporary;
use pdfa2hocr_core::diagnostics::Result;
use pdfa2hocr_core::locate::Index;

/// The ending of the files.
const ENDING: &str = "pdfa2hocr-text";

/// A folder of indexes.
pub(super) struct Kept<'a> {
    folder: &'a Path,
    options: &'a Fingerprint,
}

impl<'a> Kept<'a> {
    /// Creates the folder if needed.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::file`](pdfa2hocr_core::diagnostics::Diagnostic::file) if that fails.
    pub(super) fn new(folder: &'a Path, options: &'a Fingerprint) -> Result<Self> {
        fs::create_dir_all(folder).map_err(|error| cannot("make", folder, &error))?;
        Ok(Self { folder, options })
    }

    /// The path of a document's index. Its name is made of the hashes of its content and of the options.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::file`](pdfa2hocr_core::diagnostics::Diagnostic::file) if the document cannot be read.
    pub(super) fn path(&self, document: &Path) -> Result<PathBuf> {
        let content = hash(document).map_err(|error| cannot("read", document, &error))?;
        let both = Sha256::digest(format!("{content} {}", self.options.sha256));
        let name = hex(both.get(..16).unwrap_or_default());
        Ok(self.folder.join(format!("{name}.{ENDING}")))
    }

    /// Opens an index. Returns `None` if it does not exist, or is damaged.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::file`](pdfa2hocr_core::diagnostics::Diagnostic::file) if it cannot be read.
    pub(super) fn load(path: &Path) -> Result<Option<Index>> {
        match File::open(path).and_then(Index::load) {
            Ok(index) => Ok(Some(index)),
            Err(error) => match error.kind() {
                ErrorKind::NotFound | ErrorKind::InvalidData | ErrorKind::UnexpectedEof => Ok(None),
                _ => Err(cannot("read", path, &error)),
            },
        }
    }

    /// Writes an index, whole or not at all.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::file`](pdfa2hocr_core::diagnostics::Diagnostic::file) if that fails.
    pub(super) fn save(path: &Path, index: &mut Index) -> Result<()> {
        let written = Temporary::beside(path).and_then(|file| {
            let mut out = BufWriter::new(file);
            index.save(&mut out)?;
            out.flush()?;
            let file = out.into_inner().map_err(|error| error.into_error())?;
            file.persist(path)
        });
        written.map_err(|error| cannot_write(path, &error))
    }
}
