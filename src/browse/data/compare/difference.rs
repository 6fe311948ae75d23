//! Collects the differences of a page.

use std::collections::BTreeMap;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::Pair;
use super::reading::{Level, Reading, Word};
use crate::browse::data::layers::as_printed;
use crate::web::bbox::place;
use pdfa2hocr_core::compact_sort::CompactSort;
use pdfa2hocr_core::geometry::Rect;

/// Most differences that are listed of a page; the others are counted.
const LISTED: usize = 2000;
/// Most boxes of one place.
const BOXES: usize = 200;
/// Most characters of a text.
const TEXT: usize = 80;

/// The aspect in which two readings differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::browse) enum Kind {
    Order,
    Block,
    Paragraph,
    Line,
    Word,
    Class,
    Image,
}

impl From<Level> for Kind {
    fn from(level: Level) -> Self {
        match level {
            Level::Line => Self::Line,
            Level::Paragraph => Self::Paragraph,
            Level::Block => Self::Block,
        }
    }
}

/// The change from the first reading to the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::browse) enum Change {
    /// Only one of them has it.
    Only,
    /// Several become one.
    Joined,
    /// One becomes several.
    Split,
    /// Several become several others.
    Divided,
    /// It moves to another group, or to another place in the order.
    Moved,
    /// Its text or its class changes.
    Changed,
    /// A hyphen at its end divides the word in one of them only.
    Hyphen,
}

/// The place and the content of a difference in one of the analyses.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(super) struct Place {
    #[serde(serialize_with = "as_corners")]
    pub boxes: Vec<Rect>,
    /// The number of its words, lines or others.
    pub count: u32,
    /// The text, the class, or the text before it.
    pub says: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Difference {
    pub kind: Kind,
    pub change: Change,
    /// The number of words that it concerns.
    pub words: u32,
    pub text: String,
    #[serde(flatten, serialize_with = "by_analysis")]
    pub places: Pair<Place>,
}

/// The differences between two analyses of a page.
#[derive(Serialize)]
pub(in crate::browse) struct Differences {
    #[serde(flatten, serialize_with = "by_analysis")]
    totals: Pair<Total>,
    counts: Counts,
    pub(super) differences: Vec<Difference>,
    /// Whether differences are only counted, or words are not compared.
    truncated: bool,
}

/// Serialises the data of the two analyses as `a` and `b`.
fn by_analysis<T: Serialize, S: Serializer>(
    pair: &Pair<T>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(2))?;
    map.serialize_entry("a", &pair[0])?;
    map.serialize_entry("b", &pair[1])?;
    map.end()
}

fn as_corners<S: Serializer>(boxes: &[Rect], serializer: S) -> Result<S::Ok, S::Error> {
    let boxes = boxes.iter().filter_map(|bbox| place(*bbox));
    serializer.collect_seq(boxes.take(BOXES))
}

/// The totals of one reading.
#[derive(Clone, Copy, Debug, Serialize)]
struct Total {
    words: usize,
    lines: usize,
    paragraphs: usize,
    blocks: usize,
}

/// The number of differences of a kind, and of the words in them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub(in crate::browse) struct Count {
    differences: u32,
    words: u32,
}

/// The numbers of differences, by kind.
pub(in crate::browse) type Counts = BTreeMap<Kind, Count>;

impl Differences {
    pub(super) fn new(readings: &Pair<Reading>) -> Self {
        Self {
            differences: Vec::new(),
            totals: readings.each_ref().map(|reading| Total {
                words: reading.words.len(),
                lines: reading.groups(Level::Line).len(),
                paragraphs: reading.groups(Level::Paragraph).len(),
                blocks: reading.groups(Level::Block).len(),
            }),
            counts: Counts::new(),
            truncated: readings.iter().any(|reading| reading.truncated),
        }
    }

    pub(super) fn add(
        &mut self,
        kind: Kind,
        change: Change,
        places: Pair<Place>,
        words: u32,
        text: &str,
    ) {
        let count = self.counts.entry(kind).or_default();
        count.differences = count.differences.saturating_add(1);
        count.words = count.words.saturating_add(words);
        if self.differences.len() >= LISTED {
            self.truncated = true;
            return;
        }
        self.differences.push(Difference {
            kind,
            change,
            places,
            words,
            text: text.to_owned(),
        });
    }

    pub(super) fn counts(self) -> Counts {
        self.counts
    }

    /// Sorts the differences by kind; those of a kind stay in reading order.
    pub(super) fn sorted(mut self) -> Self {
        self.differences
            .compact_sort_by_key(|difference| difference.kind);
        self
    }
}

/// The text of words as printed, shortened for one line of a list.
pub(super) fn text<'w>(words: impl IntoIterator<Item = &'w Word>) -> String {
    let mut text = String::new();
    for word in words {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&as_printed(&word.text));
        if let Some((end, _)) = text.char_indices().nth(TEXT) {
            text.truncate(end);
            text.push('…');
            break;
        }
    }
    text
}
