//! The page as blocks of paragraphs of lines of words, in reading order: what formats know that
//! have no elements of their own choosing.
//!
//! The mapping says what is what, as hOCR names it: an element of class `ocr_par` is a paragraph,
//! `ocr_carea`, `ocr_header` and their like are blocks, what it drops is left out. What it has no
//! element for is taken from the page's tree: a line has the paragraph of its parent node.
//! Blocks and paragraphs are in a row and not in each other; one that begins inside of another
//! ends that.

#[cfg(test)]
mod tests;

use std::ops::Range;

use super::hyphen;
use super::pixels::{PageFrame, Pixels, Scale};
use crate::mapping::{Action, Element, Mapping, NodeContext};
use crate::model::{self, Detail, Glyph, Node, NodeId, Own, Page, Step};

/// What a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Text,
    Table,
    Header,
    Footer,
    PageNumber,
    Image,
}

impl Role {
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

#[derive(Clone, Debug)]
pub(super) struct Block<'a> {
    pub role: Role,
    pub bbox: Pixels,
    /// Of an image, what it shows.
    pub alt: Option<&'a str>,
    /// None in an image, else at least one.
    pub paragraphs: Vec<Paragraph<'a>>,
}

#[derive(Clone, Debug)]
pub(super) struct Paragraph<'a> {
    pub bbox: Pixels,
    /// Of a heading, its level from 1.
    pub heading: Option<u32>,
    /// In a table: numbers of the row and of the cell, which count on over the page.
    pub cell: Option<(u32, u32)>,
    pub lang: Option<&'a str>,
    /// At least one.
    pub lines: Vec<Line<'a>>,
}

#[derive(Clone, Debug)]
pub(super) struct Line<'a> {
    pub bbox: Pixels,
    /// None for words that are on no line.
    pub geometry: Option<&'a model::LineGeometry>,
    pub lang: Option<&'a str>,
    /// It is read from right to left.
    pub rtl: bool,
    /// At least one.
    pub words: Vec<Word<'a>>,
}

#[derive(Clone, Debug)]
pub(super) struct Word<'a> {
    pub bbox: Pixels,
    /// Positions in [`Page::order`].
    pub glyphs: &'a Range<u32>,
    pub lang: Option<&'a str>,
    /// It follows the word before without a space: a language's rules have cut them.
    pub glued: bool,
}

/// Words that are nearer than this share of the font's size have no space between them.
const GLUED: f32 = 0.05;

/// Whether one word ends where the other begins.
fn glued(page: &Page, before: &Range<u32>, after: &Range<u32>) -> bool {
    let mut between = page.glyphs(&(before.end..after.start));
    let last = page
        .glyphs(&(before.end.saturating_sub(1)..before.end))
        .next();
    let first = page
        .glyphs(&(after.start..after.start.saturating_add(1)))
        .next();
    let (Some(last), Some(first), false) = (last, first, between.any(|g| g.space)) else {
        return false;
    };
    let run = page.content.run_of(first);
    let start = |g: &Glyph| g.origin.dot(run.direction);
    let gap =
        (start(first) - start(last) - last.advance).max(start(last) - start(first) - first.advance);
    gap.abs() < GLUED * run.size
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

/// The blocks of a page.
pub(super) fn blocks<'a>(page: &'a Page, frame: &PageFrame, mapping: &Mapping) -> Vec<Block<'a>> {
    let mut collector = Collector {
        page,
        mapping,
        scale: Scale::new(frame),
        blocks: Vec::new(),
        block: None,
        paragraph: None,
        line: None,
        rows: 0,
        cells: 0,
        open: Vec::new(),
        around: Around {
            bounds: Pixels::of_page(frame),
            lang: None,
            rtl: false,
            cell: None,
        },
    };
    let mut walk = page.tree.walk(page.tree.root());
    while let Some(step) = walk.next() {
        match step {
            Step::Enter(id) => {
                if !collector.enter(id) {
                    walk.skip_children(id);
                }
            }
            Step::Leave(_) => collector.leave(),
        }
    }
    collector.end_block(false);
    collector.blocks
}

/// What a node is around of.
#[derive(Clone, Copy)]
struct Around<'a> {
    /// What lies in it lies in this.
    bounds: Pixels,
    lang: Option<&'a str>,
    rtl: bool,
    cell: Option<(u32, u32)>,
}

/// A node that has been entered.
struct OpenNode<'a> {
    around: Around<'a>,
    /// What it began.
    block: bool,
    paragraph: bool,
    line: bool,
}

