//! Reads the elements of a page by their classes; those without a known class, by their tags.

use super::reader::{LINES, Reader, WORDS, class, is_line, set_common};
use super::title::properties;
use super::words::Marks;
use crate::geometry::Rect;
use crate::page::{Name, NodeKind, Own};
use crate::read::markup::{Child, Element};
use crate::read::ocr::{Line, Part, lines_of_text};

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
const IMAGES: [&str; 5] = [
    "ocr_image",
    "ocr_photo",
    "ocr_graphic",
    "ocr_linedrawing",
    "ocr_textimage",
];
/// Classes of running elements that are also found on lines: class, kind of the part, and tag.
const PLACED: [(&str, &str, &str); 6] = [
    ("ocr_header", "header", "Header"),
    ("ocrx_header", "header", "Header"),
    ("ocr_footer", "footer", "Footer"),
    ("ocrx_footer", "footer", "Footer"),
    ("ocr_pageno", "pageno", "PageNum"),
    ("ocrx_page_number", "pageno", "PageNum"),
];
/// Classes of elements around paragraphs, with the role that they give to the paragraphs.
const WRAPPED: [(&str, &str); 3] = [
    ("ocr_caption", "caption"),
    ("ocr_title", "title"),
    ("ocr_math", "formula"),
];
/// Kinds of blocks that are written with an area of their own, so that an area around one adds nothing.
const OWN_AREA: [&str; 3] = ["textbox", "Table", "L"];

impl Reader {
    /// The blocks in an element.
    pub(super) fn blocks(&self, element: Element<'_>) -> Vec<Part> {
        self.inside(element, Marks::default())
    }

    fn inside(&self, element: Element<'_>, marks: Marks) -> Vec<Part> {
        let mut out = Vec::new();
        for child in element.children().take_while(|_| self.room.take()) {
            self.block(child, marks, &mut out);
        }
        out.shrink_to_fit();
        out
    }

    /// The text of an element without line elements, as one part for each line.
    fn loose_lines(&self, element: Element<'_>, bbox: Option<Rect>) -> Vec<Part> {
        lines_of_text(&element.text(), bbox, &self.room)
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
            for word in self.words_in(element, marks) {
                push_loose(word, out);
            }
        } else if class(element, &AREAS).is_some() {
            self.area(element, bbox, marks, out);
        } else if let Some(role) = wrapping(element) {
            out.extend(self.wrapped(element, role, marks));
        } else if class(element, &["ocr_par", "ocr_caption"]).is_some() {
            out.extend(self.paragraph(element, bbox, marks));
        } else if let Some(kind) = structure(element) {
            out.push(known(self.structure(element, kind, bbox, marks)));
        } else if element.is("p") && !element.below().any(is_paragraph) {
            out.extend(self.paragraph(element, bbox, marks));
        } else if bbox.is_some() && has_text(element) {
            // A line, whatever its class: it has text and a place.
            out.extend(self.line(element, marks));
        } else {
            out.extend(self.inside(element, marks));
        }
    }

    /// Reads an area. If it holds a single block in the same place, the block replaces it.
    fn area(&self, element: Element<'_>, bbox: Option<Rect>, marks: Marks, out: &mut Vec<Part>) {
        let mut parts = self.inside(element, marks);
        if parts.is_empty() {
            parts = self.loose_lines(element, bbox);
        }
        let mut area = Part::new(NodeKind::TEXTGROUP, bbox);
        set_common(&mut area, element, self.ours);
        let said = element.attribute("data-kind");
        if let [part] = parts.as_slice()
            && part.bbox == bbox
            && area.attributes.iter().all(|a| a.name == Own::Id.into())
            && said.is_none()
            && OWN_AREA.contains(&part.kind.as_str())
        {
            out.append(&mut parts);
            return;
        }
        if parts.is_empty() && !is_bare(&area, element) {
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

    /// A paragraph, or several around running heads; none if it is blank.
    fn paragraph(&self, element: Element<'_>, bbox: Option<Rect>, marks: Marks) -> Vec<Part> {
        let mut parts = self.inside(element, marks);
        if parts.is_empty() {
            parts = self.loose_lines(element, bbox);
        }
        let mut paragraph = Part::new(NodeKind::TEXTBOX, bbox);
        if parts.is_empty() && !is_bare(&paragraph, element) {
            return Vec::new();
        }
        set_common(&mut paragraph, element, self.ours);
        match element.attribute("data-kind") {
            Some("entry") => paragraph.kind = NodeKind::known("entry"),
            Some(role) => paragraph.set(Own::Role, Some(role)),
            None if class(element, &["ocr_caption"]).is_some() => {
                paragraph.set(Own::Role, Some("caption"));
            }
            None => {}
        }
        paragraph.set(Own::MathMl, element.attribute("data-mathml"));
        if element.attribute("role") == Some("heading") || heading(element).is_some() {
            let level = element
                .attribute("aria-level")
                .and_then(|l| l.trim().parse::<u8>().ok());
            let level = level.or(heading(element)).unwrap_or(1);
            paragraph.set(Own::Level, Some(level.to_string()));
        }
        paragraph.parts = parts;
        split_at_placed(paragraph)
    }

    /// Paragraphs with the role that the element around them gives.
    fn wrapped(&self, element: Element<'_>, role: &'static str, marks: Marks) -> Vec<Part> {
        let mut parts = self.inside(element, marks);
        for part in &mut parts {
            let said = part.attributes.iter().any(|a| a.name == Own::Role.into());
            if part.kind == NodeKind::TEXTBOX && !said {
                part.set(Own::Role, Some(role));
            }
        }
        parts
    }

    /// A running header or footer, or a page number.
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
        (!head.parts.is_empty() || is_bare(&head, element)).then_some(head)
    }

    fn image(&self, element: Element<'_>, bbox: Option<Rect>, marks: Marks) -> Part {
        if class(element, &["ocr_photo"]).is_some() {
            return Part::image(bbox);
        }
        let formula = element.attribute("data-kind") == Some("formula");
        let kind = if formula { "Formula" } else { "Figure" };
        let mut figure = Part::new(NodeKind::known(kind), bbox);
        figure.set(Own::Alt, element.attribute("aria-label"));
        figure.set(Own::MathMl, element.attribute("data-mathml"));
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
            ("TD" | "TH" | "LI", []) => part.parts = self.loose_lines(element, bbox),
            _ => {}
        }
        if matches!(kind, "TD" | "TH" | "LI") {
            part.parts = in_paragraphs(part.parts);
        }
        part
    }
}

