//! Runs an SQL script to make a database. A table in it has the digest of the file, so that a later
//! conversion can tell whether the file was changed.

use std::fs::OpenOptions;
use std::io::{self, Seek, SeekFrom, Write};

use memchr::memmem;
use rusqlite::types::{ToSqlOutput, Value, ValueRef};
use rusqlite::{Connection, Statement};

use super::temporary::Temporary;
use pdfa2hocr_core::diagnostics::{Diagnostic, Result, io_reason};
use pdfa2hocr_core::pdf::Source;
use pdfa2hocr_core::write::digest::{self, DIGITS, Found};

/// First bytes of a database (SQLite's file format, 1.3.1).
const MAGIC: &[u8] = b"SQLite format 3\0";
/// Text before the digits of the digest.
const BEFORE_DIGEST: &str = "pdfa2hocr xxh3:";
/// Rows inserted by one statement.
const GROUP: usize = 8;

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
    /// [`Diagnostic::file`] when the file cannot be opened.
    pub(super) fn create(file: Temporary) -> Result<Self> {
        let connection = Connection::open(file.path()).map_err(|e| failed(&e))?;
        // An incomplete file is deleted, so protection against crashes is not needed. The script has no row
        // without the row that it refers to.
        connection
            .execute_batch(
                "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
                 PRAGMA foreign_keys = OFF;",
            )
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

/// The rows of a statement that inserts literal values, as
/// [`Format::Sqlite`](pdfa2hocr_core::write::Format::Sqlite) writes them.
struct Insertion<'a> {
    /// The statement before `VALUES`.
    into: &'a str,
    /// The number of values of a row.
    columns: usize,
    /// The values of all rows.
    values: Vec<ToSqlOutput<'a>>,
}

impl<'a> Insertion<'a> {
    /// Reads a statement; `None` if it is not of this form.
    fn read(statement: &'a [u8]) -> Option<Self> {
        let (into, rows) = statement.split_at(memchr::memchr(b'\n', statement)?);
        let into = into.strip_suffix(b" VALUES")?;
        into.strip_prefix(b"INSERT INTO ")?;
        let mut rest = rows.strip_prefix(b"\n(")?;
        let (mut columns, mut values) = (0, Vec::new());
        // The first value of the current row.
        let mut start = 0;
        loop {
            let value;
            (value, rest) = literal(rest)?;
            values.push(value);
            match rest {
                [b',', next @ ..] => rest = next,
                [b')', next @ ..] => {
                    if start == 0 {
                        columns = values.len();
                    }
                    if values.len() - start != columns {
                        return None;
                    }
                    start = values.len();
                    match next {
                        b";\n" => break,
                        [b',', b'\n', b'(', next @ ..] => rest = next,
                        _ => return None,
                    }
                }
                _ => return None,
            }
        }
        Some(Self {
            into: str::from_utf8(into).ok()?,
            columns,
            values,
        })
    }

    /// The statement for some rows.
    fn statement(&self, rows: usize) -> String {
        let row = format!("({})", vec!["?"; self.columns].join(","));
        format!("{} VALUES {}", self.into, vec![row; rows].join(","))
    }

    /// Inserts the rows: most in groups, because a statement takes about as long to start as a row to insert.
    fn run(&self, connection: &Connection) -> rusqlite::Result<()> {
        let groups = self.values.chunks_exact(GROUP * self.columns);
        let others = groups.remainder().chunks_exact(self.columns);
        if groups.len() > 0 {
            insert(
                groups,
                &mut *connection.prepare_cached(&self.statement(GROUP))?,
            )?;
        }
        insert(others, &mut *connection.prepare_cached(&self.statement(1))?)
    }
}

