//! Writes all tables of a document as one: a row for each page, with lists of its items.

use std::io::Write;
use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_buffer::NullBuffer;
use arrow_ipc::writer::StreamWriter;
use arrow_schema::{DataType, Field, Fields, SchemaRef};

use super::column::{self, Lists, Rows};
use super::document::{DOCUMENTS, Summary};
use super::page::{self, PAGES, PLACE, TEXT};
use super::sheet::Sheet;
use super::{Table, failed, with_version};
use crate::document::Document;
use pdfa2hocr_core::diagnostics::Result;

/// A batch is written after the page with which it reaches this many rows, or [`ENOUGH_BYTES`] bytes.
const ENOUGH_ROWS: usize = 64;
const ENOUGH_BYTES: usize = 4 << 20;

/// The tables that are lists in the row of a page.
const LISTS: [Table; 4] = [Table::Words, Table::Lines, Table::Blocks, Table::Tables];

/// The columns of the nested table:
///
/// - `path`;
/// - `page`: a struct with the columns of the table of pages;
/// - `words`, `lines`, `blocks` and `tables`: lists of structs;
/// - `document`: a struct with the columns of the table of documents.
///
/// In the row of a page, `document` is null. In the row of the document, all columns except `path` and
/// `document` are null.
pub fn nested_schema() -> SchemaRef {
    let mut fields = vec![
        Field::new("path", DataType::Utf8, true),
        struct_field("page", page_rows().fields.clone()),
    ];
    for table in LISTS {
        let rows = page::rows(Rows::default(), table);
        let list = column::list_type(rows.fields.clone());
        fields.push(Field::new(table.name(), list, true));
    }
    fields.push(struct_field("document", document_rows().fields.clone()));
    with_version(fields.into(), "nested")
}

fn struct_field(name: &str, fields: Fields) -> Field {
    Field::new(name, DataType::Struct(fields), true)
}

fn page_rows() -> Rows {
    page::rows(Rows::new(PLACE), Table::Pages)
}

fn document_rows() -> Rows {
    Rows::new(DOCUMENTS)
}

/// Reads a document and writes its nested rows as a stream of Arrow's IPC format: first those of its pages,
/// then that of the document. `path` is its name in the rows. Tables missing in `tables` are null: lists, the
/// text of pages, and the row of the document.
///
/// # Errors
///
/// Those of [`Document::pages`]; [`DiagnosticKind::File`](crate::DiagnosticKind::File) if `out` cannot be
/// written. The stream is then incomplete.
pub fn write_stream(
    document: &Document,
    path: &str,
    tables: &[Table],
    out: &mut dyn Write,
) -> Result<()> {
    let mut nested = Nested::new(path, tables);
    let mut summary = Summary::default();
    let mut stream = StreamWriter::try_new(out, &nested.schema).map_err(failed)?;
    for page in document.pages() {
        let page = page?;
        let sheet = Sheet::new(&page);
        summary.add(&sheet);
        nested.add(&sheet);
        if nested.are_enough() {
            stream.write(&nested.batch()?).map_err(failed)?;
        }
    }
    if tables.contains(&Table::Documents) {
        summary.end(document);
        nested.add_document(&summary);
    }
    stream.write(&nested.batch()?).map_err(failed)?;
    stream.finish().map_err(failed)
}

/// The rows collected so far.
struct Nested {
    path: String,
    schema: SchemaRef,
    paths: StringBuilder,
    pages: Rows,
    /// For each row, whether it is that of a page; the others are rows of documents.
    is_page: Vec<bool>,
    /// The list tables, and whether each is requested.
    lists: Vec<(Table, bool, Lists)>,
    with_text: bool,
    documents: Rows,
}

impl Nested {
    fn new(path: &str, tables: &[Table]) -> Self {
        let list = |table| {
            let rows = page::rows(Rows::default(), table);
            (table, tables.contains(&table), Lists::new(rows))
        };
        Self {
            path: path.to_owned(),
            schema: nested_schema(),
            paths: StringBuilder::new(),
            pages: page_rows(),
            is_page: Vec::new(),
            lists: LISTS.map(list).into(),
            with_text: tables.contains(&Table::Pages),
            documents: document_rows(),
        }
    }

    fn add(&mut self, sheet: &Sheet<'_>) {
        self.paths.append_value(&self.path);
        self.is_page.push(true);
        let text = if self.with_text { TEXT } else { &[] };
        let columns = [PLACE, PAGES, text];
        let values = columns.into_iter().flat_map(|c| sheet.values(c));
        self.pages.push(values);
        for (table, wanted, list) in &mut self.lists {
            if *wanted {
                page::each_row(sheet, *table, &mut |values| list.rows.push(values));
            }
            list.end(*wanted);
        }
        self.documents.push([]);
    }

    fn add_document(&mut self, summary: &Summary) {
        self.paths.append_value(&self.path);
        self.is_page.push(false);
        self.pages.push([]);
        for (_, _, list) in &mut self.lists {
            list.end(false);
        }
        self.documents.push(summary.values());
    }

    fn are_enough(&self) -> bool {
        let lists: usize = self.lists.iter().map(|(_, _, list)| list.rows.bytes).sum();
        self.is_page.len() >= ENOUGH_ROWS || lists.saturating_add(self.pages.bytes) >= ENOUGH_BYTES
    }

    /// Takes the rows so far as a batch.
    fn batch(&mut self) -> Result<RecordBatch> {
        let is_page = std::mem::take(&mut self.is_page);
        let is_document: Vec<bool> = is_page.iter().map(|is_page| !is_page).collect();
        let mut columns: Vec<ArrayRef> = vec![Arc::new(self.paths.finish())];
        let pages = self.pages.finish_struct(Some(NullBuffer::from(is_page)));
        columns.push(pages.map_err(failed)?);
        for (_, _, list) in &mut self.lists {
            columns.push(list.finish().map_err(failed)?);
        }
        let documents = NullBuffer::from(is_document);
        let documents = self.documents.finish_struct(Some(documents));
        columns.push(documents.map_err(failed)?);
        RecordBatch::try_new(self.schema.clone(), columns).map_err(failed)
    }
}
