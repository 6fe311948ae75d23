//! Writes all pages as one TEI P5 file (Text Encoding Initiative, "Guidelines for Electronic Text Encoding
//! and Interchange").
//!
//! - Positions are apart from the text: the `facsimile` has a `zone` for every paragraph and line, and `facs`
//!   points to it. It precedes the text, so a page is written in two parts.
//! - Pages and columns are `pb` and `cb` inside the continuous text ([`body`]). Each heading begins a `div`.
//! - [`lex0`] writes the entries of a dictionary, which point to the same zones.

mod body;
mod columns;
mod header;
pub(super) mod lex0;
mod lines;
pub(super) mod piece;
#[cfg(test)]
mod tests;
mod zones;

use std::sync::Mutex;

use super::flow::{Around, Ends, Key};
use super::map::{MappedText, Origin, Span};
use super::xml::{Attribute, Xml};
use super::{Join, Options, Writer, WrittenPage, languages};
use crate::blocks::{self, BlockRole, Cells, ParagraphKind, Table, tables};
use crate::lock::lock;
use crate::page::{DocumentInfo, Name, NodeId, Page};

use body::{Body, ENTRY};
use lines::Lines;
use piece::{Piece, PieceKind};
use zones::{NumberedBlock, NumberedParagraph};

/// Maximum nesting of sections.
const DEEPEST: u32 = 8;

#[derive(Debug)]
pub(super) struct Tei {
    options: Options,
    /// The language of the document, as a tag.
    of_document: Mutex<Option<String>>,
}

impl Tei {
    pub(super) fn new(options: &Options) -> Self {
        Self {
            options: options.clone(),
            of_document: Mutex::default(),
        }
    }
}

impl Writer for Tei {
    fn head(&self, document: &DocumentInfo, _: usize) -> String {
        let lang = self.options.lang.as_deref();
        let known = languages::of_document(document, lang).into_iter().next();
        let mut xml = Xml::with_capacity(2048);
        xml.declaration();
        xml.start("TEI");
        xml.attribute("xmlns", header::NAMESPACE);
        xml.optional("xml:lang", known.as_ref());
        *lock(&self.of_document) = known;
        header::write(&mut xml, document, lang, None);
        xml.open(1, "facsimile");
        xml.finish()
    }

    fn page(&self, page: &blocks::Page) -> WrittenPage {
        let lang = page.lang().or(self.options.lang.as_deref());
        let label = page.label();
        let (blocks, page, frame) = (page.blocks(), page.model(), page.frame());
        let number = page.number().get();
        let numbered = zones::numbered(&blocks);
        let front = zones::surface(&numbered, page, frame, label, number);
        let of_document = lock(&self.of_document).clone();
        let mut writer = PageWriter {
            page,
            pieces: Vec::new(),
            xml: Xml::default(),
            spans: Vec::new(),
            map: self.options.map,
            number,
            lang,
            of_document: of_document.as_deref(),
            entries: 0,
        };
        writer.page(&numbered, label);
        WrittenPage {
            front,
            tei: writer.pieces,
            ..WrittenPage::new(String::new(), blocks::count_words(&blocks))
        }
    }

    fn joiner(&self) -> Option<Box<dyn Join + '_>> {
        Some(Box::new(Body::default()))
    }

    fn between_parts(&self) -> Option<&'static str> {
        Some("\n </facsimile>\n <text>\n  <body>")
    }

    fn tail(&self) -> String {
        "\n  </body>\n </text>\n</TEI>\n".to_owned()
    }
}

struct PageWriter<'a> {
    page: &'a Page,
    pieces: Vec<Piece>,
    /// The current piece; `spans` holds the positions of its words.
    xml: Xml,
    spans: Vec<Span>,
    map: bool,
    /// The page's number in the document, from 1.
    number: u32,
    lang: Option<&'a str>,
    of_document: Option<&'a str>,
    entries: u32,
}

