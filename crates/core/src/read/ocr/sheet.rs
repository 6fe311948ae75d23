//! A page as a file of recognised text describes it.

use crate::geometry::{Point, Rect};
use crate::page::{Attribute, Name, NodeKind, Own};

/// The default resolution in pixels per inch, for files without one: that of most scans.
pub(in crate::read) const ASSUMED_DPI: f32 = 300.0;

/// The default confidence in percent for words without one: the same as for the text layer of a PDF.
pub(super) const UNSAID_CONFIDENCE: u8 = 80;

/// The unit of a file's coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::read) enum Unit {
    /// Pixels of the page's image.
    #[default]
    Pixel,
    /// Units per inch; 254 for tenths of a millimetre.
    PerInch(f32),
}

/// A page as a file describes it. Coordinates are in its unit, from the upper left corner.
#[derive(Clone, Debug, Default)]
pub(in crate::read) struct Sheet {
    pub width: Option<f32>,
    pub height: Option<f32>,
    pub unit: Unit,
    /// Pixels per inch, horizontally and vertically, if the file gives them.
    pub dpi: Option<(f32, f32)>,
    /// The index of the page in the original document, from 0, if known.
    pub index: Option<u32>,
    /// The file name of the image.
    pub image: Option<String>,
    /// The MD5 sum of the image.
    pub image_md5: Option<String>,
    /// Further attributes of the page: its language, its label.
    pub attributes: Vec<Attribute>,
    pub parts: Vec<Part>,
    /// Whether content was skipped because of a limit.
    pub is_full: bool,
}

/// A part of a page, which becomes a node of its tree.
#[derive(Clone, Debug)]
pub(in crate::read) struct Part {
    pub kind: NodeKind,
    /// Its bounding box; later the union of its parts' boxes, if the file gives none.
    pub bbox: Option<Rect>,
    /// Its outline, if it is not a rectangle.
    pub points: Vec<Point>,
    pub attributes: Vec<Attribute>,
    pub detail: PartDetail,
    pub parts: Vec<Part>,
}

impl Part {
    pub(in crate::read) fn new(kind: NodeKind, bbox: Option<Rect>) -> Self {
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
    pub(in crate::read) fn set(&mut self, name: impl Into<Name>, value: Option<impl Into<String>>) {
        if let Some(value) = value {
            // Most parts have one attribute, and there are many parts, so memory is reserved exactly.
            self.attributes.reserve_exact(1);
            self.attributes.push(Attribute::new(name, value));
        }
    }

    /// A word.
    pub(in crate::read) fn word(text: impl Into<String>, bbox: Option<Rect>) -> Self {
        let word = Word {
            text: text.into(),
            ..Word::default()
        };
        Self {
            detail: PartDetail::Word(word),
            ..Self::new(NodeKind::WORD, bbox)
        }
    }

    /// An image.
    pub(in crate::read) fn image(bbox: Option<Rect>) -> Self {
        Self {
            detail: PartDetail::Image,
            ..Self::new(NodeKind::IMAGE, bbox)
        }
    }

    /// The data of a word, if it is one.
    pub(in crate::read) fn as_word(&mut self) -> Option<&mut Word> {
        match &mut self.detail {
            PartDetail::Word(word) => Some(word),
            _ => None,
        }
    }

    /// Whether it covers an area or a line: such a part is kept even without text.
    pub(in crate::read) fn has_place(&self) -> bool {
        let sides = |b: Rect| b.is_finite() && (b.width() > 0.0 || b.height() > 0.0);
        self.bbox.is_some_and(sides)
    }

    /// Marks the part as a block of its own.
    pub(in crate::read) fn in_block(mut self) -> Self {
        self.set(Own::Block, Some("true"));
        self
    }

    /// A line with these words.
    pub(in crate::read) fn line(line: Line, bbox: Option<Rect>, mut words: Vec<Self>) -> Self {
        words.shrink_to_fit();
        Self {
            detail: PartDetail::Line(line),
            parts: words,
            ..Self::new(NodeKind::TEXTLINE, bbox)
        }
    }
}

impl Sheet {
    /// Adds an attribute of the page, if it has a value.
    pub(in crate::read) fn set(&mut self, name: Own, value: Option<impl Into<String>>) {
        let attribute = value.map(|value| Attribute::new(name, value));
        self.attributes.extend(attribute);
    }
}

/// The data of a part that depends on its type.
#[derive(Clone, Debug)]
pub(in crate::read) enum PartDetail {
    None,
    Line(Line),
    Word(Word),
    Image,
}

/// The data of a line.
#[derive(Clone, Debug, Default)]
pub(in crate::read) struct Line {
    pub baseline: Baseline,
    /// The points of a baseline that is not straight.
    pub bends: Vec<Point>,
    /// The height of its letters.
    pub size: Option<f32>,
}

/// The baseline of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::read) enum Baseline {
    /// Unknown; assumed near the lower edge of the box.
    #[default]
    Unsaid,
    /// A line through a point, at an angle in degrees, counter-clockwise.
    Through { x: f32, y: f32, angle: f32 },
    /// Vertical writing without a baseline.
    Vertical,
}

/// A word.
#[derive(Clone, Debug, Default)]
pub(in crate::read) struct Word {
    pub text: String,
    /// The confidence in percent.
    pub confidence: Option<u8>,
    /// Whether a person typed or checked the text.
    pub human: bool,
    pub font: Option<Font>,
    /// The boxes of its characters, if each has one.
    pub characters: Vec<Rect>,
}

/// The font and style of a word.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::read) struct Font {
    /// The name of the family; empty if unknown.
    pub name: String,
    /// The font size in points.
    pub size: Option<f32>,
    pub bold: bool,
    pub italic: bool,
    pub serif: bool,
    pub monospace: bool,
}
