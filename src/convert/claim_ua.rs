//! Decides whether a tagged PDF can claim PDF/UA-1: it is written with the claim, and validated.

use super::Pipeline;
use super::observer::Observer;
use super::outputs::{self, Target};
use super::stop::Stop;
use pdfa2hocr_core::diagnostics::{Diagnostic, DiagnosticKind, Warning, write_error};
use pdfa2hocr_core::pdf::Source;
use pdfa2hocr_core::write::{Format, Options as WriteOptions};
use pdfa2hocr_validate::{Flavour, Severity, validate};

/// Maximum number of reasons in the warning.
const REASONS: usize = 3;

/// Collects warnings about claims.
#[derive(Default)]
struct Complaints(Vec<Warning>);

impl Observer for Complaints {
    fn warning(&mut self, warning: &Warning) {
        if warning.kind == DiagnosticKind::Conformance {
            self.0.push(warning.clone());
        }
    }
}

impl Pipeline {
    /// Returns the reason why the tagged file does not conform to PDF/UA-1, if it does not.
    ///
    /// # Errors
    ///
    /// Those of writing; [`DiagnosticKind::File`] if the temporary file cannot be written.
    pub(super) fn obstacle_to_ua(
        &self,
        write: &WriteOptions,
    ) -> std::result::Result<Option<Warning>, Stop> {
        let mut write = write.clone();
        write.claims_ua = true;
        let mut file = tempfile::NamedTempFile::new().map_err(|error| write_error(&error))?;
        let mut complaints = Complaints::default();
        let mut targets = [Target::new(Format::Pdf, &mut file)];
        self.write_targets(&mut targets, &write, &mut complaints)?;
        outputs::failures(&targets)?;
        if let Some(complaint) = complaints.0.pop() {
            return Ok(Some(complaint));
        }
        let options = pdfa2hocr_validate::Options {
            flavours: vec![Flavour::Ua1],
            max_faults: 1,
            ..pdfa2hocr_validate::Options::default()
        };
        let reports = validate(&Source::map(file.path())?, &options)?;
        if reports.iter().all(|report| report.conforms) {
            return Ok(None);
        }
        let findings = reports.iter().flat_map(|report| &report.findings);
        let faults = findings.filter(|finding| finding.severity == Severity::Error);
        let reasons = faults.map(|finding| {
            let page = finding.faults.first().and_then(|fault| fault.page);
            let page = page.map_or(String::new(), |page| format!(" (page {page})"));
            format!("{}{page}", finding.problem())
        });
        let reasons: Vec<String> = reasons.take(REASONS).collect();
        let message = format!(
            "the PDF does not conform to ua-1 and does not claim it: {}",
            reasons.join("; ")
        );
        Ok(Some(Diagnostic::new(DiagnosticKind::Conformance, message)))
    }
}
