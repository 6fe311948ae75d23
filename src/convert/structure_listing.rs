//! Writes the structure tree of a document as a listing.

use std::collections::HashMap;
use std::io::{self, Write};

use super::Pipeline;
use super::input::Input;
use super::observer::Observer;
use super::read_page::matrix;
use super::stop::Stop;
use pdfa2hocr_core::diagnostics::Result;
use pdfa2hocr_core::structure::Listing;

impl Pipeline {
    /// Writes the structure tree ([`Tags::listing`]) as `form` prints it, with the text of the pages in
    /// [`Options::pages`]. Writes nothing for a document without tags.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::File`] if it cannot be written.
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

    /// Writes the structure tree with its texts.
    fn write_structure(
        &self,
        form: fn(&Listing) -> String,
        out: &mut dyn Write,
        observer: &mut dyn Observer,
    ) -> io::Result<()> {
        let (Input::Pdf(pdf), Some(tags)) = (&self.input, &self.tags) else {
            return Ok(());
        };
        let layout = &self.options.layout;
        let (line, segmenter) = (&layout.line, layout.segmenter.as_deref());
        let texts = self.each_content(observer, |index, content| {
            tags.texts(index, content, matrix(pdf, index), line, segmenter)
        });
        let texts: HashMap<u32, Vec<String>> = texts.into_iter().collect();
        out.write_all(form(&tags.listing(&texts)).as_bytes())?;
        out.flush()
    }
}
