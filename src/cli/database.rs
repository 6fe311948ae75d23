//! Makes a database of SQL statements and blocks of rows. A table in it has the digest of the file, so that a
//! later conversion can tell whether the file was changed.

use std::fs::OpenOptions;
use std::io::{self, Seek, SeekFrom, Write};

use memchr::memmem;
use rusqlite::Connection;
use rusqlite::types::{ToSqlOutput, ValueRef};

use super::temporary::Temporary;
use pdfa2hocr_core::diagnostics::{Diagnostic, Result, io_reason};
use pdfa2hocr_core::pdf::Source;
use pdfa2hocr_core::write::digest::{self, DIGITS, Found};
use pdfa2hocr_core::write::rows::{Block, Encoded, MARK, Value};

/// First bytes of a database (SQLite's file format, 1.3.1).
const MAGIC: &[u8] = b"SQLite format 3\0";
/// Text before the digits of the digest.
const BEFORE_DIGEST: &str = "pdfa2hocr xxh3:";
/// Rows inserted by one statement, because a statement takes about as long to start as a row to insert.
const GROUP: usize = 8;

/// Runs the statements and inserts the blocks of rows that are written to it. A statement ends with `;` and a
/// line feed, which must not occur together elsewhere.
pub(super) struct Database {
    connection: Connection,
    file: Temporary,
    /// The incomplete statement or block at the end of the output so far.
    incomplete: Vec<u8>,
}

impl Database {
    /// An empty database in a file, which is removed if the database is not finished.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::file`] when the file cannot be opened.
    pub(super) fn create(file: Temporary) -> Result<Self> {
        let connection = Connection::open(file.path()).map_err(|e| failed(&e))?;
        // An incomplete file is deleted, so protection against crashes is not needed. The script has no row
        // without the row that it refers to. Pages of twice the usual size are half as many to read and write.
        connection
            .execute_batch(
                "PRAGMA page_size = 8192; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
                 PRAGMA locking_mode = EXCLUSIVE; PRAGMA foreign_keys = OFF;",
            )
            .map_err(|e| failed(&e))?;
        Ok(Self {
            connection,
            file,
            incomplete: Vec::new(),
        })
    }

    /// Adds the digest, and returns the complete file.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::file`] if the file cannot be written.
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
        Diagnostic::file(why)
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
    Diagnostic::file(format!("cannot write the database: {error}"))
}

/// The value as SQLite binds it.
fn bound(value: Encoded<'_>) -> ToSqlOutput<'_> {
    ToSqlOutput::Borrowed(match value.value() {
        Value::Null => ValueRef::Null,
        // Ids are below 2^63.
        Value::Integer(value) => ValueRef::Integer(value.cast_signed()),
        Value::Real(value) => ValueRef::Real(value),
        Value::Text(text) => ValueRef::Text(text),
    })
}

/// The statement that inserts some rows of a block. An error ends the conversion, so SQLite need not be able to
/// undo the rows before it (`OR FAIL`).
fn insertion(block: Block<'_>, rows: usize) -> String {
    let row = format!("({})", vec!["?"; block.columns].join(","));
    let rows = vec![row; rows].join(",");
    format!("INSERT OR FAIL INTO {} VALUES {rows}", block.table)
}

impl Database {
    /// Inserts the rows of a block. Only values that differ from those of the run before are bound: most words
    /// of a page have the same font and size.
    fn insert(&self, block: Block<'_>) -> rusqlite::Result<()> {
        let mut values = block.values();
        for (rows, runs) in [(GROUP, block.rows / GROUP), (1, block.rows % GROUP)] {
            if runs == 0 {
                continue;
            }
            let mut statement = self.connection.prepare_cached(&insertion(block, rows))?;
            let mut run = vec![Encoded::default(); rows * block.columns];
            let mut changed = Vec::with_capacity(run.len());
            for _ in 0..runs {
                values.read_into(&mut run, &mut changed);
                for &place in &changed {
                    if let Some(value) = run.get(place) {
                        statement.raw_bind_parameter(place + 1, bound(*value))?;
                    }
                }
                statement.raw_execute()?;
            }
        }
        Ok(())
    }

    /// Runs the complete statements and inserts the complete blocks of some output. Returns the rest.
    fn run<'a>(&self, mut output: &'a [u8]) -> io::Result<&'a [u8]> {
        loop {
            if output.first() == Some(&MARK) {
                let Some((block, rest)) = Block::read(output) else {
                    return Ok(output);
                };
                self.insert(block).map_err(io::Error::other)?;
                output = rest;
            } else {
                let Some(end) = memmem::find(output, b";\n") else {
                    return Ok(output);
                };
                let (statement, rest) = output.split_at(end + 2);
                let statement = str::from_utf8(statement).map_err(io::Error::other)?;
                self.connection
                    .execute_batch(statement)
                    .map_err(io::Error::other)?;
                output = rest;
            }
        }
    }
}

impl Write for Database {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.incomplete.is_empty() {
            self.incomplete = self.run(bytes)?.to_vec();
        } else {
            let mut output = std::mem::take(&mut self.incomplete);
            output.extend_from_slice(bytes);
            self.incomplete = self.run(&output)?.to_vec();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_comes_in_any_pieces() {
        // Nine rows of an integer: one group, and one row.
        let mut output = b"CREATE TABLE t (a INTEGER, b TEXT);\n\x01\x1at (a)\0\x01\x09".to_vec();
        for value in [1, 2, 3, 4, 5, 6, 7, 8, 3] {
            output.extend([b'i', value]);
        }
        output.extend(b"INSERT INTO t VALUES (30, '\x01');\n");
        for size in [1, 2, 7, output.len()] {
            let folder = tempfile::tempdir().unwrap();
            let file = Temporary::beside(&folder.path().join("t.sqlite")).unwrap();
            let mut database = Database::create(file).unwrap();
            for piece in output.chunks(size) {
                database.write_all(piece).unwrap();
            }
            let found: (i64, i64) = database
                .connection
                .query_row("SELECT count(*), sum(a) FROM t", [], |row| {
                    Ok((row.get(0)?, row.get(1)?))
                })
                .unwrap();
            assert_eq!(found, (10, 69), "{size}");
        }
    }
}
