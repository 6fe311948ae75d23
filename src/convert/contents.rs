//! What is drawn on each page, where no page is needed.

use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::Pipeline;
use super::observer::Observer;
use super::read_page::beyond_budget;
use crate::budget::Budget;
use crate::diagnostics::Warnings;
use crate::model::Content;

impl Pipeline {
    /// Does `work` for what is drawn on each of the pages in [`Options::pages`](super::Options::pages), in
    /// parallel; gives the results in the order of the pages. Like a page that cannot be read, one whose
    /// reading fails gives nothing.
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
