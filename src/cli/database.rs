//! Runs an SQL script to make a database. A table in it has the digest of the file, so that a later
//! conversion can tell whether the file was changed.

use std::fs::OpenOptions;
use std::io::{self, Seek, SeekFrom, Write};

use memchr::memmem;
use rusqlite::types::{ToSqlOutput, Value, ValueRef};
use rusqlite::{Connection, Statement};

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

/// The rows of a statement that inserts literal values, as
/// [`Format::Sqlite`](pdfa2hocr_core::write::Format::Sqlite) writes them.
struct Insertion<'a> {
    table: &'a str,
    /// The number of values of a row.
    columns: usize,
    /// The values of all rows.
    values: Vec<ToSqlOutput<'a>>,
}

impl<'a> Insertion<'a> {
    /// Reads a statement; `None` if it is not of this form.
    fn read(statement: &'a str) -> Option<Self> {
        let (table, mut rest) = statement
            .strip_prefix("INSERT INTO ")?
            .split_once(" VALUES\n(")?;
        let (mut columns, mut values) = (0, Vec::new());
        // The first value of the current row.
        let mut start = 0;
        loop {
            let (value, behind) = literal(rest)?;
            values.push(value);
            rest = match behind.strip_prefix(',') {
                Some(next) => next,
                None => {
                    if start == 0 {
                        columns = values.len();
                    }
                    if values.len() - start != columns {
                        return None;
                    }
                    start = values.len();
                    match behind.strip_prefix(')')? {
                        ";\n" => break,
                        next => next.strip_prefix(",\n(")?,
                    }
                }
            };
        }
        Some(Self {
            table,
            columns,
            values,
        })
    }

    /// The statement for one row.
    fn statement(&self) -> String {
        let places = vec!["?"; self.columns].join(",");
        format!("INSERT INTO {} VALUES ({places})", self.table)
    }

    fn run(&self, statement: &mut Statement<'_>) -> rusqlite::Result<()> {
        for row in self.values.chunks(self.columns) {
            for (place, value) in (1..).zip(row) {
                statement.raw_bind_parameter::<usize, _>(place, value)?;
            }
            statement.raw_execute()?;
        }
        Ok(())
    }
}

/// Reads a literal: `NULL`, a number, or a text in quotes. Returns it with the rest of the script.
fn literal(script: &str) -> Option<(ToSqlOutput<'_>, &str)> {
    let Some(text) = script.strip_prefix('\'') else {
        let (word, rest) = script.split_at(script.find([',', ')'])?);
        let value = match word {
            "NULL" => ValueRef::Null,
            real if real.contains('.') => ValueRef::Real(real.parse().ok()?),
            integer => ValueRef::Integer(integer.parse().ok()?),
        };
        return Some((ToSqlOutput::Borrowed(value), rest));
    };
    let mut end = memchr::memchr(b'\'', text.as_bytes())?;
    let is_plain = !text.get(end + 1..)?.starts_with('\'');
    // A doubled quote is part of the text.
    while text.get(end + 1..)?.starts_with('\'') {
        end += 2 + memchr::memchr(b'\'', text.as_bytes().get(end + 2..)?)?;
    }
    let (own, rest) = (text.get(..end)?, text.get(end + 1..)?);
    let value = match is_plain {
        true => ToSqlOutput::Borrowed(ValueRef::Text(own.as_bytes())),
        false => ToSqlOutput::Owned(Value::Text(own.replace("''", "'"))),
    };
    Some((value, rest))
}

impl Database {
    /// Runs a statement. Rows of literals are inserted by a prepared statement, because SQLite takes longer to
    /// compile such a list than to store it.
    fn run(&self, statement: &str) -> rusqlite::Result<()> {
        match Insertion::read(statement) {
            Some(rows) => rows.run(&mut *self.connection.prepare_cached(&rows.statement())?),
            None => self.connection.execute_batch(statement),
        }
    }
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
        for statement in statements.split_inclusive(";\n") {
            self.run(statement).map_err(io::Error::other)?;
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
    fn literals_are_read_as_sqlite_reads_them() {
        let script =
            "INSERT INTO t VALUES\n(1,-2.50,NULL,'a, (b)'),\n(30000000000,0.00,'','''it''s''');\n";
        let rows = Insertion::read(script).unwrap();
        assert_eq!(rows.columns, 4);
        let connection = Connection::open_in_memory().unwrap();
        connection
            .execute_batch("CREATE TABLE t (a INTEGER, b REAL, c TEXT, d TEXT)")
            .unwrap();
        rows.run(&mut connection.prepare(&rows.statement()).unwrap())
            .unwrap();
        connection.execute_batch(script).unwrap();
        let different: i64 = connection
            .query_row(
                "SELECT count(*) FROM (SELECT a, b, c, d FROM t GROUP BY a, b, c, d HAVING count(*) <> 2)",
                [],
                |row| row.get(0),
            )
            .unwrap();
        assert_eq!(different, 0);
    }

    #[test]
    fn other_statements_are_left_to_sqlite() {
        for script in [
            "BEGIN;\n",
            "INSERT INTO search (search) VALUES ('rebuild');\n",
            "INSERT INTO t VALUES\n(1,(2));\n",
            "INSERT INTO t VALUES\n(1,'a);\n",
            "INSERT INTO t VALUES\n(1),\n(2,3);\n",
        ] {
            assert!(Insertion::read(script).is_none(), "{script}");
        }
    }
}
