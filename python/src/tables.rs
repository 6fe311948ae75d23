//! Tables of a page.

use pdfa2hocr::{Page, Rect};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use crate::items::{shown, with_box};
use crate::pickled;

/// A table, with its cells.
#[pyclass(frozen, module = "pdfa2hocr")]
pub(crate) struct Table {
    bbox: Rect,
    /// The cells by rows.
    #[pyo3(get)]
    rows: Py<PyTuple>,
    /// The texts by row and column.
    grid: Vec<Vec<Option<String>>>,
}

/// A cell of a table.
#[pyclass(frozen, module = "pdfa2hocr")]
pub(crate) struct Cell {
    bbox: Rect,
    /// The words of the cell, separated by spaces.
    #[pyo3(get)]
    text: String,
    /// Whether it is a header cell.
    #[pyo3(get)]
    is_header: bool,
    /// The number of rows that it spans.
    #[pyo3(get)]
    row_span: u32,
    /// The number of columns that it spans.
    #[pyo3(get)]
    column_span: u32,
}

with_box!(Cell {
    fn __repr__(&self) -> String {
        format!("<Cell {:?} at {}>", self.text, shown(self.bbox))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let spans = (self.row_span, self.column_span);
        pickled::reduced(py, "Cell", (self.bbox(), &self.text, self.is_header, spans))
    }
});

with_box!(Table {
    /// The texts of the cells, a list for each row, all of the same length. `None` means that there is no
    /// cell, or a cell that begins further left or above.
    pub(crate) fn extract(&self) -> Vec<Vec<Option<String>>> {
        self.grid.clone()
    }

    /// The table as a `pandas.DataFrame`. The first row names the columns if it has only header cells.
    ///
    /// Raises `ImportError` without pandas.
    fn to_pandas(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let pandas = PyModule::import(py, "pandas")?;
        let arguments = pyo3::types::PyDict::new(py);
        let mut rows = self.grid.as_slice();
        if self.has_head(py)?
            && let Some((head, body)) = rows.split_first()
        {
            let names = head.iter().map(|name| name.as_deref().unwrap_or_default());
            arguments.set_item("columns", PyList::new(py, names)?)?;
            rows = body;
        }
        let frame = pandas.call_method("DataFrame", (rows.to_vec(),), Some(&arguments))?;
        Ok(frame.unbind())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let rows = self.rows.bind(py).len();
        Ok(format!("<Table, {rows} rows at {}>", shown(self.bbox)))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        pickled::reduced(py, "Table", (self.bbox(), &self.rows, &self.grid))
    }
});

impl Cell {
    /// The cell with these values, as [`pickled`] stores them.
    pub(crate) fn of_values(values: (pickled::Box, String, bool, (u32, u32))) -> Self {
        let (bbox, text, is_header, (row_span, column_span)) = values;
        Self {
            bbox: pickled::rect(bbox),
            text,
            is_header,
            row_span,
            column_span,
        }
    }
}

impl Table {
    /// The table with these values, as [`pickled`] stores them.
    pub(crate) fn of_values(values: (pickled::Box, Py<PyTuple>, Vec<Vec<Option<String>>>)) -> Self {
        let (bbox, rows, grid) = values;
        Self {
            bbox: pickled::rect(bbox),
            rows,
            grid,
        }
    }

    /// Whether the first row consists of header cells.
    fn has_head(&self, py: Python<'_>) -> PyResult<bool> {
        let rows = self.rows.bind(py);
        if rows.is_empty() {
            return Ok(false);
        }
        let first = rows.get_item(0)?.cast_into::<PyTuple>()?;
        for cell in &first {
            if !cell.cast::<Cell>()?.get().is_header {
                return Ok(false);
            }
        }
        Ok(!first.is_empty())
    }
}

/// The tables of a page in reading order.
///
/// # Errors
///
/// If memory is exhausted.
pub(crate) fn tables(py: Python<'_>, page: &Page) -> PyResult<Vec<Table>> {
    let mut tables = Vec::new();
    for table in page.tables() {
        let mut rows = Vec::new();
        for row in &table.rows {
            let cells = row.cells.iter().map(|cell| {
                let made = Cell {
                    bbox: cell.bbox,
                    text: cell.text(),
                    is_header: cell.is_header,
                    row_span: cell.row_span,
                    column_span: cell.column_span,
                };
                Py::new(py, made)
            });
            rows.push(PyTuple::new(py, cells.collect::<PyResult<Vec<_>>>()?)?);
        }
        let texts = |row: Vec<Option<&pdfa2hocr::TableCell<'_>>>| {
            row.into_iter().map(|cell| Some(cell?.text())).collect()
        };
        tables.push(Table {
            bbox: table.bbox,
            rows: PyTuple::new(py, rows)?.unbind(),
            grid: table.grid().into_iter().map(texts).collect(),
        });
    }
    Ok(tables)
}
