//! Runs the user's modules: starts them with the document, and runs each on every analysed page.

use std::io::Write;

use super::Pipeline;
use super::analysed::Analysed;
use super::module_args::check_args;
use super::observer::Observer;
use super::shown::Shown;
use super::stop::Stop;
use crate::module::{Collected, Ready};
use pdfa2hocr_core::diagnostics::{DiagnosticKind, Result, Script, Warning};
use pdfa2hocr_core::page_number::PageNumber;

impl Pipeline {
    /// Reads the modules, and starts each with the document.
    pub(super) fn begin_modules(
        &self,
        mapping_name: &str,
        observer: &mut dyn Observer,
    ) -> Result<Vec<Ready>> {
        check_args(&self.options.modules)?;
        let document = self.describe();
        let mut begun = Vec::new();
        for (index, options) in self.options.modules.iter().enumerate() {
            let kinds = self.mapping.kinds();
            let module = options.module.read(&options.args, options.limits);
            let (ready, printed) = module
                .and_then(|module| module.begin(&document, mapping_name, kinds))
                .map_err(|error| error.in_script(Script::Module(index)))?;
            for text in &printed {
                observer.printed(None, text);
            }
            begun.push(ready);
        }
        Ok(begun)
    }

    /// Runs the last module on a page on which all others have run. Adds the errors of all modules to the
    /// page's warnings.
    pub(super) fn run_last_module(
        &self,
        analysed: Analysed,
        collected: Option<&Collected>,
    ) -> Analysed {
        let mut analysed = match self.modules.last() {
            Some(module) => analysed.changed_by(module, collected),
            None => analysed,
        };
        for error in analysed.errors.drain(..).rev() {
            analysed.warnings.push_first(error);
        }
        self.classified(analysed)
    }

    /// Returns an error of a module if any module is strict.
    pub(super) fn stop_if_strict(&self, warning: &Warning) -> std::result::Result<(), Stop> {
        let is_strict = self.options.modules.iter().any(|module| module.strict);
        match is_strict && warning.kind == DiagnosticKind::Module {
            true => Err(Stop::Failed(warning.clone())),
            false => Ok(()),
        }
    }

    /// Writes the trees of the pages before and after the last module.
    pub(crate) fn preview_module(
        &self,
        out: &mut dyn Write,
        observer: &mut dyn Observer,
    ) -> Result<()> {
        self.write_shown(out, observer, |page, collected| self.show(page, collected))
    }

    /// The trees of a page before and after the last module.
    fn show(&self, analysed: Analysed, collected: Option<&Collected>) -> Shown {
        let index = analysed.page.index;
        let before = analysed.page.dump();
        let mut done = self.run_last_module(analysed, collected);
        let after = done.page.dump();
        let number = PageNumber::of(index);
        let unchanged = if after == before { " (unchanged)" } else { "" };
        Shown {
            index,
            text: format!(
                "--- page {number} before\n{before}--- page {number} after{unchanged}\n{after}"
            ),
            corrections: done.outcomes(),
            warnings: done.warnings,
            printed: done.printed,
        }
    }
}
