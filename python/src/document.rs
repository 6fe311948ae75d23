//! A document: opens it and reads its pages.

use std::ffi::CString;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pdfa2hocr::cli::binding::{self, Choice};
use pdfa2hocr::{DiagnosticKind, Observer, PageList, Warning};
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};

use crate::arrow::{self, ArrowStream};
use crate::diagnostic::Diagnostic;
use crate::errors::{closed, detached, raised};
use crate::opened::Opened;
use crate::outline::{OutlineItem, from_json};
use crate::pages::{PageIterator, Pages};
use crate::source::read_source;
use crate::structure::{self, StructElem};
use crate::{chunks, options};

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
        for (name, fact) in info.metadata.facts() {
            facts.set_item(name, fact)?;
        }
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

    /// The objects that a page draws, by its index from 0, for `pdfa2hocr.plumber`.
    fn _graphics<'py>(&self, py: Python<'py>, index: u32) -> PyResult<Bound<'py, PyAny>> {
        let opened = self.opened(py)?;
        let json = detached(py, || opened.graphics(index))?;
        from_json(py, json.as_bytes())
    }

    /// A page as a PNG, by its index from 0, for `pdfa2hocr.plumber`.
    fn _png<'py>(
        &self,
        py: Python<'py>,
        index: u32,
        scale: f32,
        program: PathBuf,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let opened = self.opened(py)?;
        let png = detached(py, || opened.png(index, scale, &program))?;
        Ok(PyBytes::new(py, &png))
    }

    /// Divides the chosen pages into chunks for retrieval.
    #[pyo3(signature = (max_tokens = None, by = "heading", *, count = None))]
    fn chunks<'py>(
        &self,
        py: Python<'py>,
        max_tokens: Option<&Bound<'py, PyAny>>,
        by: &str,
        count: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        chunks::chunks(py, &self.opened(py)?, max_tokens, by, count)
    }

    /// Writes the chosen pages, each format to its file, and returns the files. `map` names files for the places
    /// of the text, as `--map` does.
    #[pyo3(signature = (output, formats = None, *, map = None))]
    fn convert(
        &self,
        py: Python<'_>,
        output: Option<PathBuf>,
        formats: Option<&Bound<'_, PyAny>>,
        map: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<PathBuf>> {
        let opened = self.opened(py)?;
        let formats = formats.map(choices).transpose()?.unwrap_or_default();
        let maps = map.map(choices).transpose()?.unwrap_or_default();
        let contradictions = binding::contradictions(output.as_deref(), &formats);
        for contradiction in contradictions.map_err(|error| raised(py, &error))? {
            let message = CString::new(contradiction)?;
            PyErr::warn(py, &py.get_type::<PyUserWarning>(), &message, 1)?;
        }
        let mut claims = Claims::default();
        let written = detached(py, || {
            let (given, document) = (&opened.given, &opened.document);
            given.convert(
                document,
                &opened.source,
                output.as_deref(),
                &formats,
                &maps,
                &mut claims,
            )
        })?;
        for claim in claims.0 {
            let message = CString::new(claim)?;
            PyErr::warn(py, &py.get_type::<PyUserWarning>(), &message, 1)?;
        }
        Ok(written)
    }

    /// Writes the document as a tagged PDF, as `convert` does, and returns its path.
    ///
    /// Recognised text becomes invisible text over the images of its pages. A PDF gets tags from its page analysis,
    /// and nothing visible changes.
    fn to_pdf(&self, py: Python<'_>, output: PathBuf) -> PyResult<PathBuf> {
        let format = PyString::new(py, "pdf");
        self.convert(py, Some(output.clone()), Some(format.as_any()), None)?;
        Ok(output)
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

/// The names of formats or of files: one, several, or a mapping of formats to files.
fn choices(given: &Bound<'_, PyAny>) -> PyResult<Vec<Choice>> {
    if let Ok(one) = given.extract() {
        return Ok(vec![Choice::Text(one)]);
    }
    // A path, or a name that is not Unicode.
    if given.hasattr("__fspath__")? || given.is_instance_of::<PyString>() {
        return Ok(vec![Choice::File(None, given.extract()?)]);
    }
    if let Ok(files) = given.cast::<PyDict>() {
        let named = |(format, file): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
            Ok(Choice::File(
                Some(format.str()?.to_string()),
                file.extract()?,
            ))
        };
        return files.into_iter().map(named).collect();
    }
    let several: Vec<String> = given.extract()?;
    Ok(several.into_iter().map(Choice::Text).collect())
}

/// Collects what written PDFs claim less than requested.
#[derive(Default)]
struct Claims(Vec<String>);

impl Observer for Claims {
    fn warning(&mut self, warning: &Warning) {
        if warning.kind == DiagnosticKind::Conformance {
            self.0.push(warning.message.clone());
        }
    }
}
