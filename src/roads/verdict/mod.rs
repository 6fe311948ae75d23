//! The tags of a page against the eye: what the page analysis sees there, the tags put aside. What
//! validators cannot say: whether the tags are true.
//!
//! A [`Finding`] is what only one of both sees. It is a fault only where the page itself shows that the
//! tags are wrong or say nothing; where both may be right, it is a difference.

mod both;
mod order;
mod report;
mod seen;
mod text;

use serde::Serialize;

use crate::geometry::Rect;
use crate::layout::LayoutParams;
use crate::structure::TaggedPage;
use both::Both;

pub(crate) use report::Report;

/// What is found on a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Kind {
    /// The order of the tags goes up the page.
    Order,
    /// Text that no element has.
    Untagged,
    /// Text between that of elements is marked as an artifact.
    Artifact,
    /// Several paragraphs are directly in elements that only group others.
    Group,
    /// `ActualText` says something else than what is painted.
    ActualText,
    Heading,
    Table,
    List,
    Note,
}

/// Who sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum By {
    Tags,
    Geometry,
}

/// What tags and geometry do not agree on.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Finding {
    pub kind: Kind,
    /// Which of both sees it.
    pub by: By,
    pub fault: bool,
    /// The beginning of its text.
    pub text: String,
    /// In points, from the top left corner of the page: left, top, right, bottom.
    pub bbox: [f32; 4],
    /// What `ActualText` says instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub said: Option<String>,
}

/// What is said of a page.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Verdict {
    /// From 0.
    pub page: u32,
    /// Words that elements have.
    pub tagged: usize,
    /// Words that none has.
    pub untagged: usize,
    /// How many pairs of lines both read in the same order, from 0 to 1; `None` without two lines.
    pub order: Option<f32>,
    /// Headings by the tags, of which the document has some or none.
    #[serde(skip)]
    pub headings: usize,
    pub findings: Vec<Finding>,
}

impl Verdict {
    /// Compares a page by its tags, as far as these say something, with what the page analysis makes
    /// of it.
    pub(crate) fn of(tagged: TaggedPage, params: &LayoutParams) -> Self {
        let both = Both::new(tagged, params);
        let mut findings = Vec::new();
        let order = order::compare(&both, &mut findings);
        text::untagged(&both, &mut findings);
        text::artifacts(&both, &mut findings);
        text::groups(&both, &mut findings);
        text::actual_texts(&both, &mut findings);
        seen::headings(&both, &mut findings);
        seen::tables(&both, &mut findings);
        seen::lists(&both, &mut findings);
        seen::notes(&both, &mut findings);
        let [tagged, untagged] = both.count_words();
        Self {
            page: both.index(),
            tagged,
            untagged,
            order,
            headings: both.headings(),
            findings,
        }
    }

    /// How many of its findings are faults.
    pub(crate) fn faults(&self) -> usize {
        self.findings.iter().filter(|found| found.fault).count()
    }
}

impl Finding {
    fn new(kind: Kind, by: By, text: &str, bbox: Rect) -> Self {
        /// Longer texts are cut.
        const LONGEST: usize = 60;
        let mut chars = text.chars();
        let mut text: String = chars.by_ref().take(LONGEST).collect();
        if chars.next().is_some() {
            text.push('…');
        }
        Self {
            kind,
            by,
            fault: false,
            text,
            bbox: [bbox.x0, bbox.y0, bbox.x1, bbox.y1].map(|v| (v * 10.0).round() / 10.0),
            said: None,
        }
    }

    fn fault(self) -> Self {
        Self {
            fault: true,
            ..self
        }
    }
}
