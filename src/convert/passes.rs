//! The ways of pages through the pipeline. What a page is depends on the pages around it: running
//! heads are told by what repeats, hyphens by the words of other lines, and a module that collects sees
//! other pages, too. So pages are read ahead of those that are worked on:
//!
//! ```text
//!   . . . [ o o o o|x x x x x x x x|o o o o ] . . . ...
//!   done    around    worked on      read ahead
//! ```
//!
//! A few pages are held, and none is read twice; but a module that sees all pages has a pass of its
//! own before.

use std::sync::Arc;

use super::Pipeline;
use super::observer::Observer;
use super::page_summary::{DISTANCE, PageSummary, Surrounded};
use super::window::{Window, is_near};
use super::write_pages::Stop;
use crate::budget::Account;
use crate::diagnostics::{Diagnostic, Warning, Warnings};
use crate::model::Page;
use crate::module::{Collected, Data, Ready, Sight};

/// Pages worked on together, where the module has been shown pages ahead: enough for many threads.
/// That it prints in the same order on all machines, it does not depend on their number.
const BLOCK: usize = 32;

/// A page as the analysis leaves it.
pub(super) struct Analysed {
    pub page: Page,
    pub warnings: Warnings,
}

/// A page that the module has been shown.
struct Seen {
    data: Result<Data, Diagnostic>,
    analysed: Analysed,
    printed: Vec<String>,
}

impl Pipeline {
    /// Does `work` for each of `pages`, which ascend, in parallel, with what the module collected
    /// for it; hands the results to `sink` in order.
    pub(super) fn each_page<T: Send>(
        &self,
        pages: &[u32],
        observer: &mut dyn Observer,
        work: impl Fn(Analysed, Option<&Collected>) -> T + Sync,
        mut sink: impl FnMut(&mut dyn Observer, T) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let collected = match self.module.as_ref().and_then(|m| Some((m, m.collects()?))) {
            Some((module, Sight::Around(distance))) => {
                return self.shown_around(pages, module, distance, observer, work, sink);
            }
            Some((module, Sight::Document)) => Some(self.collect(module, observer)?),
            None => None,
        };
        Reader::new(self, pages, 0).read(
            pages,
            |analysed| work(analysed, collected.as_ref()),
            |result| sink(observer, result),
        )
    }

    /// Shows the module all pages of the document, also those that are not converted: what repeats
    /// over the pages does not depend on `--pages`.
    fn collect(&self, module: &Ready, observer: &mut dyn Observer) -> Result<Collected, Stop> {
        let pages: Vec<u32> = (0..self.page_count()).collect();
        let (mut all, mut held) = (Vec::new(), 0);
        Reader::new(self, &pages, 0).read(
            &pages,
            |analysed| {
                let seen = show(module, analysed);
                // What else went wrong is told when the page is converted.
                (seen.analysed.page.index, seen.data, seen.printed)
            },
            |(index, data, printed)| {
                let data = data.and_then(|data| module.keep(&mut held, index, data));
                if let Some(data) = self.tell(observer, index, data, &printed)? {
                    all.push((index, data));
                }
                Ok::<_, Stop>(())
            },
        )?;
        let by_index = all.iter().map(|(index, data)| (*index, data));
        module.gather(by_index).map_err(Stop::Failed)
    }

