//! Pages for people to look at: a text for each, made from the page as it was analysed.

use std::io::Write;

use super::passes::Analysed;
use super::{Observer, Options, Run, result};
use crate::diagnostics::{Result, Warnings};
use crate::module::Collected;
use crate::pdf;

/// What is shown of a page.
pub(super) struct Shown {
    pub index: u32,
    pub text: String,
    pub warnings: Warnings,
    pub printed: Vec<String>,
}

/// Writes what `show` makes of the pages in [`Options::pages`], in their order.
///
/// # Errors
///
/// Those of [`convert`](super::convert).
pub(super) fn write(
    source: &pdf::Source,
    name: &str,
    options: &Options,
    out: &mut dyn Write,
    observer: &mut dyn Observer,
    show: impl Fn(&Run<'_>, Analysed, Option<&Collected>) -> Shown + Sync,
) -> Result<()> {
    let (run, pages) = Run::begin(source, name, options, observer)?;
    let show = |analysed, collected: Option<&Collected>| show(&run, analysed, collected);
    let shown = run.each_page(&pages, observer, show, |observer, page| {
        for text in &page.printed {
            observer.printed(Some(page.index), text);
        }
        for warning in page.warnings.iter() {
            observer.warning(warning);
        }
        out.write_all(page.text.as_bytes())?;
        Ok(())
    });
    result(shown.and_then(|()| Ok(out.flush()?)))
}
