//! One database for all documents of a batch (`--database`). The worker writes a database for each document, which
//! is copied in one transaction, so that a batch can be stopped and resumed at any time.

use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, params};

use pdfa2hocr_core::diagnostics::{Diagnostic, Result};
use pdfa2hocr_core::lock::lock;

/// Identifies the databases of batches (`PRAGMA application_id`): "p2hb".
const APPLICATION: i32 = 0x7032_6862;
/// Version of the schema (`PRAGMA user_version`).
const VERSION: i32 = 1;
/// Longest wait for another program that writes to the database.
const PATIENCE: Duration = Duration::from_secs(60);

const SCHEMA: &str = "\
CREATE TABLE documents (id INTEGER PRIMARY KEY, input TEXT NOT NULL UNIQUE, sha256 TEXT NOT NULL, options_sha256 TEXT NOT NULL, name TEXT, title TEXT, author TEXT, subject TEXT, keywords TEXT, created TEXT, modified TEXT, languages TEXT, pages INTEGER);
CREATE TABLE pages (document INTEGER NOT NULL REFERENCES documents, page INTEGER NOT NULL, label TEXT, width INTEGER, height INTEGER, dpi REAL, PRIMARY KEY (document, page)) WITHOUT ROWID;
CREATE TABLE paragraphs (id INTEGER PRIMARY KEY, document INTEGER NOT NULL REFERENCES documents, page INTEGER NOT NULL, block INTEGER NOT NULL, role TEXT NOT NULL, level INTEGER, x0 INTEGER, y0 INTEGER, x1 INTEGER, y1 INTEGER, text TEXT NOT NULL);
CREATE TABLE lines (id INTEGER PRIMARY KEY, document INTEGER NOT NULL REFERENCES documents, paragraph INTEGER NOT NULL REFERENCES paragraphs, page INTEGER NOT NULL, x0 INTEGER, y0 INTEGER, x1 INTEGER, y1 INTEGER, text TEXT NOT NULL);
CREATE TABLE words (id INTEGER PRIMARY KEY, document INTEGER NOT NULL REFERENCES documents, line INTEGER NOT NULL REFERENCES lines, page INTEGER NOT NULL, x0 INTEGER, y0 INTEGER, x1 INTEGER, y1 INTEGER, confidence INTEGER, font TEXT, size REAL, bold INTEGER, italic INTEGER, text TEXT NOT NULL);
CREATE INDEX paragraphs_of_page ON paragraphs (document, page);
CREATE INDEX lines_of_paragraph ON lines (paragraph);
CREATE INDEX lines_of_page ON lines (document, page);
CREATE INDEX words_of_line ON words (line);
CREATE INDEX words_of_page ON words (document, page);
CREATE INDEX words_by_text ON words (text);
CREATE VIRTUAL TABLE search USING fts5(text, content='paragraphs', content_rowid='id', tokenize='unicode61 remove_diacritics 2');
";

/// The tables of a document, from the one that others refer to.
const TABLES: [&str; 4] = ["pages", "paragraphs", "lines", "words"];

/// The database of a batch.
pub(super) struct Collection(Mutex<Connection>);

/// A document of a batch.
pub(super) struct Document<'a> {
    pub input: &'a Path,
    /// SHA-256 of the input.
    pub sha256: &'a str,
    /// SHA-256 of the options.
    pub options_sha256: &'a str,
}

impl Collection {
    /// Opens or creates the database.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::argument`] if the file is something else; [`Diagnostic::file`] if it cannot be written.
    pub(super) fn open(path: &Path) -> Result<Self> {
        let failed = |error: rusqlite::Error| {
            let path = path.display();
            Diagnostic::file(format!("cannot write the database {path}: {error}"))
        };
        let is_new = std::fs::metadata(path).map_or(true, |metadata| metadata.len() == 0);
        let connection = Connection::open(path).map_err(failed)?;
        let number = |name: &str| connection.pragma_query_value(None, name, |row| row.get(0));
        if !is_new && !matches!(number("application_id"), Ok(APPLICATION)) {
            let path = path.display();
            let why = "is not the database of a batch; name another file";
            return Err(Diagnostic::argument(format!("--database: {path} {why}")));
        }
        if !is_new && !matches!(number("user_version"), Ok(VERSION)) {
            let path = path.display();
            let why = "was written by another version of the program; name another file";
            return Err(Diagnostic::argument(format!("--database: {path} {why}")));
        }
        connection.busy_timeout(PATIENCE).map_err(failed)?;
        if is_new {
            let numbers =
                format!("PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION};");
            let create = format!("BEGIN; {numbers} {SCHEMA} COMMIT;");
            connection.execute_batch(&create).map_err(failed)?;
        }
        connection
            .execute_batch("PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536;")
            .map_err(failed)?;
        Ok(Self(Mutex::new(connection)))
    }

