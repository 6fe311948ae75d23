//! The tags of a page against the eye: what the page analysis sees there, the tags put aside. What
//! validators cannot say: whether the tags are true.
//!
//! A [`Finding`] is what only one of both sees, all of a kind on a page. It is a fault only where the page itself shows that the
//! tags are wrong or say nothing; where both may be right, it is a difference.

mod both;
mod leave;
mod order;
#[cfg(feature = "cli")]
mod report;
mod seen;
mod text;

use serde::Serialize;

use crate::geometry::Rect;
use crate::model::{Page, TagFault};
use crate::structure::TaggedPage;
use both::Both;

#[cfg(feature = "cli")]
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
    Caption,
}

/// Who sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum By {
    Tags,
    Geometry,
}

/// What tags and geometry do not agree on: all of a kind on a page.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Finding {
    pub kind: Kind,
    /// Which of both sees it.
    pub by: By,
    pub fault: bool,
    /// How many places there are.
    pub count: usize,
    /// The words in them.
    pub words: usize,
    /// In the order in which they were found.
    pub places: Vec<Place>,
}

/// One place of a finding.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Place {
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
    /// What `Road::Auto` leaves the tags of the page for.
    pub leaves: Option<TagFault>,
    /// Faults first, and those of most words before others.
    pub findings: Vec<Finding>,
}

impl Verdict {
    /// Compares a page by its tags, as far as these say something, with what the page analysis makes
    /// of the same content. `headings` says that the document has elements for headings.
    pub(crate) fn of(tagged: TaggedPage, eye: Page, headings: bool) -> Self {
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

    /// How many of its findings are faults.
    #[cfg(feature = "cli")]
    pub(crate) fn faults(&self) -> usize {
        self.findings.iter().filter(|found| found.fault).count()
    }

    /// How many of its findings are differences: no faults, but not the same by tags and geometry.
    #[cfg(feature = "cli")]
    pub(crate) fn differences(&self) -> usize {
        self.findings.len() - self.faults()
    }
}

/// One thing that only one of both sees.
struct Found {
    kind: Kind,
    by: By,
    fault: bool,
    words: usize,
    place: Place,
}

impl Found {
    fn new(kind: Kind, by: By, (text, words): (&str, usize), bbox: Rect) -> Self {
        Self {
            kind,
            by,
            fault: false,
            words,
            place: Place {
                text: beginning(text),
                bbox: [bbox.x0, bbox.y0, bbox.x1, bbox.y1].map(|v| (v * 10.0).round() / 10.0),
                said: None,
            },
        }
    }

    fn fault(self) -> Self {
        Self {
            fault: true,
            ..self
        }
    }
}

/// The beginning of a text.
fn beginning(text: &str) -> String {
    /// Longer texts are cut.
    const LONGEST: usize = 60;
    let mut chars = text.chars();
    let mut text: String = chars.by_ref().take(LONGEST).collect();
    if chars.next().is_some() {
        text.push('…');
    }
    text
}

/// All of a kind as one finding.
fn gather(found: Vec<Found>) -> Vec<Finding> {
    let mut findings: Vec<Finding> = Vec::new();
    for one in found {
        let same = findings
            .iter_mut()
            .find(|of| (of.kind, of.by, of.fault) == (one.kind, one.by, one.fault));
        match same {
            Some(finding) => {
                finding.count += 1;
                finding.words += one.words;
                finding.places.push(one.place);
            }
            None => findings.push(Finding {
                kind: one.kind,
                by: one.by,
                fault: one.fault,
                count: 1,
                words: one.words,
                places: vec![one.place],
            }),
        }
    }
    findings.sort_by_key(|finding| std::cmp::Reverse((finding.fault, finding.words)));
    findings
}
