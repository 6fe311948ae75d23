//! Collects the parts of a page from its blocks and the ancestors of their paragraphs.

use std::collections::HashMap;

use super::super::WrittenPage;
use super::super::map::Origin;
use super::super::plain::push_clean;
use super::labels::{is_bullet, is_number};
use super::notes::{self, Notes};
use super::part::{Around, Cell, Edges, FlowPage, Grid, Key, Label, Part, PartKind, Token};
use super::tokens;
use crate::blocks::{self, Block, BlockRole, Page, Paragraph, ParagraphKind};
use crate::geometry::Rect;
use crate::page::{self, NodeId, Own};

/// Collects a page, to be joined with others.
pub(in crate::write) fn page(page: &Page) -> WrittenPage {
    let blocks = page.blocks();
    let words = blocks::count_words(&blocks);
    let collector = Collector::new(page, &blocks);
    WrittenPage {
        flow: Some(FlowPage {
            parts: collector.blocks(&blocks),
        }),
        ..WrittenPage::new(String::new(), words)
    }
}

/// Collects the parts of a page with all its images. The tokens of an image without a description are one without
/// text; those of each image have a position in drawing order of their own, from the largest down.
pub(in crate::write) fn parts_with_images(page: &Page, blocks: &[Block<'_>]) -> Vec<Part> {
    let mut collector = Collector::new(page, blocks);
    collector.images = Some(u32::MAX);
    collector.blocks(blocks)
}

/// The picture of a page without text.
pub(in crate::write) fn whole_picture(page: &Page) -> Part {
    let bbox = Rect::new(0.0, 0.0, page.width(), page.height());
    let token = Token::plain("", Origin::of_tags(page.index(), bbox));
    Part::new(PartKind::Figure, vec![token], Edges::nothing(bbox))
}

pub(super) struct Collector<'p> {
    page: &'p page::Page,
    notes: Notes,
    /// For each cell: its table, its row, and its index in the row.
    cells: HashMap<NodeId, (usize, usize, usize)>,
    /// For each table: the grid until its first paragraph is written, then its index in `parts`.
    tables: Vec<Result<usize, Grid>>,
    marks: tokens::Marks,
    parts: Vec<Part>,
    /// The label of an item that has not begun yet.
    label: Option<(Key, Part)>,
    /// The item that began last.
    item: Option<Key>,
    /// If images without a description are kept: the position of the next image.
    images: Option<u32>,
}

