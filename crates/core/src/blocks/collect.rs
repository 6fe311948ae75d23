//! Walks the tree of a page and collects its words into lines, paragraphs and blocks.

use std::ops::Range;

use super::block::{Block, BlockRole, Line, Paragraph, Word};
use super::pixels::{Pixels, Place, Scale};
use crate::mapping::{Action, Element, Mapping, NodeContext};
use crate::page::{self, Detail, NodeId, Own, Page, PageFrame, Step};

/// Returns the blocks of a page that have text, and its images. `keeps_textless` keeps unrecognised regions,
/// too: a line may then have no words and a paragraph no lines. A text block always has a paragraph.
pub(super) fn blocks<'a>(
    page: &'a Page,
    frame: &PageFrame,
    mapping: &Mapping,
    keeps_textless: bool,
) -> Vec<Block<'a>> {
    let mut collector = Collector {
        page,
        mapping,
        keeps_textless,
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

/// Properties that a node inherits from its ancestors.
#[derive(Clone, Copy)]
struct Around<'a> {
    /// Box to which descendants are clipped.
    bounds: Pixels,
    lang: Option<&'a str>,
    rtl: bool,
    cell: Option<(u32, u32)>,
}

/// A node that has been entered.
struct OpenNode<'a> {
    around: Around<'a>,
    /// Whether the node began a block; the next two fields likewise.
    block: bool,
    paragraph: bool,
    line: bool,
}

/// An open item. Its box is that of its node; the union of its contents is used if the node has no box or
/// only part of the node is in the item.
struct Begun<T> {
    item: T,
    place: Option<Place>,
    /// Parent of the lines or words, if the item was not begun by a node of its own.
    parent: Option<NodeId>,
}

