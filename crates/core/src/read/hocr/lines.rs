//! Reads lines: their words, baselines and characters.

use super::reader::{Reader, WORDS, class, is_line, set_common};
use super::title::{Properties, properties};
use super::words::Marks;
use crate::geometry::Rect;
use crate::page::{NodeKind, Own};
use crate::read::markup::{Child, Element};
use crate::read::ocr::{Baseline, Line, Part, PartDetail, place_loose, words_of_text};

impl Reader {
    /// A line, unless it has no text. A line without words, not recognised yet, needs a place.
    pub(super) fn line(&self, element: Element<'_>, marks: Marks) -> Option<Part> {
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
            let letters = |part: &Part| match &part.detail {
                PartDetail::Word(word) => word.text.chars().count(),
                _ => 0,
            };
            self.room.give_back(parts.iter().map(letters));
            let text = element.text();
            parts = words_of_text(&text, bbox, &self.room);
            place_by_characters(&mut parts, text.trim(), &characters);
        } else {
            place_loose(&mut parts, bbox);
        }
        let line = Line {
            baseline: self.baseline(&properties, bbox),
            bends: Vec::new(),
            size: properties.number("x_size").or(properties.number("x_fsize")),
        };
        let mut part = Part::line(line, bbox, parts);
        let is_blank = || !is_line(element) || element.below().any(|e| class(e, &WORDS).is_some());
        if part.parts.is_empty() && (!part.has_place() || is_blank()) {
            return None;
        }
        set_common(&mut part, element, self.ours);
        Some(part)
    }

    /// Reads `baseline` and `textangle`. The baseline is in the line's coordinates, which are rotated with
    /// the line. Their origin is the lower left corner of the line's box.
    fn baseline(&self, properties: &Properties<'_>, bbox: Option<Rect>) -> Baseline {
        let turn = properties.number("textangle").unwrap_or(0.0);
        let polynomial = properties.numbers("baseline");
        let (slope, offset) = match *polynomial.as_slice() {
            [.., slope, offset] => (f64::from(slope), f64::from(offset)),
            [offset] => (0.0, f64::from(offset)),
            // This program writes lines without a baseline only for vertical text.
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

    /// The words in an element, and the links that contain words.
    pub(super) fn words_in(&self, element: Element<'_>, marks: Marks) -> Vec<Part> {
        if class(element, &WORDS).is_some() {
            return self.word(element, marks).into_iter().collect();
        }
        let mut out = Vec::new();
        for child in element.contents() {
            if self.room.is_full() {
                break;
            }
            match child {
                Child::Text(text) => out.extend(words_of_text(text, None, &self.room)),
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
}

/// Gives the words of a line the boxes of its characters, if each character has one, or each except blanks.
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
