//! Writes a page as PAGE XML (PRImA, "Page Analysis and Ground truth Elements", schema 2019-07-15).
//!
//! - A file holds one page. Several pages are written as [`PageFiles`] with a list.
//! - A paragraph is a `TextRegion`, or one for each direction if its lines run in several. Regions that
//!   belong together form a group of the reading order, because readers ignore nested regions.
//! - Only table cells are nested in another region, the `TableRegion`.
//! - The text of a region is its lines, joined with line feeds; that of a line is its words, joined with
//!   spaces. Pieces without a space between them are one `Word`.
//! - A `TextStyle` applies to the content of its element, unless an inner element has its own.

mod custom;
mod date;
mod elements;
mod files;
mod names;
mod order;
#[cfg(test)]
mod tests;

use std::ops::Range;
use std::sync::Mutex;

use super::characters::characters;
use super::number::{push_integer, push_points};
use super::plain::push_clean;
use super::text_style::TextStyle;
use super::xml::Xml;
use super::{Options, Writer, WrittenPage, outline};
use crate::blocks::{
    self, Block, BlockRole, Cell, Cells, Line, LineRun, Paragraph, ParagraphKind, Pixels, Place,
    Scale, Word, baseline,
    reading_order::{Group, ReadingOrder},
};
use crate::lock::lock;
use crate::page::{DocumentInfo, NodeId, Own, Page, PageFrame, Style};

use custom::Custom;
use date::date;
use elements::{cell_role, coords, equivalent, text_style};

pub use files::PageFiles;

const NAMESPACE: &str = "http://schema.primaresearch.org/PAGE/gts/pagecontent/2019-07-15";
const SCHEMA: &str = "http://schema.primaresearch.org/PAGE/gts/pagecontent/2019-07-15 http://schema.primaresearch.org/PAGE/gts/pagecontent/2019-07-15/pagecontent.xsd";

/// Date for documents without one: the schema requires a date.
const NO_DATE: &str = "1970-01-01T00:00:00Z";

#[derive(Debug)]
pub(super) struct PageXml {
    options: Options,
    /// Name of the document, for pages without an image.
    name: Mutex<String>,
    /// Path from the file to the folder that image names are relative to.
    to_images: &'static str,
}

impl PageXml {
    pub(super) fn new(options: &Options) -> Self {
        Self {
            options: options.clone(),
            name: Mutex::default(),
            to_images: "",
        }
    }
}

impl Writer for PageXml {
    fn head(&self, document: &DocumentInfo, _: usize) -> String {
        let mut name = lock(&self.name);
        name.clone_from(&document.name);
        let mut xml = Xml::with_capacity(1024);
        xml.declaration();
        xml.start("PcGts");
        xml.attribute("xmlns", NAMESPACE);
        xml.attribute("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance");
        xml.attribute("xsi:schemaLocation", SCHEMA);
        xml.open(1, "Metadata");
        let metadata = &document.metadata;
        let created = date(metadata.created.as_deref());
        let changed = date(metadata.modified.as_deref());
        let creator = concat!("pdfa2hocr ", env!("CARGO_PKG_VERSION"));
        for (tag, text) in [
            ("Creator", creator),
            ("Created", created.or(changed).unwrap_or(NO_DATE)),
            ("LastChange", changed.or(created).unwrap_or(NO_DATE)),
        ] {
            xml.new_line(2);
            xml.element(tag, text);
        }
        if let Some(engine) = &document.recogniser {
            xml.open(2, "MetadataItem");
            xml.attribute("type", "processingStep");
            xml.attribute("name", "text recognition of pages without text");
            xml.attribute("value", engine);
            xml.end_void();
        }
        xml.close(1, "Metadata");
        xml.finish()
    }

