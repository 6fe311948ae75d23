//! What the analysis decided about a page, to be looked at.

use std::io::Write;

use super::passes::Analysed;
use super::shown::{self, Shown};
use super::{Observer, Options, Run};
use crate::diagnostics::Result;
use crate::module::Collected;
use crate::pdf;
use crate::write;

/// Draws the pages in [`Options::pages`] as SVG, one document a page, with every decision of the
/// analysis, of the tags and of the module over them ([`write::explain`]).
///
/// # Errors
///
/// Those of [`convert`](super::convert).
pub fn explain(
    source: &pdf::Source,
    name: &str,
    options: &Options,
    out: &mut dyn Write,
    observer: &mut dyn Observer,
) -> Result<()> {
    shown::write(
        source,
        name,
        options,
        out,
        observer,
        |run, page, collected| run.draw(page, collected),
    )
}

impl Run<'_> {
    fn draw(&self, analysed: Analysed, collected: Option<&Collected>) -> Shown {
        let Analysed { page, mut warnings } = analysed;
        let index = page.index;
        let (page, printed) = self.run_module(page, collected, &mut warnings);
        warnings.set_page(index);
        Shown {
            index,
            text: write::explain(&page, &self.frame(&page), &self.mapping),
            warnings,
            printed,
        }
    }
}