/// Splits a paragraph at running heads, feet and page numbers, which are blocks of their own. Tesseract writes
/// them as lines of paragraphs.
fn split_at_placed(paragraph: Part) -> Vec<Part> {
    let is_placed = |part: &Part| {
        PLACED
            .iter()
            .any(|(_, kind, _)| part.kind.as_str() == *kind)
    };
    if !paragraph.parts.iter().any(is_placed) {
        return vec![paragraph];
    }
    let mut out: Vec<Part> = Vec::new();
    let mut is_open = false;
    for part in paragraph.parts {
        if is_placed(&part) {
            out.push(part);
            is_open = false;
            continue;
        }
        if !is_open {
            let mut piece = Part::new(paragraph.kind.clone(), None);
            piece.attributes.clone_from(&paragraph.attributes);
            out.push(piece);
        }
        is_open = true;
        if let Some(piece) = out.last_mut() {
            piece.parts.push(part);
        }
    }
    out
}

/// Whether an element has a place and nothing else: a region that has not been recognised yet. A region with
/// blank words has been recognised.
fn is_bare(part: &Part, element: Element<'_>) -> bool {
    part.has_place()
        && !element
            .below()
            .any(|e| class(e, &WORDS).is_some() || is_line(e))
}

/// The role that an element gives to the paragraphs in it.
fn wrapping(element: Element<'_>) -> Option<&'static str> {
    let known = |(name, _): &&(&str, &str)| class(element, &[name]).is_some();
    let (_, role) = WRAPPED.iter().find(known)?;
    element.below().any(is_paragraph).then_some(role)
}

/// Whether an element contains text directly.
fn has_text(element: Element<'_>) -> bool {
    element
        .contents()
        .any(|child| matches!(child, Child::Text(text) if !text.trim().is_empty()))
}

fn is_paragraph(element: Element<'_>) -> bool {
    class(element, &["ocr_par"]).is_some() || class(element, &AREAS).is_some() || element.is("p")
}

/// Adds a word that is outside of lines. It joins the preceding loose words if it is beside the last one,
/// else begins a new line.
fn push_loose(word: Part, out: &mut Vec<Part>) {
    let beside = |line: &&mut Part| {
        let loose = line.kind == NodeKind::TEXTLINE && line.bbox.is_none();
        match (loose, line.parts.last().and_then(|w| w.bbox), word.bbox) {
            (true, Some(before), Some(own)) => {
                let shared = before.y1.min(own.y1) - before.y0.max(own.y0);
                2.0 * shared > before.height().min(own.height())
            }
            (loose, ..) => loose,
        }
    };
    match out.last_mut().filter(beside) {
        Some(line) => line.parts.push(word),
        None => out.push(Part::line(Line::default(), None, vec![word])),
    }
}

/// The level of an HTML heading.
fn heading(element: Element<'_>) -> Option<u8> {
    let level = element.name().strip_prefix('h')?.parse().ok()?;
    (1..=6).contains(&level).then_some(level)
}

/// The structure type of an HTML table or list tag.
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

/// Wraps lines outside of paragraphs into paragraphs.
fn in_paragraphs(parts: Vec<Part>) -> Vec<Part> {
    let mut out: Vec<Part> = Vec::with_capacity(parts.len().min(1));
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
                paragraph.parts = vec![part];
                out.push(paragraph);
                loose = true;
            }
        }
    }
    out
}
