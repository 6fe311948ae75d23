//! The text of regions and lines. Words, lines and regions may have texts that differ. The words' texts are
//! used if all words have one, then the line's, then the line's share of the region's.

use super::custom::{Custom, get};
use super::elements::{bbox, child, is, language, named, outline};
use super::order;
use crate::compact_sort::CompactSort;
use crate::geometry::Rect;
use crate::page::Own;
use crate::read::markup::Element;
use crate::read::ocr::{
    Baseline, Font, Line, Part, Room, around, baseline, lines_of_text, place_loose, points,
    sort_by_rank, turned, words_of_text,
};

/// A text and its confidence.
struct Reading {
    text: String,
    confidence: Option<u8>,
    /// Alternative readings, the best first.
    others: Vec<String>,
}

/// The best of an element's own readings.
fn reading(element: Element<'_>) -> Option<Reading> {
    let mut all: Vec<(i64, Element<'_>)> = named(element, "TextEquiv")
        .map(|e| (e.number("index").map_or(-1, |n| n as i64), e))
        .collect();
    all.compact_sort_by_key(|(index, _)| *index);
    let text = |e: Element<'_>| {
        let text = child(e, "Unicode")
            .or_else(|| child(e, "PlainText"))?
            .text();
        let text = text.trim();
        (!text.is_empty()).then(|| text.to_owned())
    };
    let mut all = all.into_iter().filter_map(|(_, e)| Some((text(e)?, e)));
    let (text, best) = all.next()?;
    let percent = |c: f32| (c * 100.0).round().clamp(0.0, 100.0) as u8;
    Some(Reading {
        text,
        confidence: best
            .number("conf")
            .or_else(|| element.number("conf"))
            .map(percent),
        others: all.map(|(text, _)| text.replace('\t', " ")).collect(),
    })
}

/// The lines of a region, with or without text. `alone` is true if the region's own text belongs to its
/// lines, not to nested regions.
pub(super) fn lines(
    region: Element<'_>,
    place: Option<Rect>,
    alone: bool,
    room: &Room,
) -> Vec<Part> {
    let elements: Vec<Element<'_>> = named(region, "TextLine").collect();
    let elements = match elements.iter().all(|e| order::custom(*e).is_some()) {
        true => sort_by_rank(elements, |e| order::custom(*e)),
        false => elements,
    };
    let turn = region.number("orientation").unwrap_or(0.0);
    let font = style(region, None);
    let line = |element: Element<'_>, text: Option<&str>| {
        let mut line = line(element, text, turn, font.as_ref(), room)?;
        line.set(Own::Dir, direction(element).or_else(|| direction(region)));
        Some(line)
    };
    let lines = elements.iter().take_while(|_| room.take());
    let read: Vec<Option<Part>> = lines.map(|e| line(*e, None)).collect();
    let own = reading(region).filter(|_| alone);
    let has_text = |line: &Part| !line.parts.is_empty();
    let Some(own) = own.filter(|_| !read.iter().flatten().any(has_text)) else {
        return read.into_iter().flatten().collect();
    };
    let texts: Vec<&str> = own
        .text
        .lines()
        .map(str::trim)
        .filter(|t| !t.is_empty())
        .collect();
    if texts.len() == elements.len() {
        let lines = elements.iter().zip(texts);
        return lines.filter_map(|(e, text)| line(*e, Some(text))).collect();
    }
    lines_of_text(&own.text, place, room)
}

