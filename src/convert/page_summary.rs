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
    own: Reading,
    /// By the other road, where pages are read by either.
    other: Option<Reading>,
    /// Its tags were left.
    left: bool,
}

/// A page, as one road has it.
#[derive(Default)]
struct Reading {
    edges: Edges,
    words: PageWords,
}

impl PageSummary {
    /// The page by the road that another was read by, so that this comes out as if all were.
    fn as_for(&self, left: bool) -> &Reading {
        let other = self.other.as_ref().filter(|_| self.left != left);
        other.unwrap_or(&self.own)
    }
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
        self.options.normalize != Form::None && !(self.is_as_written() && self.is_ours())
    }

    /// Sums up a page by both roads, and lets go the one that it is not read by.
    pub(super) fn summarize(&self, analysed: &mut Analysed) -> PageSummary {
        let other = analysed.other.take();
        PageSummary {
            own: self.reading(&analysed.page),
            other: other.map(|page| self.reading(&page)),
            left: analysed.left.is_some(),
        }
    }

    /// Nothing, should the look at a page fail.
    fn reading(&self, page: &Page) -> Reading {
        let look = AssertUnwindSafe(|| {
            let mut reading = Reading::default();
            if self.marks_running() {
                reading.edges = Edges::of(page);
            }
            if self.settles_hyphens() {
                reading.words = PageWords::of(page);
            }
            reading
        });
        catch_unwind(look).unwrap_or_default()
    }

    /// Finishes a page by what is known of those around. Should that fail, it comes out as if there
    /// were none.
    pub(super) fn settle(&self, surrounded: Surrounded) -> Analysed {
        let Surrounded { analysed, around } = surrounded;
        let index = analysed.page.index;
        let left = analysed.left.is_some();
        let around = around
            .iter()
            .map(|(index, summary)| (*index, summary.as_for(left)));
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
