//! Writes pages as hOCR 1.2, with the elements that the mapping defines.

mod head;
#[cfg(test)]
mod tests;
mod title;
mod word_element;

use std::ops::Range;
use std::sync::Arc;

use super::families::Families;
use super::number::{push_integer, push_number};
use super::xml::{Attribute, Xml};
use super::{Options, Writer, WrittenPage, languages};
use crate::address::allowed;
use crate::blocks::{self, Pixels, Scale};
use crate::geometry::Rect;
use crate::mapping::{Action, Element, Elements, Mapping, NodeContext, Property, Rules, Written};
use crate::page::{
    Detail, DocumentInfo, Node, NodeId, NodeKind, Own, Page, PageFrame, Step, Style,
};
use crate::page_number::PageNumber;

use title::{Said, TitleFacts};
use word_element::{Places, WordElement};

/// Writer of hOCR.
#[derive(Clone, Debug)]
pub(crate) struct Hocr {
    mapping: Arc<Mapping>,
    options: Options,
}

impl Hocr {
    pub(crate) fn new(mapping: Arc<Mapping>, options: Options) -> Self {
        Self { mapping, options }
    }
}

impl Writer for Hocr {
    fn head(&self, document: &DocumentInfo, pages: usize) -> String {
        head::head(document, pages, &self.mapping, &self.options)
    }

    /// The ids of a page begin with its number in the document. Words without text are omitted, because some
    /// readers stop at them.
    fn page(&self, page: &blocks::Page) -> WrittenPage {
        let (page, frame) = (page.model(), page.frame());
        // Estimated size: about 150 bytes a word element, about five glyphs a word.
        let mut writer = PageWriter {
            hocr: self,
            page,
            frame,
            scale: Scale::new(frame),
            xml: Xml::with_capacity(1024 + page.order.len().saturating_mul(40)),
            number: format!("{}_", PageNumber::of(index(page))),
            counters: vec![0; self.mapping.counters],
            depths: vec![0; self.mapping.depths],
            flat: vec![0; self.mapping.flat],
            open: Vec::new(),
            rules: None,
            level: 0,
            text: Text::None,
            anchors: Vec::new(),
            said: Said::default(),
            places: Places::default(),
            like: None,
            words: 0,
        };
        writer.write();
        WrittenPage::new(writer.xml.finish(), writer.words)
    }

    fn tail(&self) -> String {
        head::TAIL.to_owned()
    }
}

/// The font of words as hOCR shows it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Look<'a> {
    family: &'a str,
    /// Font size, in tenths of a point.
    tenths: u32,
    bold: bool,
    italic: bool,
}

/// The content before the next word in the same element.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Text<'a> {
    /// An element, or nothing.
    None,
    /// Words without an element.
    Plain,
    /// Words in an open span for their font.
    Run(Look<'a>),
}

/// A node whose children are being written.
struct OpenElement<'a> {
    elements: Option<&'a Elements>,
    /// Bit set of the first 64 elements that are not allowed here and are omitted.
    left_out: u64,
    /// The language of the node's content.
    lang: Option<&'a str>,
    /// The language declared by the elements around the content.
    lang_said: Option<&'a str>,
    /// The direction of the node's content; `dir_said` is the one declared by the elements around it.
    dir: &'a str,
    dir_said: &'a str,
    /// Index in `depths` of the counter for this node.
    slot: Option<usize>,
    depth: u32,
    /// Box to which the children are clipped.
    bounds: Pixels,
    /// The innermost element contains text, so no white space may precede its end tag.
    inline: bool,
}

impl OpenElement<'_> {
    fn is_left_out(&self, element: usize) -> bool {
        element < 64 && self.left_out & (1 << element) != 0
    }
}

/// The page index in the document, from 0. A file of recognised text may give it.
fn index(page: &Page) -> u32 {
    let said = page.tree[page.tree.root()].own(Own::PageIndex);
    said.and_then(|n| n.parse().ok()).unwrap_or(page.index)
}