    /// Whether the database has this document, from this content and with these options.
    pub(super) fn has(&self, document: &Document<'_>) -> bool {
        let found = lock(&self.0).query_row(
            "SELECT 1 FROM documents WHERE input = ?1 AND sha256 = ?2 AND options_sha256 = ?3",
            params![
                document.input.to_string_lossy(),
                document.sha256,
                document.options_sha256
            ],
            |_| Ok(()),
        );
        found.is_ok()
    }

    /// Copies the database of a document, and removes an earlier version of the document.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::file`] if that fails; then nothing is changed.
    pub(super) fn add(&self, file: &Path, document: &Document<'_>) -> Result<()> {
        let mut connection = lock(&self.0);
        let copied = connection
            .execute("ATTACH ?1 AS one", [file.to_string_lossy()])
            .and_then(|_| {
                let copied = copy(&mut connection, document);
                connection.execute_batch("DETACH one").and(copied)
            });
        copied.map_err(|error| {
            Diagnostic::file(format!(
                "cannot write to the database of the batch: {error}"
            ))
        })
    }
}

/// Copies the attached database `one`.
fn copy(connection: &mut Connection, document: &Document<'_>) -> rusqlite::Result<()> {
    let to = connection.transaction()?;
    let input = document.input.to_string_lossy();
    let earlier: Option<i64> = to
        .query_row(
            "SELECT id FROM documents WHERE input = ?1",
            [&input],
            |row| row.get(0),
        )
        .optional()?;
    if let Some(earlier) = earlier {
        to.execute(
            "INSERT INTO search (search, rowid, text) \
             SELECT 'delete', id, text FROM paragraphs WHERE document = ?1",
            [earlier],
        )?;
        for table in TABLES.iter().rev() {
            to.execute(
                &format!("DELETE FROM {table} WHERE document = ?1"),
                [earlier],
            )?;
        }
        to.execute("DELETE FROM documents WHERE id = ?1", [earlier])?;
    }
    to.execute(
        "INSERT INTO documents SELECT NULL, ?1, ?2, ?3, name, title, author, subject, keywords, created, modified, \
         languages, pages FROM one.document",
        params![input, document.sha256, document.options_sha256],
    )?;
    let id = to.last_insert_rowid();
    // The numbers of rows are unique in the database of a document, and are shifted behind those that exist.
    let last = |table: &str| -> rusqlite::Result<i64> {
        let query = format!("SELECT coalesce(max(id), 0) FROM main.{table}");
        to.query_row(&query, [], |row| row.get(0))
    };
    let (paragraphs, lines, words) = (last("paragraphs")?, last("lines")?, last("words")?);
    to.execute(
        "INSERT INTO main.pages SELECT ?1, page, label, width, height, dpi FROM one.pages",
        [id],
    )?;
    to.execute(
        "INSERT INTO main.paragraphs SELECT id + ?2, ?1, page, block, role, level, x0, y0, x1, y1, text \
         FROM one.paragraphs ORDER BY id",
        [id, paragraphs],
    )?;
    to.execute(
        "INSERT INTO main.lines SELECT id + ?3, ?1, paragraph + ?2, page, x0, y0, x1, y1, text \
         FROM one.lines ORDER BY id",
        [id, paragraphs, lines],
    )?;
    to.execute(
        "INSERT INTO main.words SELECT id + ?3, ?1, line + ?2, page, x0, y0, x1, y1, confidence, font, size, bold, \
         italic, text FROM one.words ORDER BY id",
        [id, lines, words],
    )?;
    to.execute(
        "INSERT INTO search (rowid, text) SELECT id, text FROM main.paragraphs WHERE document = ?1",
        [id],
    )?;
    to.commit()
}
