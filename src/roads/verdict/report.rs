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
    pub(crate) fn of(pages: Vec<Verdict>) -> Self {
        let orders: Vec<f32> = pages.iter().filter_map(|page| page.order).collect();
        let sum: f32 = orders.iter().sum();
        Self {
            version: 2,
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
            for found in &page.findings {
                let _ = writeln!(out, "  {}", found.line());
            }
            if let Some(fault) = page.leaves {
                let _ = writeln!(out, "  --road auto leaves these tags: {}", fault.what());
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

    /// What it is, and how often.
    fn what(&self) -> String {
        let places = |what: &str| match self.count {
            1 => what.to_owned(),
            count => format!("{what}, {}", counted(count, "place")),
        };
        let things = |thing: &str| {
            let by = match self.by {
                By::Tags => "tags",
                By::Geometry => "geometry",
            };
            match self.count {
                1 => format!("a {thing} by the {by} only"),
                count => format!("{} by the {by} only", counted(count, thing)),
            }
        };
        match self.kind {
            Kind::Order => places("the tags go up the page"),
            Kind::Untagged => places("text without tags"),
            Kind::Artifact => places("text marked as an artifact"),
            Kind::Group => places("several paragraphs in an element that only groups others"),
            Kind::ActualText => places("ActualText that is not what is painted"),
            Kind::Heading => things("heading"),
            Kind::Table => things("table"),
            Kind::List => things("list"),
            Kind::Note => things("note"),
        }
    }
}
