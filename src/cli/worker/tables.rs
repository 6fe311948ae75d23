//! Answers with Arrow tables.

use std::io::{self, BufWriter, Write};

use crate::arrow::{Table, write_stream};
use crate::convert::{Observer, Options};
use crate::document::Document;
use pdfa2hocr_core::diagnostics::{Diagnostic, Result, write_error};
use pdfa2hocr_core::pdf::Source;
use pdfa2hocr_worker::Frame;

/// Number of bytes collected before a frame is sent.
const PART: usize = 1 << 20;

/// Sends the nested rows of a document in frames of data, for the named tables or for all. `path` is the name
/// of the document in the tables.
///
/// # Errors
///
/// [`Diagnostic::argument`] for an unknown table; those of [`write_stream`].
pub(super) fn write(
    source: &Source,
    path: &str,
    options: Options,
    names: &[String],
    observer: &mut dyn Observer,
) -> Result<()> {
    let named = |name: &String| {
        Table::named(name).ok_or_else(|| {
            let message = format!("there is no table {name:?}");
            Diagnostic::argument(message)
        })
    };
    let tables: Vec<Table> = match names {
        [] => Table::ALL.to_vec(),
        names => names.iter().map(named).collect::<Result<_>>()?,
    };
    let document = Document::with_observer(source, options, observer)?;
    let mut out = BufWriter::with_capacity(PART, Frames);
    write_stream(&document, path, &tables, &mut out)?;
    out.flush().map_err(|e| write_error(&e))
}

/// Sends written bytes as frames of data.
struct Frames;

impl Write for Frames {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Frame::write_data(&mut io::stdout(), bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush()
    }
}
