//! Reads one table of a document, batch by batch.

use std::collections::VecDeque;

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;

use super::column::{Column, Rows, Value};
use super::document::{DOCUMENTS, Summary};
use super::page::{self, PLACE};
use super::sheet::Sheet;
use super::{Table, failed, schema};
use crate::convert::Pages;
use crate::document::Document;
use pdfa2hocr_core::blocks::Page;
use pdfa2hocr_core::diagnostics::Result;

/// The first column.
const PATH: &[Column<()>] = &[Column::text("path", ())];

/// Maximum rows in a batch.
const ROWS: usize = 65_536;
/// A batch is complete after the page with which it reaches this many rows, or [`ENOUGH_BYTES`] bytes.
const ENOUGH_ROWS: usize = 16_384;
const ENOUGH_BYTES: usize = 16 << 20;

/// Empty rows with all columns of a table.
pub(super) fn rows(table: Table) -> Rows {
    let rows = Rows::new(PATH);
    match table {
        Table::Documents => rows.with(DOCUMENTS),
        _ => page::rows(rows.with(PLACE), table),
    }
}

/// The rows of one table of a document, in batches of at most 65,536 rows: see [`arrow`](super). Pages are
/// read when batches are requested.
pub struct Batches {
    document: Document,
    pages: Pages,
    summary: Summary,
    rows: TableRows,
    ready: VecDeque<RecordBatch>,
    ended: bool,
}

impl Batches {
    /// `path` is the name of the document in the rows.
    pub fn new(document: &Document, path: &str, table: Table) -> Self {
        Self {
            document: document.clone(),
            pages: document.pages(),
            summary: Summary::default(),
            rows: TableRows::new(path, table),
            ready: VecDeque::new(),
            ended: false,
        }
    }

    /// The columns of the batches.
    pub fn schema(&self) -> SchemaRef {
        self.rows.schema.clone()
    }

    /// Reads pages until a batch is complete or no page is left.
    fn fill(&mut self) -> Result<()> {
        while self.ready.is_empty() && !self.ended {
            match self.pages.next() {
                Some(page) => {
                    let page = page?;
                    let sheet = Sheet::new(&page);
                    self.summary.add(&sheet);
                    self.rows.add(&sheet);
                }
                None => {
                    self.ended = true;
                    if self.rows.table == Table::Documents {
                        self.summary.end(&self.document);
                        self.rows.add_document(&self.summary);
                    }
                }
            }
            if self.ended || self.rows.are_enough() {
                self.ready = self.rows.finish()?;
            }
        }
        Ok(())
    }
}

impl Iterator for Batches {
    type Item = Result<RecordBatch>;

    /// The next batch. After an error the iterator ends.
    fn next(&mut self) -> Option<Self::Item> {
        if let Err(error) = self.fill() {
            self.ended = true;
            return Some(Err(error));
        }
        self.ready.pop_front().map(Ok)
    }
}

impl std::fmt::Debug for Batches {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Batches")
            .field("document", &self.document)
            .field("table", &self.rows.table)
            .finish_non_exhaustive()
    }
}

/// The rows of one page in one table; none for [`Table::Documents`]. `path` is the name of the document in
/// the rows.
///
/// # Errors
///
/// [`DiagnosticKind::Limit`](crate::DiagnosticKind::Limit) if they do not fit into a batch. Pages read within
/// the [limits](crate::Limits) always fit.
pub fn page_batch(page: &Page, path: &str, table: Table) -> Result<RecordBatch> {
    let mut rows = TableRows::new(path, table);
    rows.add(&Sheet::new(page));
    rows.batch()
}

/// The rows collected for a table.
struct TableRows {
    path: String,
    table: Table,
    schema: SchemaRef,
    rows: Rows,
}

impl TableRows {
    fn new(path: &str, table: Table) -> Self {
        Self {
            path: path.to_owned(),
            table,
            schema: schema(table),
            rows: rows(table),
        }
    }

    fn add(&mut self, sheet: &Sheet<'_>) {
        let Self { path, rows, .. } = self;
        page::each_row(sheet, self.table, &mut |values| {
            let path = Value::Text(path.as_str().into());
            let place = std::iter::once(path).chain(sheet.values(PLACE));
            rows.push(place.chain(std::iter::from_fn(|| values.next())));
        });
    }

    fn add_document(&mut self, summary: &Summary) {
        let path = Value::Text(self.path.as_str().into());
        self.rows
            .push(std::iter::once(path).chain(summary.values()));
    }

    fn are_enough(&self) -> bool {
        self.rows.len >= ENOUGH_ROWS || self.rows.bytes >= ENOUGH_BYTES
    }

    fn batch(&mut self) -> Result<RecordBatch> {
        let columns = self.rows.finish().map_err(failed)?;
        RecordBatch::try_new(self.schema.clone(), columns).map_err(failed)
    }

    /// Returns the rows so far, in batches.
    fn finish(&mut self) -> Result<VecDeque<RecordBatch>> {
        let whole = self.batch()?;
        let starts = (0..whole.num_rows()).step_by(ROWS);
        let part = |start: usize| whole.slice(start, ROWS.min(whole.num_rows() - start));
        Ok(starts.map(part).collect())
    }
}
