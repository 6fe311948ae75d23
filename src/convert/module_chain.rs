//! Pages after modules, each on what the one before it left. A module that sees the pages around has
//! those before it run that much further ahead, so nothing is done twice:
//!
//! ```text
//!   read            o o o o o o o o o o o o o o
//!   first module    x x x x x x x x|o o o o
//!   second module   x x x x|o o o o
//! ```
//!
//! A module that sees all pages of the document has a pass of its own before, with those before it.

use super::Pipeline;
use super::heard::Heard;
use super::observer::Observer;
use super::passes::{Analysed, Reader};
use super::pipeline::CollectedOnce;
use super::window::{Window, is_near};
use super::write_pages::Stop;
use crate::diagnostics::{Diagnostic, DiagnosticKind, Script, Warning, io_reason};
use crate::module::{Collected, Data, Ready, Sight};

/// Pages worked on together, where a module has been shown pages ahead: enough for many threads.
/// That it prints in the same order on all machines, it does not depend on their number.
const BLOCK: usize = 32;

/// A module, and what it collected before the pages are worked on: that of all of the document.
struct ModuleStep<'a> {
    ready: &'a Ready,
    collected: Option<Collected>,
}

/// Work on a page before a module, with what that collected for it.
type WithCollected<'w, T> = &'w (dyn Fn(Analysed, Option<&Collected>) -> T + Sync);
/// What becomes of the results, in the order of the pages.
type Sink<'w, T> = &'w mut dyn FnMut(&mut dyn Observer, T) -> Result<(), Stop>;

/// Pages, and where they come from.
enum Stage<'a> {
    /// They are read.
    Read(Box<Reader<'a>>),
    /// A module has changed them.
    Changed(Box<BeforeModule<'a>>),
}

/// Pages before a module.
struct BeforeModule<'a> {
    run: &'a Pipeline,
    step: &'a ModuleStep<'a>,
    before: Stage<'a>,
    /// What it collected of the pages around those that are worked on, when it sees those.
    around: Option<Window<Option<Data>>>,
    /// The pages that are converted, and how far from them others are wanted of this stage.
    pages: &'a [u32],
    distance: u32,
}

/// A page that a module has been shown.
struct Seen {
    data: Result<Data, Diagnostic>,
    printed: Vec<String>,
    analysed: Analysed,
}

impl Pipeline {
    /// Does `work` for each of `pages`, which ascend, in parallel: on a page as all modules but the
    /// last leave it, with what that collected for it. Hands the results to `sink` in order.
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

    /// The same for pages that are asked for bit by bit: what modules collect of the whole document
    /// is collected once, and what is heard on the way is kept.
    pub(super) fn some_pages<T: Send>(
        &self,
        pages: &[u32],
        work: impl Fn(Analysed, Option<&Collected>) -> T + Sync,
        mut sink: impl FnMut(T) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let mut heard = Heard::default();
        let collect = || match self.collect(&mut heard) {
            Ok(steps) => Ok(CollectedOnce {
                by_module: steps.into_iter().map(|step| step.collected).collect(),
                heard,
            }),
            Err(Stop::Failed(why)) => Err(why),
            Err(Stop::Output(why)) => Err(Diagnostic::new(DiagnosticKind::File, io_reason(&why))),
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

    /// The modules. Each that wants to see all pages of the document is shown them, also those that
    /// are not converted: what repeats over the pages does not depend on which these are.
    fn collect(&self, observer: &mut dyn Observer) -> Result<Vec<ModuleStep<'_>>, Stop> {
        let pages: Vec<u32> = (0..self.page_count()).collect();
        let mut steps = Vec::new();
        for ready in &self.modules {
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
        // What else is printed and goes wrong is reported when the page is converted.
        Stage::new(self, before, pages, 0).read(
            pages,
            &mut (),
            &|analysed| {
                let Seen {
                    data,
                    printed,
                    analysed,
                } = show(module, analysed);
                (analysed.page.index, data, printed)
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

    /// Reports what a module printed and what failed while it was shown a page.
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
    /// Pages after these modules. Those of `pages` are converted, and others wanted that are at most
    /// `distance` from them.
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

    /// Does `work` for each of some pages, in parallel, and hands the results to `sink` in order.
    /// Pages ascend, from call to call, too.
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
    /// As [`Stage::read`], before the module is run.
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
