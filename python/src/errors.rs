//! Converts errors into Python exceptions, the classes of `pdfa2hocr.errors`.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};

use pdfa2hocr::{Diagnostic, DiagnosticKind, PageNumber, Setting};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{IntoPyDict, PyType};

/// Does work without the interpreter while other Python threads run, and converts its errors into exceptions.
/// A panic, which is a bug of this program, is converted, too: `except Exception` does not catch the panic
/// exception of pyo3.
///
/// # Errors
///
/// The exceptions of `pdfa2hocr.errors`.
pub(crate) fn detached<T: Send>(
    py: Python<'_>,
    work: impl FnOnce() -> Result<T, Diagnostic> + Send,
) -> PyResult<T> {
    match py.detach(|| catch_unwind(AssertUnwindSafe(work))) {
        Ok(Ok(done)) => Ok(done),
        Ok(Err(diagnostic)) => Err(raised(py, &diagnostic)),
        Err(panic) => Err(internal(py, &message_of(&*panic))),
    }
}

/// Panics, for the tests.
#[pyfunction]
pub(crate) fn panic_for_tests(py: Python<'_>) -> PyResult<()> {
    detached(py, || panic!("as a test wants it"))
}

/// The message of a panic.
pub(crate) fn message_of(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "no message".to_owned())
}

/// The exception for a panic.
pub(crate) fn internal(py: Python<'_>, what: &str) -> PyErr {
    let message = format!("this is a mistake of pdfa2hocr; please report it: {what}");
    made(py, "InternalError", &message, |_| Ok(()))
}

/// The exception for a diagnostic.
pub(crate) fn raised(py: Python<'_>, diagnostic: &Diagnostic) -> PyErr {
    let class = match diagnostic.kind {
        DiagnosticKind::Argument => "ArgumentError",
        DiagnosticKind::Structure => "StructureError",
        DiagnosticKind::Objects => "ObjectsError",
        DiagnosticKind::Password => "PasswordError",
        DiagnosticKind::Module => "ModuleError",
        DiagnosticKind::Limit => "LimitError",
        // Kinds that end a conversion, and unknown ones, have the exit code of file errors.
        _ => file_error(diagnostic),
    };
    let mut placed = diagnostic.clone();
    placed.message = worded(diagnostic);
    made(py, class, &placed.to_string(), |facts| {
        facts.set_item("kind", diagnostic.kind.name())?;
        facts.set_item("page", page_number(diagnostic))?;
        facts.set_item("object", diagnostic.place.object)?;
        facts.set_item("offset", diagnostic.place.offset)?;
        if let Some(file) = &diagnostic.file {
            facts.set_item("errno", file.code)?;
            facts.set_item("filename", file.path.as_os_str())?;
        }
        Ok(())
    })
}

/// The class for an error of a file.
fn file_error(diagnostic: &Diagnostic) -> &'static str {
    let code = diagnostic.file.as_ref().and_then(|file| file.code);
    match code.map(|code| io::Error::from_raw_os_error(code).kind()) {
        Some(io::ErrorKind::NotFound) => "MissingFileError",
        Some(io::ErrorKind::PermissionDenied) => "ForbiddenFileError",
        _ => "FileError",
    }
}

/// The exception for a closed document.
pub(crate) fn closed(py: Python<'_>) -> PyErr {
    made(py, "ArgumentError", "the document is closed", |_| Ok(()))
}

/// The page number, from 1.
pub(crate) fn page_number(diagnostic: &Diagnostic) -> Option<u32> {
    Some(PageNumber::of(diagnostic.place.page?).get())
}

/// The message in terms of the options of `open`.
pub(crate) fn worded(diagnostic: &Diagnostic) -> String {
    let message = &diagnostic.message;
    match diagnostic.setting {
        Some(Setting::ReplaceTags) => format!("{message}; replace_tags=True makes new ones"),
        Some(Setting::Pages) => format!("pages: {message}"),
        Some(Setting::Undivided) => format!("ignore_pages: {message}"),
        Some(Setting::Password) => format!("{message}; open it with password=\"…\""),
        Some(Setting::Overwrite) => format!("{message}; use overwrite=True to replace it"),
        Some(Setting::Language) => format!("icu: {message}"),
        Some(Setting::Road) => format!("{message}, as with page_analysis=True"),
        Some(Setting::ModuleArgs) => format!("module_arg: {message}"),
        Some(Setting::ModuleSteps) => format!("{message} (module_steps)"),
        Some(Setting::ModuleMemory) => format!("{message} (module_memory)"),
        Some(Setting::ModuleDepth) => format!("{message} (module_depth)"),
        _ => message.clone(),
    }
}

fn made(
    py: Python<'_>,
    class: &str,
    message: &str,
    add: impl FnOnce(&Bound<'_, pyo3::types::PyDict>) -> PyResult<()>,
) -> PyErr {
    static ERRORS: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let made = || -> PyResult<PyErr> {
        let errors = ERRORS.get_or_try_init(py, || {
            PyModule::import(py, "pdfa2hocr.errors").map(Bound::unbind)
        })?;
        let class = errors.bind(py).getattr(class)?.cast_into::<PyType>()?;
        let facts = [("message", message)].into_py_dict(py)?;
        add(&facts)?;
        Ok(PyErr::from_value(class.call((), Some(&facts))?))
    };
    made().unwrap_or_else(|error| error)
}
