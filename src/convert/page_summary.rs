//! Summarises pages for the analysis of their neighbours. Running heads recur on several pages, headings are
//! larger than the document's text, and the words of other lines decide about hyphens.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::Pipeline;
use super::analysed::Analysed;
use pdfa2hocr_core::budget::Budget;
use pdfa2hocr_core::hyphens::{self, PageWords};
use pdfa2hocr_core::layout::annotate;
use pdfa2hocr_core::layout::annotate::running_heads::{self, Edges, PagesAround};

use pdfa2hocr_core::normalize::Form;
use pdfa2hocr_core::page::Page;

/// Number of neighbouring pages before and after a page that are compared.
pub(super) const DISTANCE: u32 = running_heads::DISTANCE;

/// The parts of a page that other pages depend on.
#[derive(Default)]
pub(super) struct PageSummary {
    own: Reading,
    /// The same by the other road, with [`Road::Auto`](super::Road::Auto).
    other: Option<Reading>,
    /// Whether its tags were ignored.
    left: bool,
}

/// A page as one road reads it.
#[derive(Default)]
struct Reading {
    edges: Edges,
    words: PageWords,
}

impl PageSummary {
    /// The page as read by one road: geometry if `left`, otherwise tags. The result for another page is then
    /// the same as if all pages were read by one road.
    fn as_for(&self, left: bool) -> &Reading {
        let other = self.other.as_ref().filter(|_| self.left != left);
        other.unwrap_or(&self.own)
    }
}

/// A page, with the summaries of itself and its neighbours.
pub(super) struct Surrounded {
    pub analysed: Analysed,
    pub around: Vec<(u32, Arc<PageSummary>)>,
    /// The summary of the first page of the document.
    pub first: Option<Arc<PageSummary>>,
}

impl Pipeline {
    /// Whether pages depend on their neighbours.
    pub(super) fn looks_around(&self) -> bool {
        self.marks_running() || self.settles_hyphens()
    }

    /// Whether hyphens are resolved. They are kept if the text is kept unchanged.
    fn settles_hyphens(&self) -> bool {
        self.options.normalize != Form::None && !(self.is_as_written() && self.is_ours())
    }

    /// Summarises a page by both roads, and drops the road by which it is not read.
    pub(super) fn summarize(&self, analysed: &mut Analysed) -> PageSummary {
        let other = analysed.other.take();
        PageSummary {
            own: self.reading(&analysed.page),
            other: other.map(|page| self.reading(&page)),
            left: analysed.left.is_some(),
        }
    }

    /// Reads the parts of a page for its summary. Returns empty parts if a library panics.
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

    /// Completes a page from its neighbours. If that panics, the page is analysed without them.
    pub(super) fn settle(&self, surrounded: Surrounded) -> Analysed {
        let Surrounded {
            analysed,
            around,
            first,
        } = surrounded;
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
                    first: first.as_ref().map(|summary| &summary.as_for(left).edges),
                    label: self.labels.label(index),
                };
                annotate::settle(page, &pages, &self.options.layout.without);
                if let Some(corrected) = &mut analysed.corrected {
                    corrected.regroup(page);
                }
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
