//! Writes output to standard output, to a device, or to a file that appears only when complete.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, StdoutLock, Write};
use std::path::{Path, PathBuf};

#[cfg(feature = "sqlite")]
use super::database::Database;
use super::destination::Destination;
use super::errors::cannot_write;
use super::existing::{Replacing, kept};
use super::signals;
use super::temporary::Temporary;
use pdfa2hocr_core::diagnostics::{Diagnostic, Result, write_error};

/// The output of one conversion.
pub(super) enum Output {
    Stdout(BufWriter<StdoutLock<'static>>),
    /// A temporary file in the same folder, which is renamed when complete.
    Beside {
        file: BufWriter<Temporary>,
        target: PathBuf,
        replacing: Replacing,
    },
    /// A device or pipe, which is written directly.
    Direct(BufWriter<File>),
    /// A database, made by the SQL script that is written.
    #[cfg(feature = "sqlite")]
    Database {
        database: Database,
        target: PathBuf,
        replacing: Replacing,
    },
}

/// Standard output.
///
/// # Errors
///
/// [`Diagnostic::file`] if standard output was closed when the program started.
pub(super) fn stdout() -> Result<StdoutLock<'static>> {
    if !signals::has_stdout() {
        let why = "cannot write the output: standard output is closed";
        return Err(Diagnostic::file(why));
    }
    Ok(io::stdout().lock())
}

/// The end of writing to standard output. A reader that closes the pipe early is not an error.
pub(super) fn ended(written: io::Result<()>) -> Result<()> {
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(write_error(&error)),
        _ => Ok(()),
    }
}

impl Output {
    /// # Errors
    ///
    /// [`Diagnostic::file`] if the destination cannot be written.
    pub(super) fn create(place: &Destination) -> Result<Self> {
        let failed = |e: io::Error| cannot_write(place.path(), &e);
        Ok(match place {
            Destination::Stdout => Self::Stdout(BufWriter::new(stdout()?)),
            // An open file may already have content, so output is appended.
            Destination::Device(path) => Self::Direct(BufWriter::new(
                OpenOptions::new().append(true).open(path).map_err(failed)?,
            )),
            Destination::File {
                target, replacing, ..
            } => Self::Beside {
                file: BufWriter::new(Temporary::beside(target).map_err(failed)?),
                target: target.clone(),
                replacing: *replacing,
            },
        })
    }

    /// A file that is written continuously, such as a log.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::file`] if the destination cannot be written.
    pub(super) fn stream(place: &Destination) -> Result<Self> {
        match place {
            Destination::File {
                path,
                replacing: Replacing::IfEqual(why),
                ..
            } => Err(kept(path, why)),
            Destination::File { path, target, .. } => match File::create(target) {
                Ok(file) => Ok(Self::Direct(BufWriter::new(file))),
                Err(error) => Err(cannot_write(path, &error)),
            },
            _ => Self::create(place),
        }
    }

    /// A file that several processes write.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::file`] if the destination cannot be written.
    pub(super) fn append(place: &Destination) -> Result<Self> {
        match place {
            Destination::File { path, target, .. } => {
                let file = OpenOptions::new().append(true).create(true).open(target);
                let file = file.map_err(|error| cannot_write(path, &error))?;
                Ok(Self::Direct(BufWriter::with_capacity(0, file)))
            }
            _ => Self::create(place),
        }
    }

    /// A database. Standard output, devices and pipes get the SQL script that makes it.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::file`] if the destination cannot be written.
    pub(super) fn database(place: &Destination) -> Result<Self> {
        let Destination::File {
            path,
            target,
            replacing,
        } = place
        else {
            return Self::create(place);
        };
        #[cfg(feature = "sqlite")]
        return Ok(Self::Database {
            database: Database::create(
                Temporary::beside(target).map_err(|e| cannot_write(path, &e))?,
            )?,
            target: target.clone(),
            replacing: *replacing,
        });
        #[cfg(not(feature = "sqlite"))]
        {
            let _ = (path, target, replacing);
            Err(Diagnostic::argument(
                "this program was built without SQLite; write the script that makes the database to \
                 standard output: --format sqlite=-",
            ))
        }
    }

    /// Checks that the complete file may be put in place. Called before any other output is put in place.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::argument`] if an existing file must stay; [`Diagnostic::file`] if the output
    /// cannot be written.
    pub(super) fn check(&mut self) -> Result<()> {
        if let Self::Beside {
            file,
            target,
            replacing: replacing @ Replacing::IfEqual(_),
        } = self
        {
            file.flush().map_err(|e| write_error(&e))?;
            replacing.replaces(file.get_ref().path(), target)?;
        }
        Ok(())
    }

    /// Puts the file in place, unless the existing file has the same bytes.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::file`] if that fails, such as for lack of space or permission;
    /// [`Diagnostic::argument`] if an existing file must stay.
    pub(super) fn finish(self) -> Result<()> {
        match self {
            Self::Stdout(mut out) => ended(out.flush()),
            Self::Direct(mut out) => out.flush().map_err(|e| write_error(&e)),
            Self::Beside {
                file,
                target,
                replacing,
            } => {
                let file = file.into_inner().map_err(|e| write_error(e.error()))?;
                put(file, &target, replacing)
            }
            #[cfg(feature = "sqlite")]
            Self::Database {
                database,
                target,
                replacing,
            } => put(database.finish()?, &target, replacing),
        }
    }

    fn inner(&mut self) -> &mut dyn Write {
        match self {
            Self::Stdout(out) => out,
            Self::Beside { file, .. } => file,
            Self::Direct(out) => out,
            #[cfg(feature = "sqlite")]
            Self::Database { database, .. } => database,
        }
    }
}

/// Puts a complete file in place, unless the existing file has the same bytes.
fn put(file: Temporary, target: &Path, replacing: Replacing) -> Result<()> {
    match replacing.replaces(file.path(), target)? {
        true => file.persist(target).map_err(|e| cannot_write(target, &e)),
        false => Ok(()),
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.inner().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner().flush()
    }
}
