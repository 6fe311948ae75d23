//! What is converted: a PDF, or what pdfminer made of one.

use crate::diagnostics::{Diagnostic, DiagnosticKind, Result, Warning};
use crate::pdf;
use crate::read::Pdfminer;

/// What is converted; recognised by its content, not by its name.
pub(super) enum Input {
    Pdf(pdf::Document),
    Pdfminer(Pdfminer),
}

impl Input {
    /// Opens it, and returns what had to be mended.
    ///
    /// # Errors
    ///
    /// Those of [`pdf::Document::open`]; [`DiagnosticKind::Structure`] when there are no pages.
    pub(super) fn open(source: &pdf::Source, password: &str) -> Result<(Self, Vec<Warning>)> {
        if Pdfminer::recognises(source) {
            let xml = Pdfminer::open(source);
            if xml.page_count() == 0 {
                return Err(Diagnostic::new(
                    DiagnosticKind::Structure,
                    "the file has no pages",
                ));
            }
            return Ok((Self::Pdfminer(xml), Vec::new()));
        }
        let (pdf, warnings) = pdf::Document::open(source, password)?;
        Ok((Self::Pdf(pdf), warnings))
    }

    pub(super) fn page_count(&self) -> usize {
        match self {
            Self::Pdf(pdf) => pdf.page_count(),
            Self::Pdfminer(xml) => xml.page_count(),
        }
    }

    /// The pages that a budget goes by.
    pub(super) fn distinct_page_count(&self) -> usize {
        match self {
            Self::Pdf(pdf) => pdf.distinct_page_count(),
            Self::Pdfminer(xml) => xml.page_count(),
        }
    }
}
