//! Compares the tags of a page with the page analysis, which ignores them. Validators check the syntax of
//! tags; this module checks whether they match the page.
//!
//! A [`Finding`] collects the items of one kind on a page that only one of both has. It is a fault only if
//! the page itself shows that the tags are wrong or missing. Everything else is reported as a difference:
//! either side may be right.

mod both;
mod leave;
mod order;
#[cfg(feature = "cli")]
mod report;
mod seen;
mod text;

use serde::Serialize;

use crate::geometry::Rect;
use crate::page::{Page, TagFault};
use crate::structure::TaggedPage;
use both::Both;

#[cfg(feature = "cli")]
pub(crate) use report::Report;

/// The kind of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Kind {
    /// The tag order moves up the page.
    Order,
    /// Text outside all elements.
    Untagged,
    /// Text between tagged text is marked as an artifact.
    Artifact,
    /// Several paragraphs directly in a grouping element.
    Group,
    /// `ActualText` contradicts the displayed text.
    ActualText,
    Heading,
    Table,
    List,
    Note,
    Caption,
}

/// The side that has the item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum By {
    Tags,
    Geometry,
}

/// A disagreement of tags and geometry: all items of one kind on a page.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Finding {
    pub kind: Kind,
    /// The side that has the items.
    pub by: By,
    pub fault: bool,
    /// Number of places.
    pub count: usize,
    /// Number of words in them.
    pub words: usize,
    /// The places in the order of detection.
    pub places: Vec<Place>,
}

/// One place of a finding.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Place {
    /// The beginning of its text.
    pub text: String,
    /// Left, top, right and bottom in points, from the top left corner of the page.
    pub bbox: [f32; 4],
    /// The contradicting `ActualText`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub said: Option<String>,
}

/// The result for a page.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Verdict {
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

    /// Number of findings that are faults.
    #[cfg(feature = "cli")]
    pub(crate) fn faults(&self) -> usize {
        self.findings.iter().filter(|found| found.fault).count()
    }

    /// Number of findings that are differences, not faults.
    #[cfg(feature = "cli")]
    pub(crate) fn differences(&self) -> usize {
        self.findings.len() - self.faults()
    }
}

/// One item that only one side has.
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
    /// Maximum characters; longer texts are cut.
    const LONGEST: usize = 60;
    let mut chars = text.chars();
    let mut text: String = chars.by_ref().take(LONGEST).collect();
    if chars.next().is_some() {
        text.push('…');
    }
    text
}

/// Groups items of the same kind, side and severity into findings.
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
