//! The elements of a page, by their classes; where they have none that is known, by their tags.

use super::title::Properties;
use super::{class, lang};
use crate::geometry::Rect;
use crate::model::{Name, NodeKind, Own};
use crate::read::markup::{Child, Element};
use crate::read::ocr::{
    Baseline, Font, Line, Part, PartDetail, Word, lines_of_text, place_loose, words_of_text,
};

const AREAS: [&str; 9] = [
    "ocr_carea",
    "ocrx_block",
    "ocr_block",
    "ocr_column",
    "ocr_document",
    "ocr_float",
    "ocr_textfloat",
    "ocr_table",
    "ocr_section",
];
const LINES: [&str; 3] = ["ocr_line", "ocrx_line", "ocr_textline"];
const WORDS: [&str; 2] = ["ocrx_word", "ocr_word"];
const IMAGES: [&str; 5] = [
    "ocr_image",
    "ocr_photo",
    "ocr_graphic",
    "ocr_linedrawing",
    "ocr_textimage",
];
/// Classes of blocks that are also found on lines: what they are, and its kind, as tags have it.
const PLACED: [(&str, &str, &str); 6] = [
    ("ocr_header", "header", "Header"),
    ("ocrx_header", "header", "Header"),
    ("ocr_footer", "footer", "Footer"),
    ("ocrx_footer", "footer", "Footer"),
    ("ocr_pageno", "pageno", "PageNum"),
    ("ocrx_page_number", "pageno", "PageNum"),
];
/// Blocks that are written in an area of their own, so that one around them says no more.
const OWN_AREA: [&str; 3] = ["textbox", "Table", "L"];
/// Ids of elements that are numbered, which nothing refers to.
const NUMBERED: [&str; 10] = [
    "page", "block", "par", "line", "word", "header", "footer", "pageno", "photo", "image",
];

/// Reads the elements of a page.
pub(super) struct Reader {
    /// This program wrote the file, so that ids which are not counted are places that links lead to.
    pub ours: bool,
    /// Confidences are those of Tesseract 3.00: 0 is best, and all others are below it.
    pub certainties: bool,
}

/// How the words in an element are set, as the elements around them say.
#[derive(Clone, Copy, Default)]
struct Marks {
    bold: bool,
    italic: bool,
}

impl Marks {
    fn within(self, element: Element<'_>) -> Self {
        let is = |tags: &[&str], name| {
            tags.contains(&element.name()) || class(element, &[name]).is_some()
        };
        Self {
            bold: self.bold || is(&["strong", "b"], "ocrx_bold"),
            italic: self.italic || is(&["em", "i"], "ocrx_italic"),
        }
    }
}

