//! The input of a conversion: a PDF, the XML that pdfminer made of one, or recognised text.

use std::sync::Arc;

use super::options::Options;
use pdfa2hocr_core::diagnostics::{Diagnostic, DiagnosticKind, Result, Warning};
use pdfa2hocr_core::pdf;
use pdfa2hocr_core::read::{OcrDocument, Pdfminer};

/// An input file, recognised by its content, not by its name. Cloning is cheap.
#[derive(Clone)]
pub(super) enum Input {
    Pdf(Arc<pdf::Document>),
    Pdfminer(Arc<Pdfminer>),
    Ocr(Arc<OcrDocument>),
}

impl Input {
    /// Opens it, and returns warnings about repaired damage.
    ///
    /// # Errors
    ///
    /// Those of [`pdf::Document::open`] and [`OcrDocument::open`]; [`DiagnosticKind::Structure`] if there are
    /// no pages.
    pub(super) fn open(source: &pdf::Source, options: &Options) -> Result<(Self, Vec<Warning>)> {
        if Pdfminer::recognises(source) {
            let xml = Pdfminer::open(source);
            if xml.page_count() == 0 {
                return Err(match xml.cut_off() {
                    Some(mut why) => {
                        why.kind = DiagnosticKind::Structure;
                        why
                    }
                    None => Diagnostic::structure("the file has no pages"),
                });
            }
            let warnings = xml.cut_off().into_iter().collect();
            return Ok((Self::Pdfminer(Arc::new(xml)), warnings));
        }
        if OcrDocument::recognises(source) {
            let (ocr, warnings) = OcrDocument::open(
                source,
                options.input_dpi,
                options.file_group.as_deref(),
                &options.limits,
            )?;
            return Ok((Self::Ocr(Arc::new(ocr)), warnings.into_parts().0));
        }
        if !source.files().is_empty() {
            return Err(Diagnostic::structure(
                "several files can be one document if they are recognised text, like hOCR or ALTO, and \
                 none of these is; convert PDFs one by one, or a folder of them with pdfa2hocr batch",
            ));
        }
        let (pdf, warnings) = pdf::Document::open(source, &options.password)?;
        Ok((Self::Pdf(Arc::new(pdf)), warnings))
    }

    pub(super) fn page_count(&self) -> usize {
        match self {
            Self::Pdf(pdf) => pdf.page_count(),
            Self::Pdfminer(xml) => xml.page_count(),
            Self::Ocr(ocr) => ocr.page_count(),
        }
    }

    /// The number of distinct pages, on which a budget depends.
    pub(super) fn distinct_page_count(&self) -> usize {
        match self {
            Self::Pdf(pdf) => pdf.distinct_page_count(),
            Self::Pdfminer(xml) => xml.page_count(),
            Self::Ocr(ocr) => ocr.page_count(),
        }
    }
}