impl PageWriter<'_> {
    /// Ends a piece.
    fn piece(&mut self, kind: PieceKind) {
        let text = std::mem::take(&mut self.xml).finish();
        let spans = std::mem::take(&mut self.spans);
        let text = MappedText::of(text, spans);
        self.pieces.push(Piece { kind, text });
    }

    /// Ends a piece whose last tag is left open.
    fn break_piece(&mut self) {
        let text = std::mem::take(&mut self.xml).finish_in_tag();
        let text = MappedText::of(text, Vec::new());
        self.pieces.push(Piece {
            kind: PieceKind::Break,
            text,
        });
    }

    fn page(&mut self, blocks: &[NumberedBlock<'_>], label: Option<&str>) {
        self.xml.open(3, "pb");
        match label {
            Some(label) => self.xml.attribute("n", label),
            None => self.xml.number("n", self.number),
        }
        self.facs("facs", &[self.number]);
        self.break_piece();
        let places: Vec<_> = blocks
            .iter()
            .map(|b| (b.block.role, b.block.place.pixels))
            .collect();
        let columns = columns::begun(&places);
        let all = tables(self.page);
        let cells = Cells::of(self.page);
        // A caption at the start of the next block was written with its image.
        let mut taken = false;
        for (at, block) in blocks.iter().enumerate() {
            if let Some(number) = columns.get(at).copied().flatten() {
                self.xml.open(3, "cb");
                self.xml.number("n", number);
                self.break_piece();
            }
            match block.block.role {
                BlockRole::Image => {
                    let caption = blocks.get(at + 1).and_then(|next| self.caption(next));
                    self.figure(Some(block), caption);
                    taken = caption.is_some();
                }
                BlockRole::Header => self.running("header", "top", block),
                BlockRole::Footer => self.running("footer", "bottom", block),
                BlockRole::PageNumber => self.running("pageNum", "", block),
                BlockRole::Table => {
                    let table = all.iter().find(|t| t.node() == block.block.node());
                    self.table(block, table, &cells);
                }
                BlockRole::Text => {
                    let first = usize::from(std::mem::take(&mut taken));
                    for paragraph in block.paragraphs.iter().skip(first) {
                        self.paragraph(paragraph);
                    }
                }
            }
        }
    }

    /// The caption at the start of a block.
    fn caption<'b, 'n>(&self, block: &'b NumberedBlock<'n>) -> Option<&'b NumberedParagraph<'n>> {
        let is_text = block.block.role == BlockRole::Text;
        let first = block.paragraphs.first().filter(|_| is_text)?;
        let kind = first.paragraph.kind(self.page);
        (kind == ParagraphKind::Caption).then_some(first)
    }

    /// Writes an image with its caption, or a caption without an image.
    fn figure(
        &mut self,
        picture: Option<&NumberedBlock<'_>>,
        caption: Option<&NumberedParagraph<'_>>,
    ) {
        self.xml.open(4, "figure");
        if let Some(picture) = picture {
            self.facs("zone", &[self.number, picture.zone]);
        }
        if let Some(caption) = caption {
            self.filled("head", caption, 5);
        }
        if let Some(alt) = picture.and_then(|picture| picture.block.alt) {
            self.xml.open(5, "figDesc");
            let range = self.xml.text_at(alt);
            if let Some(picture) = picture.filter(|_| self.map) {
                let origin = Origin::of_tags(self.page.index, picture.block.place.bbox);
                self.spans.push(Span { range, origin });
            }
            self.xml.end("figDesc");
        }
        self.xml.close(4, "figure");
        self.piece(PieceKind::Aside);
    }

    /// Writes running heads, running feet and page numbers.
    fn running(&mut self, kind: &str, place: &str, block: &NumberedBlock<'_>) {
        for paragraph in &block.paragraphs {
            self.xml.open(3, "fw");
            self.xml.attribute("type", kind);
            if !place.is_empty() {
                self.xml.attribute("place", place);
            }
            self.content(paragraph, "fw");
            self.piece(PieceKind::Running);
        }
    }

    fn table(&mut self, block: &NumberedBlock<'_>, table: Option<&Table<'_>>, cells: &Cells) {
        let rows = table.map(|t| t.rows.as_slice()).unwrap_or_default();
        let of_cell = |p: &NumberedParagraph<'_>| p.paragraph.cell_node(self.page);
        let all: Vec<(NumberedParagraph<'_>, Option<NodeId>)> =
            block.paragraphs.iter().map(|p| (*p, of_cell(p))).collect();
        if rows.iter().all(|row| row.cells.is_empty()) {
            // A mapping can declare anything a table.
            for (paragraph, _) in &all {
                self.paragraph(paragraph);
            }
            return;
        }
        self.xml.open(4, "table");
        self.facs("zone", &[self.number, block.zone]);
        if let Some((rows, columns)) = cells.size(block.block.node()) {
            self.xml.number("rows", rows);
            self.xml.number("cols", columns);
        }
        let nodes = || {
            rows.iter()
                .flat_map(|row| &row.cells)
                .map(|cell| cell.node())
        };
        for (paragraph, cell) in &all {
            if !cell.is_some_and(|cell| nodes().any(|node| node == cell)) {
                self.filled("head", paragraph, 5);
            }
        }
        for row in rows.iter().filter(|row| !row.cells.is_empty()) {
            self.xml.open(5, "row");
            if row.cells.iter().all(|cell| cell.is_header) {
                self.xml.attribute("role", "label");
            }
            for cell in &row.cells {
                self.xml.open(6, "cell");
                if cell.is_header {
                    self.xml.attribute("role", "label");
                }
                for (name, span) in [("rows", cell.row_span), ("cols", cell.column_span)] {
                    if span > 1 {
                        self.xml.number(name, span);
                    }
                }
                let inside = all.iter().filter(|(_, of)| *of == Some(cell.node()));
                let inside: Vec<_> = inside.map(|(paragraph, _)| paragraph).collect();
                match inside.as_slice() {
                    [] => self.xml.end_void(),
                    [one] => self.content(one, "cell"),
                    several => {
                        for paragraph in several {
                            self.filled("p", paragraph, 7);
                        }
                        self.xml.close(6, "cell");
                    }
                }
            }
            self.xml.close(5, "row");
        }
        self.xml.close(4, "table");
        let around = Around::of(self.page, block.block.node());
        self.piece(PieceKind::Table(around));
    }

    fn paragraph(&mut self, paragraph: &NumberedParagraph<'_>) {
        match paragraph.paragraph.kind(self.page) {
            ParagraphKind::Heading(level) => self.heading(paragraph, Some(level)),
            ParagraphKind::Title => self.heading(paragraph, None),
            ParagraphKind::Caption => self.figure(None, Some(paragraph)),
            ParagraphKind::Footnote => self.note(paragraph, "bottom"),
            ParagraphKind::Sidenote => self.note(paragraph, "margin"),
            ParagraphKind::Entry => self.running_text(paragraph, ENTRY, ""),
            ParagraphKind::Contents => self.running_text(paragraph, "p", "toc"),
            ParagraphKind::Formula => self.running_text(paragraph, "p", "formula"),
            ParagraphKind::Other(name) => {
                let tokens: Vec<&str> = name.split_whitespace().collect();
                self.running_text(paragraph, "p", &tokens.join("_"));
            }
            ParagraphKind::Text | ParagraphKind::Quotation => {
                self.running_text(paragraph, "p", "");
            }
        }
    }

    fn heading(&mut self, paragraph: &NumberedParagraph<'_>, level: Option<u32>) {
        let mut start = Xml::default();
        start.open(3, "div");
        start.attribute("type", "section");
        if let Some(level) = level {
            start.number("n", level);
        }
        self.filled("head", paragraph, 4);
        self.piece(PieceKind::Heading {
            level: level.unwrap_or(1).min(DEEPEST),
            start: start.finish(),
        });
    }

    fn note(&mut self, paragraph: &NumberedParagraph<'_>, place: &str) {
        self.xml.open(4, "note");
        self.xml.attribute("place", place);
        self.content(paragraph, "note");
        self.piece(PieceKind::Aside);
    }

    /// Writes a paragraph, or a dictionary entry, whose text is not structured further.
    fn running_text(&mut self, paragraph: &NumberedParagraph<'_>, tag: &'static str, rend: &str) {
        let is_continued = is_continued(self.page, paragraph);
        let mut start = Xml::default();
        start.open(4, tag);
        if tag == ENTRY {
            self.entries = self.entries.saturating_add(1);
            let numbers = [self.number, self.entries];
            start.id("xml:id", "entry", &numbers);
            if is_continued {
                start.attribute("rend", "continued");
            }
        }
        if !rend.is_empty() {
            start.attribute("rend", rend);
        }
        if let Some(lang) = self.lang_of(paragraph) {
            start.attribute("xml:lang", &lang);
        }
        let mut facs = "#".to_owned();
        Attribute::of(&mut facs).id("zone", &[self.number, paragraph.zone]);
        let ends = Ends::of(self.page, paragraph.paragraph);
        let mut around = ends.around().to_vec();
        let is_quote = paragraph.paragraph.kind(self.page) == ParagraphKind::Quotation;
        if is_quote && !around.iter().any(|one| matches!(one, Around::Quote(_))) {
            around.push(Around::Quote(Key::of(
                self.page,
                paragraph.paragraph.node(),
            )));
        }
        let first_break = self.lines(paragraph, tag);
        self.piece(PieceKind::Paragraph(Box::new(piece::Paragraph {
            tag,
            start: start.finish_in_tag(),
            facs,
            ends,
            around,
            first_break,
            is_continued,
        })));
    }

    /// Writes an element with the text of a paragraph.
    fn filled(&mut self, tag: &str, paragraph: &NumberedParagraph<'_>, depth: usize) {
        self.xml.open(depth, tag);
        self.content(paragraph, tag);
    }

    /// Writes the text of a paragraph into the open element, and ends it.
    fn content(&mut self, paragraph: &NumberedParagraph<'_>, tag: &str) {
        self.facs("zone", &[self.number, paragraph.zone]);
        self.xml.optional("xml:lang", self.lang_of(paragraph));
        self.lines(paragraph, tag);
        self.xml.end(tag);
    }

    /// Writes the lines of a paragraph. Returns the position after the tag of the first `lb`.
    fn lines(&mut self, paragraph: &NumberedParagraph<'_>, tag: &str) -> usize {
        let lines = Lines {
            page: self.page,
            paragraph,
            number: self.number,
            lang: paragraph.paragraph.lang.or(self.lang),
            heading: tag == "head",
            entry: tag == ENTRY,
            spans: self.map.then_some(&mut self.spans),
        };
        lines.write(&mut self.xml)
    }

    fn facs(&mut self, prefix: &str, numbers: &[u32]) {
        self.xml.attribute_with("facs", |a| {
            a.plain().push('#');
            a.id(prefix, numbers);
        });
    }

    /// The language of a paragraph as a tag, if it differs from that of the document.
    fn lang_of(&self, paragraph: &NumberedParagraph<'_>) -> Option<String> {
        let tag = paragraph
            .paragraph
            .lang
            .or(self.lang)
            .and_then(languages::tag);
        tag.filter(|tag| Some(tag.as_str()) != self.of_document)
    }
}

/// Whether a module marked an entry as the continuation of an earlier one.
fn is_continued(page: &Page, paragraph: &NumberedParagraph<'_>) -> bool {
    let node = &page.tree[paragraph.paragraph.node()];
    node.attribute(&Name::named("continued")) == Some("true")
}
