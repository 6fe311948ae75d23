//! A page as a program that recognises text has written it down, whatever the format: regions, lines and
//! words with their boxes, in the order of reading. The readers of all formats make it, and here it
//! becomes what pages of a PDF are: glyphs ([`Content`](crate::model::Content)), and a tree over them.

mod build;
mod glyphs;
mod kinds;
mod lines;
mod order;
mod points;
mod resolution;
mod room;
mod table;
mod turned;

pub(super) use build::build;
pub(super) use kinds::set_type;
pub(super) use lines::{lines_of_text, place_loose, words_of_text};
pub(super) use order::{Group, GroupId, Ranks, sort_by_rank};
pub(super) use points::{around, baseline, points};
pub(super) use resolution::shown as shown_resolution;
pub(super) use room::Room;
pub(super) use table::{Cell, beside_cells, of_blocks, rows};

use crate::geometry::{Point, Rect};
use crate::model::{Attribute, Name, NodeKind, Own};

/// The resolution that is assumed where a file does not say one: that of most scans.
pub(super) const ASSUMED_DPI: f32 = 300.0;

/// How sure programs are of their words that do not say it, in percent: as sure as the text layer of a PDF
/// is taken to be.
const UNSAID_CONFIDENCE: u8 = 80;

/// What the numbers of a file count.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Unit {
    /// Pixels of the page's image.
    #[default]
    Pixel,
    /// This many make an inch: 254 tenths of a millimetre.
    PerInch(f32),
}

/// A page. All numbers are in its unit, from the upper left corner.
#[derive(Clone, Debug, Default)]
pub(super) struct Sheet {
    pub width: Option<f32>,
    pub height: Option<f32>,
    pub unit: Unit,
    /// Pixels an inch, across and down, where the file says it.
    pub dpi: Option<(f32, f32)>,
    /// The number of the page from 0 in the document that it was taken from, if that is known.
    pub number: Option<u32>,
    /// The image's file, as the file calls it.
    pub image: Option<String>,
    /// The MD5 sum of the image.
    pub image_md5: Option<String>,
    /// What is known of the page: its language, its label.
    pub attributes: Vec<Attribute>,
    pub parts: Vec<Part>,
    /// The page has more than it may have, and the rest was left out.
    pub is_full: bool,
}

/// A part of a page: what becomes a node of its tree.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub kind: NodeKind,
    /// Where it is; where that is not said, around what is in it.
    pub bbox: Option<Rect>,
    /// Its outline, where it is not a rectangle.
    pub points: Vec<Point>,
    pub attributes: Vec<Attribute>,
    pub detail: PartDetail,
    pub parts: Vec<Part>,
}

impl Part {
    pub(super) fn new(kind: NodeKind, bbox: Option<Rect>) -> Self {
        Self {
            kind,
            bbox,
            points: Vec::new(),
            attributes: Vec::new(),
            detail: PartDetail::None,
            parts: Vec::new(),
        }
    }

    /// Adds an attribute, if it has a value.
    pub(super) fn set(&mut self, name: impl Into<Name>, value: Option<impl Into<String>>) {
        if let Some(value) = value {
            // Most parts have one, and there are many parts.
            self.attributes.reserve_exact(1);
            self.attributes.push(Attribute::new(name, value));
        }
    }

    /// A word.
    pub(super) fn word(text: impl Into<String>, bbox: Option<Rect>) -> Self {
        let word = Word {
            text: text.into(),
            ..Word::default()
        };
        Self {
            detail: PartDetail::Word(word),
            ..Self::new(NodeKind::WORD, bbox)
        }
    }

    /// What it holds as a word, if it is one.
    pub(super) fn as_word(&mut self) -> Option<&mut Word> {
        match &mut self.detail {
            PartDetail::Word(word) => Some(word),
            _ => None,
        }
    }

    /// Whether it covers something of the page: such a part is kept without any text.
    pub(super) fn has_place(&self) -> bool {
        let sides = |b: Rect| b.is_finite() && (b.width() > 0.0 || b.height() > 0.0);
        self.bbox.is_some_and(sides)
    }

    /// The same as a block of its own.
    pub(super) fn in_block(mut self) -> Self {
        self.set(Own::Block, Some("true"));
        self
    }

    /// A line with these words.
    pub(super) fn line(line: Line, bbox: Option<Rect>, mut words: Vec<Self>) -> Self {
        words.shrink_to_fit();
        Self {
            detail: PartDetail::Line(line),
            parts: words,
            ..Self::new(NodeKind::TEXTLINE, bbox)
        }
    }
}

/// What a part holds besides others.
#[derive(Clone, Debug)]
pub(super) enum PartDetail {
    None,
    Line(Line),
    Word(Word),
    Image,
}

/// What is known of a line.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    pub baseline: Baseline,
    /// The points of a baseline that bends.
    pub bends: Vec<Point>,
    /// Height of its letters.
    pub size: Option<f32>,
}

/// Where the letters of a line stand.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Baseline {
    /// Not said: near the lower edge of the box.
    #[default]
    Unsaid,
    /// On a line through a point, at an angle in degrees, counter-clockwise.
    Through { x: f32, y: f32, angle: f32 },
    /// On none: letters are below each other.
    Vertical,
}

/// A word.
#[derive(Clone, Debug, Default)]
pub(super) struct Word {
    pub text: String,
    /// In percent.
    pub confidence: Option<u8>,
    pub font: Option<Font>,
    /// The boxes of its characters, if they are said of each.
    pub characters: Vec<Rect>,
}

/// How a word is set.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Font {
    /// The name of its family; empty where only the rest is known.
    pub name: String,
    /// In points.
    pub size: Option<f32>,
    pub bold: bool,
    pub italic: bool,
    pub serif: bool,
    pub monospace: bool,
}
