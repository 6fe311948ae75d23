//! The structure tree as a listing.

use std::collections::HashMap;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::Pipeline;
use super::input::Input;
use super::observer::Observer;
use super::read_page::{beyond_budget, matrix};
use super::write_pages::Stop;
use crate::budget::Budget;
use crate::diagnostics::{Result, Warnings};
use crate::structure::Listing;

impl Pipeline {
    /// Writes the structure tree ([`Tags::listing`]) in a form; texts are those of the pages in
    /// [`Options::pages`]. Nothing for a document without tags.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::File`] when it cannot be written.
    pub(crate) fn structure_listing(
        &self,
        form: fn(&Listing) -> String,
        out: &mut dyn Write,
        observer: &mut dyn Observer,
    ) -> Result<()> {
        observer.pages(self.pages.len());
        let written = self
            .write_structure(form, out, observer)
            .map_err(Stop::Output);
        self.finish(written, observer)
    }

    /// The structure tree with its texts. Like a page that cannot be read, one whose reading fails
    /// gives none.
    fn write_structure(
        &self,
        form: fn(&Listing) -> String,
        out: &mut dyn Write,
        observer: &mut dyn Observer,
    ) -> io::Result<()> {
        let (Input::Pdf(pdf), Some(tags)) = (&self.input, &self.tags) else {
            return Ok(());
        };
        let mut texts = HashMap::new();
        let account = self.account();
        let read = |index, budget: &Budget| {
            let attempt = catch_unwind(AssertUnwindSafe(|| {
                let mut warnings = Warnings::new();
                let content = self.read_content(index, budget, &mut warnings);
                warnings.set_page(index);
                let layout = &self.options.layout;
                let (line, segmenter) = (&layout.line, layout.segmenter.as_deref());
                let matrix = matrix(pdf, index);
                (
                    tags.texts(index, content, matrix, line, segmenter),
                    warnings,
                )
            }));
            attempt.unwrap_or_default()
        };
        self.workers.in_order(
            self.pages.iter().copied().enumerate(),
            |(turn, index)| {
                let budget = account.page(turn);
                let page = read(index, &budget);
                (index, budget.used(), page)
            },
            |(index, used, (mut page, mut warnings))| {
                if !account.settle(used) {
                    let budget = self.least_budget();
                    (page, warnings) = read(index, &budget);
                    if budget.is_cut() {
                        observer.warning(&beyond_budget(&account).on_page(index));
                    }
                }
                for warning in warnings.iter() {
                    observer.warning(warning);
                }
                texts.insert(index, page);
                Ok::<_, io::Error>(())
            },
        )?;
        out.write_all(form(&tags.listing(&texts)).as_bytes())?;
        out.flush()
    }
}
