//! Disagreements of tags and geometry: one item each, and gathered by kind.

use serde::Serialize;

use crate::compact_sort::CompactSort;
use crate::geometry::Rect;
use crate::page::{NodeId, Page};

named! {
    /// The kind of a finding.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Kind {
        /// The tag order moves up the page.
        Order = "the tags go up the page",
        /// Text outside all elements.
        Untagged = "text without tags",
        /// Text between tagged text is marked as an artifact.
        Artifact = "text marked as an artifact",
        /// Several paragraphs directly in a grouping element.
        Group = "several paragraphs in an element that only groups others",
        /// `ActualText` contradicts the displayed text.
        ActualText = "ActualText that is not what is painted",
        Heading = "heading",
        Table = "table",
        List = "list",
        Note = "note",
        Caption = "caption",
    }
}

named! {
    /// The side that has the item.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
    #[serde(rename_all = "lowercase")]
    pub enum By {
        Tags = "tags",
        Geometry = "geometry",
    }
}

/// A disagreement of tags and geometry: all items of one kind on a page.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
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
pub struct Place {
    /// The beginning of its text.
    pub text: String,
    /// Left, top, right and bottom in points, from the top left corner of the page.
    pub bbox: [f32; 4],
    /// The contradicting `ActualText`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub said: Option<String>,
}

/// One item that only one side has.
pub(super) struct Found {
    pub kind: Kind,
    pub by: By,
    pub fault: bool,
    pub words: usize,
    pub place: Place,
}

impl Found {
    pub(super) fn new(kind: Kind, by: By, (text, words): (&str, usize), bbox: Rect) -> Self {
        Self {
            kind,
            by,
            fault: false,
            words,
            place: Place {
                text: beginning(text),
                bbox: <[f32; 4]>::from(bbox).map(|v| (v * 10.0).round() / 10.0),
                said: None,
            },
        }
    }

    /// A finding about nodes of a page.
    pub(super) fn at(kind: Kind, by: By, page: &Page, nodes: &[NodeId]) -> Self {
        let (mut text, mut words) = (String::new(), 0);
        for &node in nodes {
            page.push_text_below(node, &mut text);
            words += page.tree.words(node).count();
        }
        let boxes = nodes.iter().map(|&node| page.tree[node].bbox);
        Self::new(kind, by, (&text, words), boxes.collect())
    }

    pub(super) fn fault(self) -> Self {
        Self {
            fault: true,
            ..self
        }
    }
}

/// The beginning of a text.
pub(super) fn beginning(text: &str) -> String {
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
pub(super) fn gather(found: Vec<Found>) -> Vec<Finding> {
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
    findings.compact_sort_by_key(|finding| std::cmp::Reverse((finding.fault, finding.words)));
    findings
}
