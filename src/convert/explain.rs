//! Draws pages as SVG with the decisions of the analysis.

use std::io::Write;

use super::Pipeline;
use super::analysed::Analysed;
use super::observer::Observer;
use super::shown::Shown;
use crate::module::Collected;
use pdfa2hocr_core::diagnostics::Result;
use pdfa2hocr_core::write::{self, PagePicture};

impl Pipeline {
    /// Draws each page as an SVG document. Shows the decisions of the analysis, the tags and the last module
    /// over the page ([`write::explain`]), above its picture if there is one.
    pub(crate) fn explain(
        &self,
        out: &mut dyn Write,
        pictures: &(dyn Fn(u32) -> Option<PagePicture> + Sync),
        observer: &mut dyn Observer,
    ) -> Result<()> {
        self.write_shown(out, observer, |page, collected| {
            self.draw(page, collected, pictures)
        })
    }

    fn draw(
        &self,
        analysed: Analysed,
        collected: Option<&Collected>,
        pictures: &(dyn Fn(u32) -> Option<PagePicture> + Sync),
    ) -> Shown {
        let page = self.finished(analysed, collected);
        let picture = pictures(page.index());
        Shown {
            index: page.index(),
            text: write::explain(&page, picture.as_ref()),
            warnings: page.warnings,
            printed: page.printed,
            corrections: page.corrections,
        }
    }
}
