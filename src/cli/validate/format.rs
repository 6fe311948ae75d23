//! Writes the results of checks in the chosen format.

use std::fmt::Write as _;
use std::path::Path;

use clap::ValueEnum;
use serde::Serialize;

use super::outcome::Outcome;
use super::totals::Totals;
use pdfa2hocr_core::counted::counted;
use pdfa2hocr_core::diagnostics::{Diagnostic, Result};
use pdfa2hocr_core::visible::visible;
use pdfa2hocr_validate::{Report, html, mrr, vera_json};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// One line per file, followed by one line per fault
    Text,
    /// One JSON object per line, for each file and flavour
    Json,
    /// One HTML page
    Html,
    /// The machine-readable report of veraPDF (XML)
    Mrr,
    /// The JSON report of veraPDF
    VerapdfJson,
}

/// A format, or a summary in it.
#[derive(Clone, Copy)]
pub(super) enum Form {
    /// The results of each file.
    Each(Format),
    /// The number of files by result, and the rules that they break, as text, JSON or HTML.
    Summary(Format),
}

impl Format {
    /// The format of each file's results, or of a summary.
    ///
    /// # Errors
    ///
    /// For a summary in a format that has none.
    pub(super) fn with(self, summary: bool) -> Result<Form> {
        match self {
            _ if !summary => Ok(Form::Each(self)),
            Self::Text | Self::Json | Self::Html => Ok(Form::Summary(self)),
            Self::Mrr | Self::VerapdfJson => Err(Diagnostic::argument(
                "this format ends with a summary anyway; leave out --summary",
            )),
        }
    }
}

impl Form {
    /// Whether the format can contain pictures.
    #[cfg(feature = "browse")]
    pub(super) fn has_pictures(self) -> bool {
        matches!(self, Self::Each(Format::Html))
    }

    /// The text before the results.
    pub(super) fn head(self) -> String {
        match self {
            Self::Each(Format::Html) | Self::Summary(Format::Html) => html::head(),
            Self::Each(Format::Mrr) => mrr::head(),
            Self::Each(Format::VerapdfJson) => vera_json::head(),
            _ => String::new(),
        }
    }

    /// The results of a file; `is_first` is true for the first one.
    pub(super) fn file(self, outcome: &Outcome, is_first: bool) -> String {
        match self {
            Self::Each(Format::Text) => text(outcome),
            Self::Each(Format::Json) => json(outcome),
            Self::Each(Format::Html) => page(outcome),
            Self::Each(Format::Mrr) => mrr(outcome),
            Self::Each(Format::VerapdfJson) if is_first => vera_json(outcome),
            Self::Each(Format::VerapdfJson) => format!(",{}", vera_json(outcome)),
            Self::Summary(_) => String::new(),
        }
    }

    /// The text after the results.
    pub(super) fn foot(self, totals: &Totals) -> String {
        match self {
            Self::Each(Format::Html) => html::foot(&totals.counts, &totals.summary),
            Self::Summary(Format::Html) => html::summary(&totals.counts, &totals.summary),
            Self::Each(Format::Mrr) => mrr::foot(&totals.counts),
            Self::Each(Format::VerapdfJson) => vera_json::foot(&totals.counts),
            Self::Each(Format::Text | Format::Json) => String::new(),
            Self::Summary(Format::Json) => line(totals),
            Self::Summary(_) => totals.to_string(),
        }
    }
}

/// The version of the JSON lines; `docs/validate.schema.json` is their schema.
const VERSION: u32 = 1;

/// A line of JSON.
#[derive(Serialize)]
struct Line<T> {
    version: u32,
    #[serde(flatten)]
    of: T,
}

fn line(of: impl Serialize) -> String {
    let version = VERSION;
    serde_json::to_string(&Line { version, of }).unwrap_or_default() + "\n"
}

/// The result of a file for JSON.
#[derive(Serialize)]
struct OfFile<'a> {
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(flatten)]
    report: Option<&'a Report>,
}

/// A file's results as lines of text.
fn text(outcome: &Outcome) -> String {
    let mut out = String::new();
    let path = outcome.path.display().to_string();
    let path = visible(&path);
    match &outcome.reports {
        Err(error) => {
            let _ = writeln!(out, "ERROR {path}: {}", visible(&error.to_string()));
        }
        Ok(reports) => {
            for report in reports {
                let verdict = if report.conforms { "PASS" } else { "FAIL" };
                let _ = write!(out, "{verdict} {path} {}", report.flavour);
                if !report.claimed {
                    out.push_str(" (the file does not claim it)");
                }
                if !report.coverage.missing.is_empty() {
                    let missing = report.coverage.missing.len();
                    let _ = write!(out, " ({} not checked)", counted(missing, "rule"));
                }
                out.push('\n');
                let _ = report.write_faults(&mut out);
            }
        }
    }
    out
}

/// A file's results as lines of JSON.
fn json(outcome: &Outcome) -> String {
    let path = outcome.path.display().to_string();
    match &outcome.reports {
        Err(error) => line(OfFile {
            path,
            error: Some(error.to_string()),
            report: None,
        }),
        Ok(reports) => reports
            .iter()
            .map(|report| {
                line(OfFile {
                    path: path.clone(),
                    error: None,
                    report: Some(report),
                })
            })
            .collect(),
    }
}

/// A file's results as parts of an HTML page.
fn page(outcome: &Outcome) -> String {
    let path = outcome.path.display().to_string();
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = match &outcome.reports {
        Err(error) => html::error(&mut out, &path, &error.to_string()),
        Ok(reports) => {
            let pages = outcome.pages.iter().map(Vec::as_slice);
            let pages = pages.chain(std::iter::repeat(&[][..]));
            let mut reports = reports.iter().zip(pages);
            reports.try_for_each(|(report, pages)| html::report(&mut out, &path, report, pages))
        }
    };
    out
}

/// A file's results as a job of an MRR.
fn mrr(outcome: &Outcome) -> String {
    as_job(outcome, |job| {
        let mut out = String::new();
        // Writing to a string does not fail.
        let _ = match &outcome.reports {
            Err(error) => job.failed(&mut out, &error.to_string()),
            Ok(reports) => job.checked(&mut out, reports),
        };
        out
    })
}

/// A file's results as a job of veraPDF's JSON.
fn vera_json(outcome: &Outcome) -> String {
    let error = outcome.reports.as_ref().map_err(ToString::to_string);
    let result = error.as_ref().map(|reports| reports.as_slice());
    as_job(outcome, |job| {
        vera_json::job(job, result.map_err(String::as_str))
    })
}

/// Writes the job of a file, by its absolute path.
fn as_job(outcome: &Outcome, write: impl FnOnce(&mrr::Job<'_>) -> String) -> String {
    let path = match std::path::absolute(&outcome.path) {
        Ok(path) if outcome.path != Path::new("-") => path,
        _ => outcome.path.clone(),
    };
    write(&mrr::Job {
        path: &path.display().to_string(),
        size: outcome.size,
        begun: outcome.begun,
        ended: outcome.ended,
    })
}
