//! Runs an SQL script to make a database. A table in it has the digest of the file, so that a later
//! conversion can tell whether the file was changed.

use std::fs::OpenOptions;
use std::io::{self, Seek, SeekFrom, Write};

use memchr::memmem;
use rusqlite::Connection;

use super::temporary::Temporary;
use pdfa2hocr_core::diagnostics::{Diagnostic, DiagnosticKind, Result, io_reason};
use pdfa2hocr_core::pdf::Source;
use pdfa2hocr_core::write::digest::{self, DIGITS, Found};

/// First bytes of a database (SQLite's file format, 1.3.1).
const MAGIC: &[u8] = b"SQLite format 3\0";
/// Text before the digits of the digest.
const BEFORE_DIGEST: &str = "pdfa2hocr xxh3:";

/// Runs the statements that are written to it. Each ends with `;` and a line feed, which must not occur
/// together elsewhere.
pub(super) struct Database {
    connection: Connection,
    file: Temporary,
    /// The incomplete statement at the end of the script so far.
    script: Vec<u8>,
}

impl Database {
    /// An empty database in a file, which is removed if the database is not finished.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::File`] when the file cannot be opened.
    pub(super) fn create(file: Temporary) -> Result<Self> {
        let connection = Connection::open(file.path()).map_err(|e| failed(&e))?;
        // An incomplete file is deleted, so protection against crashes is not needed.
        connection
            .execute_batch("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;")
            .map_err(|e| failed(&e))?;
        Ok(Self {
            connection,
            file,
            script: Vec::new(),
        })
    }

    /// Adds the digest, and returns the complete file.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::File`] if the file cannot be written.
    pub(super) fn finish(self) -> Result<Temporary> {
        let digest = format!("{BEFORE_DIGEST}{}", "0".repeat(DIGITS));
        let table = format!(
            "CREATE TABLE digest (program_and_digest TEXT NOT NULL);\n\
             INSERT INTO digest VALUES ('{digest}');"
        );
        self.connection
            .execute_batch(&table)
            .map_err(|e| failed(&e))?;
        self.connection.close().map_err(|(_, e)| failed(&e))?;
        add_digest(&self.file)?;
        Ok(self.file)
    }
}

/// Whether a file is a database.
pub(super) fn is_database(file: &[u8]) -> bool {
    file.starts_with(MAGIC)
}

/// Compares the digest in a database with its bytes; for this, the digits of the digest count as zeros.
pub(super) fn check_digest(file: &[u8]) -> Found {
    let Some(at) = place_of_digest(file) else {
        return Found::None;
    };
    let (before, rest) = file.split_at(at);
    let Some((digits, after)) = rest.split_at_checked(DIGITS) else {
        return Found::Changed;
    };
    let zeros = "0".repeat(DIGITS);
    match digest::of_parts(&[before, zeros.as_bytes(), after]).as_bytes() == digits {
        true => Found::Unchanged,
        false => Found::Changed,
    }
}

/// Replaces the zeros in the new table with the digest of the file. SQLite itself has no checksum of a file.
fn add_digest(file: &Temporary) -> Result<()> {
    // Mapped, because a database can be larger than the memory.
    let source = Source::map(file.path())?;
    // If the document's own text looks like a digest, none is added. Then the database is replaced only with
    // `--overwrite`.
    let Some(at) = place_of_digest(source.bytes()) else {
        return Ok(());
    };
    let digest = digest::of(source.bytes());
    drop(source);
    let write = || -> io::Result<()> {
        let mut out = OpenOptions::new().write(true).open(file.path())?;
        out.seek(SeekFrom::Start(at as u64))?;
        out.write_all(digest.as_bytes())
    };
    write().map_err(|error| {
        let why = format!("cannot write the database: {}", io_reason(&error));
        Diagnostic::new(DiagnosticKind::File, why)
    })
}

/// The offset of the digits of the only digest in a file.
fn place_of_digest(file: &[u8]) -> Option<usize> {
    let mut found = memmem::find_iter(file, BEFORE_DIGEST);
    let at = found.next()? + BEFORE_DIGEST.len();
    let is_whole = file
        .get(at..at + DIGITS)
        .is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit));
    (is_whole && found.next().is_none()).then_some(at)
}

fn failed(error: &rusqlite::Error) -> Diagnostic {
    Diagnostic::new(
        DiagnosticKind::File,
        format!("cannot write the database: {error}"),
    )
}

impl Write for Database {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.script.extend_from_slice(bytes);
        let Some(end) = self.script.windows(2).rposition(|w| w == b";\n") else {
            return Ok(bytes.len());
        };
        let rest = self.script.split_off(end + 2);
        let statements = std::mem::replace(&mut self.script, rest);
        let statements = str::from_utf8(&statements).map_err(io::Error::other)?;
        self.connection
            .execute_batch(statements)
            .map_err(io::Error::other)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
