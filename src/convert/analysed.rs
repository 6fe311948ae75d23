//! A page between its analysis and the writers.

use crate::module::{Collected, Ready};
use pdfa2hocr_core::corrections::{Corrected, Outcome};
use pdfa2hocr_core::diagnostics::{Diagnostic, Script, Warnings};
use pdfa2hocr_core::page::{Page, TagFault};

/// An analysed page, with the results of the modules that ran on it.
#[derive(Clone, Default)]
pub(super) struct Analysed {
    pub page: Page,
    pub warnings: Warnings,
    /// Why its tags were ignored.
    pub left: Option<TagFault>,
    /// The page by the other road, with `Road::Auto`: its neighbours may be read by that road.
    pub other: Option<Box<Page>>,
    /// The errors and the output of modules.
    pub errors: Vec<Diagnostic>,
    /// The number of modules that ran on it.
    pub modules: usize,
    pub printed: Vec<String>,
    /// The state and the results of corrections, if there are any.
    pub corrected: Option<Box<Corrected>>,
}

impl Analysed {
    pub(super) fn new(page: Page, warnings: Warnings) -> Self {
        Self {
            page,
            warnings,
            ..Self::default()
        }
    }

    /// Takes the results of corrections.
    pub(super) fn outcomes(&mut self) -> Vec<Outcome> {
        let corrected = self.corrected.take();
        corrected.map_or_else(Vec::new, |corrected| corrected.outcomes)
    }

    /// Runs a module on the page. If it fails, the page stays unchanged.
    pub(super) fn changed_by(mut self, module: &Ready, collected: Option<&Collected>) -> Self {
        let outcome = module.run(self.page, collected);
        let script = Script::Module(self.modules);
        self.errors
            .extend(outcome.error.map(|error| error.in_script(script)));
        self.modules += 1;
        self.printed.extend(outcome.printed);
        Self {
            page: outcome.page,
            ..self
        }
    }
}
