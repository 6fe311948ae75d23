//! Checks PDFs against PDF/A and PDF/UA, and hOCR.

use pdfa2hocr::Diagnostic;
use pdfa2hocr::lint;
use pdfa2hocr::validate::{self as checks, Flavour, Severity};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors::detached;
use crate::source::read_source;
use pdfa2hocr::PageNumber;

/// The check of a file against one flavour.
#[pyclass(frozen, get_all, module = "pdfa2hocr")]
pub(crate) struct Report {
    /// The flavour that the file was checked against, for example `2b`.
    flavour: &'static str,
    /// Whether the file claims this flavour.
    claimed: bool,
    /// Whether no fault keeps the file from conforming.
    conforms: bool,
    /// The rules that the file breaks, sorted by clause.
    findings: Vec<Py<Finding>>,
    /// Number of requirements that were checked.
    checked: usize,
    /// Repairs without which the file could not be read. A repaired file does not conform.
    repairs: Vec<String>,
    /// Parts that could not be read.
    warnings: Vec<String>,
}

/// A rule that a file breaks.
#[pyclass(frozen, get_all, module = "pdfa2hocr")]
pub(crate) struct Finding {
    /// The clause of the standard.
    clause: &'static str,
    /// Number of the test in the clause, as in veraPDF.
    test: u16,
    /// `error`, or `warning` if the file may still conform.
    severity: &'static str,
    /// The fault and its remedy.
    message: &'static str,
    /// Number of times the rule is broken.
    count: usize,
    /// The first places where the rule is broken.
    faults: Vec<Py<Fault>>,
}

/// One place where a rule is broken.
#[pyclass(frozen, get_all, module = "pdfa2hocr")]
pub(crate) struct Fault {
    /// Page number, from 1.
    page: Option<u32>,
    /// Object and generation number.
    object: Option<(u32, i32)>,
    /// Byte offset in the file, or, with a page, in its content.
    offset: Option<u64>,
    /// The faulty object or value.
    found: String,
}

#[pymethods]
impl Report {
    fn __repr__(&self) -> String {
        let verdict = match self.conforms {
            true => "conforms",
            false => "does not conform",
        };
        format!("<Report {}: {verdict}>", self.flavour)
    }
}

#[pymethods]
impl Finding {
    fn __repr__(&self) -> String {
        format!("<Finding {}-{}: {}>", self.clause, self.test, self.message)
    }
}

#[pymethods]
impl Fault {
    fn __repr__(&self) -> String {
        match self.page {
            Some(page) => format!("<Fault on page {page}: {}>", self.found),
            None => format!("<Fault: {}>", self.found),
        }
    }
}

/// Checks a PDF against PDF/A and PDF/UA. Returns a report for each of the given flavours, or for each that
/// the file claims.
#[pyfunction]
#[pyo3(signature = (source, /, flavour = None, *, password = None, max_faults = 10))]
pub(crate) fn validate(
    source: &Bound<'_, PyAny>,
    flavour: Option<&Bound<'_, PyAny>>,
    password: Option<String>,
    max_faults: usize,
) -> PyResult<Vec<Report>> {
    let py = source.py();
    let source = read_source(source)?;
    let names: Vec<String> = match flavour {
        None => Vec::new(),
        Some(name) if name.is_instance_of::<PyString>() => vec![name.extract()?],
        Some(names) => names.extract()?,
    };
    let reports = detached(py, || {
        let flavours = names.iter().map(|name| name.parse::<Flavour>());
        let flavours: Result<_, String> = flavours.collect();
        let options = checks::Options {
            flavours: flavours.map_err(Diagnostic::argument)?,
            password: password.unwrap_or_default(),
            max_faults,
        };
        checks::validate(&source, &options)
    })?;
    reports.into_iter().map(|r| report(py, r)).collect()
}

fn report(py: Python<'_>, report: checks::Report) -> PyResult<Report> {
    let findings = report.findings.into_iter().map(|found| {
        let faults = found.faults.into_iter().map(|fault| {
            let made = Fault {
                page: fault.page.map(PageNumber::get),
                object: fault.object,
                offset: fault.offset,
                found: fault.found,
            };
            Py::new(py, made)
        });
        let made = Finding {
            clause: found.clause,
            test: found.test,
            severity: match found.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            },
            message: found.message,
            count: found.count,
            faults: faults.collect::<PyResult<_>>()?,
        };
        Py::new(py, made)
    });
    Ok(Report {
        flavour: report.flavour,
        claimed: report.claimed,
        conforms: report.conforms,
        findings: findings.collect::<PyResult<_>>()?,
        checked: report.coverage.checked,
        repairs: report.repairs,
        warnings: report.warnings,
    })
}

/// Checks hOCR from any program. Returns the line, from 1, and the message of each fault, at most a thousand.
#[pyfunction]
#[pyo3(signature = (source, /))]
pub(crate) fn check_hocr(source: &Bound<'_, PyAny>) -> PyResult<Vec<(usize, String)>> {
    let py = source.py();
    let source = read_source(source)?;
    let findings = detached(py, || Ok(lint::check(source.bytes())))?;
    let findings = findings.list.into_iter();
    Ok(findings.map(|found| (found.line, found.message)).collect())
}
