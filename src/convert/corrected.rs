//! Applies the corrections of people to pages, before and after the modules.

#[cfg(feature = "cli")]
use sha2::{Digest, Sha256};

use super::Pipeline;
use super::analysed::Analysed;
use super::input::Input;
#[cfg(feature = "cli")]
use super::observer::Observer;
#[cfg(feature = "cli")]
use pdfa2hocr_core::corrections::Corrections;
use pdfa2hocr_core::corrections::{PageGutters, Phase};
use pdfa2hocr_core::diagnostics::{Diagnostic, DiagnosticKind};
use pdfa2hocr_core::page::{Own, Page};
#[cfg(feature = "cli")]
use pdfa2hocr_core::pdf;
#[cfg(feature = "cli")]
use pdfa2hocr_core::visible::visible;

impl Pipeline {
    /// The gutters that people gave a page.
    pub(super) fn gutters(&self, index: u32) -> Option<PageGutters> {
        self.options.corrections.as_ref()?.gutters(index)
    }

    /// Corrects text and geometry of a page that has been read.
    pub(super) fn corrected(&self, mut read: Analysed) -> Analysed {
        let index = read.page.index;
        let Some(corrections) = &self.options.corrections else {
            return read;
        };
        if let Some(gutters) = corrections.gutters(index) {
            let result = match (&self.input, &self.tags, read.left) {
                _ if self.is_as_written() => {
                    Err("the page is written as it was recognised; -p analyses it".to_owned())
                }
                (Input::Pdf(_), Some(_), None) if !is_recognised(&read.page) => {
                    Err("the page is read by its tags; -p analyses it".to_owned())
                }
                _ if self.options.analysis.is_some() => {
                    Err("the page is analysed by the user's code".to_owned())
                }
                _ => Ok(true),
            };
            let corrected = read.corrected.get_or_insert_default();
            let outcomes = corrections.divided(index, &gutters, result);
            corrected.outcomes.extend(outcomes);
        }
        if corrections.has(index, Phase::BeforeModules) {
            let corrected = read.corrected.get_or_insert_default();
            corrections.apply(&mut read.page, Phase::BeforeModules, corrected);
            if let Some(other) = read.other.as_deref_mut() {
                corrections.apply(other, Phase::BeforeModules, &mut Box::default());
            }
        }
        read
    }

    /// Corrects classes and order of a page on which all modules have run, and reports the corrections that
    /// failed.
    pub(super) fn classified(&self, mut page: Analysed) -> Analysed {
        let index = page.page.index;
        let Some(corrections) = &self.options.corrections else {
            return page;
        };
        if corrections.has(index, Phase::AfterModules) {
            let corrected = page.corrected.get_or_insert_default();
            corrections.apply(&mut page.page, Phase::AfterModules, corrected);
        }
        for outcome in page
            .corrected
            .iter()
            .flat_map(|corrected| &corrected.outcomes)
        {
            if let Some(why) = outcome.warning() {
                page.warnings
                    .push(Diagnostic::new(DiagnosticKind::Correction, why));
            }
        }
        page
    }
}

/// Whether the text of a page was recognised in this conversion, and analysed by its geometry.
fn is_recognised(page: &Page) -> bool {
    page.tree[page.tree.root()].own(Own::Recogniser).is_some()
}

/// The SHA-256 of a file, in hexadecimal digits.
#[cfg(feature = "cli")]
pub(crate) fn sha256(source: &pdf::Source) -> String {
    let digest = Sha256::digest(source.bytes());
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Warns if corrections were made on another document. They are applied where they fit.
#[cfg(feature = "cli")]
pub(super) fn check_source(
    source: &pdf::Source,
    corrections: &Corrections,
    observer: &mut dyn Observer,
) {
    let known = corrections.sources.iter();
    let known = known.filter(|known| !known.sha256.is_empty());
    let mut known = known.peekable();
    if known.peek().is_none() {
        return;
    }
    let digest = sha256(source);
    for other in known.filter(|known| !known.sha256.eq_ignore_ascii_case(&digest)) {
        let message = format!(
            "the corrections were made on another file ({}) or another version of this one; they are applied \
             where the text is the same",
            visible(&other.name)
        );
        observer.warning(&Diagnostic::new(DiagnosticKind::Correction, message));
    }
}
