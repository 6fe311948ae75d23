//! Pages as TEI P5 (Text Encoding Initiative, "Guidelines for Electronic Text Encoding and Interchange"), all
//! in one file.
//!
//! - Places stand apart from the text: the `facsimile` has a `zone` for every paragraph and line, and `facs` points
//!   to it. It goes before the text, so a page is written in two parts.
//! - A page is a `div` that begins with `pb`, and each heading begins a `div` in it: pages are
//!   written by themselves, so nothing goes on from one to the next.
//! - [`lex0`] has the entries of a dictionary, which point to the same zones.

mod columns;
mod header;
pub(super) mod lex0;
mod lines;
#[cfg(test)]
mod tests;
mod zones;

use super::blocks::{self, BlockRole, ParagraphKind};
use super::cells::Cells;
use super::number::push_integer;
use super::tables::{Table, tables};
use super::xml::Xml;
use super::{Options, Writer, WrittenPage, languages};
use crate::model::{DocumentInfo, Name, NodeId, Own, Page};

use lines::Lines;
use zones::{NumberedBlock, NumberedParagraph, id};

#[derive(Debug)]
pub(super) struct Tei {
    lang: Option<String>,
}

impl Tei {
    pub(super) fn new(options: &Options) -> Self {
        Self {
            lang: options.lang.clone(),
        }
    }
}

impl Writer for Tei {
    fn head(&self, document: &DocumentInfo, _: usize) -> String {
        let mut xml = Xml::with_capacity(2048);
        xml.declaration();
        xml.start("TEI");
        xml.attribute("xmlns", header::NAMESPACE);
        header::write(&mut xml, document, self.lang.as_deref(), None);
        xml.new_line(1);
        xml.start("facsimile");
        xml.finish()
    }

