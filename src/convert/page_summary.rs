//! What pages tell each other: running heads are rows that several pages have, headings are larger than
//! the text of the document, and the words of some pages tell where those of others are divided.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::Pipeline;
use super::passes::Analysed;
use crate::budget::Budget;
use crate::hyphens::{self, PageWords};
use crate::layout::annotate::running_heads::{self, Edges, PagesAround};
use crate::layout::heuristics;
use crate::model::Page;
use crate::normalize::Form;

/// How many pages before and after a page are looked at.
pub(super) const DISTANCE: u32 = running_heads::DISTANCE;

/// What is known of a page when others are settled.
#[derive(Default)]
pub(super) struct PageSummary {
    edges: Edges,
    words: PageWords,
}

/// A page, with what is known of the pages around it and of itself.
pub(super) struct Surrounded {
    pub analysed: Analysed,
    pub around: Vec<(u32, Arc<PageSummary>)>,
}

impl Pipeline {
    /// Whether pages depend on those around them.
    pub(super) fn looks_around(&self) -> bool {
        self.marks_running() || self.settles_hyphens()
    }

    /// Hyphens stay as they are where all text does.
    fn settles_hyphens(&self) -> bool {
        self.options.normalize != Form::None
    }

    /// Nothing, should the look at a page fail.
    pub(super) fn summarize(&self, page: &Page) -> PageSummary {
        let look = AssertUnwindSafe(|| {
            let mut summary = PageSummary::default();
            if self.marks_running() {
                summary.edges = Edges::of(page);
            }
            if self.settles_hyphens() {
                summary.words = PageWords::of(page);
            }
            summary
        });
        catch_unwind(look).unwrap_or_default()
    }

    /// Finishes a page by what is known of those around. Should that fail, it comes out as if there
    /// were none.
    pub(super) fn settle(&self, surrounded: Surrounded) -> Analysed {
        let Surrounded { analysed, around } = surrounded;
        let index = analysed.page.index;
        let around = around.iter().map(|(index, summary)| (*index, &**summary));
        let work = AssertUnwindSafe(|| {
            let mut analysed = analysed;
            let page = &mut analysed.page;
            let own = around.clone().find(|(other, _)| *other == index);
            if let (true, Some((_, own))) = (self.marks_running(), own) {
                let edges = around.clone().map(|(index, other)| (index, &other.edges));
                let pages = PagesAround {
                    own: &own.edges,
                    pages: edges.collect(),
                    label: self.labels.label(index),
                };
                heuristics::settle(page, &pages, &self.options.layout.without);
            }
            if self.settles_hyphens() {
                hyphens::settle(page, around.map(|(index, other)| (index, &other.words)));
            }
            analysed
        });
        catch_unwind(work).unwrap_or_else(|_| {
            let limits = self.options.limits;
            self.analyse(index, &Budget::new(limits, limits.page_bytes))
        })
    }
}