/// The language set on a node.
fn lang(node: &Node) -> Option<&str> {
    let lang = node.own(Own::Lang).or_else(|| node.own(Own::ModuleLang))?;
    Some(lang).filter(|lang| !lang.is_empty())
}

/// The default direction.
const LEFT_TO_RIGHT: &str = "ltr";

/// The direction set on a node.
fn dir(node: &Node) -> Option<&str> {
    node.own(Own::Dir)
        .filter(|dir| matches!(*dir, "ltr" | "rtl"))
}

struct PageWriter<'a> {
    hocr: &'a Hocr,
    page: &'a Page,
    frame: &'a PageFrame,
    scale: Scale,
    xml: Xml,
    /// The prefix of all ids: the page number in the document, from 1, and `_`.
    number: String,
    counters: Vec<u32>,
    depths: Vec<u32>,
    /// Number of open elements of each class that must not contain certain others.
    flat: Vec<u32>,
    open: Vec<OpenElement<'a>>,
    /// The kind of the previous node with its rules.
    rules: Option<(&'a NodeKind, Rules<'a>)>,
    /// Number of open elements, for the indent.
    level: usize,
    text: Text<'a>,
    /// Link targets for the next elements, the nearest last.
    anchors: Vec<&'a str>,
    said: Said<'a>,
    /// The places of the parts of the last word.
    places: Places,
    /// The element of the last word, if the next one can have the same.
    like: Option<WordElement<'a>>,
    /// Number of words written.
    words: usize,
}

impl<'a> PageWriter<'a> {
    fn write(&mut self) {
        let tree = &self.page.tree;
        let mut walk = tree.walk(tree.root());
        while let Some(step) = walk.next() {
            match step {
                Step::Enter(id) if id == tree.root() => self.enter_page(id),
                Step::Enter(id) => {
                    if !self.enter(id) {
                        walk.skip_children(id);
                    }
                }
                Step::Leave(_) => self.leave(),
            }
        }
    }