    fn page(&self, page: &super::Page) -> WrittenPage {
        let (blocks, page, frame) = (page.blocks(), page.model(), page.frame());
        let root = &page.tree[page.tree.root()];
        let said = root.own(Own::Lang).or(root.own(Own::ModuleLang));
        let label = root.own(Own::Label);
        let number = page.index.saturating_add(1);
        let numbered = zones::numbered(&blocks);
        let front = zones::surface(&numbered, page, frame, label, number);
        let mut writer = PageWriter {
            page,
            xml: Xml::with_capacity(1024 + page.order.len().saturating_mul(4)),
            number,
            lang: said.or(self.lang.as_deref()),
            entries: 0,
            in_section: false,
            list: None,
            item: None,
        };
        writer.page(&numbered, label);
        let mut written = WrittenPage::new(writer.xml.finish(), blocks::count_words(&blocks));
        written.front = front;
        written
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
    xml: Xml,
    /// The page's number in the document, from 1.
    number: u32,
    lang: Option<&'a str>,
    entries: u32,
    /// A heading has begun a part of the page.
    in_section: bool,
    /// The list and the item that are open.
    list: Option<NodeId>,
    item: Option<NodeId>,
}

impl PageWriter<'_> {
    fn page(&mut self, blocks: &[NumberedBlock<'_>], label: Option<&str>) {
        self.xml.new_line(3);
        self.xml.start("div");
        self.xml.attribute("type", "page");
        self.lang(self.lang, None);
        self.xml.new_line(4);
        self.xml.start("pb");
        match label {
            Some(label) => self.xml.attribute("n", label),
            None => self.count("n", self.number),
        }
        self.facs("facs", &[self.number]);
        self.xml.end_void();
        let places: Vec<_> = blocks
            .iter()
            .map(|b| (b.block.role, b.block.place.pixels))
            .collect();
        let columns = columns::begun(&places);
        let all = tables(self.page);
        let cells = Cells::of(self.page);
        // The caption that the next block begins with has been written with its picture.
        let mut taken = false;
        for (at, block) in blocks.iter().enumerate() {
            if let Some(number) = columns.get(at).copied().flatten() {
                self.end_list();
                self.xml.new_line(4);
                self.xml.start("cb");
                self.count("n", number);
                self.xml.end_void();
            }
            match block.block.role {
                BlockRole::Image => {
                    self.end_list();
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
        self.end_list();
        if self.in_section {
            self.xml.new_line(4);
            self.xml.end("div");
        }
        self.xml.new_line(3);
        self.xml.end("div");
    }

    /// The caption that a block begins with.
    fn caption<'b, 'n>(&self, block: &'b NumberedBlock<'n>) -> Option<&'b NumberedParagraph<'n>> {
        let is_text = block.block.role == BlockRole::Text;
        let first = block.paragraphs.first().filter(|_| is_text)?;
        let kind = first.paragraph.kind(self.page);
        (kind == ParagraphKind::Caption).then_some(first)
    }

    /// A picture, or where there is none but a caption, that.
    fn figure(
        &mut self,
        picture: Option<&NumberedBlock<'_>>,
        caption: Option<&NumberedParagraph<'_>>,
    ) {
        self.xml.new_line(4);
        self.xml.start("figure");
        if let Some(picture) = picture {
            self.facs("zone", &[self.number, picture.zone]);
        }
        if let Some(caption) = caption {
            self.filled("head", caption, 5);
        }
        if let Some(alt) = picture.and_then(|picture| picture.block.alt) {
            self.xml.new_line(5);
            self.xml.start("figDesc");
            self.xml.text(alt);
            self.xml.end("figDesc");
        }
        self.xml.new_line(4);
        self.xml.end("figure");
    }

    /// What runs along the edges of pages.
    fn running(&mut self, kind: &str, place: &str, block: &NumberedBlock<'_>) {
        self.end_list();
        for paragraph in &block.paragraphs {
            self.xml.new_line(4);
            self.xml.start("fw");
            self.xml.attribute("type", kind);
            if !place.is_empty() {
                self.xml.attribute("place", place);
            }
            self.content(paragraph, "fw");
        }
    }

    fn table(&mut self, block: &NumberedBlock<'_>, table: Option<&Table<'_>>, cells: &Cells) {
        self.end_list();
        let rows = table.map(|t| t.rows.as_slice()).unwrap_or_default();
        let of_cell = |p: &NumberedParagraph<'_>| p.paragraph.cell_node(self.page);
        let all: Vec<(NumberedParagraph<'_>, Option<NodeId>)> =
            block.paragraphs.iter().map(|p| (*p, of_cell(p))).collect();
        if rows.iter().all(|row| row.cells.is_empty()) {
            // A mapping can call anything a table.
            for (paragraph, _) in &all {
                self.paragraph(paragraph);
            }
            return;
        }
        self.xml.new_line(4);
        self.xml.start("table");
        self.facs("zone", &[self.number, block.zone]);
        if let Some((rows, columns)) = cells.size(block.block.node()) {
            self.count("rows", rows);
            self.count("cols", columns);
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
            self.xml.new_line(5);
            self.xml.start("row");
            if row.cells.iter().all(|cell| cell.is_header) {
                self.xml.attribute("role", "label");
            }
            for cell in &row.cells {
                self.xml.new_line(6);
                self.xml.start("cell");
                if cell.is_header {
                    self.xml.attribute("role", "label");
                }
                for (name, span) in [("rows", cell.row_span), ("cols", cell.column_span)] {
                    if span > 1 {
                        self.count(name, span);
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
                        self.xml.new_line(6);
                        self.xml.end("cell");
                    }
                }
            }
            self.xml.new_line(5);
            self.xml.end("row");
        }
        self.xml.new_line(4);
        self.xml.end("table");
    }

    fn paragraph(&mut self, paragraph: &NumberedParagraph<'_>) {
        let of_list = paragraph.paragraph.list_item(self.page);
        let (list, item) = (of_list.map(|i| i.list), of_list.map(|i| i.item));
        let kind = paragraph.paragraph.kind(self.page);
        if list != self.list || matches!(kind, ParagraphKind::Heading(_) | ParagraphKind::Title) {
            self.end_list();
        }
        if let ParagraphKind::Heading(_) | ParagraphKind::Title = kind {
            return self.heading(paragraph, kind);
        }
        if let (Some(list), Some(item)) = (list, item) {
            return self.list_item(paragraph, list, item);
        }
        let mut rend = |name: &str| {
            self.xml.new_line(4);
            self.xml.start("p");
            self.xml.attribute("rend", name);
        };
        match kind {
            ParagraphKind::Caption => return self.figure(None, Some(paragraph)),
            ParagraphKind::Entry => return self.entry(paragraph),
            ParagraphKind::Footnote => return self.note(paragraph, "bottom"),
            ParagraphKind::Sidenote => return self.note(paragraph, "margin"),
            ParagraphKind::Quotation => {
                self.xml.new_line(4);
                self.xml.start("quote");
                self.filled("p", paragraph, 5);
                self.xml.new_line(4);
                self.xml.end("quote");
                return;
            }
            ParagraphKind::Contents => rend("toc"),
            ParagraphKind::Formula => rend("formula"),
            ParagraphKind::Other(name) => {
                let tokens: Vec<&str> = name.split_whitespace().collect();
                rend(&tokens.join("_"));
            }
            ParagraphKind::Text | ParagraphKind::Heading(_) | ParagraphKind::Title => {
                return self.filled("p", paragraph, 4);
            }
        }
        self.content(paragraph, "p");
    }

    fn heading(&mut self, paragraph: &NumberedParagraph<'_>, kind: ParagraphKind<'_>) {
        if std::mem::replace(&mut self.in_section, true) {
            self.xml.new_line(4);
            self.xml.end("div");
        }
        self.xml.new_line(4);
        self.xml.start("div");
        self.xml.attribute("type", "section");
        if let ParagraphKind::Heading(level) = kind {
            self.count("n", level);
        }
        self.filled("head", paragraph, 4);
    }

    fn list_item(&mut self, paragraph: &NumberedParagraph<'_>, list: NodeId, item: NodeId) {
        if self.list.is_none() {
            self.xml.new_line(4);
            self.xml.start("list");
            if self.page.tree[list].own(Own::Ordered) == Some("true") {
                self.xml.attribute("rend", "numbered");
            }
            self.list = Some(list);
        }
        if self.item != Some(item) {
            self.end_item();
            self.xml.new_line(5);
            self.xml.start("item");
            self.item = Some(item);
        }
        self.filled("p", paragraph, 6);
    }

    fn end_item(&mut self) {
        if self.item.take().is_some() {
            self.xml.new_line(5);
            self.xml.end("item");
        }
    }

    fn end_list(&mut self) {
        self.end_item();
        if self.list.take().is_some() {
            self.xml.new_line(4);
            self.xml.end("list");
        }
    }

    fn note(&mut self, paragraph: &NumberedParagraph<'_>, place: &str) {
        self.xml.new_line(4);
        self.xml.start("note");
        self.xml.attribute("place", place);
        self.content(paragraph, "note");
    }

    /// An entry of a dictionary, whose text is not divided further.
    fn entry(&mut self, paragraph: &NumberedParagraph<'_>) {
        self.entries = self.entries.saturating_add(1);
        let entries = self.entries;
        self.xml.new_line(4);
        self.xml.start("entryFree");
        let number = self.number;
        self.xml
            .attribute_with("xml:id", |a| id("entry", &[number, entries], a.plain()));
        if is_continued(self.page, paragraph) {
            self.xml.attribute("rend", "continued");
        }
        self.content(paragraph, "entryFree");
    }

    /// An element with the text of a paragraph.
    fn filled(&mut self, tag: &str, paragraph: &NumberedParagraph<'_>, depth: usize) {
        self.xml.new_line(depth);
        self.xml.start(tag);
        self.content(paragraph, tag);
    }

    /// The text of a paragraph in the element that has begun, and its end.
    fn content(&mut self, paragraph: &NumberedParagraph<'_>, tag: &str) {
        self.facs("zone", &[self.number, paragraph.zone]);
        let lang = paragraph.paragraph.lang.or(self.lang);
        self.lang(lang, self.lang);
        let lines = Lines {
            page: self.page,
            paragraph,
            number: self.number,
            lang,
            heading: tag == "head",
            entry: tag == "entryFree",
        };
        lines.write(&mut self.xml);
        self.xml.end(tag);
    }

    fn facs(&mut self, prefix: &str, numbers: &[u32]) {
        self.xml.attribute_with("facs", |a| {
            a.plain().push('#');
            id(prefix, numbers, a.plain());
        });
    }

    fn count(&mut self, name: &str, value: u32) {
        self.xml
            .attribute_with(name, |a| push_integer(value, a.plain()));
    }

    /// The language, where it is not the one around.
    fn lang(&mut self, lang: Option<&str>, around: Option<&str>) {
        if lang != around
            && let Some(tag) = lang.and_then(languages::tag)
        {
            self.xml.attribute("xml:lang", &tag);
        }
    }
}

/// Whether a module says that an entry goes on from before.
fn is_continued(page: &Page, paragraph: &NumberedParagraph<'_>) -> bool {
    let node = &page.tree[paragraph.paragraph.node()];
    node.attribute(&Name::named("continued")) == Some("true")
}
