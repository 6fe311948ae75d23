//! Reads pages ahead of those that are being processed. A page depends on its neighbours: running heads
//! recur, words of other lines decide about hyphens, and a module can collect from other pages
//! ([`module_chain`](super::module_chain)).
//!
//! ```text
//!     . . . [ o o o o|x x x x x x x x|o o o o ] . . . ...
//!     done    around    processed      read ahead
//! ```
//!
//! A few pages are kept in memory, and each page is read once.

use std::sync::Arc;

use super::Pipeline;
use super::analysed::Analysed;
use super::page_summary::{DISTANCE, PageSummary, Surrounded};
use super::window::{Window, is_near};
use pdfa2hocr_core::budget::Account;

/// Reads pages, and completes them from their neighbours.
pub(super) struct Reader<'a> {
    run: &'a Pipeline,
    /// The pages that are converted, and the distance within which other pages are read too.
    pages: &'a [u32],
    distance: u32,
    window: Window<Arc<PageSummary>>,
    /// The first page of the document, which is read before all others.
    first: Option<Arc<PageSummary>>,
    /// The budget of this reading of the document; each reading has a separate one.
    account: Arc<Account>,
    /// The number of pages begun so far.
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
            first: None,
            account: run.account(),
            begun: 0,
        }
    }

    /// Calls `work` for each of some pages, in parallel, and passes the results to `sink` in order. Pages
    /// ascend, also from call to call.
    pub(super) fn read<T: Send, E>(
        &mut self,
        wanted: &[u32],
        work: impl Fn(Analysed) -> T + Sync,
        mut sink: impl FnMut(T) -> Result<(), E>,
    ) -> Result<(), E> {
        let run = self.run;
        let account = &self.account;
        // Returns the page with the used part of the document's budget; `None` if nothing was left.
        let analyse = |(turn, index)| {
            if account.is_empty() {
                return (run.beyond_budget(index, account), None);
            }
            let budget = account.page(turn);
            let analysed = run.analyse(index, &budget);
            (analysed, Some(budget.used()))
        };
        // Runs in page order; returns whether the page was read again. If the budget is exceeded, an earlier
        // reading is discarded, so that the result does not depend on the order of threads.
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
        let (window, first_page) = (&mut self.window, &mut self.first);
        let mut ahead = window.ahead(wanted);
        let is_unread = self.begun == 0 && run.marks_running();
        if is_unread && ahead.first().is_some_and(|page| *page > 0) {
            ahead.insert(0, 0);
        }
        self.begun += ahead.len();
        let mut wanted = wanted.iter().copied().peekable();
        let mut complete = |window: &mut Window<Arc<PageSummary>>,
                            first: &Option<Arc<PageSummary>>,
                            ready: &mut Vec<Surrounded>| {
            while let Some(page) = wanted.next_if(|&page| window.is_complete(page)) {
                let near = || {
                    window
                        .around(page)
                        .map(|(i, summary)| (i, Arc::clone(summary)))
                };
                let around = near().collect();
                ready.extend(window.take(page).map(|analysed| Surrounded {
                    analysed,
                    around,
                    first: first.clone(),
                }));
                window.forget_before(page);
            }
        };
        let mut ready = Vec::new();
        complete(window, first_page, &mut ready);
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
                if index == 0 {
                    *first_page = Some(Arc::clone(&summary));
                }
                window.add(index, summary, held);
                complete(window, first_page, ready);
            },
            |surrounded| work(run.settle(surrounded)),
            sink,
        )
    }
}
