//! The entries of a file of corrections: operations on a page, their undoing, and the progress of pages.

use std::ops::Not;
use std::slice::from_ref;

use serde::{Deserialize, Serialize};

use super::numbers;
use crate::page_number::PageNumber;

/// The first line of a file: the document that is corrected.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The version of the format: 1.
    pub pdfa2hocr_corrections: u32,
    /// The name of the document's file, without its folder.
    pub name: String,
    /// The SHA-256 of the document's file, in hexadecimal digits.
    pub sha256: String,
    /// The number of pages of the document.
    pub pages: u32,
}

/// An identifier of an entry, unique in all files: random hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Id(pub String);

/// A line of a file after the first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// The identifier.
    pub id: Id,
    /// The name of the person who made it.
    pub by: String,
    /// The time at which it was made: RFC 3339, in UTC.
    pub at: String,
    /// The page, from 1. Only undoing and redoing have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<PageNumber>,
    /// The content.
    #[serde(flatten)]
    pub operation: Operation,
}

/// The progress of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PageState {
    /// Nobody has worked on it.
    #[default]
    Untouched,
    /// Work has begun.
    InWork,
    /// All of its text and structure are right.
    Done,
}

/// A unit of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// A word, or its piece on a line.
    Word,
    /// A printed line.
    Line,
    /// A paragraph.
    Paragraph,
    /// A block: a text area such as a column, of one or more paragraphs.
    Block,
}

/// A part of a page, identified by its place and its text. These do not change with the analysis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Anchor {
    /// The box in page space: left, top, right, bottom, in points from the top left corner.
    #[serde(rename = "box", deserialize_with = "numbers::four")]
    pub bbox: [f32; 4],
    /// The words in it when the operation was made, separated by spaces.
    pub text: String,
}

/// The classes that a person can assign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// Running text.
    Text,
    /// A heading, with a level from 1.
    Heading(#[serde(deserialize_with = "numbers::level")] u8),
    /// A running head.
    RunningHead,
    /// A running foot.
    RunningFoot,
    /// A page number.
    PageNumber,
    /// A footnote or endnote.
    Note,
    /// A caption of a figure or table.
    Caption,
    /// A table, whose lines are kept as text.
    Table,
    /// A figure with its labels.
    Figure,
    /// An item of a list.
    ListItem,
    /// An entry of a dictionary.
    Entry,
    /// A headword of a dictionary. Only of words.
    Headword,
    /// Noise, such as a stain that was read as text. It is left out.
    Noise,
}

/// The pages on which a gutter applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PagesOf {
    /// The page of the operation.
    This,
    /// That page and all after it.
    Following,
    /// That page, and those after it that are both even or both odd, as it is.
    Alternate,
}

impl PagesOf {
    /// Whether it names a page, if the page of the operation is `first`. Both are indices.
    pub fn contains(self, first: u32, page: u32) -> bool {
        match self {
            Self::This => first == page,
            Self::Following => first <= page,
            Self::Alternate => first <= page && (page - first).is_multiple_of(2),
        }
    }
}

