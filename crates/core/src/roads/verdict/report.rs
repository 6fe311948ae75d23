//! Summarises the verdicts on a document.

use std::fmt::Write;

use serde::Serialize;

use super::Verdict;
use super::finding::{By, Finding, Kind};
use crate::compact_sort::CompactSort;
use crate::counted::counted;
use crate::page_number::PageNumber;
use crate::visible::visible;

/// The verdicts on the inspected pages.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    pub version: u32,
    /// Number of pages with faults.
    pub faulty: usize,
    pub faults: usize,
    /// Number of pages with differences that are not faults.
    pub differing: usize,
    pub differences: usize,
    /// Mean agreement of the order on all pages; `None` if no page has two lines.
    pub order: Option<f32>,
    pub pages: Vec<Verdict>,
}

impl Report {
    pub fn of(pages: Vec<Verdict>) -> Self {
        let orders: Vec<f32> = pages.iter().filter_map(|page| page.order).collect();
        let sum: f32 = orders.iter().sum();
        Self {
            version: 2,
            faulty: pages.iter().filter(|page| page.faults() > 0).count(),
            faults: pages.iter().map(Verdict::faults).sum(),
            differing: pages.iter().filter(|page| page.differences() > 0).count(),
            differences: pages.iter().map(Verdict::differences).sum(),
            order: (!orders.is_empty()).then(|| sum / orders.len() as f32),
            pages,
        }
    }

    /// Formats the report as text, pages with most faults first.
    pub fn text(&self) -> String {
        let mut out = String::new();
        out.push_str(&counted(self.pages.len(), "page"));
        let _ = match (self.faults, self.differences) {
            (0, 0) => write!(out, ", no fault of the tags found"),
            (0, _) => write!(out, ", no fault"),
            (n, _) => write!(out, ", {} on {}", counted(n, "fault"), self.faulty),
        };
        if self.differences > 0 {
            let differences = counted(self.differences, "difference");
            let _ = write!(out, ", {differences} on {}", self.differing);
        }
        out.push('\n');
        for by in [By::Geometry, By::Tags] {
            let _ = match self.different(by).as_slice() {
                [] => Ok(()),
                all => writeln!(out, "by the {} only: {}", by.name(), all.join(", ")),
            };
        }
        if let Some(order) = self.order {
            let _ = writeln!(out, "order: {} of 100 pairs of lines agree", percent(order));
        }
        let mut pages: Vec<&Verdict> = self.pages.iter().collect();
        pages.compact_sort_by_key(|page| std::cmp::Reverse(page.faults()));
        for page in pages.into_iter().filter(|page| !page.findings.is_empty()) {
            let _ = write!(
                out,
                "\npage {}: {}",
                PageNumber::of(page.page),
                counted(page.tagged, "word")
            );
            if page.untagged > 0 {
                let _ = write!(out, ", {} without tags", page.untagged);
            }
            if let Some(order) = page.order {
                let _ = write!(out, ", order {}", percent(order));
            }
            out.push('\n');
            for found in &page.findings {
                let _ = writeln!(out, "  {}", found.line());
            }
            if let Some(fault) = page.leaves {
                let _ = writeln!(out, "  --road auto leaves these tags: {}", fault.what());
            }
        }
        out
    }

    /// The items in the whole document that only one side has, with their numbers: "3 headings".
    fn different(&self, by: By) -> Vec<String> {
        let all = || self.pages.iter().flat_map(|page| &page.findings);
        let count = |kind: Kind| -> usize {
            let of = all().filter(|found| (found.kind, found.by) == (kind, by));
            of.map(|found| found.count).sum()
        };
        let things = Kind::THINGS.into_iter().map(|kind| (kind, count(kind)));
        things
            .filter(|(_, count)| *count > 0)
            .map(|(kind, count)| counted(count, kind.name()))
            .collect()
    }
}

impl Kind {
    /// Items that both sides should detect.
    const THINGS: [Self; 5] = [
        Self::Heading,
        Self::Table,
        Self::List,
        Self::Note,
        Self::Caption,
    ];
}

fn percent(share: f32) -> u32 {
    (100.0 * share).round() as u32
}

impl Finding {
    fn line(&self) -> String {
        let mark = if self.fault { "fault: " } else { "" };
        let mut line = format!("{mark}{}", self.what());
        let Some(first) = self.places.first() else {
            return line;
        };
        let which = if self.count > 1 { ", first" } else { "" };
        let _ = write!(line, "{which}: {}", visible(&first.text));
        if let Some(said) = &first.said {
            let _ = write!(line, " (it says: {})", visible(said));
        }
        line
    }

    /// The kind and number of the items.
    fn what(&self) -> String {
        let name = self.kind.name();
        let is_thing = Kind::THINGS.contains(&self.kind);
        match (is_thing, self.count) {
            (true, 1) => format!("a {name} by the {} only", self.by.name()),
            (true, count) => format!("{} by the {} only", counted(count, name), self.by.name()),
            (false, 1) => name.to_owned(),
            (false, count) => format!("{name}, {}", counted(count, "place")),
        }
    }
}