struct Collector<'a, 'm> {
    page: &'a Page,
    mapping: &'m Mapping,
    keeps_textless: bool,
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

impl<'a> Collector<'a, '_> {
    /// Opens a node. Returns `false` if its content is skipped.
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
        let context = NodeContext {
            tree,
            node: id,
            page: self.page.index,
        };
        let action = self.mapping.find(context).action;
        if *action == Action::Drop {
            self.around = open.around;
            return false;
        }
        let place = Place {
            bbox: node.bbox,
            pixels: self.around.bounds.part(node.bbox, self.scale),
        };
        match &node.detail {
            Detail::Word(glyphs) => {
                if self.page.is_blank(glyphs) {
                    self.around = open.around;
                    return false;
                }
                self.word(id, glyphs, place);
            }
            Detail::Line(geometry) if self.line.is_none() => {
                self.begin_line(id, Some(geometry), place);
                open.line = true;
            }
            Detail::Image(_) if matches!(action, Action::Elements(_)) => self.image(id, place),
            _ => {
                if let Action::Elements(elements) = action {
                    for element in &elements.chain {
                        self.element(element, id, place, &mut open);
                    }
                }
            }
        }
        if matches!(action, Action::Elements(_)) && !node.bbox.is_empty() {
            self.around.bounds = place.pixels;
        }
        self.open.push(open);
        true
    }

    fn element(&mut self, element: &Element, id: NodeId, place: Place, open: &mut OpenNode<'a>) {
        let node = &self.page.tree[id];
        let class = element.class.as_ref().and_then(|c| c.plain());
        let tag = element.tag.plain().unwrap_or("h");
        let role = match (class, tag) {
            (Some("ocr_header"), _) => Some(BlockRole::Header),
            (Some("ocr_footer"), _) => Some(BlockRole::Footer),
            (Some("ocr_pageno"), _) => Some(BlockRole::PageNumber),
            (Some("ocr_table"), _) | (_, "table") => Some(BlockRole::Table),
            (Some("ocr_carea"), _) => Some(BlockRole::Text),
            (Some("ocr_photo" | "ocr_image" | "ocr_linedrawing"), _) => {
                self.image(id, place);
                return;
            }
            _ => None,
        };
        if let Some(role) = role {
            // An area inside another block is part of that block; a table inside an area is a block.
            let inside = self.block.as_ref().is_some_and(|b| b.parent.is_none());
            if !inside || role != BlockRole::Text {
                self.begin_block(id, role, Some(place), None);
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
            self.begin_paragraph(id, heading, Some(place), None);
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

    fn image(&mut self, id: NodeId, place: Place) {
        self.end_block(false);
        self.blocks.push(Block {
            role: BlockRole::Image,
            node: id,
            place,
            alt: self.page.tree[id].own(Own::Alt),
            paragraphs: Vec::new(),
        });
    }

    fn word(&mut self, id: NodeId, glyphs: &'a Range<u32>, place: Place) {
        let parent = self.page.tree.parent(id);
        let same = |line: &Begun<Line<'_>>| line.parent.is_none() || line.parent == parent;
        if !self.line.as_ref().is_some_and(same) {
            self.begin_line(id, None, place);
            if let Some(line) = &mut self.line {
                line.place = None;
                line.parent = parent;
                line.item.node = parent.unwrap_or(id);
            }
        }
        let lang = self.around.lang;
        if let Some(line) = &mut self.line {
            let before = line.item.words.last();
            let glued = before.is_some_and(|w| self.page.is_glued(w.glyphs, id));
            line.item.words.push(Word {
                place,
                node: id,
                page: self.page,
                glyphs,
                lang,
                glued,
            });
        }
    }

    fn begin_line(&mut self, id: NodeId, geometry: Option<&'a page::LineGeometry>, place: Place) {
        self.end_line(false);
        let parent = self.page.tree.parent(id);
        let same = |p: &Begun<Paragraph<'_>>| p.parent.is_none() || p.parent == parent;
        if !self.paragraph.as_ref().is_some_and(same) {
            self.begin_paragraph(parent.unwrap_or(id), None, None, parent);
        }
        self.line = Some(Begun {
            item: Line {
                place: Place::NOWHERE,
                node: id,
                geometry,
                lang: self.around.lang,
                rtl: self.around.rtl,
                words: Vec::new(),
            },
            place: Some(place),
            parent: None,
        });
    }

    fn begin_paragraph(
        &mut self,
        id: NodeId,
        heading: Option<u32>,
        place: Option<Place>,
        parent: Option<NodeId>,
    ) {
        self.end_paragraph(false);
        // A paragraph outside any block becomes a block.
        let implied = |b: &Begun<Block<'_>>| b.parent.is_some();
        if self.block.as_ref().is_none_or(implied) {
            let around = parent.unwrap_or(self.page.tree.root());
            self.begin_block(id, BlockRole::Text, None, Some(around));
        }
        self.paragraph = Some(Begun {
            item: Paragraph {
                place: Place::NOWHERE,
                node: id,
                heading,
                cell: self.around.cell,
                lang: self.around.lang,
                lines: Vec::new(),
            },
            place,
            parent,
        });
    }

    fn begin_block(
        &mut self,
        id: NodeId,
        role: BlockRole,
        place: Option<Place>,
        parent: Option<NodeId>,
    ) {
        self.end_block(false);
        self.block = Some(Begun {
            item: Block {
                role,
                node: id,
                place: Place::NOWHERE,
                alt: None,
                paragraphs: Vec::new(),
            },
            place,
            parent,
        });
    }

    /// The place of an item without text that is kept: its node has no children.
    fn kept(&self, node: NodeId, place: Option<Place>, whole: bool) -> Option<Place> {
        let is_bare = || !self.page.tree.has_children(node);
        place.filter(|place| self.keeps_textless && whole && !place.bbox.is_empty() && is_bare())
    }

    /// Ends the line. `whole` means that the node that began it ends here.
    fn end_line(&mut self, whole: bool) {
        let Some(mut line) = self.line.take() else {
            return;
        };
        let around = union(line.item.words.iter().map(|w| w.place));
        let around = around.or_else(|| self.kept(line.item.node, line.place, whole));
        if let (Some(around), Some(paragraph)) = (around, &mut self.paragraph) {
            line.item.place = line.place.filter(|_| whole).unwrap_or(around);
            paragraph.item.lines.push(line.item);
        }
    }

    fn end_paragraph(&mut self, whole: bool) {
        self.end_line(false);
        let Some(mut paragraph) = self.paragraph.take() else {
            return;
        };
        let around = union(paragraph.item.lines.iter().map(|l| l.place));
        let around = around.or_else(|| self.kept(paragraph.item.node, paragraph.place, whole));
        if let (Some(around), Some(block)) = (around, &mut self.block) {
            paragraph.item.place = paragraph.place.filter(|_| whole).unwrap_or(around);
            block.item.paragraphs.push(paragraph.item);
        }
    }

    fn end_block(&mut self, whole: bool) {
        self.end_paragraph(false);
        let Some(mut block) = self.block.take() else {
            return;
        };
        if block.item.paragraphs.is_empty()
            && let Some(place) = self.kept(block.item.node, block.place, whole)
        {
            block.item.paragraphs.push(Paragraph {
                place,
                node: block.item.node,
                heading: None,
                cell: None,
                lang: self.page.tree[block.item.node]
                    .own(Own::Lang)
                    .or(self.around.lang),
                lines: Vec::new(),
            });
        }
        if let Some(around) = union(block.item.paragraphs.iter().map(|p| p.place)) {
            block.item.place = block.place.filter(|_| whole).unwrap_or(around);
            self.blocks.push(block.item);
        }
    }
}

fn union(mut places: impl Iterator<Item = Place>) -> Option<Place> {
    let first = places.next()?;
    Some(places.fold(first, Place::union))
}
