//! Writes the map file beside a text: positions of its pieces on the pages, with their source and confidence.
//!
//! The schema is `docs/map.schema.json`. Offsets are bytes of UTF-8 from the beginning of the mapped file.
//! Boxes are in points from the page's top left corner, so they do not depend on a resolution.

use std::ops::Range;

use serde::Serialize;

use super::number::rounded;
use crate::blocks::Word;
use crate::geometry::Rect;
use crate::page::{Decoding, DocumentInfo};
use crate::page_number::PageNumber;

/// The source of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub enum TextSource {
    /// Alternative text of an image, given by the tags.
    #[serde(rename = "tags")]
    Tags,
    /// Visible text on the page.
    #[default]
    #[serde(rename = "print")]
    Print,
    /// An invisible text layer, as in a recognised scan.
    #[serde(rename = "layer")]
    Layer,
    /// Replacement text (`/ActualText`, ISO 32000-1, 14.9.4).
    #[serde(rename = "ActualText")]
    ActualText,
}

/// The origin of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Origin {
    /// The page's index, from 0.
    pub page: u32,
    /// Bounding box, in points from the upper left corner of the page.
    pub bbox: Rect,
    /// Expected share of correct characters, in percent.
    pub confidence: u8,
    /// The source of the text.
    pub source: TextSource,
}

impl Origin {
    /// The origin of a text of the tags, such as an alternative text.
    pub(super) fn of_tags(page: u32, bbox: Rect) -> Self {
        Self {
            page,
            bbox,
            confidence: 100,
            source: TextSource::Tags,
        }
    }

    /// The origin of a word.
    pub(super) fn of(word: &Word<'_>, page: u32) -> Self {
        let mut glyphs = word.glyphs();
        let hidden = |run: u32| {
            let run = word.model().content.runs.get(run as usize);
            run.is_some_and(|run| !run.visible)
        };
        let source = match glyphs.next() {
            Some(glyph) if glyph.decoding == Decoding::ActualText => TextSource::ActualText,
            Some(glyph) if hidden(glyph.run) => TextSource::Layer,
            _ => TextSource::Print,
        };
        Self {
            page,
            bbox: word.bbox(),
            confidence: word.style().confidence,
            source,
        }
    }
}

/// A piece of a text, usually a word or its part on one line, and its origin.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Span {
    /// Byte range in the text.
    pub range: Range<usize>,
    /// The origin of the piece.
    pub origin: Origin,
}

/// A text with the origins of its pieces.
#[derive(Clone, Debug, Default)]
pub(crate) struct MappedText {
    pub text: String,
    /// Filled only if `wanted`.
    pub spans: Vec<Span>,
    wanted: bool,
}

impl MappedText {
    pub(super) fn new(wanted: bool) -> Self {
        Self {
            wanted,
            ..Self::default()
        }
    }

    pub(super) fn of(text: String, spans: Vec<Span>) -> Self {
        Self {
            text,
            spans,
            wanted: false,
        }
    }

    pub(super) fn push_str(&mut self, text: &str) {
        self.text.push_str(text);
    }

    pub(super) fn push(&mut self, c: char) {
        self.text.push(c);
    }

    /// Calls `push` and records the text that it adds as one span.
    pub(super) fn from(&mut self, origin: Origin, push: impl FnOnce(&mut String)) {
        let start = self.text.len();
        push(&mut self.text);
        let range = start..self.text.len();
        if self.wanted && !range.is_empty() {
            self.spans.push(Span { range, origin });
        }
    }

    /// Appends another text with its spans.
    pub(super) fn append(&mut self, other: &Self) {
        let by = self.text.len();
        self.text.push_str(&other.text);
        let moved = |span: &Span| Span {
            range: span.range.start + by..span.range.end + by,
            origin: span.origin,
        };
        self.spans.extend(other.spans.iter().map(moved));
    }

    /// Inserts a text before the first span.
    pub(super) fn insert_before_spans(&mut self, at: usize, text: &str) {
        self.text.insert_str(at, text);
        for span in &mut self.spans {
            span.range = span.range.start + text.len()..span.range.end + text.len();
        }
    }

    /// Shortens the last span to the end of the text after the text was truncated.
    pub(super) fn end_at_text(&mut self) {
        if let Some(span) = self.spans.last_mut() {
            span.range.end = span.range.end.min(self.text.len());
        }
    }

    /// Takes the text and spans written since the last call.
    pub(super) fn take(&mut self) -> (String, Vec<Span>) {
        (
            std::mem::take(&mut self.text),
            std::mem::take(&mut self.spans),
        )
    }
}

/// Returns the beginning of a map.
pub fn head(document: &DocumentInfo, format: Option<&str>) -> String {
    #[derive(Serialize)]
    struct Head<'a> {
        generator: &'static str,
        version: u32,
        #[serde(skip_serializing_if = "Option::is_none")]
        document: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        format: Option<&'a str>,
        unit: &'static str,
    }
    let head = Head {
        generator: concat!("pdfa2hocr ", env!("CARGO_PKG_VERSION")),
        version: 1,
        document: Some(document.name.as_str()).filter(|name| !name.is_empty()),
        format,
        unit: "points",
    };
    let mut out = serde_json::to_string(&head).unwrap_or_default();
    // The spans follow in the same object.
    out.pop();
    out.push_str(",\"spans\":[");
    out
}

/// Serialises the spans of a text that begins at a byte offset of its file. `first` means that no spans
/// precede them.
pub fn spans(spans: &[Span], offset: u64, first: bool) -> String {
    #[derive(Serialize)]
    struct OfSpan {
        start: u64,
        end: u64,
        page: PageNumber,
        boxes: [[f32; 4]; 1],
        confidence: u8,
        source: TextSource,
    }
    let mut out = String::with_capacity(spans.len() * 96);
    let mut separator = if first { "\n" } else { ",\n" };
    for span in spans {
        let origin = span.origin;
        let bbox = origin.bbox;
        let written = OfSpan {
            start: offset + span.range.start as u64,
            end: offset + span.range.end as u64,
            page: PageNumber::of(origin.page),
            boxes: [[bbox.x0, bbox.y0, bbox.x1, bbox.y1].map(rounded)],
            confidence: origin.confidence,
            source: origin.source,
        };
        out.push_str(separator);
        separator = ",\n";
        out.push_str(&serde_json::to_string(&written).unwrap_or_default());
    }
    out
}

/// Moves a serialised span by `by` bytes. Returns `None` if the line is not a span.
pub fn moved(line: &str, by: u64) -> Option<String> {
    let rest = line.strip_prefix("{\"start\":")?;
    let (start, rest) = rest.split_once(",\"end\":")?;
    let (end, rest) = rest.split_once(',')?;
    let later = |offset: &str| Some(offset.parse::<u64>().ok()?.saturating_add(by));
    let (start, end) = (later(start)?, later(end)?);
    Some(format!("{{\"start\":{start},\"end\":{end},{rest}"))
}

/// The end of a map.
pub const TAIL: &str = "\n]}\n";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_move_with_their_text() {
        let origin = Origin {
            page: 0,
            bbox: Rect::EMPTY,
            confidence: 95,
            source: TextSource::Print,
        };
        let all = [3..5, 7..9].map(|range| Span { range, origin });
        let moved: Vec<String> = spans(&all, 10, true)
            .lines()
            .map(|line| moved(line, 100).unwrap_or_else(|| line.to_owned()))
            .collect();
        assert_eq!(moved.join("\n"), spans(&all, 110, true));
    }
}
