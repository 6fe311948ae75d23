//! A page as formats and callers see it.

use std::sync::Arc;

use super::blocks::{self, Block, Line, Paragraph, Word};
use super::explain::explain;
use super::pixels::PageFrame;
use super::tables::{self, Table};
use super::{Options, text};
use crate::diagnostics::{Warning, Warnings};
use crate::geometry::Rect;
use crate::mapping::Mapping;
use crate::model::{self, Own, Part, TagFault};

/// A page of a document, ready to be written or looked at.
///
/// Its blocks are made of paragraphs, these of lines, these of words, all in reading order. Boxes
/// are in points (1/72 inch) from the upper left corner of the visible page, y pointing down. What
/// the mapping of the document leaves out, [`Page::model`] still has.
#[derive(Clone, Debug)]
pub struct Page {
    pub(crate) model: model::Page,
    pub(crate) frame: PageFrame,
    pub(crate) mapping: Arc<Mapping>,
    pub(crate) needs_ocr: bool,
    pub(crate) tags_left: Option<TagFault>,
    pub(crate) warnings: Warnings,
    pub(crate) printed: Vec<String>,
}

impl Page {
    pub(crate) fn new(model: model::Page, frame: PageFrame, mapping: &Arc<Mapping>) -> Self {
        Self {
            model,
            frame,
            mapping: Arc::clone(mapping),
            needs_ocr: false,
            tags_left: None,
            warnings: Warnings::new(),
            printed: Vec::new(),
        }
    }

    /// Where the page is in the document, from 0.
    pub fn index(&self) -> u32 {
        self.model.index
    }

    /// Where the page is in the document, from 1.
    pub fn number(&self) -> u32 {
        self.model.index.saturating_add(1)
    }

    /// What the document calls the page (`/PageLabels`, ISO 32000-1, 12.4.2): `xii`.
    pub fn label(&self) -> Option<&str> {
        self.root().own(Own::Label)
    }

    /// The width of the visible page, in points.
    pub fn width(&self) -> f32 {
        self.model.content.width
    }

    /// The height of the visible page, in points.
    pub fn height(&self) -> f32 {
        self.model.content.height
    }

    /// The language of the page as a BCP 47 tag, where it is known.
    pub fn lang(&self) -> Option<&str> {
        let root = self.root();
        root.own(Own::Lang).or_else(|| root.own(Own::ModuleLang))
    }

    /// Whether the page is an image whose text nobody has recognized, also where a program has found its
    /// regions and lines.
    pub fn needs_ocr(&self) -> bool {
        self.needs_ocr
    }

    /// Why the page is read by its geometry although it has tags, with
    /// [`Road::Auto`](crate::Road::Auto).
    pub fn tags_left(&self) -> Option<TagFault> {
        self.tags_left
    }

    /// What went wrong on the page, at most [`Warnings::KEPT`].
    pub fn warnings(&self) -> impl Iterator<Item = &Warning> {
        self.warnings.iter()
    }

    /// What the module printed for the page.
    pub fn printed(&self) -> &[String] {
        &self.printed
    }

    /// The blocks of the page in reading order: columns and other areas of text, tables, running
    /// heads, images.
    pub fn blocks(&self) -> Vec<Block<'_>> {
        blocks::blocks(self)
    }

    /// The same with lines, paragraphs and blocks that nobody has recognised the text of.
    #[cfg(feature = "browse")]
    pub(crate) fn blocks_with_textless(&self) -> Vec<Block<'_>> {
        blocks::blocks_with_textless(self)
    }

    /// The paragraphs of the page in reading order, those of tables among them.
    pub fn paragraphs(&self) -> impl Iterator<Item = Paragraph<'_>> {
        self.blocks().into_iter().flat_map(|block| block.paragraphs)
    }

    /// The lines of the page in reading order.
    pub fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        self.paragraphs().flat_map(|paragraph| paragraph.lines)
    }

    /// The words of the page in reading order.
    pub fn words(&self) -> impl Iterator<Item = Word<'_>> {
        self.lines().flat_map(|line| line.words)
    }

    /// The tables of the page in reading order; one inside another comes behind it.
    pub fn tables(&self) -> Vec<Table<'_>> {
        tables::tables(&self.model)
    }

    /// The text of the page, as [`Format::Text`](super::Format::Text) writes it: an empty line
    /// between paragraphs, a tab between the cells of a table's row.
    pub fn text(&self) -> String {
        text::write(self, &Options::default()).text
    }

    /// The page with only what is in a box on it, in points: characters that it touches stay, and boxes
    /// end at its edge. Places on the page stay what they are.
    #[must_use]
    pub fn crop(&self, area: Rect) -> Self {
        self.part(area, Part::Touched)
    }

    /// The page with only what is as a whole in a box on it, in points.
    #[must_use]
    pub fn within(&self, area: Rect) -> Self {
        self.part(area, Part::Within)
    }

    fn part(&self, area: Rect, part: Part) -> Self {
        Self {
            model: self.model.crop(area, part),
            warnings: Warnings::new(),
            printed: Vec::new(),
            frame: self.frame.clone(),
            mapping: Arc::clone(&self.mapping),
            needs_ocr: self.needs_ocr,
            tags_left: self.tags_left,
        }
    }

    /// A drawing of the page, as SVG, with what was detected on it and why.
    pub fn explain(&self) -> String {
        explain(self, None)
    }

    /// The page as the analysis, or the tags, and the module made it: a tree of nodes over what is
    /// drawn on the page.
    pub fn model(&self) -> &model::Page {
        &self.model
    }

    /// The pixels that formats count in.
    pub fn frame(&self) -> &PageFrame {
        &self.frame
    }

    pub(super) fn mapping(&self) -> &Mapping {
        &self.mapping
    }

    fn root(&self) -> &model::Node {
        &self.model.tree[self.model.tree.root()]
    }
}
