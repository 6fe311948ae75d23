//! The user's module in the pipeline: begun with the document, shown all pages when it asks for
//! that, and run on each page after it has been analysed.

use std::io::{ErrorKind, Write};

use super::{Observer, Options, Run, Stop, in_order};
use crate::diagnostics::{Diagnostic, Kind, Result, Warning, Warnings};
use crate::model::Page;
use crate::module::{Limits, Module};
use crate::pdf;

/// The module of a conversion.
#[derive(Clone, Debug)]
pub struct ModuleOptions {
    /// The path of its file.
    pub path: std::path::PathBuf,
    /// What its `args` holds.
    pub args: Vec<(String, String)>,
    pub limits: Limits,
    /// The first error of the module ends the conversion.
    pub strict: bool,
}

impl Run<'_> {
    /// Reads the module, and has it see what it wants to see before pages are changed.
    pub(super) fn begin_module(&mut self, observer: &mut dyn Observer) -> Result<()> {
        let Some(options) = &self.options.module else {
            return Ok(());
        };
        let module = Module::read(&options.path, &options.args, options.limits)?;
        let document = self.describe();
        let kinds = self.mapping.kinds();
        let (ready, printed) = module.begin(&document, &self.mapping_name, kinds)?;
        for text in &printed {
            observer.printed(None, text);
        }
        let collects = ready.collects();
        self.module = Some(ready);
        if collects {
            self.collect(observer)?;
        }
        Ok(())
    }

    /// Shows the module all pages of the document, also those that are not converted: what repeats
    /// over the pages does not depend on `--pages`.
    fn collect(&mut self, observer: &mut dyn Observer) -> Result<()> {
        let Some(module) = &self.module else {
            return Ok(());
        };
        let count = u32::try_from(self.input.page_count()).unwrap_or(u32::MAX);
        let pages: Vec<u32> = (0..count).collect();
        let mut all = Vec::with_capacity(pages.len());
        let ended = in_order::in_order(
            &pages,
            self.threads(),
            |index| {
                // What goes wrong is told when the page is converted.
                let page = self.try_read(index, &mut Warnings::new());
                (index, module.collect(page))
            },
            |(index, (data, outcome))| {
                for text in &outcome.printed {
                    observer.printed(Some(index), text);
                }
                match data {
                    Ok(data) => all.push((index, data)),
                    Err(error) => {
                        self.stop_if_strict(&error)?;
                        observer.warning(&error);
                    }
                }
                Ok(())
            },
        );
        match ended {
            Err(Stop::Module(error)) => return Err(error),
            Err(Stop::Output(_)) | Ok(()) => {}
        }
        self.collected = Some(module.gather(&all)?);
        Ok(())
    }

    /// Runs the module on a page. When it fails, the page stays as it was. Also what was printed.
    pub(super) fn run_module(&self, page: Page, warnings: &mut Warnings) -> (Page, Vec<String>) {
        let Some(module) = &self.module else {
            return (page, Vec::new());
        };
        let outcome = module.run(page, self.collected.as_ref());
        if let Some(error) = outcome.error {
            warnings.push_first(error);
        }
        (outcome.page, outcome.printed)
    }

    /// Stops at errors of a strict module.
    pub(super) fn stop_if_strict(&self, warning: &Warning) -> std::result::Result<(), Stop> {
        match &self.options.module {
            Some(module) if module.strict && warning.kind == Kind::Module => {
                Err(Stop::Module(warning.clone()))
            }
            _ => Ok(()),
        }
    }
}

/// Writes the trees of pages as they are without the module, and as it leaves them.
///
/// # Errors
///
/// Those of [`convert`](super::convert).
pub fn preview(
    source: &pdf::Source,
    name: &str,
    options: &Options,
    out: &mut dyn Write,
    observer: &mut dyn Observer,
) -> Result<()> {
    let (run, pages) = Run::begin(source, name, options, observer)?;
    match show_all(&run, &pages, out, observer) {
        // Whoever read it has seen enough.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        Err(error) => Err(Diagnostic::new(
            Kind::File,
            format!("cannot write the output: {error}"),
        )),
        Ok(()) => Ok(()),
    }
}

fn show_all(
    run: &Run<'_>,
    pages: &[u32],
    out: &mut dyn Write,
    observer: &mut dyn Observer,
) -> std::io::Result<()> {
    for &index in pages {
        let mut warnings = Warnings::new();
        let page = run.try_read(index, &mut Warnings::new());
        let before = page.outline();
        let (page, printed) = run.run_module(page, &mut warnings);
        for text in &printed {
            observer.printed(Some(index), text);
        }
        for warning in warnings.iter() {
            observer.warning(warning);
        }
        let after = page.outline();
        let number = index.saturating_add(1);
        let unchanged = if after == before { " (unchanged)" } else { "" };
        write!(
            out,
            "--- page {number} before\n{before}--- page {number} after{unchanged}\n{after}"
        )?;
    }
    out.flush()
}
