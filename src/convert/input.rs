//! What is converted: a PDF, or what pdfminer made of one.

use std::sync::Arc;

use crate::diagnostics::{Diagnostic, DiagnosticKind, Result, Warning};
use crate::pdf;
use crate::read::Pdfminer;

/// What is converted; recognised by its content, not by its name. It costs nothing to clone.
#[derive(Clone)]
pub(super) enum Input {
    Pdf(Arc<pdf::Document>),
    Pdfminer(Arc<Pdfminer>),
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
            return Ok((Self::Pdfminer(Arc::new(xml)), Vec::new()));
        }
        let (pdf, warnings) = pdf::Document::open(source, password)?;
        Ok((Self::Pdf(Arc::new(pdf)), warnings))
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