impl<'p> Collector<'p> {
    pub(super) fn new(page: &'p Page, blocks: &[Block<'_>]) -> Self {
        let tables = page.tables();
        let mut cells = HashMap::new();
        let mut grids = Vec::with_capacity(tables.len());
        for (t, table) in tables.iter().enumerate() {
            let mut grid = Grid::default();
            for (r, row) in table.rows.iter().enumerate() {
                let own = row.cells.iter().enumerate().map(|(c, cell)| {
                    cells.insert(cell.node(), (t, r, c));
                    Cell {
                        header: cell.is_header,
                        row_span: cell.row_span,
                        column_span: cell.column_span,
                        parts: Vec::new(),
                    }
                });
                grid.rows.push(own.collect());
            }
            grids.push(Err(grid));
        }
        let page = page.model();
        Self {
            page,
            notes: Notes::find(page, blocks),
            cells,
            tables: grids,
            marks: tokens::Marks {
                code: page.content.has_code(),
                bold: !page.content.is_mostly_bold(),
            },
            parts: Vec::new(),
            label: None,
            item: None,
            images: None,
        }
    }

    fn blocks(mut self, blocks: &[Block<'_>]) -> Vec<Part> {
        for block in blocks {
            self.block(block);
        }
        self.finish()
    }

    fn block(&mut self, block: &Block<'_>) {
        if block.role() == BlockRole::Image {
            self.figure(block);
        }
        let is_head = block.role().is_running();
        for paragraph in block.paragraphs() {
            self.paragraph(paragraph, is_head);
        }
    }

    fn figure(&mut self, block: &Block<'_>) {
        let alt = block.alt().map_or("", str::trim);
        if alt.is_empty() && self.images.is_none() {
            return;
        }
        // A formula with text needs no description.
        let (tree, node) = (&self.page.tree, block.node());
        if tree[node].kind.as_str() == "Formula" && tree.words(node).next().is_some() {
            return;
        }
        let origin = Origin::of_tags(self.page.index, block.bbox());
        let mut text = String::new();
        push_clean(alt, &mut text);
        let words = text.split(' ').filter(|word| !word.is_empty());
        let mut tokens: Vec<Token> = words.map(|word| Token::plain(word, origin)).collect();
        if let Some(next) = &mut self.images {
            if tokens.is_empty() {
                tokens.push(Token::plain("", origin));
            }
            for token in &mut tokens {
                token.drawn = *next;
            }
            *next = next.saturating_sub(1);
        }
        self.push(Part {
            around: Around::of(self.page, block.node()),
            anchors: self.anchors(block.node()),
            ..Part::new(PartKind::Figure, tokens, Edges::nothing(block.bbox()))
        });
    }

    /// The tokens of a paragraph, and the number of leading tokens that are a label.
    pub(super) fn tokens(&mut self, paragraph: &Paragraph<'_>) -> (Vec<Token>, usize) {
        tokens::of_paragraph(self.page, paragraph, &mut self.notes, self.marks)
    }

    fn paragraph(&mut self, paragraph: &Paragraph<'_>, is_head: bool) {
        let (page, node) = (self.page, paragraph.node());
        let (tokens, labels) = self.tokens(paragraph);
        if tokens.is_empty() {
            return;
        }
        let mut part = Part {
            kind: self.kind(paragraph, &tokens, is_head),
            around: Around::of(page, node),
            tokens,
            item: depth(page, node),
            lang: paragraph.lang().map(str::to_owned),
            rtl: paragraph.lines().iter().any(|line| line.is_right_to_left()),
            anchors: self.anchors(node),
            edges: Edges::of(page, paragraph),
        };
        if matches!(part.kind, PartKind::Head | PartKind::Note { .. }) {
            part.around.clear();
            return self.push(part);
        }
        if let Some((table, row, cell)) = self.cell(node) {
            return self.in_cell(table, row, cell, part);
        }
        self.item(&mut part, labels);
        if part.tokens.is_empty() {
            return;
        }
        self.push(part);
    }

    fn push(&mut self, part: Part) {
        // A label without following content is written as it is.
        if let Some((_, label)) = self.label.take() {
            self.parts.push(label);
        }
        let part = match self.parts.last_mut() {
            Some(before) => match continue_code(before, part) {
                Some(part) => part,
                None => return,
            },
            None => part,
        };
        self.parts.push(part);
    }

    pub(super) fn kind(
        &self,
        paragraph: &Paragraph<'_>,
        tokens: &[Token],
        is_head: bool,
    ) -> PartKind {
        if is_head {
            return PartKind::Head;
        }
        if let (Some(note), Some(first)) = (self.notes.of(self.page, paragraph), tokens.first()) {
            return PartKind::Note {
                id: Some(self.notes.id(note.number)),
                label: Label {
                    text: self.notes.label(note.number).to_owned(),
                    origin: first.origin,
                    drawn: vec![first.drawn],
                },
                first: note.first,
            };
        }
        if let Some(level) = paragraph.heading() {
            return PartKind::Heading(level.max(1));
        }
        match paragraph.kind(self.page) {
            ParagraphKind::Title => PartKind::Heading(1),
            ParagraphKind::Caption => PartKind::Caption,
            ParagraphKind::Other("chart") => PartKind::Chart,
            ParagraphKind::Other("linenumbers") => PartKind::Head,
            ParagraphKind::Sidenote | ParagraphKind::Other("marginalia") => PartKind::SideNote,
            _ if paragraph.lines().len() > 1 && tokens.iter().all(|token| token.code) => {
                PartKind::Code
            }
            _ => PartKind::Paragraph,
        }
    }

    /// Returns the cell of the outermost table around a node.
    pub(super) fn cell(&self, node: NodeId) -> Option<(usize, usize, usize)> {
        if self.tables.is_empty() {
            return None;
        }
        let around = self.page.tree.with_around(node);
        let cells = around.filter_map(|id| self.cells.get(&id));
        cells.last().copied()
    }

    fn in_cell(&mut self, table: usize, row: usize, cell: usize, part: Part) {
        let Some(begun) = self.tables.get_mut(table) else {
            return;
        };
        let at = match std::mem::replace(begun, Ok(0)) {
            Ok(at) => at,
            Err(grid) => {
                let edges = Edges::nothing(part.edges.bbox);
                self.push(Part {
                    around: part.around.clone(),
                    lang: part.lang.clone(),
                    rtl: part.rtl,
                    ..Part::new(PartKind::Table(grid), Vec::new(), edges)
                });
                self.parts.len().saturating_sub(1)
            }
        };
        if let Some(begun) = self.tables.get_mut(table) {
            *begun = Ok(at);
        }
        if let Some(Part {
            kind: PartKind::Table(grid),
            ..
        }) = self.parts.get_mut(at)
            && let Some(cell) = grid.rows.get_mut(row).and_then(|row| row.get_mut(cell))
        {
            cell.parts.push(part);
        }
    }

    /// Moves the label of an item from the tokens of its first paragraph to the item.
    fn item(&mut self, part: &mut Part, labels: usize) {
        let Some(Around::Item { key, .. }) = part.around.last() else {
            return;
        };
        let (key, ordered) = (*key, part.around.iter().rev().nth(1));
        let ordered = matches!(ordered, Some(Around::List { ordered: true, .. }));
        let mut label = None;
        if let Some((of, before)) = self.label.take() {
            if of == key {
                label = Label::of(&before.tokens);
                self.item = Some(key);
            } else {
                self.parts.push(before);
            }
        } else if self.item != Some(key) {
            let first = part.tokens.first();
            let own = match first {
                _ if labels > 0 => labels,
                Some(first) if is_bullet(&first.text) => 1,
                Some(first) if ordered && is_number(&first.text) => 1,
                _ => 0,
            };
            if own > 0 && own == part.tokens.len() {
                self.label = Some((key, part.clone()));
                part.tokens.clear();
                return;
            }
            let rest = part.tokens.split_off(own);
            let tokens = std::mem::replace(&mut part.tokens, rest);
            label = Label::of(&tokens);
            self.item = Some(key);
        }
        if let Some(Around::Item { label: of, .. }) = part.around.last_mut() {
            *of = label;
        }
    }

    /// The link targets of a node and of those ancestors whose first descendant it is.
    fn anchors(&self, node: NodeId) -> Vec<String> {
        let tree = &self.page.tree;
        let mut anchors = Vec::new();
        let mut id = node;
        loop {
            anchors.extend(tree[id].own(Own::Anchor).map(str::to_owned));
            match tree.parent(id) {
                Some(parent) if tree.children(parent).next() == Some(id) => id = parent,
                _ => return anchors,
            }
        }
    }

    /// Returns the parts. Notes without a reference keep their label as text.
    fn finish(mut self) -> Vec<Part> {
        if let Some((_, label)) = self.label.take() {
            self.parts.push(label);
        }
        for part in &mut self.parts {
            let PartKind::Note { id, label, first } = &mut part.kind else {
                continue;
            };
            let number = id.map_or(usize::MAX, |id| id.number as usize);
            if !self.notes.is_referred(number) {
                *id = None;
            } else if *first
                && let Some(word) = part.tokens.first_mut()
                && let Some(end) = notes::label_end(&word.text, &label.text)
            {
                word.text.drain(..end);
                if word.text.is_empty() {
                    part.tokens.remove(0);
                }
            }
        }
        self.parts
    }
}

