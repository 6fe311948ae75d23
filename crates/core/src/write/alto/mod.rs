//! Writes all pages as one ALTO 4.4 file (Library of Congress, "ALTO: Technical Metadata for Layout and Text
//! Objects", schema 4.4).
//!
//! - Measures are in pixels; font sizes are in points.
//! - A paragraph is a `TextBlock`, or one for each direction if its lines run in several. Blocks that belong
//!   together, such as table cells, form a group of the `ReadingOrder`.
//! - A `LayoutTag` gives the role of a block.
//! - A word divided at a line end is two `String`s with `SUBS_CONTENT`, and a `HYP` between them.
//! - Styles, tags and reading order precede the pages that use them, so the head of the file is written last.

mod order;
mod places;
mod style;
mod tags;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::{Arc, Mutex};

use super::characters::characters;
use super::text_style::TextStyle;
use super::xml::Xml;
use super::{Options, Writer, WrittenPage, languages};
use crate::blocks::{
    self, Block, BlockRole, Cells, Line, Paragraph, Pixels, Scale, Word,
    reading_order::{Group, ReadingOrder, Step},
};
use crate::lock::lock;
use crate::page::{DocumentInfo, Own, Page, PageFrame, Style};

use order::Member;
use tags::Tags;

const NAMESPACE: &str = "http://www.loc.gov/standards/alto/ns-v4#";
const SCHEMA: &str =
    "http://www.loc.gov/standards/alto/ns-v4# http://www.loc.gov/standards/alto/v4/alto-4-4.xsd";

#[derive(Debug)]
pub(super) struct Alto {
    options: Options,
    before: Mutex<Before>,
}

/// Content of the file head, collected from all pages written so far. Ids are derived from the values, so the
/// result does not depend on the order of pages.
#[derive(Debug, Default)]
struct Before {
    styles: BTreeSet<TextStyle>,
    /// Tags for roles that [`tags`] does not define, and for table cells.
    tags: Tags,
    /// Reading order by page number.
    orders: BTreeMap<u32, Vec<Step<Member>>>,
    /// Name of the page image.
    image: Option<String>,
}

impl Alto {
    pub(super) fn new(options: &Options) -> Self {
        Self {
            options: options.clone(),
            before: Mutex::default(),
        }
    }
}

impl Writer for Alto {
    fn head(&self, document: &DocumentInfo, pages: usize) -> String {
        let before = lock(&self.before);
        // A file with several pages cannot name one image.
        let image = before.image.as_deref().filter(|_| pages == 1);
        let mut xml = Xml::with_capacity(2048);
        xml.declaration();
        xml.start("alto");
        xml.attribute("xmlns", NAMESPACE);
        xml.attribute("xmlns:xlink", "http://www.w3.org/1999/xlink");
        xml.attribute("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance");
        xml.attribute("xsi:schemaLocation", SCHEMA);
        xml.attribute("SCHEMAVERSION", "4.4");
        let engine = document.recogniser.as_deref();
        describe(&mut xml, image.unwrap_or(&document.name), engine);
        let styles = &before.styles;
        if !styles.is_empty() {
            xml.open(1, "Styles");
            for style in styles.iter() {
                xml.new_line(2);
                style::write(style, &mut xml);
            }
            xml.close(1, "Styles");
        }
        xml.open(1, "Tags");
        before.tags.write(&mut xml);
        xml.close(1, "Tags");
        if before.orders.values().any(|order| !order.is_empty()) {
            xml.open(1, "ReadingOrder");
            for (number, order) in &before.orders {
                order::write(order, *number, &mut xml);
            }
            xml.close(1, "ReadingOrder");
        }
        xml.open(1, "Layout");
        xml.finish()
    }

    fn head_comes_last(&self) -> bool {
        true
    }

