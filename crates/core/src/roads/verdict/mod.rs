//! Compares the tags of a page with the page analysis, which ignores them. Validators check the syntax of
//! tags; this module checks whether they match the page.
//!
//! A [`Finding`] collects the items of one kind on a page that only one of both has. It is a fault only if
//! the page itself shows that the tags are wrong or missing. Everything else is reported as a difference:
//! either side may be right.

mod both;
mod finding;
mod leave;
mod order;
mod report;
mod seen;
mod text;

use serde::Serialize;

use crate::page::{Page, TagFault};
use crate::structure::TaggedPage;
use both::Both;
use finding::{Finding, gather};

pub use report::Report;

/// The result for a page.
#[derive(Clone, Debug, Serialize)]
pub struct Verdict {
    /// Page index, from 0.
    pub page: u32,
    /// Number of words inside elements.
    pub tagged: usize,
    /// Number of words outside all elements.
    pub untagged: usize,
    /// Share of line pairs in the same order on both sides, from 0 to 1; `None` with fewer than two lines.
    pub order: Option<f32>,
    /// The reason why `Road::Auto` ignores the tags of the page.
    pub leaves: Option<TagFault>,
    /// Faults first, then by descending number of words.
    pub findings: Vec<Finding>,
}

impl Verdict {
    /// Compares a page by its tags with the page analysis of the same content. `headings` means that the
    /// document has elements for headings.
    pub fn of(tagged: TaggedPage, eye: Page, headings: bool) -> Self {
        let both = Both::new(tagged, eye);
        let mut found = Vec::new();
        let order = order::compare(&both, &mut found);
        text::untagged(&both, &mut found);
        text::artifacts(&both, &mut found);
        text::groups(&both, &mut found);
        text::actual_texts(&both, &mut found);
        seen::headings(&both, headings, &mut found);
        seen::tables(&both, &mut found);
        seen::lists(&both, &mut found);
        seen::notes(&both, &mut found);
        seen::captions(&both, &mut found);
        let [tagged, untagged] = both.count_words();
        let findings = gather(found);
        Self {
            page: both.index(),
            tagged,
            untagged,
            order,
            leaves: leave::fault(&findings, tagged + untagged, order),
            findings,
        }
    }

    /// Number of findings that are faults.
    pub(crate) fn faults(&self) -> usize {
        self.findings.iter().filter(|found| found.fault).count()
    }

    /// Number of findings that are differences, not faults.
    pub(crate) fn differences(&self) -> usize {
        self.findings.len() - self.faults()
    }
}
