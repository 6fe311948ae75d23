//! Runs modules on pages, each on the result of the one before. If a module needs neighbouring pages, the
//! modules before it run ahead by that distance, so that each runs once on a page:
//!
//! ```text
//!     read            o o o o o o o o o o o o o o
//!     first module    x x x x x x x x|o o o o
//!     second module   x x x x|o o o o
//! ```
//!
//! A module that collects from the whole document gets a separate pass before, with the modules before it.

use super::Pipeline;
use super::analysed::Analysed;
use super::module_output::ModuleOutput;
use super::observer::Observer;
use super::passes::Reader;
use super::pipeline::CollectedOnce;
use super::stop::Stop;
use super::window::{Window, is_near};
use crate::module::{Collected, Data, Ready, Sight};
use pdfa2hocr_core::diagnostics::{Diagnostic, Script, Warning, io_reason};

/// Number of pages processed together if a module collects from pages ahead. It does not depend on the number
/// of threads, so that modules print in the same order on all machines.
const BLOCK: usize = 32;

/// A module, with the data that it collected from the whole document.
struct ModuleStep<'a> {
    ready: &'a Ready,
    collected: Option<Collected>,
}

/// Work on a page before a module, with the data that the module collected.
type WithCollected<'w, T> = &'w (dyn Fn(Analysed, Option<&Collected>) -> T + Sync);
/// Receives the results, in page order.
type Sink<'w, T> = &'w mut dyn FnMut(&mut dyn Observer, T) -> Result<(), Stop>;

/// A source of pages: the reader, or a module.
enum Stage<'a> {
    /// Pages from the reader.
    Read(Box<Reader<'a>>),
    /// Pages that a module has changed.
    Changed(Box<BeforeModule<'a>>),
}

/// The pages before a module.
struct BeforeModule<'a> {
    run: &'a Pipeline,
    step: &'a ModuleStep<'a>,
    before: Stage<'a>,
    /// The data that it collected around the pages being processed, if it collects from neighbours.
    around: Option<Window<Option<Data>>>,
    /// The pages that are converted, and the distance within which later stages need other pages.
    pages: &'a [u32],
    distance: u32,
}

/// A page from which a module has collected.
struct Seen {
    data: Result<Data, Diagnostic>,
    printed: Vec<String>,
    analysed: Analysed,
}

impl Pipeline {
    /// Calls `work` in parallel for each of `pages`, which ascend: with the page after all modules but the
    /// last, and the data that the last one collected. Passes the results to `sink` in order.
    pub(super) fn each_page<T: Send>(
        &self,
        pages: &[u32],
        observer: &mut dyn Observer,
        work: impl Fn(Analysed, Option<&Collected>) -> T + Sync,
        sink: impl FnMut(&mut dyn Observer, T) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let steps = self.collect(observer)?;
        self.each_page_after(&steps, pages, observer, work, sink)
    }

    /// The same for single pages: modules collect from the whole document only once, and their output and
    /// errors meanwhile are kept.
    pub(super) fn some_pages<T: Send>(
        &self,
        pages: &[u32],
        work: impl Fn(Analysed, Option<&Collected>) -> T + Sync,
        mut sink: impl FnMut(T) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let mut module_output = ModuleOutput::default();
        let collect = || match self.collect(&mut module_output) {
            Ok(steps) => Ok(CollectedOnce {
                by_module: steps.into_iter().map(|step| step.collected).collect(),
                module_output,
            }),
            Err(Stop::Failed(why)) => Err(why),
            Err(Stop::Output(why)) => Err(Diagnostic::file(io_reason(&why))),
        };
        let collected = self.collected.get_or_init(collect);
        let collected = collected
            .as_ref()
            .map_err(|why| Stop::Failed(why.clone()))?;
        let steps = self.modules.iter().zip(&collected.by_module);
        let steps: Vec<ModuleStep<'_>> = steps
            .map(|(ready, collected)| ModuleStep {
                ready,
                collected: collected.clone(),
            })
            .collect();
        self.stop_if_abandoned()?;
        self.each_page_after(&steps, pages, &mut (), work, |_, result| {
            self.stop_if_abandoned()?;
            sink(result)
        })
    }

    fn each_page_after<T: Send>(
        &self,
        steps: &[ModuleStep<'_>],
        pages: &[u32],
        observer: &mut dyn Observer,
        work: impl Fn(Analysed, Option<&Collected>) -> T + Sync,
        mut sink: impl FnMut(&mut dyn Observer, T) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        match Stage::new(self, steps, pages, 0) {
            Stage::Read(mut reader) => reader.read(
                pages,
                |analysed| work(analysed, None),
                |result| sink(observer, result),
            ),
            Stage::Changed(mut last) => last.read(pages, observer, &work, &mut sink),
        }
    }

    /// Prepares the modules. Those that collect from the whole document see all pages, also those that are
    /// not converted, so that the result does not depend on the chosen pages.
    fn collect(&self, observer: &mut dyn Observer) -> Result<Vec<ModuleStep<'_>>, Stop> {
        let pages: Vec<u32> = (0..self.page_count()).collect();
        let mut steps = Vec::new();
        for ready in &*self.modules {
            let collected = match ready.collects() {
                Some(Sight::Document) => Some(self.collect_for(ready, &steps, &pages, observer)?),
                Some(Sight::Around(_)) | None => None,
            };
            steps.push(ModuleStep { ready, collected });
        }
        Ok(steps)
    }

