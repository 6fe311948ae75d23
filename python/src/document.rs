//! A document: opens it and reads its pages.

use std::ffi::CString;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pdfa2hocr::PageList;
use pdfa2hocr::cli::binding;
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrow::{self, ArrowStream};
use crate::diagnostic::Diagnostic;
use crate::errors::{closed, detached, raised};
use crate::opened::Opened;
use crate::options;
use crate::outline::{OutlineItem, from_json};
use crate::pages::{PageIterator, Pages};
use crate::source::read_source;
use crate::structure::{self, StructElem};

/// An open document. Use `pdfa2hocr.open` to get one.
#[pyclass(frozen, name = "Document", module = "pdfa2hocr")]
pub(crate) struct PyDocument {
    /// `None` after `close`.
    opened: Mutex<Option<Arc<Opened>>>,
}

impl PyDocument {
    fn lock(&self) -> MutexGuard<'_, Option<Arc<Opened>>> {
        self.opened.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The document, reopened if this process is a fork.
    pub(crate) fn opened(&self, py: Python<'_>) -> PyResult<Arc<Opened>> {
        let Some(opened) = self.lock().clone() else {
            return Err(closed(py));
        };
        let here = detached(py, || opened.here())?;
        if !Arc::ptr_eq(&opened, &here) {
            self.lock().clone_from(&Some(Arc::clone(&here)));
        }
        Ok(here)
    }
}

/// Opens a document from a path, bytes, or a file object in binary mode.
#[pyfunction]
#[pyo3(signature = (source, /, **options))]
pub(crate) fn open(
    source: &Bound<'_, PyAny>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<PyDocument> {
    let py = source.py();
    let given = options::given(py, options)?;
    let source = read_source(source)?;
    let opened = detached(py, || Opened::new(source, given))?;
    Ok(PyDocument {
        opened: Mutex::new(Some(Arc::new(opened))),
    })
}

