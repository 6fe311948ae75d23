//! Documents and pages as tables through the Arrow C data interface: capsules that pyarrow, polars, pandas,
//! duckdb and others read without copying.
//!
//! A capsule owns its data, and frees it if no consumer has taken it out. Consumers call a stream from C,
//! where a panic would end the process, so panics are caught there.

use std::ffi::CStr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{Array, RecordBatch, RecordBatchReader, StructArray};
use arrow_schema::{ArrowError, Schema, SchemaRef};
use pdfa2hocr::Diagnostic;
use pdfa2hocr::arrow::{self, Batches, Table};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::errors::{detached, message_of, raised, worded};
use crate::opened::Opened;

/// The names of capsules that the interface requires.
const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";

/// The table with this name.
///
/// # Errors
///
/// `ArgumentError` if there is none.
pub(crate) fn table(py: Python<'_>, name: &str) -> PyResult<Table> {
    Table::named(name).ok_or_else(|| {
        let names: Vec<&str> = Table::ALL.into_iter().map(Table::name).collect();
        let why = format!(
            "there is no table \"{name}\"; there are {}",
            names.join(", ")
        );
        raised(py, &Diagnostic::argument(why))
    })
}

fn refused(py: Python<'_>, error: &ArrowError) -> PyErr {
    let why = format!("this cannot be given as Arrow has it: {error}");
    raised(py, &Diagnostic::limit(why))
}

fn schema_capsule<'py>(py: Python<'py>, schema: &Schema) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = FFI_ArrowSchema::try_from(schema).map_err(|error| refused(py, &error))?;
    PyCapsule::new_with_value(py, schema, SCHEMA)
}

/// The schema and the rows of a batch as two capsules.
///
/// # Errors
///
/// `LimitError` for data that Arrow rejects.
pub(crate) fn batch_capsules<'py>(
    py: Python<'py>,
    batch: RecordBatch,
) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
    let schema = schema_capsule(py, &batch.schema())?;
    let rows = StructArray::from(batch).into_data();
    let rows = PyCapsule::new_with_value(py, FFI_ArrowArray::new(&rows), ARRAY)?;
    Ok((schema, rows))
}

/// The columns of a table.
#[pyclass(frozen, module = "pdfa2hocr")]
pub(crate) struct ArrowSchema {
    schema: SchemaRef,
}

#[pymethods]
impl ArrowSchema {
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, &self.schema)
    }
}

/// The columns of a table of documents.
#[pyfunction]
#[pyo3(signature = (table, /))]
pub(crate) fn schema(py: Python<'_>, table: &str) -> PyResult<ArrowSchema> {
    let schema = match table {
        "nested" => arrow::nested_schema(),
        name => arrow::schema(self::table(py, name)?),
    };
    Ok(ArrowSchema { schema })
}

/// A table of a document, read when a consumer asks for rows.
#[pyclass(frozen, module = "pdfa2hocr")]
pub(crate) struct ArrowStream {
    opened: Arc<Opened>,
    table: Table,
    /// The name of the document in the rows.
    path: String,
}

impl ArrowStream {
    pub(crate) fn new(opened: Arc<Opened>, table: Table, path: Option<String>) -> Self {
        let path = path.unwrap_or_else(|| opened.source.name().to_owned());
        Self {
            opened,
            table,
            path,
        }
    }
}

#[pymethods]
impl ArrowStream {
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, &arrow::schema(self.table))
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A request for other types may be ignored.
        let _ = requested_schema;
        let reader = detached(py, || {
            let opened = self.opened.here()?;
            Ok(Reader {
                schema: arrow::schema(self.table),
                batches: Batches::new(&opened.document, &self.path, self.table),
            })
        })?;
        let stream = FFI_ArrowArrayStream::new(Box::new(reader));
        PyCapsule::new_with_value(py, stream, STREAM)
    }

    fn __repr__(&self) -> String {
        format!("<ArrowStream of {}>", self.table.name())
    }
}

/// The batches of a document, for a consumer in C.
struct Reader {
    schema: SchemaRef,
    batches: Batches,
}

impl Iterator for Reader {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = catch_unwind(AssertUnwindSafe(|| self.batches.next()));
        let failed = |why: String| ArrowError::ExternalError(why.into());
        match next {
            Ok(next) => next.map(|batch| batch.map_err(|why| failed(worded(&why)))),
            Err(panic) => {
                let what = message_of(&*panic);
                Some(Err(failed(format!(
                    "this is a mistake of pdfa2hocr: {what}"
                ))))
            }
        }
    }
}

impl RecordBatchReader for Reader {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}

/// A table of a page.
#[pyclass(frozen, module = "pdfa2hocr")]
pub(crate) struct ArrowBatch {
    batch: RecordBatch,
}

impl ArrowBatch {
    /// # Errors
    ///
    /// `ArgumentError` for an unknown table.
    pub(crate) fn new(
        py: Python<'_>,
        page: &pdfa2hocr::Page,
        path: &str,
        table: &str,
    ) -> PyResult<Self> {
        let table = self::table(py, table)?;
        let batch = detached(py, || arrow::page_batch(page, path, table))?;
        Ok(Self { batch })
    }
}

#[pymethods]
impl ArrowBatch {
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, &self.batch.schema())
    }

    #[pyo3(signature = (requested_schema = None))]
    pub(crate) fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        let _ = requested_schema;
        batch_capsules(py, self.batch.clone())
    }

    fn __len__(&self) -> usize {
        self.batch.num_rows()
    }
}