    fn collect_for(
        &self,
        module: &Ready,
        before: &[ModuleStep<'_>],
        pages: &[u32],
        observer: &mut dyn Observer,
    ) -> Result<Collected, Stop> {
        let (mut all, mut held) = (Vec::new(), 0);
        // Other output and errors are reported when the page is converted.
        Stage::new(self, before, pages, 0).read(
            pages,
            &mut (),
            &|analysed| {
                let seen = show(module, analysed);
                (seen.analysed.page.index, seen.data, seen.printed)
            },
            &mut |_, (index, data, printed)| {
                let data = data.and_then(|data| module.keep(&mut held, index, data));
                self.stop_if_abandoned()?;
                if let Some(data) = self.report_collected(observer, index, data, &printed)? {
                    all.push((index, data));
                }
                Ok(())
            },
        )?;
        let by_index = all.iter().map(|(index, data)| (*index, data));
        module.gather(by_index).map_err(Stop::Failed)
    }

    /// Reports the output and the error of a module that collected from a page.
    fn report_collected(
        &self,
        observer: &mut dyn Observer,
        index: u32,
        data: Result<Data, Warning>,
        printed: &[String],
    ) -> Result<Option<Data>, Stop> {
        for text in printed {
            observer.printed(Some(index), text);
        }
        match data {
            Ok(data) => Ok(Some(data)),
            Err(error) => {
                self.stop_if_strict(&error)?;
                observer.warning(&error);
                Ok(None)
            }
        }
    }
}

impl<'a> Stage<'a> {
    /// The pages after these modules. Those in `pages` are converted; others are needed within `distance` of
    /// them.
    fn new(
        run: &'a Pipeline,
        modules: &'a [ModuleStep<'a>],
        pages: &'a [u32],
        distance: u32,
    ) -> Self {
        let Some((step, before)) = modules.split_last() else {
            return Self::Read(Box::new(Reader::new(run, pages, distance)));
        };
        let sight = match step.ready.collects() {
            Some(Sight::Around(sight)) => Some(sight),
            Some(Sight::Document) | None => None,
        };
        let farther = distance.saturating_add(sight.unwrap_or(0));
        Self::Changed(Box::new(BeforeModule {
            run,
            step,
            before: Stage::new(run, before, pages, farther),
            around: sight.map(|sight| Window::new(run.page_count(), sight)),
            pages,
            distance,
        }))
    }

    /// Calls `work` for each of some pages, in parallel, and passes the results to `sink` in order. Pages
    /// ascend, also from call to call.
    fn read<T: Send>(
        &mut self,
        wanted: &[u32],
        observer: &mut dyn Observer,
        work: &(dyn Fn(Analysed) -> T + Sync),
        sink: Sink<'_, T>,
    ) -> Result<(), Stop> {
        match self {
            Self::Read(reader) => reader.read(wanted, work, |result| sink(observer, result)),
            Self::Changed(last) => {
                let module = last.step.ready;
                let work = |analysed: Analysed, collected: Option<&Collected>| {
                    work(analysed.changed_by(module, collected))
                };
                last.read(wanted, observer, &work, sink)
            }
        }
    }
}

impl BeforeModule<'_> {
    /// As [`Stage::read`], before the module runs.
    fn read<T: Send>(
        &mut self,
        wanted: &[u32],
        observer: &mut dyn Observer,
        work: WithCollected<'_, T>,
        sink: Sink<'_, T>,
    ) -> Result<(), Stop> {
        let Some(window) = &mut self.around else {
            let collected = self.step.collected.as_ref();
            let work = |analysed| work(analysed, collected);
            return self.before.read(wanted, observer, &work, sink);
        };
        let (run, module) = (self.run, self.step.ready);
        let (pages, distance) = (self.pages, self.distance);
        for block in wanted.chunks(BLOCK) {
            self.before.read(
                &window.ahead(block),
                observer,
                &|analysed| show(module, analysed),
                &mut |observer, seen| {
                    let index = seen.analysed.page.index;
                    let data = run.report_collected(observer, index, seen.data, &seen.printed)?;
                    let held = is_near(pages, index, distance).then_some(seen.analysed);
                    window.add(index, data, held);
                    Ok(())
                },
            )?;
            let held: Vec<Analysed> = block.iter().filter_map(|&page| window.take(page)).collect();
            run.workers.in_order(
                held.into_iter(),
                |analysed| {
                    let near = window.around(analysed.page.index);
                    let near = near.filter_map(|(index, data)| Some((index, data.as_ref()?)));
                    Ok(work(analysed, Some(&module.gather(near)?)))
                },
                |result: Result<T, Diagnostic>| sink(observer, result.map_err(Stop::Failed)?),
            )?;
            if let Some(&last) = block.last() {
                window.forget_before(last);
            }
        }
        Ok(())
    }
}

fn show(module: &Ready, analysed: Analysed) -> Seen {
    let (data, outcome) = module.collect(analysed.page);
    let script = Script::Module(analysed.modules);
    Seen {
        data: data.map_err(|error| error.in_script(script)),
        printed: outcome.printed,
        analysed: Analysed {
            page: outcome.page,
            ..analysed
        },
    }
}