/// The direction of the words of an element, if it names a horizontal one.
fn direction(element: Element<'_>) -> Option<&'static str> {
    match element.attribute("readingDirection")? {
        "left-to-right" => Some("ltr"),
        "right-to-left" => Some("rtl"),
        _ => None,
    }
}

/// A line, unless it has neither text nor a place. `given` is its share of the region's text.
fn line(
    element: Element<'_>,
    given: Option<&str>,
    turn: f32,
    font: Option<&Font>,
    room: &Room,
) -> Option<Part> {
    let points_around = outline(element);
    let place = around(&points_around);
    let font = style(element, font);
    let custom = Custom::of(element);
    let elements: Vec<Element<'_>> = named(element, "Word").collect();
    let mut words: Vec<Part> = elements
        .iter()
        .filter_map(|e| word(*e, font.as_ref(), room))
        .collect();
    let whole = reading(element);
    let complete = !words.is_empty() && words.len() == elements.len();
    let text = whole.as_ref().map(|r| r.text.as_str()).or(given);
    if !complete
        && !room.is_full()
        && let Some(text) = text
    {
        let boxes: Vec<Option<Rect>> = elements.iter().map(|e| bbox(*e)).collect();
        words = words_of_text(text, place, room);
        if words.len() == boxes.len() {
            for (word, bbox) in words.iter_mut().zip(boxes) {
                word.bbox = bbox.or(word.bbox);
            }
        }
        let confidence = whole.as_ref().and_then(|r| r.confidence);
        for word in words.iter_mut().filter_map(Part::as_word) {
            word.confidence = confidence;
            word.font.clone_from(&font);
        }
    }
    let rtl = words
        .iter_mut()
        .filter_map(Part::as_word)
        .any(|w| crate::bidi::has_right_to_left(&w.text));
    set_styles(&mut words, &custom);
    place_loose(&mut words, place);
    let said = child(element, "Baseline");
    let list = said.and_then(|b| b.attribute("points")).map(points);
    let list = list.unwrap_or_else(|| {
        let of = |p: Element<'_>| Some(crate::geometry::Point::new(p.number("x")?, p.number("y")?));
        said.map(|b| named(b, "Point").filter_map(of).collect())
            .unwrap_or_default()
    });
    let place = place.or_else(|| around(&list).filter(|_| words.is_empty()));
    let (through, bends) = match baseline(list, rtl) {
        (Baseline::Unsaid, _) => (turned(turn, place), Vec::new()),
        other => other,
    };
    let mut part = Part::line(
        Line {
            baseline: through,
            bends,
            size: None,
        },
        place,
        words,
    );
    if part.parts.is_empty() && !part.has_place() {
        return None;
    }
    part.points = points_around;
    part.set(Own::Lang, language(element, "primaryLanguage"));
    part.set(Own::Type, custom.value("structure", "type"));
    if let Some(whole) = whole
        && !whole.others.is_empty()
        && elements.is_empty()
    {
        part.set(Own::Readings, Some(whole.others.join("\t")));
    }
    Some(part)
}

/// A word, if it has a text: its own, or that of its glyphs.
fn word(element: Element<'_>, font: Option<&Font>, room: &Room) -> Option<Part> {
    let glyphs: Vec<Element<'_>> = named(element, "Glyph").collect();
    let read = match reading(element) {
        Some(read) => read,
        None => {
            let all: Vec<Reading> = glyphs.iter().filter_map(|g| reading(*g)).collect();
            let text: String = all.iter().map(|r| r.text.as_str()).collect();
            (!text.is_empty()).then_some(Reading {
                text,
                confidence: None,
                others: Vec::new(),
            })?
        }
    };
    if !room.take_word(&read.text) {
        return None;
    }
    let mut part = Part::word(read.text, bbox(element));
    if let Some(word) = part.as_word() {
        word.confidence = read.confidence;
        let custom = element.attribute("custom").unwrap_or_default();
        word.human = custom.contains("source {type:human;}");
        word.font = style(element, font);
        let boxes: Vec<Rect> = glyphs.iter().filter_map(|g| bbox(*g)).collect();
        if boxes.len() == word.text.chars().count() {
            word.characters = boxes;
        }
    }
    part.set(Own::Lang, language(element, "language"));
    if !read.others.is_empty() {
        part.set(Own::Readings, Some(read.others.join("\t")));
    }
    Some(part)
}

/// The font of an element, inherited from `around`.
fn style(element: Element<'_>, around: Option<&Font>) -> Option<Font> {
    let Some(style) = element.children().find(|e| is(*e, "TextStyle")) else {
        return around.cloned();
    };
    let yes = |name| {
        style
            .attribute(name)
            .is_some_and(|v| matches!(v, "true" | "1"))
    };
    let font = Font {
        name: style
            .attribute("fontFamily")
            .unwrap_or_default()
            .trim()
            .to_owned(),
        size: style.number("fontSize").filter(|&s| s > 0.0),
        bold: yes("bold"),
        italic: yes("italic"),
        serif: yes("serif"),
        monospace: yes("monospace"),
    };
    (font != Font::default())
        .then_some(font)
        .or_else(|| around.cloned())
}

/// Maximum number of styles of a line that are read, because each is compared with all words.
const STYLES: usize = 1000;

/// Sets bold and italic from the character ranges of `textStyle` in `custom`.
fn set_styles(words: &mut [Part], custom: &Custom<'_>) {
    for entry in custom.all("textStyle").take(STYLES) {
        let number = |name| get(entry, name).and_then(|v| v.parse::<usize>().ok());
        let yes = |name| get(entry, name) == Some("true");
        let (Some(from), Some(length)) = (number("offset"), number("length")) else {
            continue;
        };
        let (bold, italic) = (yes("bold"), yes("italic"));
        if !bold && !italic {
            continue;
        }
        let to = from.saturating_add(length);
        let mut at = 0;
        for word in words.iter_mut().filter_map(Part::as_word) {
            let count = word.text.chars().count();
            // A style applies to a word if it covers most of its characters.
            let shared = to.min(at + count).saturating_sub(from.max(at));
            if 2 * shared > count {
                let font = word.font.get_or_insert_default();
                font.bold |= bold;
                font.italic |= italic;
            }
            at += count + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::Warnings;
    use crate::limits::Limits;
    use crate::read::markup::xml;
    use crate::read::ocr::PartDetail;

    #[test]
    fn styles_are_counted_along_the_line() {
        let room = Room::new(&Limits::default());
        let mut words = words_of_text("one two three", None, &room);
        let line = "<l custom='textStyle {offset:4; length:9; bold:true;}'/>";
        let markup = xml::parse(xml::Piece::first(line), &mut Warnings::new());
        let line = markup.root().child("l").unwrap();
        set_styles(&mut words, &Custom::of(line));
        let bold: Vec<bool> = words
            .iter()
            .map(|w| matches!(&w.detail, PartDetail::Word(w) if w.font.as_ref().is_some_and(|f| f.bold)))
            .collect();
        assert_eq!(bold, [false, true, true]);
    }
}
