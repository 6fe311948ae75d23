//! What is said of a document.

use std::fmt::Write;

use serde::Serialize;

use super::{By, Finding, Kind, Verdict};
use crate::counted::counted;
use crate::visible::visible;

/// The verdict on each page that was looked at.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Report {
    pub version: u32,
    /// Pages with faults.
    pub faulty: usize,
    pub faults: usize,
    /// How the pages agree, as a whole; `None` where no page has two lines.
    pub order: Option<f32>,
    pub pages: Vec<Verdict>,
}

impl Report {
    /// Of a document without a heading in its tags, those that the eye sees are faults. One alone may be
    /// a large line of text.
    pub(crate) fn of(mut pages: Vec<Verdict>) -> Self {
        let none = pages.iter().all(|page| page.headings == 0);
        let findings = pages.iter_mut().flat_map(|page| &mut page.findings);
        let headings = findings.filter(|found| found.kind == Kind::Heading);
        let mut headings: Vec<&mut Finding> = headings.collect();
        if none && headings.len() > 1 {
            for found in &mut headings {
                found.fault = true;
            }
        }
        let orders: Vec<f32> = pages.iter().filter_map(|page| page.order).collect();
        let sum: f32 = orders.iter().sum();
        Self {
            version: 1,
            faulty: pages.iter().filter(|page| page.faults() > 0).count(),
            faults: pages.iter().map(Verdict::faults).sum(),
            order: (!orders.is_empty()).then(|| sum / orders.len() as f32),
            pages,
        }
    }

    /// As text: the pages with most faults first.
    pub(crate) fn text(&self) -> String {
        let mut out = String::new();
        let pages = counted(self.pages.len(), "page");
        let _ = match self.faults {
            0 => writeln!(out, "{pages}, no fault of the tags found"),
            n => writeln!(out, "{pages}, {} on {}", counted(n, "fault"), self.faulty),
        };
        if let Some(order) = self.order {
            let _ = writeln!(out, "order: {} of 100 pairs of lines agree", percent(order));
        }
        let mut pages: Vec<&Verdict> = self.pages.iter().collect();
        pages.sort_by_key(|page| std::cmp::Reverse(page.faults()));
        for page in pages.into_iter().filter(|page| !page.findings.is_empty()) {
            let _ = write!(
                out,
                "\npage {}: {}",
                page.page + 1,
                counted(page.tagged, "word")
            );
            if page.untagged > 0 {
                let _ = write!(out, ", {} without tags", page.untagged);
            }
            if let Some(order) = page.order {
                let _ = write!(out, ", order {}", percent(order));
            }
            out.push('\n');
            let faults = page.findings.iter().filter(|found| found.fault);
            for found in faults.chain(page.findings.iter().filter(|found| !found.fault)) {
                let _ = writeln!(out, "  {}", found.line());
            }
        }
        out
    }
}

fn percent(share: f32) -> u32 {
    (100.0 * share).round() as u32
}

impl Finding {
    fn line(&self) -> String {
        let mark = if self.fault { "fault: " } else { "" };
        let what = match (self.kind, self.by) {
            (Kind::Order, _) => "the tags go up the page",
            (Kind::Untagged, _) => "text without tags",
            (Kind::Artifact, _) => "text marked as an artifact",
            (Kind::Group, _) => "several paragraphs in an element that only groups others",
            (Kind::ActualText, _) => "ActualText that is not what is painted",
            (Kind::Heading, By::Tags) => "a heading by the tags only",
            (Kind::Heading, By::Geometry) => "a heading by the geometry only",
            (Kind::Table, By::Tags) => "a table by the tags only",
            (Kind::Table, By::Geometry) => "a table by the geometry only",
            (Kind::List, By::Tags) => "a list by the tags only",
            (Kind::List, By::Geometry) => "a list by the geometry only",
            (Kind::Note, By::Tags) => "a note by the tags only",
            (Kind::Note, By::Geometry) => "a note by the geometry only",
        };
        let mut line = format!("{mark}{what}: {}", visible(&self.text));
        if let Some(said) = &self.said {
            let _ = write!(line, " (it says: {})", visible(said));
        }
        line
    }
}
