//! The page as blocks of paragraphs of lines of words, in reading order: what formats know that
//! have no elements of their own choosing.
//!
//! The mapping says what is what, as hOCR names it: an element of class `ocr_par` is a paragraph,
//! `ocr_carea`, `ocr_header` and their like are blocks, what it drops is left out. What it has no
//! element for is taken from the page's tree: a line has the paragraph of its parent node.
//! Blocks and paragraphs are in a row and not in each other; one that begins inside of another
//! ends that.

mod collect;
mod kind;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::ops::Range;

use super::hyphen;
use super::pixels::Pixels;
use crate::geometry::{Point, Rect};
use crate::model::{self, Glyph, NodeId, Page, Style};

pub(super) use collect::{blocks, blocks_with_textless};
pub(super) use kind::{LineRun, ParagraphKind};

/// What a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BlockRole {
    /// Text in one column, or over several.
    Text,
    /// Cells in rows and columns.
    Table,
    /// A running head.
    Header,
    /// A running foot.
    Footer,
    /// The page's number as it is printed.
    PageNumber,
    /// An image; it has no paragraphs.
    Image,
}

impl BlockRole {
    /// What files call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Table => "table",
            Self::Header => "header",
            Self::Footer => "footer",
            Self::PageNumber => "pageno",
            Self::Image => "image",
        }
    }
}

/// A box on the page, and its pixels in the page's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Place {
    /// In page space.
    pub bbox: Rect,
    pub pixels: Pixels,
}

impl Place {
    /// For boxes that are not known yet.
    const NOWHERE: Self = Self {
        bbox: Rect::EMPTY,
        pixels: Pixels {
            x0: 0,
            y0: 0,
            x1: 1,
            y1: 1,
        },
    };

    fn union(self, other: Self) -> Self {
        Self {
            bbox: self.bbox.union(other.bbox),
            pixels: self.pixels.union(other.pixels),
        }
    }
}

/// An area of a page.
#[derive(Clone, Debug)]
pub struct Block<'a> {
    pub(super) role: BlockRole,
    node: NodeId,
    pub(super) place: Place,
    pub(super) alt: Option<&'a str>,
    pub(super) paragraphs: Vec<Paragraph<'a>>,
}

/// A paragraph: lines that belong together.
#[derive(Clone, Debug)]
pub struct Paragraph<'a> {
    pub(super) place: Place,
    node: NodeId,
    pub(super) heading: Option<u32>,
    /// In a table: numbers of the row and of the cell, which count on over the page.
    pub(super) cell: Option<(u32, u32)>,
    pub(super) lang: Option<&'a str>,
    pub(super) lines: Vec<Line<'a>>,
}

/// A printed line, as far as it is in one paragraph.
#[derive(Clone, Debug)]
pub struct Line<'a> {
    pub(super) place: Place,
    node: NodeId,
    pub(super) geometry: Option<&'a model::LineGeometry>,
    pub(super) lang: Option<&'a str>,
    pub(super) rtl: bool,
    pub(super) words: Vec<Word<'a>>,
}

/// A word, or a piece of one: what is on one line.
#[derive(Clone, Debug)]
pub struct Word<'a> {
    pub(super) place: Place,
    node: NodeId,
    page: &'a model::Page,
    /// Positions in [`model::Page::order`].
    pub(super) glyphs: &'a Range<u32>,
    pub(super) lang: Option<&'a str>,
    pub(super) glued: bool,
}

impl<'a> Block<'a> {
    /// What the block is.
    pub fn role(&self) -> BlockRole {
        self.role
    }

    /// In points, from the upper left corner of the page.
    pub fn bbox(&self) -> Rect {
        self.place.bbox
    }

    /// Of an image, what it shows.
    pub fn alt(&self) -> Option<&'a str> {
        self.alt
    }

    /// In reading order; none in an image, else at least one.
    pub fn paragraphs(&self) -> &[Paragraph<'a>] {
        &self.paragraphs
    }

    /// What one of its paragraphs is: a heading, the cell of a table, or what the block is.
    pub(crate) fn role_of(&self, paragraph: &Paragraph<'_>) -> &'static str {
        match (paragraph.heading, paragraph.cell) {
            (Some(_), _) => "heading",
            (None, Some(_)) => "cell",
            (None, None) => self.role.name(),
        }
    }

    /// The node of the page's tree that began it, or the one around what is in it.
    pub(crate) fn node(&self) -> NodeId {
        self.node
    }
}

impl<'a> Paragraph<'a> {
    /// In points, from the upper left corner of the page.
    pub fn bbox(&self) -> Rect {
        self.place.bbox
    }

    /// Of a heading, its level from 1.
    pub fn heading(&self) -> Option<u32> {
        self.heading
    }