/// Adds a part to the code before it, if it goes on there: further code, or a single line of it that follows without
/// a blank one. Otherwise returns the part.
fn continue_code(before: &mut Part, part: Part) -> Option<Part> {
    let is_code = |part: &Part| {
        matches!(part.kind, PartKind::Code | PartKind::Paragraph)
            && !part.tokens.is_empty()
            && part.tokens.iter().all(|token| token.code)
    };
    if before.around != part.around || !is_code(before) || !is_code(&part) {
        return Some(part);
    }
    let (above, below) = (before.edges.bbox, part.edges.bbox);
    let gap = below.y0 - above.y1;
    let blocks = matches!((&before.kind, &part.kind), (PartKind::Code, PartKind::Code));
    if !blocks && !(-0.5..0.5).contains(&(gap / part.edges.size.max(1.0))) {
        return Some(part);
    }
    let further_in = tokens::indent(below.x0 - above.x0, part.edges.size);
    before.kind = PartKind::Code;
    before.edges.bbox = above.union(below);
    for mut token in part.tokens {
        if token.line {
            token.indent = token.indent.saturating_add(further_in);
        }
        before.tokens.push(token);
    }
    None
}

/// The depth of the item of a list that a paragraph begins, as found by page analysis.
pub(super) fn depth(page: &page::Page, paragraph: NodeId) -> Option<u8> {
    page.tree[paragraph].own(Own::Item)?.parse().ok()
}

impl Token {
    /// A word without known style.
    pub(super) fn plain(text: &str, origin: Origin) -> Self {
        Self {
            text: text.to_owned(),
            origin,
            drawn: u32::MAX,
            ..Self::default()
        }
    }
}

impl Edges {
    fn nothing(bbox: Rect) -> Self {
        Self {
            bbox,
            tagged: true,
            ..Self::default()
        }
    }

    pub(super) fn of(page: &page::Page, paragraph: &Paragraph<'_>) -> Self {
        let lines = paragraph.lines();
        let bbox = paragraph.bbox();
        let size = lines.first().and_then(|line| line.geometry());
        let size = size.map_or(0.0, |line| line.size);
        let rtl = lines.iter().any(|line| line.is_right_to_left());
        let start = |at: usize| {
            let line = lines.get(at)?.bbox();
            Some(if rtl { -line.x1 } else { line.x0 })
        };
        let last = lines.last().map_or(bbox, |line| line.bbox());
        let ends_full = match rtl {
            true => last.x0 <= bbox.x0 + 2.0 * size,
            false => last.x1 >= bbox.x1 - 2.0 * size,
        };
        let node = &page.tree[paragraph.node()];
        Self {
            bbox,
            lines: lines.len(),
            size,
            ends_full: ends_full && lines.len() > 1,
            indented: match (start(0), start(1)) {
                (Some(first), Some(second)) => first > second + 0.7 * size,
                _ => false,
            },
            element: node.own(Own::Group).and(node.element),
            tagged: node.element.is_some(),
        }
    }
}