/// The content of an entry: a correction of a page, the undoing of others, or the progress of a page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "op", rename_all = "kebab-case")]
pub enum Operation {
    /// Takes back entries.
    Undo {
        /// The entries.
        of: Vec<Id>,
    },
    /// Applies entries again that were taken back.
    Redo {
        /// The entries.
        of: Vec<Id>,
    },
    /// The progress of the page.
    Progress {
        /// The state of the page.
        state: PageState,
    },
    /// Replaces the text of a word or line. A space divides a word.
    Text {
        /// The word or line.
        level: Level,
        /// The place.
        on: Anchor,
        /// The new text.
        text: String,
    },
    /// Makes each part one unit of this level. One part of several units merges them, several parts of one unit
    /// split it. Words of the touched units that are in no part keep units of their own.
    Group {
        /// The unit.
        level: Level,
        /// The parts, in reading order.
        parts: Vec<Anchor>,
        /// Makes all parts one unit, at the place of the first one. They need not be next to each other.
        #[serde(default, skip_serializing_if = "Not::not")]
        together: bool,
    },
    /// Sets the box of a unit; its words stay the same.
    Resize {
        /// The unit.
        level: Level,
        /// The place.
        on: Anchor,
        /// The new box.
        #[serde(rename = "box", deserialize_with = "numbers::four")]
        bbox: [f32; 4],
    },
    /// Adds a line or word that was not recognised.
    Add {
        /// A word, or a line of words.
        level: Level,
        /// Its box.
        #[serde(rename = "box", deserialize_with = "numbers::four")]
        bbox: [f32; 4],
        /// Its text.
        text: String,
    },
    /// Removes a unit with its words.
    Delete {
        /// The unit.
        level: Level,
        /// The place.
        on: Anchor,
    },
    /// Divides pages into columns at gutters.
    Gutters {
        /// The boxes of the gutters, from left to right; without any, the page is not divided. An entry has its time
        /// in `at`.
        #[serde(rename = "boxes", alias = "at", deserialize_with = "numbers::fours")]
        at: Vec<[f32; 4]>,
        /// The pages.
        pages: PagesOf,
    },
    /// Sets the class of a unit.
    Class {
        /// The unit.
        level: Level,
        /// The place.
        on: Anchor,
        /// The class.
        class: Class,
    },
    /// Puts units into this order, at the places that they occupy together.
    Order {
        /// Blocks, paragraphs or lines.
        level: Level,
        /// The units, in reading order.
        parts: Vec<Anchor>,
    },
}

/// See [`Operation::fields`].
type Fields<'a> = (Option<Level>, &'a [Anchor], &'a [[f32; 4]], Option<&'a str>);

impl Operation {
    /// Whether it changes a page, and when.
    pub fn phase(&self) -> Option<Phase> {
        match self {
            Self::Undo { .. } | Self::Redo { .. } | Self::Progress { .. } => None,
            Self::Gutters { .. } => Some(Phase::Analysis),
            Self::Class { .. } | Self::Order { .. } => Some(Phase::AfterModules),
            _ => Some(Phase::BeforeModules),
        }
    }

    /// The entries that it undoes or redoes.
    pub fn of(&self) -> Option<&[Id]> {
        match self {
            Self::Undo { of } | Self::Redo { of } => Some(of),
            _ => None,
        }
    }

    /// The fields that several kinds have: level, anchors, boxes that are set, and text. A kind that does not have a
    /// field has none.
    fn fields(&self) -> Fields<'_> {
        match self {
            Self::Undo { .. } | Self::Redo { .. } | Self::Progress { .. } => (None, &[], &[], None),
            Self::Gutters { at, .. } => (None, &[], at, None),
            Self::Text { level, on, text } => (Some(*level), from_ref(on), &[], Some(text)),
            Self::Add { level, bbox, text } => (Some(*level), &[], from_ref(bbox), Some(text)),
            Self::Resize { level, on, bbox } => (Some(*level), from_ref(on), from_ref(bbox), None),
            Self::Delete { level, on } | Self::Class { level, on, .. } => {
                (Some(*level), from_ref(on), &[], None)
            }
            Self::Group { level, parts, .. } | Self::Order { level, parts } => {
                (Some(*level), parts, &[], None)
            }
        }
    }

    /// The level of its units.
    pub fn level(&self) -> Option<Level> {
        self.fields().0
    }

    /// The class that it sets.
    pub fn class(&self) -> Option<Class> {
        match self {
            Self::Class { class, .. } => Some(*class),
            _ => None,
        }
    }

    /// The parts of the page on which it was made.
    pub fn anchors(&self) -> &[Anchor] {
        self.fields().1
    }

    /// The boxes that it sets.
    pub fn boxes(&self) -> &[[f32; 4]] {
        self.fields().2
    }

    /// The text that it sets.
    pub fn text(&self) -> Option<&str> {
        self.fields().3
    }
}

/// The step of a conversion at which an operation is applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// It changes how the page is divided.
    Analysis,
    /// It changes text and geometry.
    BeforeModules,
    /// It changes classes and order.
    AfterModules,
}