    /// The language as a BCP 47 tag, where it is known.
    pub fn lang(&self) -> Option<&'a str> {
        self.lang
    }

    /// In reading order, at least one.
    pub fn lines(&self) -> &[Line<'a>] {
        &self.lines
    }

    /// The text, with a line break between lines.
    pub fn text(&self) -> String {
        let lines: Vec<String> = self.lines.iter().map(Line::text).collect();
        lines.join("\n")
    }

    /// The node of the page's tree that began it, or the one around its lines.
    pub(crate) fn node(&self) -> NodeId {
        self.node
    }
}

impl<'a> Line<'a> {
    /// In points, from the upper left corner of the page.
    pub fn bbox(&self) -> Rect {
        self.place.bbox
    }

    /// Baseline, angle and size; `None` for words that are on no line.
    pub fn geometry(&self) -> Option<&'a model::LineGeometry> {
        self.geometry
    }

    /// The language as a BCP 47 tag, where it is known.
    pub fn lang(&self) -> Option<&'a str> {
        self.lang
    }

    /// Whether the line is read from right to left.
    pub fn is_right_to_left(&self) -> bool {
        self.rtl
    }

    /// In reading order, at least one.
    pub fn words(&self) -> &[Word<'a>] {
        &self.words
    }

    /// The text, with a space between words.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for word in &self.words {
            if !text.is_empty() && !word.glued {
                text.push(' ');
            }
            text.push_str(&word.text());
        }
        text
    }

    /// The node of the page's tree that began it, or the one around its words.
    pub(crate) fn node(&self) -> NodeId {
        self.node
    }
}

impl<'a> Word<'a> {
    /// In points, from the upper left corner of the page.
    pub fn bbox(&self) -> Rect {
        self.place.bbox
    }

    /// The text. A soft hyphen (U+00AD) at its end says that the word goes on in the next line.
    pub fn text(&self) -> Cow<'a, str> {
        let mut pieces = self.page.texts(self.glyphs);
        let first = pieces.next().unwrap_or_default();
        match pieces.next() {
            None => Cow::Borrowed(first),
            Some(second) => Cow::Owned([first, second].into_iter().chain(pieces).collect()),
        }
    }

    /// Font, size and style of most of its characters, and how far the text can be trusted.
    pub fn style(&self) -> Style<'a> {
        Style::of(self.page, self.glyphs)
    }

    /// The language as a BCP 47 tag, where it is known.
    pub fn lang(&self) -> Option<&'a str> {
        self.lang
    }

    /// Whether it follows the word before without a space: the rules of a language have cut them. Leaders
    /// do not.
    pub fn is_glued(&self) -> bool {
        self.glued
    }

    /// Which way it is written: a unit vector along the baseline, from its first character; `None`
    /// without characters.
    pub fn direction(&self) -> Option<Point> {
        let first = self.glyphs().next()?;
        let run = self.page.content.runs.get(first.run as usize)?;
        Some(run.direction)
    }

    /// The characters of the word as they are drawn.
    pub fn glyphs(&self) -> impl Iterator<Item = &'a Glyph> + use<'a> {
        self.page.glyphs(self.glyphs)
    }

    /// Where its first character is in the order in which the page is drawn.
    pub(in crate::write) fn drawn(&self) -> u32 {
        let first = self.page.order.get(self.glyphs.start as usize);
        first.copied().unwrap_or(u32::MAX)
    }

    /// The page that it is on.
    pub(in crate::write) fn model(&self) -> &'a model::Page {
        self.page
    }

    /// The node of the page's tree that is the word.
    pub(crate) fn node(&self) -> NodeId {
        self.node
    }
}

impl Paragraph<'_> {
    /// For every line, how many bytes of its last word are before a hyphen after which the word
    /// goes on in the paragraph's next line.
    pub fn divisions(&self, page: &Page) -> Vec<Option<usize>> {
        let mut word = String::new();
        let mut divided = |line: &Line<'_>| {
            word.clear();
            page.push_text(line.words.last()?.glyphs, &mut word);
            hyphen::divided(&word)
        };
        let before_last = self.lines.len().saturating_sub(1);
        let mut divisions: Vec<Option<usize>> = self
            .lines
            .iter()
            .take(before_last)
            .map(&mut divided)
            .collect();
        // Where the last one goes on, it does so in another paragraph.
        divisions.resize(self.lines.len(), None);
        divisions
    }
}

/// How many words are in blocks.
pub(super) fn count_words(blocks: &[Block<'_>]) -> usize {
    let paragraphs = blocks.iter().flat_map(|block| &block.paragraphs);
    let lines = paragraphs.flat_map(|paragraph| &paragraph.lines);
    lines.map(|line| line.words.len()).sum()
}
