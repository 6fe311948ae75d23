//! The user's modules in the pipeline: begun with the document, and run on each page after it has
//! been analysed.

use std::io::Write;
use std::path::PathBuf;

use super::Pipeline;
use super::module_args::check_args;
use super::module_source::ModuleSource;
use super::observer::Observer;
use super::passes::Analysed;
use super::shown::Shown;
use super::write_pages::Stop;
use crate::diagnostics::{DiagnosticKind, Result, Script, Warning};
use crate::module::{Collected, Limits, Ready};

/// A module of a conversion.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ModuleOptions {
    /// What it is read from.
    pub module: ModuleSource,
    /// What its `args` holds: by the name of the argument, its value. An argument that no module reads is an
    /// error.
    pub args: Vec<(String, String)>,
    /// What it may use for a page.
    pub limits: Limits,
    /// The first error of any module ends the conversion.
    pub strict: bool,
}

impl ModuleOptions {
    /// A module by its path, or its name when it is built in; without arguments, with the default
    /// limits, not strict.
    pub fn new(module: impl Into<PathBuf>) -> Self {
        Self {
            module: ModuleSource::named(module),
            args: Vec::new(),
            limits: Limits::default(),
            strict: false,
        }
    }
}

impl Pipeline {
    /// Reads the modules, and has them see the document.
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

    /// Runs the last module on a page that all others have been run on. What they failed with is
    /// among its warnings then.
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
        analysed
    }

    /// Stops at errors of modules, when one of them is strict.
    pub(super) fn stop_if_strict(&self, warning: &Warning) -> std::result::Result<(), Stop> {
        let is_strict = self.options.modules.iter().any(|module| module.strict);
        match is_strict && warning.kind == DiagnosticKind::Module {
            true => Err(Stop::Failed(warning.clone())),
            false => Ok(()),
        }
    }
}

impl Pipeline {
    /// Writes the trees of the pages as they are without the last module, and as it leaves them.
    ///
    /// # Errors
    ///
    /// As [`Pipeline::write`].
    pub(crate) fn preview_module(
        &self,
        out: &mut dyn Write,
        observer: &mut dyn Observer,
    ) -> Result<()> {
        self.write_shown(out, observer, |page, collected| self.show(page, collected))
    }

    /// A page before and after the last module.
    fn show(&self, analysed: Analysed, collected: Option<&Collected>) -> Shown {
        let index = analysed.page.index;
        let before = analysed.page.dump();
        let Analysed {
            page,
            warnings,
            printed,
            ..
        } = self.run_last_module(analysed, collected);
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
