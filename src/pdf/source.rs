//! Where the bytes come from.

use std::fmt;
use std::fs::{File, Metadata};
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use hayro_syntax::PdfData;

use crate::diagnostics::{Diagnostic, DiagnosticKind, Result};

/// The bytes of a document, held in memory or mapped, and its name. It costs little to clone.
#[derive(Clone)]
pub struct Source {
    data: PdfData,
    name: String,
}

impl Source {
    /// Reads a file into memory.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::File`] when it is missing, a directory or not readable.
    pub fn open(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let mut file = open(path)?.0;
        Ok(Self::read(&mut file)
            .map_err(|e| cannot_read(path, &e.message))?
            .named(path.to_str().unwrap_or_default()))
    }

    /// Maps a file: its pages are read from the disk when they are needed, and the system can let
    /// them go. What cannot be mapped is read into memory.
    ///
    /// Should another program change the file meanwhile, the document is damaged; should it cut the
    /// file short, reading ends this program (`SIGBUS`).
    ///
    /// # Errors
    ///
    /// As [`Source::open`].
    pub fn map(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let (file, metadata) = open(path)?;
        if !metadata.is_file() || metadata.len() == 0 {
            // Pipes and devices cannot be mapped, nor can nothing.
            return Self::open(path);
        }
        // SAFETY: the map is read-only and its bytes are only ever looked at as `&[u8]`. Should
        // another program change the file while it is converted, the result is what it is for any
        // reader of a changing file: a damaged document.
        #[allow(unsafe_code)]
        let map = unsafe { memmap2::Mmap::map(&file) };
        let map = map.map_err(|e| cannot_read(path, &reason(&e)))?;
        Ok(Self {
            data: Arc::new(map).into(),
            name: path.to_str().unwrap_or_default().to_owned(),
        })
    }

    /// Reads everything there is.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::File`] when reading fails.
    pub fn read(mut reader: impl Read) -> Result<Self> {
        let mut bytes = Vec::new();
        reader
            .read_to_end(&mut bytes)
            .map_err(|e| Diagnostic::new(DiagnosticKind::File, reason(&e)))?;
        Ok(Self::from(bytes))
    }

    /// The same, called otherwise: readers of the output see the name.
    #[must_use]
    pub fn named(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// The path of the file, or what [`Source::named`] has set; empty when there is none.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// All bytes.
    pub fn bytes(&self) -> &[u8] {
        self.data.as_ref()
    }

    pub(super) fn data(&self) -> PdfData {
        self.data.clone()
    }
}

impl From<Vec<u8>> for Source {
    fn from(bytes: Vec<u8>) -> Self {
        Self {
            data: bytes.into(),
            name: String::new(),
        }
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Source")
            .field("name", &self.name)
            .field("bytes", &self.bytes().len())
            .finish()
    }
}

fn open(path: &Path) -> Result<(File, Metadata)> {
    let metadata = std::fs::metadata(path).map_err(|e| cannot_read(path, &reason(&e)))?;
    if metadata.is_dir() {
        return Err(cannot_read(path, "it is a directory"));
    }
    let file = File::open(path).map_err(|e| cannot_read(path, &reason(&e)))?;
    Ok((file, metadata))
}

fn cannot_read(path: &Path, why: &str) -> Diagnostic {
    let message = format!("cannot read {}: {why}", path.display());
    Diagnostic::new(DiagnosticKind::File, message)
}

/// An input/output error as a person would say it, without the system's number.
fn reason(error: &std::io::Error) -> String {
    use std::io::ErrorKind;
    match error.kind() {
        ErrorKind::NotFound => "there is no such file".into(),
        ErrorKind::PermissionDenied => "permission denied".into(),
        _ => error.to_string(),
    }
}