    fn page(&self, page: &blocks::Page) -> WrittenPage {
        let lang = page.lang().or(self.options.lang.as_deref());
        let label = page.label();
        let blocks = page.blocks_with_textless();
        let (page, frame) = (page.model(), page.frame());
        let mut writer = PageWriter {
            page,
            scale: Scale::new(frame),
            options: &self.options,
            xml: Xml::with_capacity(1024 + page.order.len().saturating_mul(24)),
            number: page.number().get(),
            counts: [0; 4],
            order: ReadingOrder::default(),
            cells: Cells::of(page),
            tags: Tags::default(),
            lang,
            styles: Vec::new(),
            text: String::new(),
        };
        writer.write(&blocks, frame, label);
        let mut before = lock(&self.before);
        let styles = writer.styles.into_iter();
        before.styles.extend(styles.map(|(style, _)| style));
        before.tags.extend(writer.tags);
        before.tags.add_groups(&writer.order.steps);
        before.orders.insert(writer.number, writer.order.steps);
        before.image = frame.image.as_ref().map(|image| image.name.clone());
        WrittenPage::new(writer.xml.finish(), blocks::count_words(&blocks))
    }

    fn tail(&self) -> String {
        "\n </Layout>\n</alto>\n".to_owned()
    }
}

/// Writes the `Description` element. `recogniser` is the engine for pages without text. Readers expect a `fileName`, so an empty `image` becomes `unknown`.
fn describe(xml: &mut Xml, image: &str, recogniser: Option<&str>) {
    let element = |xml: &mut Xml, depth, tag, text: &str| {
        xml.new_line(depth);
        xml.element(tag, text);
    };
    xml.open(1, "Description");
    element(xml, 2, "MeasurementUnit", "pixel");
    xml.open(2, "sourceImageInformation");
    let image = if image.is_empty() { "unknown" } else { image };
    element(xml, 3, "fileName", image);
    xml.close(2, "sourceImageInformation");
    xml.open(2, "Processing");
    xml.attribute("ID", "processing_1");
    element(xml, 3, "processingCategory", "contentGeneration");
    xml.open(3, "processingSoftware");
    element(xml, 4, "softwareName", "pdfa2hocr");
    element(xml, 4, "softwareVersion", env!("CARGO_PKG_VERSION"));
    xml.close(3, "processingSoftware");
    xml.close(2, "Processing");
    if let Some(engine) = recogniser {
        xml.open(2, "Processing");
        xml.attribute("ID", "processing_2");
        element(xml, 3, "processingCategory", "contentGeneration");
        element(
            xml,
            3,
            "processingStepDescription",
            "text recognition of pages without text",
        );
        xml.open(3, "processingSoftware");
        element(xml, 4, "softwareName", engine);
        xml.close(3, "processingSoftware");
        xml.close(2, "Processing");
    }
    xml.close(1, "Description");
}

/// Elements that are counted for ids on each page.
#[derive(Clone, Copy)]
enum Counter {
    Block,
    Illustration,
    Line,
    String,
}

/// One part of a divided word.
struct Division {
    whole: String,
    first: bool,
}

struct PageWriter<'a> {
    page: &'a Page,
    scale: Scale,
    options: &'a Options,
    xml: Xml,
    /// The page's number in the document, from 1.
    number: u32,
    counts: [u32; 4],
    order: ReadingOrder<Member>,
    cells: Cells,
    /// Tags used on the page, besides the built-in ones.
    tags: Tags,
    /// The language of the page.
    lang: Option<&'a str>,
    /// The styles of the page with their ids.
    styles: Vec<(TextStyle, String)>,
    text: String,
}

