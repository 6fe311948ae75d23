//! Where the bytes come from.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use hayro_syntax::PdfData;

use crate::diagnostics::{Diagnostic, DiagnosticKind, Result};

/// The bytes of a file: mapped, or held in memory.
#[derive(Clone)]
pub struct Source {
    data: PdfData,
}

impl Source {
    /// Maps a file.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::File`] when it is missing, a directory or not readable.
    pub fn open(path: &Path) -> Result<Self> {
        let fail = |why: String| {
            Diagnostic::new(
                DiagnosticKind::File,
                format!("cannot read {}: {why}", path.display()),
            )
        };
        let metadata = std::fs::metadata(path).map_err(|e| fail(reason(&e)))?;
        if metadata.is_dir() {
            return Err(fail("it is a directory".into()));
        }
        let mut file = File::open(path).map_err(|e| fail(reason(&e)))?;
        if !metadata.is_file() || metadata.len() == 0 {
            // Pipes and devices cannot be mapped, nor can nothing.
            return Self::read(&mut file).map_err(|e| fail(e.message));
        }
        // SAFETY: the map is read-only and its bytes are only ever looked at as `&[u8]`. Should
        // another program change the file while it is converted, the result is what it is for any
        // reader of a changing file: a damaged document.
        #[allow(unsafe_code)]
        let map = unsafe { memmap2::Mmap::map(&file) }.map_err(|e| fail(reason(&e)))?;
        Ok(Self {
            data: Arc::new(map).into(),
        })
    }

    /// Reads everything there is, for pipes.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::File`] when reading fails.
    pub fn read(reader: &mut impl Read) -> Result<Self> {
        let mut bytes = Vec::new();
        reader
            .read_to_end(&mut bytes)
            .map_err(|e| Diagnostic::new(DiagnosticKind::File, reason(&e)))?;
        Ok(Self::from(bytes))
    }

    pub fn bytes(&self) -> &[u8] {
        self.data.as_ref()
    }

    pub(super) fn data(&self) -> PdfData {
        self.data.clone()
    }
}

impl From<Vec<u8>> for Source {
    fn from(bytes: Vec<u8>) -> Self {
        Self { data: bytes.into() }
    }
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
