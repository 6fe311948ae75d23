//! The text in zones (`sourceDoc`): zones of regions, in these of lines, and in these of words. Zones without
//! text are regions and lines that have not been recognised.

use super::zones::zone;
use crate::geometry::Rect;
use crate::page::{NodeKind, Own};
use crate::read::markup::Element;
use crate::read::ocr::{
    Line, Part, PartDetail, Room, baseline, place_loose, set_type, words_of_text,
};

/// The regions of a surface.
pub(super) fn parts(surface: Element<'_>, room: &Room) -> Vec<Part> {
    all(surface, None, room)
}

/// The regions and lines in an element; `around` is the box of the zone that it is. Lines without places share it.
fn all(element: Element<'_>, around: Option<Rect>, room: &Room) -> Vec<Part> {
    let zones: Vec<Element<'_>> = element.children().filter(|e| is_text(*e)).collect();
    let has_place = |e: &Element<'_>| zone(*e, None).bbox.is_some();
    let around = around.filter(|_| !zones.iter().any(has_place));
    let height = around.map_or(0.0, |b| b.height() / zones.len() as f32);
    let numbered = (0u16..).zip(zones).take_while(|_| room.take());
    let part = |(number, zone): (u16, Element<'_>)| {
        let share = around.map(|b| {
            let top = b.y0 + height * f32::from(number);
            Rect::new(b.x0, top, b.x1, top + height)
        });
        let is_inside = element.is("zone");
        region(zone, share, is_inside, room)
    };
    numbered.filter_map(part).collect()
}

fn is_text(element: Element<'_>) -> bool {
    matches!(element.name(), "zone" | "line")
}

/// Whether the type of a zone contains one of these names.
fn is_of(element: Element<'_>, names: &[&str]) -> bool {
    let kinds = ["type", "rendition"].into_iter();
    let kind = kinds.filter_map(|name| element.attribute(name)).next();
    let kind = kind.unwrap_or_default().to_ascii_lowercase();
    names.iter().any(|name| kind.contains(name))
}

/// A region with its regions and lines, or a line. `share` is its place if it has none.
fn region(element: Element<'_>, share: Option<Rect>, is_inside: bool, room: &Room) -> Option<Part> {
    let inner: Vec<Element<'_>> = element.children().filter(|e| is_text(*e)).collect();
    let is_alone =
        matches!(inner.as_slice(), [only] if only.is("line") && zone(*only, None).bbox.is_none());
    let is_line = element.is("line")
        || is_of(element, &["line"])
        || element.child("path").is_some()
        || is_inside && is_alone
        || inner.iter().any(|e| is_of(*e, &["string", "word"]))
        || inner.is_empty() && !element.text().trim().is_empty();
    if is_line {
        return line(element, share, room);
    }
    let own = zone(element, None);
    let mut part = Part::new(NodeKind::TEXTBOX, own.bbox);
    part.points = own.points;
    part.set(Own::Id, Some(own.id).filter(|id| !id.is_empty()));
    if let Some(kind) = own.kind {
        set_type(&mut part, kind);
    }
    part.parts = all(element, own.bbox, room);
    if part.parts.iter().any(|p| p.kind != NodeKind::TEXTLINE) {
        part.kind = NodeKind::TEXTGROUP;
        part = part.in_block();
    }
    (!part.parts.is_empty() || part.has_place()).then_some(part)
}

fn line(element: Element<'_>, share: Option<Rect>, room: &Room) -> Option<Part> {
    let mut own = zone(element, None);
    own.bbox = own.bbox.or(share);
    let inside = element.below().filter(|e| e.is("zone"));
    let mut words: Vec<Part> = inside
        .filter(|e| is_of(*e, &["string", "word"]))
        .filter_map(|e| word(e, room))
        .collect();
    if words.is_empty() {
        words = words_of_text(&element.text(), own.bbox, room);
        let confidence = confidence(element);
        for word in words.iter_mut().filter_map(Part::as_word) {
            word.confidence = confidence;
        }
    }
    place_loose(&mut words, own.bbox);
    let has_right_to_left = words.iter().any(|part| match &part.detail {
        PartDetail::Word(word) => crate::bidi::has_right_to_left(&word.text),
        _ => false,
    });
    let (through, bends) = baseline(own.baseline, has_right_to_left);
    let line = Line {
        baseline: through,
        bends,
        size: None,
    };
    let mut part = Part::line(line, own.bbox, words);
    part.points = own.points;
    (!part.parts.is_empty() || part.has_place()).then_some(part)
}

fn word(element: Element<'_>, room: &Room) -> Option<Part> {
    let text: String = element.text().split_whitespace().collect();
    if text.is_empty() || !room.take_word(&text) {
        return None;
    }
    let mut part = Part::word(text, zone(element, None).bbox);
    if let Some(word) = part.as_word() {
        word.confidence = confidence(element);
    }
    Some(part)
}

/// The confidence of an element in percent: its `certainty`.
pub(super) fn confidence(element: Element<'_>) -> Option<u8> {
    let degree = element.child("certainty").and_then(|c| c.number("degree"));
    let degree = degree.or_else(|| element.number("conf"))?;
    Some((degree * 100.0).round().clamp(0.0, 100.0) as u8)
}
