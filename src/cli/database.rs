//! A database that is made by a script.

use std::io::{self, Write};

use rusqlite::Connection;

use super::temporary::Temporary;
use crate::diagnostics::{Diagnostic, DiagnosticKind, Result};

/// Carries out the statements that are written to it, each of which ends with `;` and a new line;
/// nowhere else is there a `;` before a new line.
pub(super) struct Database {
    connection: Connection,
    file: Temporary,
    /// What has been written of the next statement.
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
        // What is not whole is thrown away, so nothing has to be safe before.
        connection
            .execute_batch("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;")
            .map_err(|e| failed(&e))?;
        Ok(Self {
            connection,
            file,
            script: Vec::new(),
        })
    }

    /// The whole file.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::File`] when it cannot be written.
    pub(super) fn finish(self) -> Result<Temporary> {
        self.connection.close().map_err(|(_, e)| failed(&e))?;
        Ok(self.file)
    }
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
