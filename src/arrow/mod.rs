//! Converts documents to tables in the memory format of [Apache Arrow](https://arrow.apache.org), which
//! Python, Spark and databases read without copying.
//!
//! [`Table`] lists the tables, [`schema`] returns their columns, and [`Batches`] returns the rows of a
//! document, a few pages at a time. [`write_stream`] writes all tables of a document as one nested table
//! ([`nested_schema`]). It has one row for each page, with lists of its words, lines, blocks and cells, and a
//! final row for the document. Rows contain only data of the file, no times or process numbers.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use pdfa2hocr::arrow::{Batches, Table};
//!
//! let document = pdfa2hocr::Document::open("fixtures/layout/two-columns.pdf")?;
//! let mut words = 0;
//! for batch in Batches::new(&document, "two-columns.pdf", Table::Words) {
//!     words += batch?.num_rows();
//! }
//! assert_eq!(words, 164);
//! # Ok(())
//! # }
//! ```

mod batches;
mod column;
mod document;
mod nested;
mod page;
mod sheet;
mod table;
mod text;

use std::collections::HashMap;
use std::sync::Arc;

use arrow_schema::{ArrowError, Fields, Schema, SchemaRef};

use pdfa2hocr_core::diagnostics::Diagnostic;
use pdfa2hocr_core::named;

pub use batches::{Batches, page_batch};
pub use nested::{nested_schema, write_stream};

/// The version of the schemas. It changes if a column is removed or its meaning changes; new columns do not
/// change it.
pub const VERSION: &str = "1";

named! {
    /// A table of items in documents, in reading order.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Table {
        /// A row for each document.
        Documents = "documents",
        /// A row for each page.
        Pages = "pages",
        /// A row for each word.
        Words = "words",
        /// A row for each line.
        Lines = "lines",
        /// A row for each block: a column of text, a table, a running head, an image.
        Blocks = "blocks",
        /// A row for each cell of a table.
        Tables = "tables",
    }
}

/// The columns of a table. The first one is the path of the document, as given by the caller.
pub fn schema(table: Table) -> SchemaRef {
    let rows = batches::rows(table);
    with_version(rows.fields.clone(), table.name())
}

/// Creates a schema with version and table name.
fn with_version(fields: Fields, name: &str) -> SchemaRef {
    let metadata = [("pdfa2hocr.version", VERSION), ("pdfa2hocr.table", name)];
    let metadata = metadata.map(|(key, value)| (key.to_owned(), value.to_owned()));
    Arc::new(Schema::new_with_metadata(fields, HashMap::from(metadata)))
}

/// Converts an error of Arrow.
fn failed(error: ArrowError) -> Diagnostic {
    match error {
        ArrowError::IoError(_, error) => Diagnostic::file(format!(
            "cannot write the rows: {}",
            pdfa2hocr_core::diagnostics::io_reason(&error)
        )),
        error => Diagnostic::limit(format!(
            "the rows of a page cannot be put together: {error}"
        )),
    }
}
