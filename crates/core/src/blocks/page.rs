//! The page as seen by output formats and by callers of the library.

use std::sync::Arc;

use super::block::{Block, Line, Paragraph, Word};
use super::collect;
use super::tables::{self, Table};
use crate::corrections::Outcome;
use crate::diagnostics::{Warning, Warnings};
use crate::geometry::Rect;
use crate::mapping::Mapping;
use crate::page::{self, Own, PageFrame, Part, TagFault};
use crate::page_number::PageNumber;

/// A page of a document, ready to be written or inspected.
///
/// Its blocks consist of paragraphs, these of lines, these of words, all in reading order. Boxes are in
/// points (1/72 inch) from the upper left corner of the visible page, y pointing down. [`Page::model`] also
/// has the content that the document's mapping leaves out.
#[derive(Clone, Debug)]
pub struct Page {
    pub model: page::Page,
    pub frame: PageFrame,
    pub mapping: Arc<Mapping>,
    pub needs_ocr: bool,
    pub tags_left: Option<TagFault>,
    pub warnings: Warnings,
    pub printed: Vec<String>,
    pub corrections: Vec<Outcome>,
    /// The scan, for formats that contain it.
    pub scan: Option<Arc<page::PageScan>>,
    /// The page as it is in the file, for formats that write it again.
    pub original: Option<Arc<page::OriginalPage>>,
}

impl Page {
    pub fn new(model: page::Page, frame: PageFrame, mapping: &Arc<Mapping>) -> Self {
        Self {
            model,
            frame,
            mapping: Arc::clone(mapping),
            needs_ocr: false,
            tags_left: None,
            warnings: Warnings::new(),
            printed: Vec::new(),
            corrections: Vec::new(),
            scan: None,
            original: None,
        }
    }

    /// Index of the page in the document, from 0.
    pub fn index(&self) -> u32 {
        self.model.index
    }

    /// Number of the page in the document.
    pub fn number(&self) -> PageNumber {
        self.model.number()
    }

    /// The page label in the document (`/PageLabels`, ISO 32000-1, 12.4.2), e.g. `xii`.
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

    /// The language of the page as a BCP 47 tag, if known.
    pub fn lang(&self) -> Option<&str> {
        let root = self.root();
        root.own(Own::Lang).or_else(|| root.own(Own::ModuleLang))
    }

    /// Whether the page is an image without recognised text, even if a program has found regions and lines in
    /// it.
    pub fn needs_ocr(&self) -> bool {
        self.needs_ocr
    }

    /// The reason why `Road::Auto` ignored the page's tags and used its geometry.
    pub fn tags_left(&self) -> Option<TagFault> {
        self.tags_left
    }

    /// The warnings about the page, at most [`Warnings::KEPT`].
    pub fn warnings(&self) -> impl Iterator<Item = &Warning> {
        self.warnings.iter()
    }

    /// The output of the module for this page.
    pub fn printed(&self) -> &[String] {
        &self.printed
    }

    /// The results of the corrections of this page.
    pub fn corrections(&self) -> &[Outcome] {
        &self.corrections
    }

    /// The blocks of the page in reading order: columns and other text areas, tables, running heads, images.
    pub fn blocks(&self) -> Vec<Block<'_>> {
        self.collect(false)
    }

    /// Like [`Page::blocks`], with lines, paragraphs and blocks whose text is not recognised.
    pub fn blocks_with_textless(&self) -> Vec<Block<'_>> {
        self.collect(true)
    }

    fn collect(&self, keeps_textless: bool) -> Vec<Block<'_>> {
        collect::blocks(&self.model, &self.frame, &self.mapping, keeps_textless)
    }

    /// The paragraphs of the page in reading order, including those of tables.
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

    /// The tables of the page in reading order; a nested table follows the outer one.
    pub fn tables(&self) -> Vec<Table<'_>> {
        tables::tables(&self.model)
    }

    /// Returns the page limited to a box, in points: keeps characters that touch the box, and clips boxes to
    /// it. Coordinates do not change.
    #[must_use]
    pub fn crop(&self, area: Rect) -> Self {
        self.part(area, Part::Touched)
    }

    /// Returns the page limited to the content that is completely inside a box, in points.
    #[must_use]
    pub fn within(&self, area: Rect) -> Self {
        self.part(area, Part::Within)
    }

    /// Returns the page with some of its lines, in another frame.
    #[must_use]
    pub fn of_lines(&self, keeps: impl Fn(&Line<'_>) -> bool, frame: PageFrame) -> Self {
        let mut page = Self {
            frame,
            warnings: Warnings::new(),
            scan: None,
            original: None,
            ..self.clone()
        };
        let others = self.lines().filter(|line| !keeps(line));
        for line in others {
            page.model.tree.detach(line.node());
        }
        page
    }

    fn part(&self, area: Rect, part: Part) -> Self {
        Self {
            model: self.model.crop(area, part),
            warnings: Warnings::new(),
            printed: Vec::new(),
            corrections: Vec::new(),
            frame: self.frame.clone(),
            mapping: Arc::clone(&self.mapping),
            needs_ocr: self.needs_ocr,
            tags_left: self.tags_left,
            scan: None,
            original: None,
        }
    }

    /// The page tree over the drawn content, built by the analysis or from the tags, and changed by the
    /// module.
    pub fn model(&self) -> &page::Page {
        &self.model
    }

    /// The pixel frame of the output formats.
    pub fn frame(&self) -> &PageFrame {
        &self.frame
    }

    fn root(&self) -> &page::Node {
        &self.model.tree[self.model.tree.root()]
    }
}