fn properties(element: Element<'_>) -> Properties<'_> {
    Properties::of(element.attribute("title").unwrap_or_default())
}

/// What elements of any kind say.
fn set_common(part: &mut Part, element: Element<'_>, ours: bool) {
    let properties = properties(element);
    part.set(Own::Lang, lang(element));
    part.set(
        Own::Dir,
        element
            .attribute("dir")
            .filter(|d| matches!(*d, "ltr" | "rtl")),
    );
    part.set(Own::Group, properties.string("x_group"));
    let id = element
        .attribute("id")
        .filter(|id| ours && !is_numbered(id));
    part.set(Own::Anchor, id);
}

fn is_numbered(id: &str) -> bool {
    id.split_once('_').is_some_and(|(name, number)| {
        let digits = number.bytes().all(|b| b.is_ascii_digit() || b == b'_');
        digits && NUMBERED.contains(&name)
    })
}

impl Reader {
    /// The blocks in an element.
    pub(super) fn blocks(&self, element: Element<'_>) -> Vec<Part> {
        let mut out = Vec::new();
        for child in element.children() {
            self.block(child, Marks::default(), &mut out);
        }
        out
    }

    fn inside(&self, element: Element<'_>, marks: Marks) -> Vec<Part> {
        let mut out = Vec::new();
        for child in element.children() {
            self.block(child, marks, &mut out);
        }
        out
    }

    fn block(&self, element: Element<'_>, marks: Marks, out: &mut Vec<Part>) {
        let marks = marks.within(element);
        let properties = properties(element);
        let bbox = properties.bbox();
        let known = |part: Part| {
            let mut part = part;
            set_common(&mut part, element, self.ours);
            part
        };
        if let Some(placed) = class(element, &PLACED.map(|p| p.0)) {
            out.extend(self.placed(element, placed, bbox, marks).map(known));
        } else if class(element, &IMAGES).is_some() {
            out.push(known(self.image(element, bbox, marks)));
        } else if class(element, &LINES).is_some() {
            out.extend(self.line(element, marks));
        } else if class(element, &WORDS).is_some() {
            // Words in no line: one of their own.
            let words = self.words_in(element, marks);
            let line = Part {
                detail: PartDetail::Line(Line::default()),
                parts: words,
                ..Part::new(NodeKind::TEXTLINE, None)
            };
            if !line.parts.is_empty() {
                out.push(line);
            }
        } else if class(element, &AREAS).is_some() {
            self.area(element, bbox, marks, out);
        } else if class(element, &["ocr_par", "ocr_caption"]).is_some() {
            out.extend(self.paragraph(element, bbox, marks));
        } else if let Some(kind) = structure(element) {
            out.push(known(self.structure(element, kind, bbox, marks)));
        } else if element.is("p") && !element.below().any(is_paragraph) {
            out.extend(self.paragraph(element, bbox, marks));
        } else {
            out.extend(self.inside(element, marks));
        }
    }

    /// An area: what it holds, if that is one block in the same place.
    fn area(&self, element: Element<'_>, bbox: Option<Rect>, marks: Marks, out: &mut Vec<Part>) {
        let mut parts = self.inside(element, marks);
        if parts.is_empty() {
            parts.extend(loose_lines(element, bbox));
        }
        let mut area = Part::new(NodeKind::TEXTGROUP, bbox);
        set_common(&mut area, element, self.ours);
        let said = element.attribute("data-kind");
        if let [part] = parts.as_slice()
            && part.bbox == bbox
            && area.attributes.is_empty()
            && said.is_none()
            && OWN_AREA.contains(&part.kind.as_str())
        {
            out.append(&mut parts);
            return;
        }
        if parts.is_empty() {
            return;
        }
        match said {
            Some(role @ ("blockquote" | "toc")) => {
                area.kind = NodeKind::known(if role == "toc" { "TOC" } else { "BlockQuote" });
                area.set(Own::Role, Some(role));
            }
            _ => area.set(Own::Block, Some("true")),
        }
        area.parts = in_paragraphs(parts);
        out.push(area);
    }

    /// A paragraph, unless nothing is in it.
    fn paragraph(&self, element: Element<'_>, bbox: Option<Rect>, marks: Marks) -> Option<Part> {
        let mut parts = self.inside(element, marks);
        if parts.is_empty() {
            parts.extend(loose_lines(element, bbox));
        }
        if parts.is_empty() {
            return None;
        }
        let mut paragraph = Part::new(NodeKind::TEXTBOX, bbox);
        set_common(&mut paragraph, element, self.ours);
        match element.attribute("data-kind") {
            Some("entry") => paragraph.kind = NodeKind::known("entry"),
            Some(role) => paragraph.set(Own::Role, Some(role)),
            None if class(element, &["ocr_caption"]).is_some() => {
                paragraph.set(Own::Role, Some("caption"));
            }
            None => {}
        }
        if element.attribute("role") == Some("heading") || heading(element).is_some() {
            let level = element
                .attribute("aria-level")
                .and_then(|l| l.trim().parse::<u8>().ok());
            let level = level.or(heading(element)).unwrap_or(1);
            paragraph.set(Own::Level, Some(level.to_string()));
        }
        paragraph.parts = parts;
        Some(paragraph)
    }

    /// A running head or foot or a page number.
    fn placed(
        &self,
        element: Element<'_>,
        class: &str,
        bbox: Option<Rect>,
        marks: Marks,
    ) -> Option<Part> {
        let (_, kind, subtype) = PLACED.iter().find(|(name, ..)| *name == class)?;
        if element.below().any(is_line) {
            let mut parts = self.inside(element, marks);
            let one = match parts.as_slice() {
                [part] => part.kind == NodeKind::TEXTBOX && part.bbox == bbox,
                _ => false,
            };
            if one && let Some(part) = parts.pop() {
                return Some(Part {
                    kind: NodeKind::known(kind),
                    ..part
                });
            }
            if parts.iter().all(|part| part.kind == NodeKind::TEXTLINE) {
                let mut head = Part::new(NodeKind::known(kind), bbox);
                head.parts = parts;
                return (!head.parts.is_empty()).then_some(head);
            }
            let mut artifact = Part::new(NodeKind::known("Artifact"), bbox);
            artifact.set(Name::standard("Subtype"), Some(*subtype));
            artifact.parts = in_paragraphs(parts);
            return Some(artifact);
        }
        let mut head = Part::new(NodeKind::known(kind), bbox);
        head.parts.extend(self.line(element, marks));
        (!head.parts.is_empty()).then_some(head)
    }

    fn image(&self, element: Element<'_>, bbox: Option<Rect>, marks: Marks) -> Part {
        if class(element, &["ocr_photo"]).is_some() {
            return Part {
                detail: PartDetail::Image,
                ..Part::new(NodeKind::IMAGE, bbox)
            };
        }
        let formula = element.attribute("data-kind") == Some("formula");
        let kind = if formula { "Formula" } else { "Figure" };
        let mut figure = Part::new(NodeKind::known(kind), bbox);
        figure.set(Own::Alt, element.attribute("aria-label"));
        figure.parts = in_paragraphs(self.inside(element, marks));
        figure
    }

    /// A part of a table or of a list.
    fn structure(
        &self,
        element: Element<'_>,
        kind: &'static str,
        bbox: Option<Rect>,
        marks: Marks,
    ) -> Part {
        let mut part = Part::new(NodeKind::known(kind), bbox);
        for (name, attribute) in [("RowSpan", "rowspan"), ("ColSpan", "colspan")] {
            part.set(Name::standard(name), element.attribute(attribute));
        }
        part.set(Own::Headers, element.attribute("headers"));
        let scope = match element.attribute("scope") {
            Some("col") => Some("Column"),
            Some("row") => Some("Row"),
            _ => None,
        };
        part.set(Name::standard("Scope"), scope);
        if element.is("ol") {
            part.set(Own::Ordered, Some("true"));
        }
        part.parts = self.inside(element, marks);
        match (kind, part.parts.as_slice()) {
            ("Caption", [paragraph])
                if paragraph.kind == NodeKind::TEXTBOX && paragraph.bbox == bbox =>
            {
                part.attributes.extend(paragraph.attributes.iter().cloned());
                part.parts = part.parts.pop().map(|p| p.parts).unwrap_or_default();
            }
            ("Caption", _) => part.set(Own::Holds, Some("blocks")),
            ("TD" | "TH" | "LI", []) => part.parts.extend(loose_lines(element, bbox)),
            _ => {}
        }
        if matches!(kind, "TD" | "TH" | "LI") {
            part.parts = in_paragraphs(part.parts);
        }
        part
    }

    /// A line, unless it has no text.
    fn line(&self, element: Element<'_>, marks: Marks) -> Option<Part> {
        let properties = properties(element);
        let bbox = properties.bbox();
        let mut parts = self.words_in(element, marks.within(element));
        let characters = properties.boxes("x_bboxes");
        let characters = match characters.is_empty() {
            true => properties.boxes("bboxes"),
            false => characters,
        };
        let cinfo = element
            .children()
            .find(|e| class(*e, &["ocr_cinfo"]).is_some());
        let characters = match cinfo {
            Some(cinfo) if characters.is_empty() => self::properties(cinfo).boxes("x_bboxes"),
            _ => characters,
        };
        if parts
            .iter()
            .all(|part| matches!(&part.detail, PartDetail::Word(_)) && part.bbox.is_none())
        {
            let text = element.text();
            parts = words_of_text(&text, bbox);
            place_by_characters(&mut parts, text.trim(), &characters);
        } else {
            place_loose(&mut parts, bbox);
        }
        if parts.is_empty() {
            return None;
        }
        let line = Line {
            baseline: self.baseline(&properties, bbox),
            bends: Vec::new(),
            size: properties.number("x_size").or(properties.number("x_fsize")),
        };
        let mut part = Part {
            detail: PartDetail::Line(line),
            parts,
            ..Part::new(NodeKind::TEXTLINE, bbox)
        };
        set_common(&mut part, element, self.ours);
        Some(part)
    }

    /// `baseline` and `textangle`: the baseline is in the coordinates of the line, which are turned with
    /// it and begin at the box's lower left corner.
    fn baseline(&self, properties: &Properties<'_>, bbox: Option<Rect>) -> Baseline {
        let turn = properties.number("textangle").unwrap_or(0.0);
        let polynomial = properties.numbers("baseline");
        let (slope, offset) = match *polynomial.as_slice() {
            [.., slope, offset] => (f64::from(slope), f64::from(offset)),
            [offset] => (0.0, f64::from(offset)),
            // What has none in our own files is written from top to bottom.
            [] if self.ours && properties.get("x_size").is_some() => return Baseline::Vertical,
            [] => return Baseline::Unsaid,
        };
        let Some(bbox) = bbox else {
            return Baseline::Unsaid;
        };
        let (sin, cos) = f64::from(turn).to_radians().sin_cos();
        let [x0, y0, x1, y1] = [bbox.x0, bbox.y0, bbox.x1, bbox.y1].map(f64::from);
        let corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)];
        let turned = corners.map(|(x, y)| (x * cos - y * sin, x * sin + y * cos));
        let left = turned.iter().fold(f64::INFINITY, |m, c| m.min(c.0));
        let bottom = turned.iter().fold(f64::NEG_INFINITY, |m, c| m.max(c.1)) + offset;
        let (dx, dy) = (cos + slope * sin, slope * cos - sin);
        Baseline::Through {
            x: (left * cos + bottom * sin) as f32,
            y: (bottom * cos - left * sin) as f32,
            angle: (0.0 - dy).atan2(dx).to_degrees() as f32,
        }
    }

    /// The words in an element, and the links that hold some.
    fn words_in(&self, element: Element<'_>, marks: Marks) -> Vec<Part> {
        if class(element, &WORDS).is_some() {
            return self.word(element, marks).into_iter().collect();
        }
        let mut out = Vec::new();
        for child in element.contents() {
            match child {
                Child::Text(text) => out.extend(words_of_text(text, None)),
                Child::Element(child) if class(child, &["ocr_cinfo"]).is_some() => {}
                Child::Element(child) => {
                    let words = self.words_in(child, marks.within(child));
                    match child.attribute("href").filter(|_| child.is("a")) {
                        Some(href) if !words.is_empty() => {
                            let mut link = Part::new(NodeKind::known("Link"), None);
                            set_common(&mut link, child, self.ours);
                            link.set(Own::Href, Some(href));
                            link.parts = words;
                            out.push(link);
                        }
                        _ => out.extend(words),
                    }
                }
            }
        }
        out
    }

    fn word(&self, element: Element<'_>, marks: Marks) -> Option<Part> {
        let mut read = Reading {
            marks: marks.within(element),
            ..Reading::default()
        };
        read.add(element);
        let text = read.text.split_whitespace().collect::<Vec<_>>().join(" ");
        if text.is_empty() {
            return None;
        }
        let own = properties(element);
        let inner = element
            .below()
            .find(|e| class(*e, &["xocr_word", "ocrx_word"]).is_some());
        let inner = inner.map(properties).unwrap_or_default();
        let bbox = own.bbox().or(inner.bbox());
        let characters = own.boxes("x_bboxes");
        let word = Word {
            confidence: self.confidence(&own).or_else(|| self.confidence(&inner)),
            font: font(&own, read.marks),
            characters,
            text,
        };
        let mut part = Part {
            detail: PartDetail::Word(word),
            ..Part::new(NodeKind::WORD, bbox)
        };
        set_common(&mut part, element, self.ours);
        if element.attribute("data-kind") == Some("headword") {
            part.kind = NodeKind::known("headword");
        }
        part.set(Own::Raw, own.string("x_raw"));
        if !read.others.is_empty() {
            part.set(Own::Readings, Some(read.others.join("\t")));
        }
        Some(part)
    }

    /// In percent.
    fn confidence(&self, properties: &Properties<'_>) -> Option<u8> {
        let percent = |c: f32| Some(c.round().clamp(0.0, 100.0) as u8);
        if let Some(c) = properties.number("x_wconf") {
            // As Tesseract has made percents of it since.
            return percent(if self.certainties { 100.0 + 5.0 * c } else { c });
        }
        if let Some(c) = properties.number("x_conf") {
            return percent(c);
        }
        let all = properties.numbers("x_confs");
        let sum: f32 = all.iter().sum();
        // Of characters, from 0 to 1.
        let scale = if all.iter().all(|&c| c <= 1.0) {
            100.0
        } else {
            1.0
        };
        if all.is_empty() {
            None
        } else {
            percent(sum / all.len() as f32 * scale)
        }
    }
}