    fn page(&self, page: &blocks::Page) -> WrittenPage {
        let lang = page.lang().or(self.options.lang.as_deref());
        let label = page.label();
        let blocks = page.blocks_with_textless();
        let (page, frame) = (page.model(), page.frame());
        let number = page.number().get();
        let mut writer = PageWriter {
            page,
            scale: Scale::new(frame),
            options: &self.options,
            xml: Xml::with_capacity(1024 + page.order.len().saturating_mul(40)),
            number,
            counts: [0; 4],
            regions: 0,
            lang,
            order: ReadingOrder::default(),
            cells: Cells::of(page),
        };
        writer.blocks(&blocks);
        let words = blocks::count_words(&blocks);
        let mut xml = Xml::with_capacity(1024);
        xml.new_line(1);
        self.begin(&mut xml, frame, writer.lang, label, number);
        let print = blocks.iter().map(|b| b.place.pixels).reduce(Pixels::union);
        if let Some(print) = print {
            xml.open(2, "PrintSpace");
            coords(&mut xml, None, print, 3);
            xml.close(2, "PrintSpace");
        }
        order::write(&writer.order, number, &mut xml);
        // Closes the start tag of the page.
        xml.text("");
        let mut text = xml.finish();
        text.push_str(&writer.xml.finish());
        text.push_str("\n </Page>");
        WrittenPage::new(text, words)
    }

    fn tail(&self) -> String {
        "\n</PcGts>\n".to_owned()
    }
}

impl PageXml {
    /// Writes the start tag of the page.
    fn begin(
        &self,
        xml: &mut Xml,
        frame: &PageFrame,
        lang: Option<&str>,
        label: Option<&str>,
        number: u32,
    ) {
        let whole = Pixels::of_page(frame);
        xml.start("Page");
        let name = lock(&self.name);
        let image = frame.image.as_ref().map(|image| image.name.as_str());
        let names = [image.unwrap_or_default(), &name, "unknown"];
        let name = names.into_iter().find(|name| !name.is_empty());
        let name = name.unwrap_or_default();
        let is_relative = !name.starts_with('/') && !name.contains("://");
        xml.attribute_with("imageFilename", |a| {
            a.text(if is_relative { self.to_images } else { "" });
            a.text(name);
        });
        xml.number("imageWidth", whole.width());
        xml.number("imageHeight", whole.height());
        let dpi = [
            ("imageXResolution", frame.dpi_x),
            ("imageYResolution", frame.dpi_y),
        ];
        if dpi.iter().all(|(_, dpi)| dpi.is_finite() && *dpi > 0.0) {
            for (name, value) in dpi {
                xml.decimal(name, f64::from(value), 3);
            }
            xml.attribute("imageResolutionUnit", "PPI");
        }
        let mut custom = Custom::default();
        custom.add("page", &[("number", &number.to_string())]);
        if let Some(label) = label {
            custom.add("page", &[("label", label)]);
        }
        custom.write(xml);
        language(xml, "primaryLanguage", lang, None);
        xml.optional("primaryScript", lang.and_then(names::script));
    }
}

/// Elements that are counted for ids on each page.
#[derive(Clone, Copy)]
enum Counter {
    Region,
    Line,
    Word,
    Glyph,
}

struct PageWriter<'a> {
    page: &'a Page,
    scale: Scale,
    options: &'a Options,
    xml: Xml,
    /// The page's number in the document, from 1.
    number: u32,
    counts: [u32; 4],
    /// Number of regions so far, for the reading order in `custom`.
    regions: u32,
    /// The language of the page.
    lang: Option<&'a str>,
    order: ReadingOrder<String>,
    cells: Cells,
}

