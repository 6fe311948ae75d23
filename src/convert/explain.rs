//! What the analysis decided about a page, to be looked at.

use std::io::Write;

use super::Pipeline;
use super::observer::Observer;
use super::passes::Analysed;
use super::shown::Shown;
use crate::diagnostics::Result;
use crate::module::Collected;
use crate::write::{self, PagePicture};

impl Pipeline {
    /// Draws the pages as SVG, one document a page, with every decision of the analysis, of the tags
    /// and of the module over them ([`write::explain`]), and below these the pictures that there are.
    ///
    /// # Errors
    ///
    /// As [`Pipeline::write`].
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
        }
    }
}