/// Something begun. Its box is that of its node, or that of what is in it when it has none, or
/// not the whole node is in it.
struct Begun<T> {
    item: T,
    bbox: Option<Pixels>,
    /// The parent of its lines, or words, when no node of its own began it.
    parent: Option<NodeId>,
}

struct Collector<'a, 'm> {
    page: &'a Page,
    mapping: &'m Mapping,
    scale: Scale,
    blocks: Vec<Block<'a>>,
    block: Option<Begun<Block<'a>>>,
    paragraph: Option<Begun<Paragraph<'a>>>,
    line: Option<Begun<Line<'a>>>,
    rows: u32,
    cells: u32,
    open: Vec<OpenNode<'a>>,
    around: Around<'a>,
}

/// For boxes that are not known yet.
const NOWHERE: Pixels = Pixels {
    x0: 0,
    y0: 0,
    x1: 1,
    y1: 1,
};

impl<'a> Collector<'a, '_> {
    /// `false` when nothing of the node is to be had.
    fn enter(&mut self, id: NodeId) -> bool {
        let tree = &self.page.tree;
        let node = &tree[id];
        let mut open = OpenNode {
            around: self.around,
            block: false,
            paragraph: false,
            line: false,
        };
        let lang = node.own(Own::Lang).or_else(|| node.own(Own::ModuleLang));
        if let Some(lang) = lang.filter(|l| !l.is_empty()) {
            self.around.lang = Some(lang);
        }
        if let Some(dir) = node.own(Own::Dir) {
            self.around.rtl = dir == "rtl";
        }
        if id == tree.root() {
            self.open.push(open);
            return true;
        }
        let place = NodeContext {
            tree,
            node: id,
            page: self.page.index,
        };
        let action = self.mapping.find(place).action;
        if *action == Action::Drop {
            self.around = open.around;
            return false;
        }
        let bbox = self.around.bounds.part(node.bbox, self.scale);
        match &node.detail {
            Detail::Word(glyphs) => {
                if self.page.is_blank(glyphs) {
                    self.around = open.around;
                    return false;
                }
                self.word(id, glyphs, bbox);
            }
            Detail::Line(geometry) if self.line.is_none() => {
                self.begin_line(id, Some(geometry), bbox);
                open.line = true;
            }
            Detail::Image(_) if matches!(action, Action::Elements(_)) => self.image(node, bbox),
            _ => {
                if let Action::Elements(elements) = action {
                    for element in &elements.chain {
                        self.element(element, node, bbox, &mut open);
                    }
                }
            }
        }
        if matches!(action, Action::Elements(_)) && !node.bbox.is_empty() {
            self.around.bounds = bbox;
        }
        self.open.push(open);
        true
    }

    fn element(
        &mut self,
        element: &Element,
        node: &'a Node,
        bbox: Pixels,
        open: &mut OpenNode<'a>,
    ) {
        let class = element.class.as_ref().and_then(|c| c.plain());
        let tag = element.tag.plain().unwrap_or("h");
        let role = match (class, tag) {
            (Some("ocr_header"), _) => Some(Role::Header),
            (Some("ocr_footer"), _) => Some(Role::Footer),
            (Some("ocr_pageno"), _) => Some(Role::PageNumber),
            (Some("ocr_table"), _) | (_, "table") => Some(Role::Table),
            (Some("ocr_carea"), _) => Some(Role::Text),
            (Some("ocr_photo" | "ocr_image" | "ocr_linedrawing"), _) => {
                self.image(node, bbox);
                return;
            }
            _ => None,
        };
        if let Some(role) = role {
            // An area in another block is part of that; a table in an area is no text.
            let inside = self.block.as_ref().is_some_and(|b| b.parent.is_none());
            if !inside || role != Role::Text {
                self.begin_block(role, Some(bbox), None);
                open.block = true;
            }
            return;
        }
        match tag {
            "tr" => self.rows = self.rows.saturating_add(1),
            "td" | "th" => {
                self.cells = self.cells.saturating_add(1);
                self.around.cell = Some((self.rows, self.cells));
            }
            _ => {}
        }
        let heading = matches!(tag, "h" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6")
            || element.attributes.iter().any(|written| {
                let mut value = written.value.pieces(node).into_iter().flatten();
                written.name == "role" && value.any(|v| v == "heading")
            });
        if class == Some("ocr_par") || heading {
            let level = node.own(Own::Level).and_then(|l| l.parse().ok());
            let of_tag = tag.strip_prefix('h').and_then(|l| l.parse().ok());
            let heading = heading.then(|| level.or(of_tag).unwrap_or(1));
            self.begin_paragraph(heading, Some(bbox), None);
            open.paragraph = true;
        }
    }

    fn leave(&mut self) {
        let Some(open) = self.open.pop() else { return };
        self.around = open.around;
        if open.line {
            self.end_line(true);
        }
        if open.paragraph {
            self.end_paragraph(true);
        }
        if open.block {
            self.end_block(true);
        }
    }

    fn image(&mut self, node: &'a Node, bbox: Pixels) {
        self.end_block(false);
        self.blocks.push(Block {
            role: Role::Image,
            bbox,
            alt: node.own(Own::Alt),
            paragraphs: Vec::new(),
        });
    }

    fn word(&mut self, id: NodeId, glyphs: &'a Range<u32>, bbox: Pixels) {
        let parent = self.page.tree.parent(id);
        let same = |line: &Begun<Line<'_>>| line.parent.is_none() || line.parent == parent;
        if !self.line.as_ref().is_some_and(same) {
            self.begin_line(id, None, bbox);
            if let Some(line) = &mut self.line {
                line.bbox = None;
                line.parent = parent;
            }
        }
        let lang = self.around.lang;
        if let Some(line) = &mut self.line {
            let before = line.item.words.last();
            let glued = before.is_some_and(|w| glued(self.page, w.glyphs, glyphs));
            line.item.words.push(Word {
                bbox,
                glyphs,
                lang,
                glued,
            });
        }
    }

    fn begin_line(&mut self, id: NodeId, geometry: Option<&'a model::LineGeometry>, bbox: Pixels) {
        self.end_line(false);
        let parent = self.page.tree.parent(id);
        let same = |p: &Begun<Paragraph<'_>>| p.parent.is_none() || p.parent == parent;
        if !self.paragraph.as_ref().is_some_and(same) {
            self.begin_paragraph(None, None, parent);
        }
        self.line = Some(Begun {
            item: Line {
                bbox: NOWHERE,
                geometry,
                lang: self.around.lang,
                rtl: self.around.rtl,
                words: Vec::new(),
            },
            bbox: Some(bbox),
            parent: None,
        });
    }

    fn begin_paragraph(
        &mut self,
        heading: Option<u32>,
        bbox: Option<Pixels>,
        parent: Option<NodeId>,
    ) {
        self.end_paragraph(false);
        // Without a block of its own, a paragraph is one.
        let implied = |b: &Begun<Block<'_>>| b.parent.is_some();
        if self.block.as_ref().is_none_or(implied) {
            self.begin_block(
                Role::Text,
                None,
                Some(parent.unwrap_or(self.page.tree.root())),
            );
        }
        self.paragraph = Some(Begun {
            item: Paragraph {
                bbox: NOWHERE,
                heading,
                cell: self.around.cell,
                lang: self.around.lang,
                lines: Vec::new(),
            },
            bbox,
            parent,
        });
    }

    fn begin_block(&mut self, role: Role, bbox: Option<Pixels>, parent: Option<NodeId>) {
        self.end_block(false);
        self.block = Some(Begun {
            item: Block {
                role,
                bbox: NOWHERE,
                alt: None,
                paragraphs: Vec::new(),
            },
            bbox,
            parent,
        });
    }

    /// `whole` says that the node that began it ends here.
    fn end_line(&mut self, whole: bool) {
        let Some(mut line) = self.line.take() else {
            return;
        };
        let around = union(line.item.words.iter().map(|w| w.bbox));
        if let (Some(around), Some(paragraph)) = (around, &mut self.paragraph) {
            line.item.bbox = line.bbox.filter(|_| whole).unwrap_or(around);
            paragraph.item.lines.push(line.item);
        }
    }

    fn end_paragraph(&mut self, whole: bool) {
        self.end_line(false);
        let Some(mut paragraph) = self.paragraph.take() else {
            return;
        };
        let around = union(paragraph.item.lines.iter().map(|l| l.bbox));
        if let (Some(around), Some(block)) = (around, &mut self.block) {
            paragraph.item.bbox = paragraph.bbox.filter(|_| whole).unwrap_or(around);
            block.item.paragraphs.push(paragraph.item);
        }
    }

    fn end_block(&mut self, whole: bool) {
        self.end_paragraph(false);
        let Some(mut block) = self.block.take() else {
            return;
        };
        if let Some(around) = union(block.item.paragraphs.iter().map(|p| p.bbox)) {
            block.item.bbox = block.bbox.filter(|_| whole).unwrap_or(around);
            self.blocks.push(block.item);
        }
    }
}

fn union(mut boxes: impl Iterator<Item = Pixels>) -> Option<Pixels> {
    let first = boxes.next()?;
    Some(boxes.fold(first, Pixels::union))
}