impl PageWriter<'_> {
    fn blocks(&mut self, blocks: &[Block<'_>]) {
        for block in blocks {
            match block.role {
                BlockRole::Image => self.image(block),
                BlockRole::Table => self.table(block),
                _ => self.text(block),
            }
        }
    }

    fn image(&mut self, block: &Block<'_>) {
        let kind = self.page.tree[block.node()].kind.as_str();
        self.xml.new_line(2);
        // Also for formulas, because page-to-alto rejects pages with a `MathsRegion`.
        self.xml.start("ImageRegion");
        let id = self.id("region", Counter::Region);
        self.order.member(id);
        let mut custom = Custom::default();
        self.in_order(&mut custom);
        match kind {
            "Formula" => custom.add("structure", &[("type", "formula")]),
            "Figure" => custom.add("structure", &[("type", "figure")]),
            _ => {}
        }
        custom.write(&mut self.xml);
        self.xml.optional("comments", block.alt);
        let outline = self.outline(block.node(), block.place);
        coords(&mut self.xml, outline, block.place.pixels, 3);
        self.xml.close(2, "ImageRegion");
    }

    fn text(&mut self, block: &Block<'_>) {
        let runs = block.paragraphs.iter().map(|p| p.runs(self.scale).len());
        let group = Group::of_area(block, self.page, runs.sum());
        self.order.begin(group);
        for paragraph in &block.paragraphs {
            self.order.paragraph(paragraph, self.page, &self.cells);
            let kind = paragraph.kind(self.page);
            let of_block = match block.role {
                BlockRole::Header => Some("header"),
                BlockRole::Footer => Some("footer"),
                BlockRole::PageNumber => Some("page-number"),
                _ => None,
            };
            for run in paragraph.runs(self.scale) {
                self.region(&run, paragraph, kind, of_block, None);
            }
        }
        self.order.end(group);
    }

    fn table(&mut self, block: &Block<'_>) {
        self.xml.open(2, "TableRegion");
        let id = self.id("region", Counter::Region);
        self.order.member(id);
        let mut custom = Custom::default();
        self.in_order(&mut custom);
        custom.write(&mut self.xml);
        if let Some((rows, columns)) = self.cells.size(block.node()) {
            self.xml.number("rows", rows);
            self.xml.number("columns", columns);
        }
        let outline = self.outline(block.node(), block.place);
        coords(&mut self.xml, outline, block.place.pixels, 3);
        // A table without text has a place but no cells.
        let known = |p: &&Paragraph<'_>| p.cell.is_some() || !p.lines.is_empty();
        for paragraph in block.paragraphs.iter().filter(known) {
            let kind = paragraph.kind(self.page);
            let node = paragraph.cell_node(self.page);
            let cell = node.and_then(|id| self.cells.get(id)).copied();
            for run in paragraph.runs(self.scale) {
                self.region(&run, paragraph, kind, None, Some(cell));
            }
        }
        self.xml.close(2, "TableRegion");
    }

    /// Writes a text region. `cell` is its cell if it is in a table.
    fn region(
        &mut self,
        run: &LineRun<'_>,
        paragraph: &Paragraph<'_>,
        kind: ParagraphKind<'_>,
        of_block: Option<&'static str>,
        cell: Option<Option<Cell>>,
    ) {
        let depth = if cell.is_some() { 3 } else { 2 };
        self.xml.open(depth, "TextRegion");
        let id = self.id("region", Counter::Region);
        let (name, named) = of_block.map_or_else(|| region_type(kind), |name| (name, name));
        self.xml.attribute("type", name);
        let mut custom = Custom::default();
        if cell.is_none() {
            self.order.member(id);
            self.in_order(&mut custom);
        }
        match kind {
            ParagraphKind::Heading(level) if of_block.is_none() => {
                custom.add(
                    "structure",
                    &[("type", named), ("level", &level.to_string())],
                );
            }
            _ => custom.add("structure", &[("type", named)]),
        }
        custom.write(&mut self.xml);
        let direction = run.direction;
        if direction.rotation != 0.0 {
            // From counter-clockwise 0 to 360, to the clockwise rotation (-180 to 180) that makes the text
            // upright.
            let undone = match direction.rotation {
                above if above > 180.0 => above - 360.0,
                rotation => rotation,
            };
            self.xml.decimal("orientation", undone, 3);
        }
        // On lines and words it would claim that the file lists them from left to right.
        if direction.vertical {
            self.xml.attribute("readingDirection", "top-to-bottom");
            self.xml.attribute("textLineOrder", "right-to-left");
        } else if direction.rtl {
            self.xml.attribute("readingDirection", "right-to-left");
        }
        let lang = paragraph.lang.or(self.lang);
        language(&mut self.xml, "primaryLanguage", lang, self.lang);
        let outline = match run.lines.len() == paragraph.lines.len() {
            true => self.outline(paragraph.node(), run.place),
            false => None,
        };
        coords(&mut self.xml, outline, run.place.pixels, depth + 1);
        if let Some(Some(cell)) = cell {
            cell_role(&mut self.xml, cell, depth + 1);
        }
        let mut text = String::new();
        for (at, line) in run.lines.iter().enumerate() {
            if at > 0 {
                text.push('\n');
            }
            self.line(line, at, lang, depth + 1, &mut text);
        }
        // An empty text would claim that the page has none.
        if run.lines.iter().any(|line| !line.words.is_empty()) {
            self.xml.new_line(depth + 1);
            equivalent(&mut self.xml, &text, None);
        }
        self.xml.close(depth, "TextRegion");
    }

    /// The outline of an element, if it is not a rectangle.
    fn outline(&self, node: NodeId, place: Place) -> Option<Vec<(u32, u32)>> {
        outline::points(&self.page.tree[node], Own::Points, place, self.scale)
    }

    /// Adds the index of a region among those of the page.
    fn in_order(&mut self, custom: &mut Custom) {
        custom.add("readingOrder", &[("index", &self.regions.to_string())]);
        self.regions = self.regions.saturating_add(1);
    }

    fn line(
        &mut self,
        line: &Line<'_>,
        at: usize,
        around: Option<&str>,
        depth: usize,
        of_region: &mut String,
    ) {
        let bbox = line.place.pixels;
        self.xml.open(depth, "TextLine");
        self.id("line", Counter::Line);
        let mut custom = Custom::default();
        custom.add("readingOrder", &[("index", &at.to_string())]);
        let node = &self.page.tree[line.node()];
        if let Some(kind) = node.own(Own::Type) {
            custom.add("structure", &[("type", kind)]);
        }
        custom.write(&mut self.xml);
        let lang = line.lang.or(around);
        language(&mut self.xml, "primaryLanguage", lang, around);
        let outline = self.outline(line.node(), line.place);
        coords(&mut self.xml, outline, bbox, depth + 1);
        self.xml.open(depth + 1, "Baseline");
        let bends = outline::points(node, Own::Baseline, line.place, self.scale);
        self.xml.attribute_with("points", |a| match bends {
            Some(bends) => push_points(bends, a.plain()),
            None => {
                let ends = baseline(line.geometry, bbox, self.scale);
                let ends = ends.map(|(x, y)| (x.round() as u32, y.round() as u32));
                push_points(ends, a.plain());
            }
        });
        self.xml.end_void();
        let first = line.words.first();
        let style = first.and_then(|w| TextStyle::of(&w.style(), &self.options.families));
        let (mut text, mut confidences) = (String::new(), Vec::new());
        for pieces in line.words.chunk_by(|_, next| next.glued) {
            if !text.is_empty() {
                text.push(' ');
            }
            confidences.push(self.word(pieces, style.as_ref(), lang, depth + 1, &mut text));
        }
        if !confidences.is_empty() {
            let sum: f64 = confidences.iter().sum();
            self.xml.new_line(depth + 1);
            equivalent(&mut self.xml, &text, Some(sum / confidences.len() as f64));
        }
        of_region.push_str(&text);
        if let Some(style) = &style {
            text_style(&mut self.xml, style, depth + 1);
        }
        self.xml.close(depth, "TextLine");
    }

    /// Writes the pieces between two spaces as one word. Returns its confidence.
    fn word(
        &mut self,
        pieces: &[Word<'_>],
        of_line: Option<&TextStyle>,
        around: Option<&str>,
        depth: usize,
        of_text: &mut String,
    ) -> f64 {
        let (Some(first), Some(last)) = (pieces.first(), pieces.last()) else {
            return 0.0;
        };
        let glyphs: Range<u32> = first.glyphs.start..last.glyphs.end;
        let found = Style::of(self.page, &glyphs);
        let confidence = f64::from(found.confidence) / 100.0;
        let bbox = pieces.iter().map(|w| w.place.pixels).reduce(Pixels::union);
        let bbox = bbox.unwrap_or(first.place.pixels);
        self.xml.open(depth, "Word");
        self.id("word", Counter::Word);
        language(&mut self.xml, "language", first.lang, around);
        let mut custom = Custom::default();
        if self.page.tree[first.node()].kind.as_str() == "headword" {
            custom.add("structure", &[("type", "headword")]);
        }
        if found.human {
            custom.add("source", &[("type", "human")]);
        }
        custom.write(&mut self.xml);
        coords(&mut self.xml, None, bbox, depth + 1);
        let mut text = String::new();
        for piece in pieces {
            push_clean(&piece.text(), &mut text);
            if self.options.char_boxes {
                self.glyphs(piece, depth + 1);
            }
        }
        // Readers take white space for word separators.
        let text = text.trim();
        self.xml.new_line(depth + 1);
        equivalent(&mut self.xml, text, Some(confidence));
        let style = TextStyle::of(&found, &self.options.families);
        if let Some(style) = style.filter(|style| Some(style) != of_line) {
            text_style(&mut self.xml, &style, depth + 1);
        }
        self.xml.close(depth, "Word");
        of_text.push_str(text);
        confidence
    }

    fn glyphs(&mut self, word: &Word<'_>, depth: usize) {
        for character in characters(self.page, word.glyphs, word.place.pixels, self.scale) {
            self.xml.open(depth, "Glyph");
            self.id("glyph", Counter::Glyph);
            coords(&mut self.xml, None, character.bbox, depth + 1);
            self.xml.new_line(depth + 1);
            let confidence = f64::from(character.confidence) / 100.0;
            let mut text = String::new();
            push_clean(character.text.encode_utf8(&mut [0; 4]), &mut text);
            equivalent(&mut self.xml, &text, Some(confidence));
            self.xml.close(depth, "Glyph");
        }
    }

    /// Returns an id such as `prefix_3_7`: page, then number on the page.
    fn id(&mut self, prefix: &str, counter: Counter) -> String {
        let mut id = prefix.to_owned();
        if let Some(count) = self.counts.get_mut(counter as usize) {
            *count = count.saturating_add(1);
            for number in [self.number, *count] {
                id.push('_');
                push_integer(number, &mut id);
            }
        }
        self.xml.attribute("id", &id);
        id
    }
}

/// Returns the type of a region and, for `custom`, our name of it.
fn region_type(kind: ParagraphKind<'_>) -> (&'static str, &str) {
    const TYPES: &str = "paragraph drop-capital credit floating signature-mark catch-word marginalia \
        footnote-continued endnote list-label page-number other";
    let same = |name| (name, name);
    match kind {
        ParagraphKind::Text => same("paragraph"),
        ParagraphKind::Heading(_) => same("heading"),
        ParagraphKind::Title => ("heading", "title"),
        ParagraphKind::Caption => same("caption"),
        ParagraphKind::Footnote => same("footnote"),
        ParagraphKind::Sidenote => same("marginalia"),
        ParagraphKind::Quotation => ("paragraph", "blockquote"),
        ParagraphKind::Contents => same("TOC-entry"),
        ParagraphKind::Formula => ("paragraph", "formula"),
        ParagraphKind::Entry => ("paragraph", "entry"),
        ParagraphKind::Other(name) => match TYPES.split(' ').find(|known| *known == name) {
            Some(known) => same(known),
            None => ("other", name),
        },
    }
}

/// Writes a language if it differs from that of the parent element.
fn language(xml: &mut Xml, attribute: &str, lang: Option<&str>, around: Option<&str>) {
    if lang != around
        && let Some(name) = lang.and_then(names::language)
    {
        xml.attribute(attribute, name);
    }
}
