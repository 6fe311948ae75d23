//! Writes analysed pages as text for people.

use std::io::Write;

use super::Pipeline;
use super::analysed::Analysed;
use super::observer::Observer;
use super::stop::result;
use crate::module::Collected;
use pdfa2hocr_core::corrections::Outcome;
use pdfa2hocr_core::diagnostics::{Result, Warnings};

/// The text for one page.
pub(super) struct Shown {
    pub index: u32,
    pub text: String,
    pub warnings: Warnings,
    pub printed: Vec<String>,
    pub corrections: Vec<Outcome>,
}

impl Pipeline {
    /// Writes the texts that `show` makes of the pages, in order.
    pub(super) fn write_shown(
        &self,
        out: &mut dyn Write,
        observer: &mut dyn Observer,
        show: impl Fn(Analysed, Option<&Collected>) -> Shown + Sync,
    ) -> Result<()> {
        observer.pages(self.pages.len());
        let shown = self.each_page(&self.pages, observer, show, |observer, page| {
            for text in &page.printed {
                observer.printed(Some(page.index), text);
            }
            for warning in page.warnings.iter() {
                observer.warning(warning);
            }
            for outcome in &page.corrections {
                observer.corrected(outcome);
            }
            out.write_all(page.text.as_bytes())?;
            Ok(())
        });
        result(shown.and_then(|()| Ok(out.flush()?)))
    }
}
