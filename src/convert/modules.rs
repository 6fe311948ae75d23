//! The user's module in the pipeline: begun with the document, and run on each page after it has
//! been analysed.

use std::io::Write;

use super::Pipeline;
use super::observer::Observer;
use super::passes::Analysed;
use super::shown::Shown;
use super::write_pages::Stop;
use crate::diagnostics::{DiagnosticKind, Result, Warning, Warnings};
use crate::model::Page;
use crate::module::{Collected, Limits, Module, Ready};

/// The module of a conversion.
#[derive(Clone, Debug)]
pub struct ModuleOptions {
    /// The path of its file.
    pub path: std::path::PathBuf,
    /// What its `args` holds.
    pub args: Vec<(String, String)>,
    /// What it may use for a page.
    pub limits: Limits,
    /// The first error of the module ends the conversion.
    pub strict: bool,
}

impl Pipeline {
    /// Reads the module, and has it see what it wants to see before pages are changed.
    pub(super) fn begin_module(
        &self,
        mapping_name: &str,
        observer: &mut dyn Observer,
    ) -> Result<Option<Ready>> {
        let Some(options) = &self.options.module else {
            return Ok(None);
        };
        let module = Module::read(&options.path, &options.args, options.limits)?;
        let document = self.describe();
        let kinds = self.mapping.kinds();
        let (ready, printed) = module.begin(&document, mapping_name, kinds)?;
        for text in &printed {
            observer.printed(None, text);
        }
        Ok(Some(ready))
    }

    /// Runs the module on a page. When it fails, the page stays as it was. Also what was printed.
    pub(super) fn run_module(
        &self,
        page: Page,
        collected: Option<&Collected>,
        warnings: &mut Warnings,
    ) -> (Page, Vec<String>) {
        let Some(module) = &self.module else {
            return (page, Vec::new());
        };
        let outcome = module.run(page, collected);
        if let Some(error) = outcome.error {
            warnings.push_first(error);
        }
        (outcome.page, outcome.printed)
    }

    /// Stops at errors of a strict module.
    pub(super) fn stop_if_strict(&self, warning: &Warning) -> std::result::Result<(), Stop> {
        match &self.options.module {
            Some(module) if module.strict && warning.kind == DiagnosticKind::Module => {
                Err(Stop::Failed(warning.clone()))
            }
            _ => Ok(()),
        }
    }
}

impl Pipeline {
    /// Writes the trees of the pages as they are without the module, and as it leaves them.
    ///
    /// # Errors
    ///
    /// As [`Pipeline::write`].
    pub fn preview_module(&self, out: &mut dyn Write, observer: &mut dyn Observer) -> Result<()> {
        self.write_shown(out, observer, |page, collected| self.show(page, collected))
    }

    /// A page before and after the module.
    fn show(&self, analysed: Analysed, collected: Option<&Collected>) -> Shown {
        let mut warnings = Warnings::new();
        let index = analysed.page.index;
        let before = analysed.page.dump();
        let (page, printed) = self.run_module(analysed.page, collected, &mut warnings);
        let after = page.dump();
        let number = index.saturating_add(1);
        let unchanged = if after == before { " (unchanged)" } else { "" };
        Shown {
            index,
            text: format!(
                "--- page {number} before\n{before}--- page {number} after{unchanged}\n{after}"
            ),
            warnings,
            printed,
        }
    }
}