/// What is read of a word.
#[derive(Default)]
struct Reading {
    text: String,
    marks: Marks,
    /// Other readings than the first.
    others: Vec<String>,
}

impl Reading {
    fn add(&mut self, element: Element<'_>) {
        for child in element.contents() {
            match child {
                Child::Text(text) => self.text.push_str(text),
                Child::Element(other) if other.is("del") => {
                    let other = other.text();
                    if !other.trim().is_empty() {
                        self.others.push(other.trim().replace('\t', " "));
                    }
                }
                Child::Element(child) => {
                    self.marks = self.marks.within(child);
                    self.add(child);
                }
            }
        }
    }
}

fn font(properties: &Properties<'_>, marks: Marks) -> Option<Font> {
    let name = properties.string("x_font").unwrap_or_default();
    let size = properties.number("x_fsize").filter(|&s| s > 0.0);
    let known = !name.is_empty() || size.is_some() || marks.bold || marks.italic;
    known.then(|| Font {
        name: name.to_owned(),
        size,
        bold: marks.bold,
        italic: marks.italic,
        ..Font::default()
    })
}

fn is_line(element: Element<'_>) -> bool {
    class(element, &LINES).is_some()
}

fn is_paragraph(element: Element<'_>) -> bool {
    class(element, &["ocr_par"]).is_some() || class(element, &AREAS).is_some() || element.is("p")
}