    fn place(&self, node: NodeId) -> NodeContext<'a> {
        NodeContext {
            tree: &self.page.tree,
            node,
            page: self.page.index,
        }
    }

    /// Returns the rules for a kind, cached because most nodes are words.
    fn rules(&mut self, kind: &'a NodeKind) -> Rules<'a> {
        match self.rules {
            Some((known, rules)) if known == kind => rules,
            _ => {
                let rules = self.hocr.mapping.rules(kind);
                self.rules = Some((kind, rules));
                rules
            }
        }
    }

    fn enter_page(&mut self, id: NodeId) {
        let node = &self.page.tree[id];
        let bounds = Pixels::of_page(self.frame);
        let elements = self.hocr.mapping.page(self.place(id));
        let mut facts = TitleFacts::new(node, bounds, self.scale);
        facts.page = Some((index(self.page), self.frame));
        let mut open = OpenElement {
            elements: Some(elements),
            left_out: 0,
            lang: lang(node),
            lang_said: None,
            dir: dir(node).unwrap_or(LEFT_TO_RIGHT),
            dir_said: LEFT_TO_RIGHT,
            slot: None,
            depth: 1,
            bounds,
            inline: false,
        };
        self.start_all(elements, node, &facts, &mut open);
        self.open.push(open);
    }

    /// Writes the start of a node. Returns `false` if the node is skipped.
    fn enter(&mut self, id: NodeId) -> bool {
        let node = &self.page.tree[id];
        let found = self.rules(&node.kind).find(self.place(id));
        let word = match &node.detail {
            Detail::Word(glyphs) => Some(glyphs),
            _ => None,
        };
        // Link targets of a skipped node move to the next element.
        self.anchors.extend(node.own(Own::Anchor));
        if *found.action == Action::Drop || word.is_some_and(|glyphs| self.page.is_blank(glyphs)) {
            return false;
        }
        let is_plain = word.is_some() && self.is_plain(id);
        if let Some(glyphs) = word.filter(|_| is_plain)
            && self.write_like_last(found.action, node.bbox, glyphs)
        {
            return false;
        }
        let depth = match found.depth.and_then(|slot| self.depths.get_mut(slot)) {
            Some(depth) => {
                *depth = depth.saturating_add(1);
                *depth
            }
            None => 1,
        };
        // A heading with a known level uses the element of that level.
        let level = node.own(Own::Level).and_then(|l| l.parse().ok());
        let around = self.open.last();
        let mut open = OpenElement {
            elements: None,
            left_out: 0,
            lang: lang(node).or_else(|| around?.lang),
            lang_said: around.and_then(|open| open.lang_said),
            dir: dir(node)
                .or(around.map(|open| open.dir))
                .unwrap_or(LEFT_TO_RIGHT),
            dir_said: around.map_or(LEFT_TO_RIGHT, |open| open.dir_said),
            slot: found.depth,
            depth: level.unwrap_or(depth),
            bounds: self.bounds(),
            inline: word.is_some(),
        };
        let families = &self.hocr.options.families;
        match (found.action, word) {
            (Action::Elements(elements), word) => {
                let bbox = open.bounds.part(node.bbox, self.scale);
                if elements.properties.contains(&Property::Bbox) && !node.bbox.is_empty() {
                    open.bounds = bbox;
                }
                open.elements = Some(elements);
                let mut facts = TitleFacts::new(node, bbox, self.scale);
                if let Some(glyphs) = word {
                    let style = Style::of(self.page, glyphs);
                    facts.word = Some((style, families));
                    let always = self.hocr.options.char_boxes;
                    facts.characters = Some((self.page, glyphs, always));
                    // A style that recurs is worth an element for the next word.
                    let recurs = is_plain && !always && self.said.is_of(style);
                    self.xml.close_tag();
                    let (level, start) = (self.level, self.xml.len());
                    self.start_all(elements, node, &facts, &mut open);
                    self.word_in_element(glyphs, style.bold, style.italic);
                    if recurs {
                        let mut edges = String::new();
                        title::push_bbox(bbox, &mut edges);
                        let end = self.said.bbox_end;
                        self.places.bbox = end - edges.len()..end;
                        let output = (&self.xml, start);
                        self.like = WordElement::of(elements, style, level, output, &self.places);
                    }
                } else if let Some(text) = elements.text(node) {
                    open.inline = true;
                    facts.said = true;
                    self.start_all(elements, node, &facts, &mut open);
                    text.for_each(|piece| self.xml.text(piece));
                } else {
                    self.start_all(elements, node, &facts, &mut open);
                }
            }
            (Action::Runs, Some(glyphs)) => {
                let look = Look::of(&Style::of(self.page, glyphs), families);
                self.word_in_run(glyphs, look);
            }
            (_, Some(glyphs)) => self.plain_word(glyphs),
            _ => {}
        }
        self.open.push(open);
        true
    }

    /// Whether nothing but style, box and text makes a word different from others at its place.
    fn is_plain(&self, id: NodeId) -> bool {
        let node = &self.page.tree[id];
        let is_said =
            |open: &OpenElement<'_>| (open.lang, open.dir) == (open.lang_said, open.dir_said);
        node.attributes.is_empty()
            && !node.bbox.is_empty()
            && self.anchors.is_empty()
            && self.text == Text::None
            && self.open.last().is_some_and(is_said)
            && !self.page.tree.has_children(id)
    }

    /// Writes a [plain](Self::is_plain) word in the same element as the last one; `false` if it needs another.
    fn write_like_last(&mut self, action: &Action, bbox: Rect, glyphs: &Range<u32>) -> bool {
        let Some(like) = &self.like else {
            return false;
        };
        if !like.is_of(action, self.level) || !like.has_style(Style::of(self.page, glyphs)) {
            return false;
        }
        let count = self.counters.get_mut(like.counter).map_or(0, |count| {
            *count = count.saturating_add(1);
            *count
        });
        let bbox = self.bounds().part(bbox, self.scale);
        like.write(count, bbox, self.page.texts(glyphs), &mut self.xml);
        self.words += 1;
        true
    }

    /// The box to which the next node is clipped.
    fn bounds(&self) -> Pixels {
        match self.open.last() {
            Some(open) => open.bounds,
            None => Pixels::of_page(self.frame),
        }
    }

    fn leave(&mut self) {
        let Some(open) = self.open.pop() else {
            return;
        };
        if let Some(depth) = open.slot.and_then(|slot| self.depths.get_mut(slot)) {
            *depth = depth.saturating_sub(1);
        }
        let Some(elements) = open.elements else {
            return;
        };
        self.end_text();
        let mut filled = self.xml.has_content();
        for (i, element) in elements.chain.iter().enumerate().rev() {
            if open.is_left_out(i) {
                continue;
            }
            if let Some(count) = element.flat.own.and_then(|c| self.flat.get_mut(c)) {
                *count = count.saturating_sub(1);
            }
            self.level = self.level.saturating_sub(1);
            if filled && !open.inline {
                self.xml.new_line(self.level);
            }
            self.xml
                .end_with(|out| element.tag.push_tag(open.depth, out));
            filled = true;
        }
    }

    /// Starts the elements of a node, nested.
    fn start_all(
        &mut self,
        elements: &'a Elements,
        node: &'a Node,
        facts: &TitleFacts<'a>,
        open: &mut OpenElement<'a>,
    ) {
        self.end_text();
        let innermost = elements.chain.len().saturating_sub(1);
        let mut first = true;
        for (i, element) in elements.chain.iter().enumerate() {
            let is_open = |&class: &usize| self.flat.get(class).is_some_and(|&n| n > 0);
            if i < 64 && element.flat.outer.iter().any(is_open) {
                open.left_out |= 1 << i;
                continue;
            }
            if let Some(count) = element.flat.own.and_then(|c| self.flat.get_mut(c)) {
                *count = count.saturating_add(1);
            }
            // No white space between the elements of a word: it would become part of the text.
            if first || !open.inline {
                self.xml.new_line(self.level);
            }
            first = false;
            self.level += 1;
            let inner = i == innermost;
            let anchor = if inner { self.anchors.pop() } else { None };
            self.start(element, open.depth, anchor);
            let lang = open.lang.filter(|_| inner && open.lang != open.lang_said);
            if let Some(tag) = lang.and_then(languages::tag) {
                self.xml.attribute("lang", &tag);
                open.lang_said = open.lang;
            }
            if inner && open.dir != open.dir_said {
                self.xml.attribute("dir", open.dir);
                open.dir_said = open.dir;
            }
            facts.write(elements, element, inner, &mut self.said, &mut self.xml);
            for Written {
                name,
                value,
                address,
            } in &element.attributes
            {
                let Some(pieces) = value.pieces(node) else {
                    continue;
                };
                if !address {
                    self.xml
                        .attribute_with(name, |a| pieces.for_each(|piece| a.text(piece)));
                } else if let Some(address) = allowed(&pieces.collect::<String>()) {
                    self.xml.attribute(name, &address);
                }
            }
        }
    }

    /// Starts an element with class and id. A link target sets the id.
    fn start(&mut self, element: &Element, depth: u32, anchor: Option<&str>) {
        self.xml.start_with(|out| {
            match (&element.opening, anchor) {
                (_, Some(_)) => element.push_name(depth, out),
                (Some(opening), None) => out.push_str(opening),
                (None, None) => element.push_opening(depth, out),
            }
            let Some(id) = &element.id else {
                return;
            };
            let count = self.counters.get_mut(id.counter).map_or(0, |count| {
                *count = count.saturating_add(1);
                *count
            });
            if anchor.is_some() {
                return;
            }
            out.push_str(&self.number);
            if element.is_page() {
                out.pop();
            } else {
                let begin = out.len();
                push_integer(count, out);
                self.places.number = begin..out.len();
            }
            out.push('"');
        });
        self.xml.optional("id", anchor);
    }

    /// Writes a word in its own element. Bold or italic marks the whole word in one inline child, because
    /// readers expect a single text.
    fn word_in_element(&mut self, glyphs: &Range<u32>, bold: bool, italic: bool) {
        self.start_marks(bold, italic);
        self.word(glyphs);
        self.end_marks(bold, italic);
    }

    /// Writes a word without an element.
    fn plain_word(&mut self, glyphs: &Range<u32>) {
        if self.text == Text::Plain {
            self.xml.text(" ");
        } else {
            self.end_text();
            self.xml.new_line(self.level);
            self.text = Text::Plain;
        }
        self.word(glyphs);
    }

    /// Writes a word in the span of its font, shared with previous words of the same look.
    fn word_in_run(&mut self, glyphs: &Range<u32>, look: Look<'a>) {
        if self.text == Text::Run(look) {
            self.xml.text(" ");
        } else {
            self.end_text();
            self.xml.open(self.level, "span");
            look.write_style(&mut self.xml);
            if self.hocr.options.special_font_tags {
                self.start_marks(look.bold, look.italic);
            }
            self.text = Text::Run(look);
        }
        self.word(glyphs);
    }

    fn word(&mut self, glyphs: &Range<u32>) {
        self.words += 1;
        self.xml.close_tag();
        let start = self.xml.len();
        self.page.texts(glyphs).for_each(|text| self.xml.text(text));
        self.places.text = start..self.xml.len();
    }

    /// Ends the open span of words without an element.
    fn end_text(&mut self) {
        if let Text::Run(look) = std::mem::replace(&mut self.text, Text::None) {
            if self.hocr.options.special_font_tags {
                self.end_marks(look.bold, look.italic);
            }
            self.xml.end("span");
        }
    }

    fn start_marks(&mut self, bold: bool, italic: bool) {
        let special = self.hocr.options.special_font_tags;
        for (wanted, tag, class) in [(bold, "strong", "ocrx_bold"), (italic, "em", "ocrx_italic")] {
            match (wanted, special) {
                (false, _) => {}
                (true, false) => self.xml.start(tag),
                (true, true) => {
                    self.xml.start("span");
                    self.xml.attribute("class", class);
                }
            }
        }
    }

    fn end_marks(&mut self, bold: bool, italic: bool) {
        let special = self.hocr.options.special_font_tags;
        for (wanted, tag) in [(italic, "em"), (bold, "strong")] {
            if wanted {
                self.xml.end(if special { "span" } else { tag });
            }
        }
    }
}

