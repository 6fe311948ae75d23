//! The text in zones (`sourceDoc`): zones of regions, in these of lines, and in these of words. Zones without
//! text are regions and lines that have not been recognised.

use super::zones::zone;
use crate::page::{NodeKind, Own};
use crate::read::markup::Element;
use crate::read::ocr::{
    Line, Part, PartDetail, Room, baseline, place_loose, set_type, words_of_text,
};

/// The regions of a surface.
pub(super) fn parts(surface: Element<'_>, room: &Room) -> Vec<Part> {
    let zones = surface.children().filter(|e| is_text(*e));
    let zones = zones.take_while(|_| room.take());
    zones.filter_map(|zone| region(zone, room)).collect()
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

/// A region with its regions and lines, or a line.
fn region(element: Element<'_>, room: &Room) -> Option<Part> {
    let inner: Vec<Element<'_>> = element.children().filter(|e| is_text(*e)).collect();
    let is_line = element.is("line")
        || is_of(element, &["line"])
        || inner.iter().any(|e| is_of(*e, &["string", "word"]))
        || inner.is_empty() && !element.text().trim().is_empty();
    if is_line {
        return line(element, room);
    }
    let own = zone(element, None);
    let mut part = Part::new(NodeKind::TEXTBOX, own.bbox);
    part.points = own.points;
    part.set(Own::Id, Some(own.id).filter(|id| !id.is_empty()));
    if let Some(kind) = own.kind {
        set_type(&mut part, kind);
    }
    part.parts = parts(element, room);
    if part.parts.iter().any(|p| p.kind != NodeKind::TEXTLINE) {
        part.kind = NodeKind::TEXTGROUP;
        part = part.in_block();
    }
    (!part.parts.is_empty() || part.has_place()).then_some(part)
}

fn line(element: Element<'_>, room: &Room) -> Option<Part> {
    let own = zone(element, None);
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
