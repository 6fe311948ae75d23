//! The ways of pages through the pipeline. Without a module that collects, each is read, worked on
//! and written. With one, each is shown to the module before any is worked on that depends on it:
//!
//! ```text
//!  the module sees all pages        every page is read, shown, and let go; then read again
//!
//!  it sees those around a page      ... . . . [ o o o o|x x x x x x x x|o o o o ] . . . ...
//!                                     done     around    worked on       read ahead
//! ```
//!
//! In the second way a few pages are held, and none is read twice.

use std::collections::BTreeMap;

use super::in_order::in_order;
use super::{Observer, Run, Stop};
use crate::diagnostics::{Diagnostic, Warning, Warnings};
use crate::model::Page;
use crate::module::{Collected, Data, Ready, Sight};

/// Pages worked on together, where pages are read ahead: enough for many threads. That the module
/// prints in the same order on all machines, it does not depend on their number.
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

impl Run<'_> {
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
                return self.in_blocks(pages, module, distance, observer, work, sink);
            }
            Some((module, Sight::Document)) => Some(self.collect(module, observer)?),
            None => None,
        };
        in_order(
            pages.iter().copied(),
            self.threads(),
            |index| work(self.analyse(index), collected.as_ref()),
            |result| sink(observer, result),
        )
    }

    /// Shows the module all pages of the document, also those that are not converted: what repeats
    /// over the pages does not depend on `--pages`.
    fn collect(&self, module: &Ready, observer: &mut dyn Observer) -> Result<Collected, Stop> {
        let mut all = Vec::new();
        in_order(
            0..self.page_count(),
            self.threads(),
            |index| {
                let Seen {
                    data,
                    analysed,
                    printed,
                } = show(module, self.analyse(index));
                // What else went wrong is told when the page is converted.
                (analysed.page.index, data, printed)
            },
            |(index, data, printed)| {
                if let Some(data) = self.tell(observer, index, data, &printed)? {
                    all.push((index, data));
                }
                Ok::<_, Stop>(())
            },
        )?;
        let by_index = all.iter().map(|(index, data)| (*index, data));
        module.gather(by_index).map_err(Stop::Module)
    }

    /// Goes through the pages block by block, and shows the module pages as far ahead as it sees.
    fn in_blocks<T: Send>(
        &self,
        pages: &[u32],
        module: &Ready,
        distance: u32,
        observer: &mut dyn Observer,
        work: impl Fn(Analysed, Option<&Collected>) -> T + Sync,
        mut sink: impl FnMut(&mut dyn Observer, T) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let count = self.page_count();
        let around = |page: u32| {
            let end = page.saturating_add(distance).saturating_add(1).min(count);
            page.saturating_sub(distance)..end
        };
        // The first page that the module has not been shown, and what it collected before that.
        let mut next = 0;
        let mut collected: BTreeMap<u32, Data> = BTreeMap::new();
        let mut ready: BTreeMap<u32, Analysed> = BTreeMap::new();
        for block in pages.chunks(BLOCK) {
            let mut fresh: Vec<u32> = Vec::new();
            for &page in block {
                let range = around(page);
                fresh.extend(range.start.max(next)..range.end);
                next = next.max(range.end);
            }
            in_order(
                fresh.into_iter(),
                self.threads(),
                |index| show(module, self.analyse(index)),
                |seen| {
                    let index = seen.analysed.page.index;
                    if let Some(data) = self.tell(observer, index, seen.data, &seen.printed)? {
                        collected.insert(index, data);
                    }
                    if pages.binary_search(&index).is_ok() {
                        ready.insert(index, seen.analysed);
                    }
                    Ok::<_, Stop>(())
                },
            )?;
            let items: Vec<Analysed> = block.iter().filter_map(|p| ready.remove(p)).collect();
            let collected_here = &collected;
            in_order(
                items.into_iter(),
                self.threads(),
                |analysed| {
                    let near = collected_here.range(around(analysed.page.index));
                    let near = module.gather(near.map(|(&index, data)| (index, data)))?;
                    Ok(work(analysed, Some(&near)))
                },
                |result: Result<T, Diagnostic>| sink(observer, result.map_err(Stop::Module)?),
            )?;
            if let Some(&last) = block.last() {
                collected = collected.split_off(&around(last).start);
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

    fn page_count(&self) -> u32 {
        u32::try_from(self.input.page_count()).unwrap_or(u32::MAX)
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
