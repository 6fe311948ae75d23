//! Checks: of PDFs against PDF/A and PDF/UA, and of hOCR.

use pdfa2hocr::lint;
use pdfa2hocr::validate::{self as checks, Flavour, Severity};
use pdfa2hocr::{Diagnostic, DiagnosticKind};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors::detached;
use crate::source::read_source;

/// The check of a file against one flavour.
#[pyclass(frozen, get_all, module = "pdfa2hocr")]
pub(crate) struct Report {
    /// What the file was checked against: `2b`.
    flavour: &'static str,
    /// Whether the file claims it.
    claimed: bool,
    /// Whether nothing was found that keeps the file from conforming.
    conforms: bool,
    /// The rules that the file breaks, by clause.
    findings: Vec<Py<Finding>>,
    /// How many requirements were checked.
    checked: usize,
    /// What had to be repaired before the file could be read. Such a file does not conform.
    repairs: Vec<String>,
    /// What could not be read.
    warnings: Vec<String>,
}

/// A rule that a file breaks.
#[pyclass(frozen, get_all, module = "pdfa2hocr")]
pub(crate) struct Finding {
    /// Clause of the standard.
    clause: &'static str,
    /// Number of the test in the clause, as veraPDF has it.
    test: u16,
    /// `error`, or `warning` where the file may conform all the same.
    severity: &'static str,
    /// What is wrong and how to mend it.
    message: &'static str,
    /// How often the rule is broken.
    count: usize,
    /// The first places where it is.
    faults: Vec<Py<Fault>>,
}

/// One place where a rule is broken.
#[pyclass(frozen, get_all, module = "pdfa2hocr")]
pub(crate) struct Fault {
    /// From 1.
    page: Option<u32>,
    /// Number and generation.
    object: Option<(u32, i32)>,
    /// The byte in the file, or, with a page, in its content.
    offset: Option<u64>,
    /// What is there.
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

/// Checks a PDF against PDF/A and PDF/UA: a report for each flavour that it claims, or for these.
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
            flavours: flavours.map_err(|why| Diagnostic::new(DiagnosticKind::Argument, why))?,
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
                page: fault.page,
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

/// Checks hOCR, whoever wrote it: line, from 1, and what is wrong there; the first thousand.
#[pyfunction]
#[pyo3(signature = (source, /))]
pub(crate) fn check_hocr(source: &Bound<'_, PyAny>) -> PyResult<Vec<(usize, String)>> {
    let py = source.py();
    let source = read_source(source)?;
    let findings = detached(py, || Ok(lint::check(source.bytes())))?;
    let findings = findings.list.into_iter();
    Ok(findings.map(|found| (found.line, found.message)).collect())
}
