//! The reading of pages. What a page is depends on the pages around it: running heads are detected by
//! what repeats, hyphens by the words of other lines, and a module that collects sees other pages, too
//! ([`module_chain`](super::module_chain)). So pages are read ahead of those that are worked on:
//!
//! ```text
//!   . . . [ o o o o|x x x x x x x x|o o o o ] . . . ...
//!   done    around    worked on      read ahead
//! ```
//!
//! A few pages are held, and none is read twice.

use std::sync::Arc;

use super::Pipeline;
use super::page_summary::{DISTANCE, PageSummary, Surrounded};
use super::window::{Window, is_near};
use crate::budget::Account;
use crate::diagnostics::{Diagnostic, Script, Warnings};
use crate::model::{Page, TagFault};
use crate::module::{Collected, Ready};

/// A page as the analysis leaves it, and the modules that have been run on it.
pub(super) struct Analysed {
    pub page: Page,
    pub warnings: Warnings,
    /// What its tags were left for.
    pub left: Option<TagFault>,
    /// The page by the other road, where pages are read by either: those around it may be read by that.
    pub other: Option<Box<Page>>,
    /// What modules failed with, and what they printed.
    pub errors: Vec<Diagnostic>,
    /// How many modules have been run on it.
    pub modules: usize,
    pub printed: Vec<String>,
}

impl Analysed {
    pub(super) fn new(page: Page, warnings: Warnings) -> Self {
        Self {
            page,
            warnings,
            left: None,
            other: None,
            errors: Vec::new(),
            modules: 0,
            printed: Vec::new(),
        }
    }

    /// The page after a module. When that fails, the page stays as it was.
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

/// Reads pages, and settles on them what depends on the pages around.
pub(super) struct Reader<'a> {
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
    pub(super) fn new(run: &'a Pipeline, pages: &'a [u32], distance: u32) -> Self {
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
    pub(super) fn read<T: Send, E>(
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
                let (mut analysed, used) = analyse(page);
                (Arc::new(run.summarize(&mut analysed)), (analysed, used))
            },
            |(mut summary, read), ready| {
                let index = read.0.page.index;
                let (mut analysed, anew) = settle(read);
                if anew {
                    summary = Arc::new(run.summarize(&mut analysed));
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
