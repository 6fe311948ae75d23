//! The blocks, paragraphs, lines and words of a page.

use std::borrow::Cow;
use std::ops::Range;

use super::hyphen;
use super::pixels::Place;
use crate::geometry::{Point, Rect};
use crate::page::{self, Glyph, NodeId, Page, Style};

named! {
    /// The role of a block.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum BlockRole {
        /// Text in one or several columns.
        Text = "text",
        /// Cells in rows and columns.
        Table = "table",
        /// A running head.
        Header = "header",
        /// A running foot.
        Footer = "footer",
        /// The printed page number.
        PageNumber = "pageno",
        /// An image; it has no paragraphs.
        Image = "image",
    }
}

impl BlockRole {
    /// Whether it is a running head, a running foot or a page number.
    pub(crate) fn is_running(self) -> bool {
        matches!(self, Self::Header | Self::Footer | Self::PageNumber)
    }
}

/// An area of a page.
#[derive(Clone, Debug)]
pub struct Block<'a> {
    pub(crate) role: BlockRole,
    pub(super) node: NodeId,
    pub(crate) place: Place,
    pub(crate) alt: Option<&'a str>,
    pub(crate) paragraphs: Vec<Paragraph<'a>>,
}

/// A paragraph.
#[derive(Clone, Debug)]
pub struct Paragraph<'a> {
    pub(crate) place: Place,
    pub(super) node: NodeId,
    pub(crate) heading: Option<u32>,
    /// In a table: row number and cell number, counted through the page.
    pub(crate) cell: Option<(u32, u32)>,
    pub(crate) lang: Option<&'a str>,
    pub(crate) lines: Vec<Line<'a>>,
}

/// A printed line, or the part of it that belongs to one paragraph.
#[derive(Clone, Debug)]
pub struct Line<'a> {
    pub(crate) place: Place,
    pub(super) node: NodeId,
    pub(crate) geometry: Option<&'a page::LineGeometry>,
    pub(crate) lang: Option<&'a str>,
    pub(crate) rtl: bool,
    pub(crate) words: Vec<Word<'a>>,
}

/// A word, or the part of it on one line.
#[derive(Clone, Debug)]
pub struct Word<'a> {
    pub(crate) place: Place,
    pub(super) node: NodeId,
    pub(super) page: &'a page::Page,
    /// Positions in [`page::Page::order`].
    pub(crate) glyphs: &'a Range<u32>,
    pub(crate) lang: Option<&'a str>,
    pub(crate) glued: bool,
}

impl<'a> Block<'a> {
    /// The role of the block.
    pub fn role(&self) -> BlockRole {
        self.role
    }

    /// The bounding box, in points from the upper left corner of the page.
    pub fn bbox(&self) -> Rect {
        self.place.bbox
    }

    /// The alternative text of an image.
    pub fn alt(&self) -> Option<&'a str> {
        self.alt
    }

    /// The paragraphs in reading order: none in an image, otherwise at least one.
    pub fn paragraphs(&self) -> &[Paragraph<'a>] {
        &self.paragraphs
    }

    /// The role of one of its paragraphs: a heading, a table cell, or the role of the block.
    pub fn role_of(&self, paragraph: &Paragraph<'_>) -> &'static str {
        match (paragraph.heading, paragraph.cell) {
            (Some(_), _) => "heading",
            (None, Some(_)) => "cell",
            (None, None) => self.role.name(),
        }
    }

    /// The node that began the block, or the common ancestor of its content.
    pub fn node(&self) -> NodeId {
        self.node
    }
}

impl<'a> Paragraph<'a> {
    /// The bounding box, in points from the upper left corner of the page.
    pub fn bbox(&self) -> Rect {
        self.place.bbox
    }

    /// The level of a heading, from 1.
    pub fn heading(&self) -> Option<u32> {
        self.heading
    }

    /// The language as a BCP 47 tag, if known.
    pub fn lang(&self) -> Option<&'a str> {
        self.lang
    }

    /// The lines in reading order, at least one.
    pub fn lines(&self) -> &[Line<'a>] {
        &self.lines
    }

    /// The text, with line breaks between lines.
    pub fn text(&self) -> String {
        let lines: Vec<String> = self.lines.iter().map(Line::text).collect();
        lines.join("\n")
    }

    /// The node that began the paragraph, or the common ancestor of its lines.
    pub fn node(&self) -> NodeId {
        self.node
    }
}

