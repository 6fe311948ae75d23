//! `pdfa2hocr explain`: what the program sees on a page, to be looked at.

use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::Args;

use super::args::Conversion;
use super::output::Output;
use super::report::Report;
use crate::diagnostics::{Diagnostic, DiagnosticKind, Result};
use crate::document::Document;
use crate::model::PageList;

#[derive(Debug, Args)]
pub(super) struct Explain {
    /// The PDF to read; - is standard input
    #[arg(value_name = "INPUT")]
    input: PathBuf,

    /// The page to draw
    #[arg(long, value_name = "N", default_value = "1")]
    page: NonZeroU32,

    /// The file to write; - is standard output
    #[arg(short, long, value_name = "OUTPUT", default_value = "-")]
    output: PathBuf,

    #[command(flatten)]
    conversion: Conversion,
}

impl Explain {
    /// How the documents are converted.
    pub(super) fn conversion(&self) -> &Conversion {
        &self.conversion
    }

    /// Draws the page.
    ///
    /// # Errors
    ///
    /// Those of a conversion.
    pub(super) fn run(&self) -> Result<()> {
        let mut options = self.conversion.options()?;
        if options.pages.is_some() {
            let why = "--pages: explain draws one page; name it with --page";
            return Err(Diagnostic::new(DiagnosticKind::Argument, why));
        }
        options.pages = Some(PageList::page(self.page));
        let claims = self.conversion.claims(&self.input);
        let log = self.conversion.claim_log(&claims)?;
        let place = claims.claim(&self.output)?;
        let source = super::input(&self.input)?;
        let mut report = Report::new(&self.conversion, log.as_ref(), false)?;
        let mut output = Output::create(&place)?;
        let drawn = Document::with_observer(&source, options, &mut report)
            .and_then(|document| document.explain(&mut output, &mut report))
            .and_then(|()| output.finish());
        let (whole, failed) = (report.whole(), report.module_errors());
        report.finish();
        drawn.and(whole).and(super::module::all_well(failed))
    }
}
