//! Reads the content of pages without analysing them.

use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::Pipeline;
use super::observer::Observer;
use super::read_page::beyond_budget;
use pdfa2hocr_core::budget::Budget;
use pdfa2hocr_core::diagnostics::Warnings;
use pdfa2hocr_core::page::Content;

impl Pipeline {
    /// Calls `work` with the content of each page in [`Options::pages`](super::Options::pages), in parallel.
    /// Returns the results in page order. A page whose reading fails gives the default result.
    pub(super) fn each_content<T: Default + Send>(
        &self,
        observer: &mut dyn Observer,
        work: impl Fn(u32, Content) -> T + Sync,
    ) -> Vec<(u32, T)> {
        let account = self.account();
        let read = |index, budget: &Budget| {
            let attempt = catch_unwind(AssertUnwindSafe(|| {
                let mut warnings = Warnings::new();
                let content = self.read_content(index, budget, &mut warnings);
                warnings.set_page(index);
                (work(index, content), warnings)
            }));
            attempt.unwrap_or_default()
        };
        let mut results = Vec::with_capacity(self.pages.len());
        let done = self.workers.in_order(
            self.pages.iter().copied().enumerate(),
            |(turn, index)| {
                let budget = account.page(turn);
                let page = read(index, &budget);
                (index, budget.used(), page)
            },
            |(index, used, (mut page, mut warnings))| {
                if !account.settle(used) {
                    let budget = self.least_budget();
                    (page, warnings) = read(index, &budget);
                    if budget.is_cut() {
                        observer.warning(&beyond_budget(&account).on_page(index));
                    }
                }
                for warning in warnings.iter() {
                    observer.warning(warning);
                }
                results.push((index, page));
                Ok::<_, Infallible>(())
            },
        );
        let Ok(()) = done;
        results
    }
}