impl PageWriter<'_> {
    fn write(&mut self, blocks: &[Block<'_>], frame: &PageFrame, label: Option<&str>) {
        let whole = Pixels::of_page(frame);
        self.xml.open(2, "Page");
        let number = self.number;
        self.xml.id("ID", "page", &[number]);
        self.xml.number("PHYSICAL_IMG_NR", number);
        self.xml.optional("PRINTED_IMG_NR", label);
        self.xml.number("HEIGHT", whole.height());
        self.xml.number("WIDTH", whole.width());
        self.lang(self.lang, None);
        let print = blocks.iter().map(|b| b.place.pixels).reduce(Pixels::union);
        self.xml.open(3, "PrintSpace");
        self.place(print.unwrap_or(whole));
        for block in blocks {
            self.block(block);
        }
        if !blocks.is_empty() {
            self.xml.new_line(3);
        }
        self.xml.end("PrintSpace");
        self.xml.close(2, "Page");
    }

    fn block(&mut self, block: &Block<'_>) {
        if block.role == BlockRole::Image {
            self.xml.open(4, "Illustration");
            let number = self.id("illustration", Counter::Illustration);
            self.order.member(Member::Illustration(number));
            let kind = match self.page.tree[block.node()].kind.as_str() {
                "Figure" => Some("figure"),
                "Formula" => Some("formula"),
                _ => None,
            };
            self.xml.optional("TYPE", kind);
            self.place(block.place.pixels);
            self.xml.optional("xlink:title", block.alt);
            if self.shape(block.node(), block.place, 5) {
                self.xml.close(4, "Illustration");
            } else {
                self.xml.end_void();
            }
            return;
        }
        let runs = block.paragraphs.iter().map(|p| p.runs(self.scale).len());
        let group = match block.role {
            BlockRole::Table => {
                let (rows, columns) = self.cells.size(block.node()).unwrap_or_default();
                Some(Group::Table(rows, columns))
            }
            _ => Group::of_area(block, self.page, runs.sum()),
        };
        self.order.begin(group);
        for paragraph in &block.paragraphs {
            self.order.paragraph(paragraph, self.page, &self.cells);
            self.paragraph(paragraph, block.role);
        }
        self.order.end(group);
    }

    fn paragraph(&mut self, paragraph: &Paragraph<'_>, block: BlockRole) {
        let tag = tags::of(paragraph.kind(self.page), block, &mut self.tags);
        let lang = paragraph.lang.or(self.lang);
        let divisions = self.divisions(paragraph);
        for run in paragraph.runs(self.scale) {
            self.xml.open(4, "TextBlock");
            let number = self.id("block", Counter::Block);
            self.order.member(Member::Text(number));
            self.xml.optional("TAGREFS", tag.as_ref());
            self.place(run.place.pixels);
            let rotation = run.direction.rotation;
            if rotation != 0.0 {
                self.xml.decimal("ROTATION", rotation, 3);
            }
            self.lang(lang, self.lang);
            if run.lines.len() == paragraph.lines.len() {
                self.shape(paragraph.node(), run.place, 5);
            }
            for (at, line) in (run.first..).zip(run.lines) {
                self.line(line, at, &divisions, lang);
            }
            self.xml.close(4, "TextBlock");
        }
    }

    /// For each line whose last word continues in the next line: the number of bytes before the hyphen, and
    /// the whole word.
    fn divisions(&self, paragraph: &Paragraph<'_>) -> Vec<Option<(usize, Arc<str>)>> {
        let stems = paragraph.divisions(self.page);
        let mut wholes: Vec<Option<(usize, Arc<str>)>> = vec![None; stems.len()];
        let mut first = 0;
        while let Some(division) = stems.get(first) {
            let mut last = first;
            let mut word = String::new();
            if division.is_some() {
                for (piece, stem) in paragraph.divided_word(first, &stems) {
                    let start = word.len();
                    self.page.push_text(piece.glyphs, &mut word);
                    if let Some(stem) = stem {
                        word.truncate(start + stem);
                        last += 1;
                    }
                }
            }
            let whole: Arc<str> = word.into();
            for (slot, stem) in wholes.iter_mut().zip(&stems).take(last).skip(first) {
                *slot = stem.map(|stem| (stem, Arc::clone(&whole)));
            }
            first = last.max(first + 1);
        }
        wholes
    }

    fn line(
        &mut self,
        line: &Line<'_>,
        at: usize,
        divisions: &[Option<(usize, Arc<str>)>],
        around: Option<&str>,
    ) {
        let depth = 5;
        self.xml.open(depth, "TextLine");
        self.id("line", Counter::Line);
        let kind = self.page.tree[line.node()].own(Own::Type);
        self.xml
            .optional("TAGREFS", kind.and_then(|kind| self.tags.other(kind)));
        self.place(line.place.pixels);
        self.baseline(line);
        let lang = line.lang.or(around);
        self.lang(lang, around);
        if line.geometry.is_some_and(|g| g.vertical) {
            self.xml.attribute("BASEDIRECTION", "ttb");
        } else if line.rtl {
            self.xml.attribute("BASEDIRECTION", "rtl");
        }
        self.shape(line.node(), line.place, depth + 1);
        if line.words.is_empty() {
            self.no_string(line.place.pixels, depth + 1);
        }
        let before = at.checked_sub(1).and_then(|i| divisions.get(i)?.as_ref());
        let after = divisions.get(at).and_then(Option::as_ref);
        let last = line.words.len().saturating_sub(1);
        let mut previous: Option<&Word<'_>> = None;
        for (i, word) in line.words.iter().enumerate() {
            if let Some(previous) = previous.filter(|_| !word.glued) {
                self.space(previous.place.pixels, word.place.pixels, depth + 1);
            }
            previous = Some(word);
            let part = |piece: Option<&(usize, Arc<str>)>, first| {
                piece.map(|(_, whole)| Division {
                    whole: whole.to_string(),
                    first,
                })
            };
            let division = match (before, after) {
                (Some(_), _) if i == 0 => part(before, false),
                (_, Some(_)) if i == last => part(after, true),
                _ => None,
            };
            let stem = after.filter(|_| i == last).map(|(stem, _)| *stem);
            self.string(word, division, stem, lang, depth + 1);
        }
        self.xml.close(depth, "TextLine");
    }

    /// Writes an empty `String` for a line without text: the schema requires one.
    fn no_string(&mut self, place: Pixels, depth: usize) {
        self.xml.open(depth, "String");
        self.id("string", Counter::String);
        self.place(place);
        self.xml.attribute("CONTENT", "");
        self.xml.end_void();
    }

    /// Writes a word and the hyphen at its end.
    fn string(
        &mut self,
        word: &Word<'_>,
        division: Option<Division>,
        stem: Option<usize>,
        around: Option<&str>,
        depth: usize,
    ) {
        let style = Style::of(self.page, word.glyphs);
        let mut text = std::mem::take(&mut self.text);
        text.clear();
        self.page.push_text(word.glyphs, &mut text);
        let (content, hyphen) = stem
            .and_then(|s| text.split_at_checked(s))
            .unwrap_or((&text, ""));
        let (bbox, of_hyphen) = match hyphen {
            "" => (word.place.pixels, None),
            _ => self.without_hyphen(word, hyphen),
        };
        self.xml.open(depth, "String");
        self.id("string", Counter::String);
        self.style(&style);
        if self.page.tree[word.node()].kind.as_str() == "headword" {
            self.xml.attribute("TAGREFS", tags::HEADWORD);
        }
        self.place(bbox);
        self.xml.attribute("CONTENT", content);
        if let Some(division) = division {
            let part = if division.first {
                "HypPart1"
            } else {
                "HypPart2"
            };
            self.xml.attribute("SUBS_TYPE", part);
            self.xml.attribute("SUBS_CONTENT", &division.whole);
        }
        let confidence = f64::from(style.confidence) / 100.0;
        self.xml.decimal("WC", confidence, 2);
        if style.human {
            self.xml.attribute("CS", "true");
        }
        self.lang(word.lang, around);
        let readings = self.page.tree[word.node()].own(Own::Readings);
        for reading in readings.iter().flat_map(|all| all.split('\t')) {
            self.xml.new_line(depth + 1);
            self.xml.element("ALTERNATIVE", reading);
        }
        if self.options.char_boxes {
            self.glyphs(word, bbox, content.chars().count(), depth + 1);
        }
        if readings.is_some() || self.options.char_boxes {
            self.xml.close(depth, "String");
        } else {
            self.xml.end_void();
        }
        if !hyphen.is_empty() {
            self.xml.open(depth, "HYP");
            if let Some(bbox) = of_hyphen {
                self.place(bbox);
            }
            self.xml.attribute("CONTENT", hyphen);
            self.xml.end_void();
        }
        self.text = text;
    }

    /// Writes the first `count` characters of a word, each with its box.
    fn glyphs(&mut self, word: &Word<'_>, bbox: Pixels, count: usize, depth: usize) {
        for character in characters(self.page, word.glyphs, bbox, self.scale).take(count) {
            self.xml.open(depth, "Glyph");
            self.place(character.bbox);
            self.xml
                .attribute("CONTENT", character.text.encode_utf8(&mut [0; 4]));
            let confidence = f64::from(character.confidence) / 100.0;
            self.xml.decimal("GC", confidence, 2);
            self.xml.end_void();
        }
    }

    /// Splits the box of a word into the box of the text and that of the final hyphen, if there is one.
    fn without_hyphen(&self, word: &Word<'_>, hyphen: &str) -> (Pixels, Option<Pixels>) {
        let Range { start, end } = *word.glyphs;
        let last = end.saturating_sub(1);
        let mut glyphs = self.page.glyphs(&(last..end));
        let of_hyphen = glyphs
            .next()
            .filter(|g| start < last && self.page.content.text_of(g) == hyphen)
            .map(|g| word.place.pixels.part(g.bbox, self.scale));
        let stem = self.page.glyphs(&(start..last)).map(|g| g.bbox);
        match (stem.reduce(crate::geometry::Rect::union), of_hyphen) {
            (Some(stem), Some(_)) => (word.place.pixels.part(stem, self.scale), of_hyphen),
            _ => (word.place.pixels, None),
        }
    }

    fn space(&mut self, before: Pixels, after: Pixels, depth: usize) {
        self.xml.open(depth, "SP");
        let (left, right) = if before.x1 <= after.x0 {
            (before.x1, after.x0)
        } else {
            // Right-to-left text.
            (after.x1, before.x0)
        };
        // Words of rotated lines are not side by side.
        if left <= right && before.y0 < after.y1 && after.y0 < before.y1 {
            self.xml.number("HPOS", left);
            self.xml.number("VPOS", before.y0.max(after.y0));
            self.xml.number("WIDTH", right - left);
        }
        self.xml.end_void();
    }

    fn style(&mut self, style: &Style<'_>) {
        let Some(style) = TextStyle::of(style, &self.options.families) else {
            return;
        };
        if !self.styles.iter().any(|(s, _)| *s == style) {
            let id = style::id(&style);
            self.styles.push((style.clone(), id));
        }
        if let Some((_, id)) = self.styles.iter().find(|(s, _)| *s == style) {
            self.xml.attribute("STYLEREFS", id);
        }
    }

    /// Writes the id `prefix_3_7` (page, then number on the page) and returns the number.
    fn id(&mut self, prefix: &str, counter: Counter) -> u32 {
        let Some(count) = self.counts.get_mut(counter as usize) else {
            return 0;
        };
        *count = count.saturating_add(1);
        self.xml.id("ID", prefix, &[self.number, *count]);
        *count
    }

    /// Writes the language if it differs from that of the parent element.
    fn lang(&mut self, lang: Option<&str>, around: Option<&str>) {
        if lang != around
            && let Some(tag) = lang.and_then(languages::tag)
        {
            self.xml.attribute("LANG", &tag);
        }
    }
}