impl<'a> Line<'a> {
    /// The bounding box, in points from the upper left corner of the page.
    pub fn bbox(&self) -> Rect {
        self.place.bbox
    }

    /// Baseline, angle and size; `None` for words outside any line.
    pub fn geometry(&self) -> Option<&'a page::LineGeometry> {
        self.geometry
    }

    /// The language as a BCP 47 tag, if known.
    pub fn lang(&self) -> Option<&'a str> {
        self.lang
    }

    /// Whether the line is read from right to left.
    pub fn is_right_to_left(&self) -> bool {
        self.rtl
    }

    /// The words in reading order, at least one.
    pub fn words(&self) -> &[Word<'a>] {
        &self.words
    }

    /// The text, with spaces between words.
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

    /// The node that began the line, or the common ancestor of its words.
    pub fn node(&self) -> NodeId {
        self.node
    }
}

impl<'a> Word<'a> {
    /// The bounding box, in points from the upper left corner of the page.
    pub fn bbox(&self) -> Rect {
        self.place.bbox
    }

    /// The text. A soft hyphen (U+00AD) at its end means that the word continues on the next line.
    pub fn text(&self) -> Cow<'a, str> {
        let mut pieces = self.page.texts(self.glyphs);
        let first = pieces.next().unwrap_or_default();
        match pieces.next() {
            None => Cow::Borrowed(first),
            Some(second) => Cow::Owned([first, second].into_iter().chain(pieces).collect()),
        }
    }

    /// Font, size and style of most characters, and the confidence of the text.
    pub fn style(&self) -> Style<'a> {
        Style::of(self.page, self.glyphs)
    }

    /// The language as a BCP 47 tag, if known.
    pub fn lang(&self) -> Option<&'a str> {
        self.lang
    }

    /// Whether the word follows the previous one without a space, because a tokeniser of the language split
    /// them. Leaders are not glued.
    pub fn is_glued(&self) -> bool {
        self.glued
    }

    /// Whether it continues on the next line although it has no hyphen, as words of Korean do.
    pub fn is_divided(&self) -> bool {
        self.page.tree[self.node].own(page::Own::Divided).is_some()
    }

    /// The writing direction: a unit vector along the baseline of the first character. `None` if the word has
    /// no characters.
    pub fn direction(&self) -> Option<Point> {
        let first = self.glyphs().next()?;
        let run = self.page.content.runs.get(first.run as usize)?;
        Some(run.direction)
    }

    /// The characters of the word in drawing form.
    pub fn glyphs(&self) -> impl Iterator<Item = &'a Glyph> + use<'a> {
        self.page.glyphs(self.glyphs)
    }

    /// Position of its first character in drawing order.
    pub(crate) fn drawn(&self) -> u32 {
        let first = self.page.order.get(self.glyphs.start as usize);
        first.copied().unwrap_or(u32::MAX)
    }

    /// The page of the word.
    pub(crate) fn model(&self) -> &'a page::Page {
        self.page
    }

    /// The node of the word in the page tree.
    pub fn node(&self) -> NodeId {
        self.node
    }
}

impl<'a> Paragraph<'a> {
    /// For each line whose last word continues on the next line of the paragraph: the number of bytes before
    /// the hyphen.
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
        // A word that continues after the last line does so in another paragraph.
        divisions.resize(self.lines.len(), None);
        divisions
    }

    /// The pieces of the word that is divided at the end of a line, each with the number of bytes before its hyphen; the
    /// last piece has `None`. A word continues over several lines if each line in between has nothing else.
    /// `divisions` are those of the paragraph.
    pub(crate) fn divided_word<'b>(
        &'b self,
        line: usize,
        divisions: &'b [Option<usize>],
    ) -> impl Iterator<Item = (&'b Word<'a>, Option<usize>)> {
        let lines = self.lines.iter().zip(divisions).enumerate().skip(line);
        let mut is_complete = false;
        lines.map_while(move |(at, (own, division))| {
            let word = match at == line {
                true => own.words.last(),
                false => own.words.first(),
            };
            let word = word.filter(|_| !is_complete)?;
            let stem = division.filter(|_| at == line || own.words.len() == 1);
            is_complete = stem.is_none();
            Some((word, stem))
        })
    }
}

/// Returns the number of words in blocks.
pub(crate) fn count_words(blocks: &[Block<'_>]) -> usize {
    let paragraphs = blocks.iter().flat_map(|block| &block.paragraphs);
    let lines = paragraphs.flat_map(|paragraph| &paragraph.lines);
    lines.map(|line| line.words.len()).sum()
}