    /// Goes through the pages block by block, and shows the module pages as far ahead as it sees.
    fn shown_around<T: Send>(
        &self,
        pages: &[u32],
        module: &Ready,
        distance: u32,
        observer: &mut dyn Observer,
        work: impl Fn(Analysed, Option<&Collected>) -> T + Sync,
        mut sink: impl FnMut(&mut dyn Observer, T) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let mut reader = Reader::new(self, pages, distance);
        let mut window: Window<Option<Data>> = Window::new(self.page_count(), distance);
        for block in pages.chunks(BLOCK) {
            reader.read(
                &window.ahead(block),
                |analysed| show(module, analysed),
                |seen| {
                    let index = seen.analysed.page.index;
                    let data = self.tell(observer, index, seen.data, &seen.printed)?;
                    let held = is_near(pages, index, 0).then_some(seen.analysed);
                    window.add(index, data, held);
                    Ok::<_, Stop>(())
                },
            )?;
            self.workers.in_order(
                block
                    .iter()
                    .filter_map(|&page| window.take(page))
                    .collect::<Vec<_>>()
                    .into_iter(),
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

    /// Tells what the module printed and what failed while it was shown a page.
    fn tell(
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

/// Reads pages, and settles on them what depends on the pages around.
struct Reader<'a> {
    run: &'a Pipeline,
    /// The pages that are converted, and how far from them others are read.
    pages: &'a [u32],
    distance: u32,
    window: Window<Arc<PageSummary>>,
    /// What pages may decode; each reading of the document has its own.
    account: Arc<Account>,
    /// Pages that have been begun.
    begun: usize,
}

impl<'a> Reader<'a> {
    fn new(run: &'a Pipeline, pages: &'a [u32], distance: u32) -> Self {
        let sight = if run.looks_around() { DISTANCE } else { 0 };
        Self {
            run,
            pages,
            distance,
            window: Window::new(run.page_count(), sight),
            account: run.account(),
            begun: 0,
        }
    }

    /// Does `work` for each of some pages, in parallel, and hands the results to `sink` in order.
    /// Pages ascend, from call to call, too.
    fn read<T: Send, E>(
        &mut self,
        wanted: &[u32],
        work: impl Fn(Analysed) -> T + Sync,
        mut sink: impl FnMut(T) -> Result<(), E>,
    ) -> Result<(), E> {
        let run = self.run;
        let account = &self.account;
        // With what it used of the document's budget; `None` when nothing was left of that.
        let analyse = |(turn, index)| {
            if account.is_empty() {
                return (run.beyond_budget(index, account), None);
            }
            let budget = account.page(turn);
            let analysed = run.analyse(index, &budget);
            (analysed, Some(budget.used()))
        };
        // In the order of the pages; and whether the page was read anew. What was read of a page before
        // it was known that nothing is left for it does not count, so that the result is the same
        // whichever thread was first.
        let settle = |(analysed, used): (Analysed, Option<usize>)| {
            let counts = account.settle(used.unwrap_or(0));
            if counts || used.is_none() {
                return (analysed, false);
            }
            (run.beyond_budget(analysed.page.index, account), true)
        };
        let sink = |result| {
            let done = sink(result);
            if done.is_err() {
                account.close();
            }
            done
        };
        let first = self.begun;
        let turns = move |pages: Vec<u32>| {
            let pages = pages.into_iter().enumerate();
            pages.map(move |(turn, index)| (first + turn, index))
        };
        if !run.looks_around() {
            self.begun += wanted.len();
            let join = |read, ready: &mut Vec<Analysed>| ready.push(settle(read).0);
            let pages = turns(wanted.to_vec());
            return run
                .workers
                .in_stages(Vec::new(), pages, analyse, join, work, sink);
        }
        let (pages, distance) = (self.pages, self.distance);
        let window = &mut self.window;
        let ahead = window.ahead(wanted);
        self.begun += ahead.len();
        let mut wanted = wanted.iter().copied().peekable();
        let mut complete = |window: &mut Window<Arc<PageSummary>>, ready: &mut Vec<Surrounded>| {
            while let Some(page) = wanted.next_if(|&page| window.is_complete(page)) {
                let near = || {
                    window
                        .around(page)
                        .map(|(i, summary)| (i, Arc::clone(summary)))
                };
                let around = near().collect();
                ready.extend(
                    window
                        .take(page)
                        .map(|analysed| Surrounded { analysed, around }),
                );
                window.forget_before(page);
            }
        };
        let mut ready = Vec::new();
        complete(window, &mut ready);
        run.workers.in_stages(
            ready,
            turns(ahead),
            |page| {
                let (analysed, used) = analyse(page);
                (Arc::new(run.summarize(&analysed.page)), (analysed, used))
            },
            |(mut summary, read), ready| {
                let index = read.0.page.index;
                let (analysed, anew) = settle(read);
                if anew {
                    summary = Arc::new(run.summarize(&analysed.page));
                }
                let held = is_near(pages, index, distance).then_some(analysed);
                window.add(index, summary, held);
                complete(window, ready);
            },
            |surrounded| work(run.settle(surrounded)),
            sink,
        )
    }
}

fn show(module: &Ready, analysed: Analysed) -> Seen {
    let Analysed { page, warnings } = analysed;
    let (data, outcome) = module.collect(page);
    Seen {
        data,
        analysed: Analysed {
            page: outcome.page,
            warnings,
        },
        printed: outcome.printed,
    }
}