/// The level of a heading of HTML.
fn heading(element: Element<'_>) -> Option<u8> {
    let level = element.name().strip_prefix('h')?.parse().ok()?;
    (1..=6).contains(&level).then_some(level)
}

/// What a tag is that structures the page.
fn structure(element: Element<'_>) -> Option<&'static str> {
    Some(match element.name() {
        "table" => "Table",
        "thead" => "THead",
        "tbody" => "TBody",
        "tfoot" => "TFoot",
        "tr" => "TR",
        "th" => "TH",
        "td" => "TD",
        "caption" => "Caption",
        "ol" | "ul" => "L",
        "li" => "LI",
        _ => return None,
    })
}

/// The text of an element that has no lines, one for each line of it.
fn loose_lines(element: Element<'_>, bbox: Option<Rect>) -> Vec<Part> {
    lines_of_text(&element.text(), bbox)
}

/// The same parts, with lines that are in no paragraph put into one.
fn in_paragraphs(parts: Vec<Part>) -> Vec<Part> {
    let mut out: Vec<Part> = Vec::new();
    let mut loose = false;
    for part in parts {
        if part.kind != NodeKind::TEXTLINE {
            loose = false;
            out.push(part);
            continue;
        }
        match out.last_mut().filter(|_| loose) {
            Some(paragraph) => paragraph.parts.push(part),
            None => {
                let mut paragraph = Part::new(NodeKind::TEXTBOX, None);
                paragraph.parts.push(part);
                out.push(paragraph);
                loose = true;
            }
        }
    }
    out
}

/// Gives the words of a line the boxes of its characters, where each character has one, or all but blanks
/// have.
fn place_by_characters(words: &mut [Part], text: &str, boxes: &[Rect]) {
    if boxes.len() != text.chars().count() {
        return;
    }
    let mut left = text.chars().zip(boxes);
    for part in words {
        let PartDetail::Word(word) = &mut part.detail else {
            continue;
        };
        let count = word.text.chars().count();
        let own = left
            .by_ref()
            .skip_while(|(c, _)| c.is_whitespace())
            .take(count);
        let own: Vec<Rect> = own.map(|(_, r)| *r).collect();
        if own.len() == count && own.iter().all(|r| r.x0 >= 0.0) {
            part.bbox = Some(own.iter().fold(Rect::EMPTY, |a, b| a.union(*b)));
            word.characters = own;
        }
    }
}
