//! What the analysis decided about a page, to be looked at.

use std::io::Write;

use super::Pipeline;
use super::observer::Observer;
use super::passes::Analysed;
use super::shown::Shown;
use crate::diagnostics::Result;
use crate::module::Collected;
use crate::write;

impl Pipeline {
    /// Draws the pages as SVG, one document a page, with every decision of the analysis, of the tags
    /// and of the module over them ([`write::explain`]).
    ///
    /// # Errors
    ///
    /// As [`Pipeline::write`].
    pub(crate) fn explain(&self, out: &mut dyn Write, observer: &mut dyn Observer) -> Result<()> {
        self.write_shown(out, observer, |page, collected| self.draw(page, collected))
    }

    fn draw(&self, analysed: Analysed, collected: Option<&Collected>) -> Shown {
        let page = self.finished(analysed, collected);
        Shown {
            index: page.index(),
            text: write::explain(&page),
            warnings: page.warnings,
            printed: page.printed,
        }
    }
}