/// Runs a statement once for each list of values.
fn insert<'a>(
    lists: impl Iterator<Item = &'a [ToSqlOutput<'a>]>,
    statement: &mut Statement<'_>,
) -> rusqlite::Result<()> {
    for values in lists {
        for (place, value) in (1..).zip(values) {
            statement.raw_bind_parameter::<usize, _>(place, value)?;
        }
        statement.raw_execute()?;
    }
    Ok(())
}

/// Reads a literal: `NULL`, a number, or a text in quotes. Returns it with the rest of the script.
fn literal(script: &[u8]) -> Option<(ToSqlOutput<'_>, &[u8])> {
    if let Some(rest) = script.strip_prefix(b"NULL") {
        return Some((ToSqlOutput::Borrowed(ValueRef::Null), rest));
    }
    let Some(text) = script.strip_prefix(b"'") else {
        return number(script);
    };
    let mut end = memchr::memchr(b'\'', text)?;
    let is_plain = text.get(end + 1) != Some(&b'\'');
    // A doubled quote is part of the text.
    while text.get(end + 1) == Some(&b'\'') {
        end += 2 + memchr::memchr(b'\'', text.get(end + 2..)?)?;
    }
    let (own, rest) = (text.get(..end)?, text.get(end + 1..)?);
    let value = match is_plain {
        true => ToSqlOutput::Borrowed(ValueRef::Text(own)),
        false => ToSqlOutput::Owned(Value::Text(str::from_utf8(own).ok()?.replace("''", "'"))),
    };
    Some((value, rest))
}

/// Reads a number, of at most 15 digits. These are exact in a real number, and so is the power of ten that
/// divides them: the quotient is the nearest real number.
fn number(script: &[u8]) -> Option<(ToSqlOutput<'_>, &[u8])> {
    let unsigned = script.strip_prefix(b"-").unwrap_or(script);
    let (mut digits, mut unit, mut length) = (0_i64, 0_i64, 0);
    for byte in unsigned {
        match byte {
            b'0'..=b'9' => {
                digits = 10 * digits + i64::from(byte - b'0');
                unit *= 10;
            }
            b'.' if unit == 0 => unit = 1,
            _ => break,
        }
        length += 1;
        if length > 15 {
            return None;
        }
    }
    let sign = if unsigned.len() < script.len() { -1 } else { 1 };
    let value = match unit {
        0 => ValueRef::Integer(sign * digits),
        _ => ValueRef::Real(sign as f64 * digits as f64 / unit as f64),
    };
    let rest = unsigned.get(length..).filter(|_| length > 0)?;
    Some((ToSqlOutput::Borrowed(value), rest))
}

impl Database {
    /// Runs a statement. Rows of literals are inserted by a prepared statement, because SQLite takes longer to
    /// compile such a list than to store it.
    fn run(&self, statement: &[u8]) -> io::Result<()> {
        let done = match Insertion::read(statement) {
            Some(rows) => rows.run(&self.connection),
            None => {
                let statement = str::from_utf8(statement).map_err(io::Error::other)?;
                self.connection.execute_batch(statement)
            }
        };
        done.map_err(io::Error::other)
    }
}

impl Write for Database {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.script.extend_from_slice(bytes);
        let mut start = 0;
        for end in memmem::find_iter(&self.script, b";\n") {
            self.run(&self.script[start..end + 2])?;
            start = end + 2;
        }
        self.script.drain(..start);
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
        let rows = Insertion::read(script.as_bytes()).unwrap();
        assert_eq!(rows.columns, 4);
        let connection = Connection::open_in_memory().unwrap();
        connection
            .execute_batch("CREATE TABLE t (a INTEGER, b REAL, c TEXT, d TEXT)")
            .unwrap();
        rows.run(&connection).unwrap();
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
            "INSERT INTO t VALUES\n(1234567890123456);\n",
            "INSERT INTO t VALUES\n(1.2.3);\n",
            "INSERT INTO t VALUES\n(-);\n",
        ] {
            assert!(Insertion::read(script.as_bytes()).is_none(), "{script}");
        }
    }
}
