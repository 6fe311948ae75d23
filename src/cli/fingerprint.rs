//! Hashes of files and options, by which an earlier result is known to be valid.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::errors::cannot;
use pdfa2hocr_core::diagnostics::Result;
use pdfa2hocr_core::pdf::FileType;

/// Options with their hash.
#[derive(Debug)]
pub(super) struct Fingerprint {
    pub options: Vec<String>,
    /// SHA-256 of the options, of the files that they name, and of the version of the program.
    pub sha256: String,
}

/// The fingerprint of options, of the engine for text recognition, and of the files that options name.
///
/// # Errors
///
/// [`Diagnostic::file`] if one of the files cannot be read.
pub(super) fn fingerprint(
    options: &[OsString],
    engine: Option<&str>,
    files: &[PathBuf],
) -> Result<Fingerprint> {
    let mut hasher = Sha256::new();
    hasher.update(env!("CARGO_PKG_VERSION"));
    for option in options {
        hasher.update([0]);
        hasher.update(option.as_encoded_bytes());
    }
    if let Some(engine) = engine {
        hasher.update([1]);
        hasher.update(engine);
    }
    for path in files {
        hasher.update(hash(path).map_err(|e| cannot("read", path, &e))?);
    }
    Ok(Fingerprint {
        options: options
            .iter()
            .map(|o| o.to_string_lossy().into_owned())
            .collect(),
        sha256: hex(&hasher.finalize()),
    })
}

/// The SHA-256 of a file, in hexadecimal.
///
/// # Errors
///
/// If it cannot be read, or is not a file.
pub(super) fn hash(path: &Path) -> io::Result<String> {
    if let Some(why) = FileType::of(&fs::metadata(path)?).reason() {
        return Err(io::Error::other(format!("{why}, and is read twice here")));
    }
    let mut file = File::open(path)?;
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer) {
            Ok(0) => return Ok(hex(&hasher.finalize())),
            Ok(n) => hasher.update(buffer.get(..n).unwrap_or_default()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}
