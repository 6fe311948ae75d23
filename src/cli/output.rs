//! Where output goes: standard output, or a file that appears whole or not at all.

use std::fs::{File, Permissions};
use std::io::{self, BufWriter, ErrorKind, StdoutLock, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

#[cfg(feature = "sqlite")]
use super::database::Database;
use crate::diagnostics::{Diagnostic, Kind, Result};

/// The output of one conversion.
pub enum Output {
    Stdout(BufWriter<StdoutLock<'static>>),
    /// Written beside its place, and put there when it is whole.
    Beside {
        file: BufWriter<NamedTempFile>,
        path: PathBuf,
    },
    /// Devices and pipes are written as they are.
    Direct(BufWriter<File>),
    /// A database, made by the script that is written.
    #[cfg(feature = "sqlite")]
    Database {
        database: Database,
        path: PathBuf,
    },
}

impl Output {
    /// `-` is standard output.
    ///
    /// # Errors
    ///
    /// [`Kind::File`] when the place cannot be written to.
    pub fn create(path: &Path) -> Result<Self> {
        if path.as_os_str() == "-" {
            return Ok(Self::Stdout(BufWriter::new(io::stdout().lock())));
        }
        let fail = |why: String| {
            Diagnostic::new(
                Kind::File,
                format!("cannot write {}: {why}", path.display()),
            )
        };
        if path.is_dir() {
            return Err(fail("it is a directory".into()));
        }
        if path.exists() && !path.is_file() {
            let file = File::create(path).map_err(|e| fail(e.to_string()))?;
            return Ok(Self::Direct(BufWriter::new(file)));
        }
        Ok(Self::Beside {
            file: BufWriter::new(beside(path)?),
            path: path.to_owned(),
        })
    }

    /// A database at a path. To standard output, devices and pipes the script goes that makes it.
    ///
    /// # Errors
    ///
    /// [`Kind::File`] when the place cannot be written to.
    pub fn database(path: &Path) -> Result<Self> {
        if path.as_os_str() == "-" || path.exists() && !path.is_file() {
            return Self::create(path);
        }
        #[cfg(feature = "sqlite")]
        return Ok(Self::Database {
            database: Database::create(beside(path)?)?,
            path: path.to_owned(),
        });
        #[cfg(not(feature = "sqlite"))]
        Err(Diagnostic::new(
            Kind::Argument,
            "this program was built without SQLite; write the script that makes the database to \
             standard output: --format sqlite=-",
        ))
    }

    /// Puts the file in its place.
    ///
    /// # Errors
    ///
    /// [`Kind::File`] when that fails, for want of space or right.
    pub fn finish(self) -> Result<()> {
        match self {
            Self::Stdout(mut out) => match out.flush() {
                // A reader that has seen enough is no error.
                Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(write_error(&error)),
                _ => Ok(()),
            },
            Self::Direct(mut out) => out.flush().map_err(|e| write_error(&e)),
            Self::Beside { file, path } => persist(
                file.into_inner().map_err(|e| write_error(e.error()))?,
                &path,
            ),
            #[cfg(feature = "sqlite")]
            Self::Database { database, path } => persist(database.finish()?, &path),
        }
    }
}

/// A file for what is not whole yet, in the folder of its place.
fn beside(path: &Path) -> Result<NamedTempFile> {
    let fail = |why: String| {
        Diagnostic::new(
            Kind::File,
            format!("cannot write {}: {why}", path.display()),
        )
    };
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    if !folder.is_dir() {
        return Err(fail(format!("there is no folder {}", folder.display())));
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(".pdfa2hocr-");
    let permissions = permissions(path);
    if let Some(permissions) = &permissions {
        builder.permissions(permissions.clone());
    }
    builder.tempfile_in(folder).map_err(|e| fail(io_reason(&e)))
}

/// Puts a whole file in its place.
fn persist(file: NamedTempFile, path: &Path) -> Result<()> {
    file.persist(path).map(drop).map_err(|e| {
        Diagnostic::new(
            Kind::File,
            format!("cannot write {}: {}", path.display(), io_reason(&e.error)),
        )
    })
}

/// Those of the file that is replaced, else what a new file of this user would have; `None` where
/// the system decides.
fn permissions(path: &Path) -> Option<Permissions> {
    if let Ok(metadata) = std::fs::metadata(path) {
        return Some(metadata.permissions());
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The process's mask is taken off by the system.
        Some(Permissions::from_mode(0o666))
    }
    #[cfg(not(unix))]
    None
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(out) => out.write(bytes),
            Self::Beside { file, .. } => file.write(bytes),
            Self::Direct(out) => out.write(bytes),
            #[cfg(feature = "sqlite")]
            Self::Database { database, .. } => database.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(out) => out.flush(),
            Self::Beside { file, .. } => file.flush(),
            Self::Direct(out) => out.flush(),
            #[cfg(feature = "sqlite")]
            Self::Database { database, .. } => database.flush(),
        }
    }
}

/// The error for output that could not be written.
pub fn write_error(error: &io::Error) -> Diagnostic {
    Diagnostic::new(
        Kind::File,
        format!("cannot write the output: {}", io_reason(error)),
    )
}

/// Why the system refused, in a few words.
pub fn io_reason(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::PermissionDenied => "permission denied".into(),
        ErrorKind::StorageFull => "the disk is full".into(),
        ErrorKind::BrokenPipe => "its reader has gone".into(),
        _ => error.to_string(),
    }
}