#[pymethods]
impl PyDocument {
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.opened(py)?.document.chosen_pages().len())
    }

    fn __iter__(&self, py: Python<'_>) -> PyResult<PageIterator> {
        let opened = self.opened(py)?;
        Ok(PageIterator::new(Pages::all(&opened)))
    }

    fn __getitem__(&self, py: Python<'_>, at: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        Pages::all(&self.opened(py)?).item(py, at)
    }

    /// Some pages, by numbers from 1 in the syntax of the command line: `1-5,9,12-`.
    fn pages(&self, py: Python<'_>, numbers: &str) -> PyResult<Pages> {
        let opened = self.opened(py)?;
        let wrong = |why| {
            let error = pdfa2hocr::Diagnostic::new(pdfa2hocr::DiagnosticKind::Argument, why);
            raised(py, &error.about(pdfa2hocr::Setting::Pages))
        };
        let list: PageList = numbers.parse().map_err(wrong)?;
        let indices = list.of(opened.document.page_count()).map_err(wrong)?;
        Ok(Pages::new(opened, indices))
    }

    /// Number of pages of the document, independent of the option `pages`.
    #[getter]
    fn page_count(&self, py: Python<'_>) -> PyResult<u32> {
        Ok(self.opened(py)?.document.page_count())
    }

    /// Title, author, languages and other metadata.
    #[getter]
    fn metadata<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let opened = self.opened(py)?;
        let info = detached(py, || Ok(opened.document.info()))?;
        let facts = PyDict::new(py);
        let metadata = info.metadata;
        facts.set_item("title", metadata.title)?;
        facts.set_item("author", metadata.author)?;
        facts.set_item("subject", metadata.subject)?;
        facts.set_item("keywords", metadata.keywords)?;
        facts.set_item("creator", metadata.creator)?;
        facts.set_item("producer", metadata.producer)?;
        facts.set_item("created", metadata.created)?;
        facts.set_item("modified", metadata.modified)?;
        facts.set_item("languages", info.languages)?;
        Ok(facts)
    }

    /// The outline (bookmarks) of the document.
    #[getter]
    fn outline(&self, py: Python<'_>) -> PyResult<Vec<Py<OutlineItem>>> {
        let opened = self.opened(py)?;
        let items = detached(py, || Ok(opened.document.outline()))?;
        OutlineItem::list(py, items)
    }

    /// Finds a quotation. Returns the pages, and a box for each line.
    fn locate<'py>(&self, py: Python<'py>, quote: String) -> PyResult<Bound<'py, PyAny>> {
        let opened = self.opened(py)?;
        let json = detached(py, || {
            let found = opened.document.locate(&quote, &mut ())?;
            Ok(serde_json::to_vec(&found).unwrap_or_default())
        })?;
        from_json(py, &json)
    }

    /// Finds several quotations, reading the pages once.
    fn locate_all<'py>(&self, py: Python<'py>, quotes: Vec<String>) -> PyResult<Bound<'py, PyAny>> {
        let opened = self.opened(py)?;
        let json = detached(py, || {
            let quotes: Vec<&str> = quotes.iter().map(String::as_str).collect();
            let found = opened.document.locate_all(&quotes, &mut ())?;
            Ok(serde_json::to_vec(&found).unwrap_or_default())
        })?;
        from_json(py, &json)
    }

    /// The top-level elements of the structure tree.
    #[getter]
    fn structure(&self, py: Python<'_>) -> PyResult<Vec<Py<StructElem>>> {
        let opened = self.opened(py)?;
        let json = detached(py, || {
            let mut json = Vec::new();
            opened.document.write_structure_json(&mut json, &mut ())?;
            Ok(json)
        })?;
        structure::tree(py, &json)
    }

    /// Problems so far that do not belong to a page: while opening the document, and with the fonts of the
    /// pages read.
    #[getter]
    fn warnings(&self, py: Python<'_>) -> PyResult<Vec<Diagnostic>> {
        let opened = self.opened(py)?;
        let warnings = detached(py, || Ok(opened.document.warnings()))?;
        Ok(Diagnostic::list(&warnings))
    }

    /// A listing of the document: `fonts`, `images`, `objects`, `operators` or `metadata`, as `pdfa2hocr
    /// inspect LISTING --json` writes it.
    fn inspect<'py>(&self, py: Python<'py>, listing: &str) -> PyResult<Bound<'py, PyAny>> {
        let opened = self.opened(py)?;
        let json = detached(py, || {
            binding::inspect(&opened.document, &opened.source, listing)
        })?;
        from_json(py, json.as_bytes())
    }

    /// Writes the chosen pages, each format to its file, and returns the files.
    #[pyo3(signature = (output, formats = None))]
    fn convert(
        &self,
        py: Python<'_>,
        output: Option<PathBuf>,
        formats: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<PathBuf>> {
        let opened = self.opened(py)?;
        let formats = formats.map(names).transpose()?.unwrap_or_default();
        let contradictions = binding::contradictions(output.as_deref(), &formats);
        for contradiction in contradictions.map_err(|error| raised(py, &error))? {
            let message = CString::new(contradiction)?;
            PyErr::warn(py, &py.get_type::<PyUserWarning>(), &message, 1)?;
        }
        detached(py, || {
            let (given, document) = (&opened.given, &opened.document);
            given.convert(
                document,
                &opened.source,
                output.as_deref(),
                &formats,
                &mut (),
            )
        })
    }

    /// A table of the chosen pages, for consumers of Arrow.
    #[pyo3(signature = (table = "words", *, path = None))]
    fn to_arrow(&self, py: Python<'_>, table: &str, path: Option<String>) -> PyResult<ArrowStream> {
        let table = arrow::table(py, table)?;
        Ok(ArrowStream::new(self.opened(py)?, table, path))
    }

    /// Closes the document. Pages read from it stay valid.
    fn close(&self, py: Python<'_>) {
        let opened = self.lock().take();
        // Dropping it may wait for threads.
        py.detach(|| drop(opened));
    }

    fn __enter__(this: Bound<'_, Self>) -> Bound<'_, Self> {
        this
    }

    #[pyo3(signature = (*_why))]
    fn __exit__(&self, py: Python<'_>, _why: &Bound<'_, PyAny>) {
        self.close(py);
    }

    fn __repr__(&self) -> String {
        match &*self.lock() {
            None => "<Document, closed>".to_owned(),
            Some(opened) => {
                let name = opened.source.name();
                let pages = opened.document.page_count();
                format!("<Document {name:?}, {pages} pages>")
            }
        }
    }
}

/// The names of formats: one, several, or the keys of a mapping to files.
fn names(formats: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    if let Ok(one) = formats.extract::<String>() {
        return Ok(vec![one]);
    }
    if let Ok(files) = formats.cast::<PyDict>() {
        let name = |(format, file): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
            let file: PathBuf = file.extract()?;
            Ok(format!("{}={}", format.str()?, file.display()))
        };
        return files.into_iter().map(name).collect();
    }
    formats.extract()
}