impl<'a> Look<'a> {
    fn of(style: &Style<'a>, families: &'a Families) -> Self {
        Self {
            family: style.font.map_or("", |font| families.of(font)),
            // Type sizes are not set more precisely than tenths of a point.
            tenths: (style.size * 10.0).round() as u32,
            bold: style.bold,
            italic: style.italic,
        }
    }

    /// Writes the look as CSS; unknown values are omitted.
    fn write_style(self, xml: &mut Xml) {
        if self.family.is_empty() && self.tenths == 0 {
            return;
        }
        xml.attribute_with("style", |style| {
            if !self.family.is_empty() {
                self.push_family(style);
            }
            if self.tenths > 0 {
                if !self.family.is_empty() {
                    style.plain().push_str("; ");
                }
                style.plain().push_str("font-size: ");
                push_number(f64::from(self.tenths) / 10.0, 1, style.plain());
                style.plain().push_str("pt");
            }
            if self.bold {
                style.plain().push_str("; font-weight: bold");
            }
            if self.italic {
                style.plain().push_str("; font-style: italic");
            }
        });
    }

    fn push_family(self, style: &mut Attribute<'_>) {
        style.plain().push_str("font-family: ");
        // Families of such words need no quotes (CSS Fonts Module Level 3, 3.1), and old scripts expect none.
        let plain = |word: &str| {
            word.starts_with(|c: char| c.is_ascii_alphabetic())
                && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
        };
        if self.family.split(' ').all(plain) {
            style.text(self.family);
        } else {
            style.string(self.family, '\'');
        }
    }
}
