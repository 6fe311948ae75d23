//! TEI P5 with the places of its text: as this program, Transkribus and eScriptorium write it. The places are
//! zones apart from the text (`facsimile`), or the text is in the zones (`sourceDoc`).
//!
//! A page is the text between two `pb`. It is read with the start tags of the elements that were open there:
//!
//! ```text
//! <div><p facs="#a #b">one <pb/>two</p></div>   gives   <div><p facs="#a #b">one
//!                                               and     <div><p facs="#a #b"><pb/>two</p></div>
//! ```

mod body;
mod embedded;
mod zones;

use std::collections::HashMap;
use std::ops::Range;

use quick_xml::events::Event;

use super::markup::xml;
use super::ocr::{Room, Sheet};
use crate::diagnostics::Warnings;
use crate::page::Own;

use zones::Zones;

/// Elements with a meaning of their own. The others are read as the text in them.
pub(super) const KNOWN: &str = "TEI TEI.2 teiCorpus teiHeader text group front body back div div1 div2 div3 div4 div5 div6 div7 facsimile \
     sourceDoc surfaceGrp surface zone graphic line path certainty pb cb gb lb milestone p ab head fw \
     note list item table row cell figure figDesc quote cit hi foreign lg l entry entryFree form orth \
     w c pc seg titlePage docTitle titlePart anchor choice orig reg sic corr abbr expan";

/// Maximum number of open elements that are kept for a page; deeper ones are omitted.
const OPEN: usize = 64;

/// Maximum number of pages; further text belongs to the last one.
const PAGES: usize = 1_000_000;

/// The data that all pages of a file share.
#[derive(Debug, Default)]
pub(super) struct Head {
    /// Whether this program wrote the file.
    pub ours: bool,
    /// The places of surfaces in the file.
    surfaces: Vec<Range<usize>>,
    /// The pages of the text, by their starts.
    pages: HashMap<usize, Start>,
}

/// The beginning of a page in the text.
#[derive(Clone, Debug, Default)]
struct Start {
    /// The start tags of the open elements.
    open: Vec<Range<usize>>,
    /// The index of its surface.
    surface: Option<usize>,
    /// The file name of its image.
    image: Option<String>,
    label: Option<String>,
}

/// Whether a TEI file has pages, lines or places.
pub(super) fn has_places(bytes: &[u8]) -> bool {
    ["lb", "pb", "zone"].iter().any(|name| {
        memchr::memmem::find_iter(bytes, name.as_bytes()).any(|at| {
            let before = at.checked_sub(1).and_then(|before| bytes.get(before));
            let behind = bytes.get(at + name.len());
            before.is_some_and(|b| b"<:".contains(b))
                && behind.is_some_and(|b| b" />\t\r\n".contains(b))
        })
    })
}

/// The part of a file after its header.
pub(super) fn body(text: &str) -> &str {
    let end = text
        .find("</teiHeader")
        .or_else(|| text.find(":teiHeader>"));
    end.and_then(|end| text.get(end..)).unwrap_or(text)
}

/// The people who corrected a text that this program wrote.
pub(super) fn people(text: &str) -> Vec<String> {
    let header = text.strip_suffix(body(text)).unwrap_or_default();
    let statement = header.split_once("<respStmt xml:id=\"human\">");
    let statement = statement.and_then(|(_, rest)| rest.split_once("</respStmt>"));
    let Some((statement, _)) = statement else {
        return Vec::new();
    };
    let markup = xml::parse(xml::Piece::first(statement), &mut Warnings::new());
    let names = markup.root().named("name");
    names.map(|name| name.text().trim().to_owned()).collect()
}

/// The local name of a tag.
fn name(tag: &str) -> &str {
    let tag = tag.trim_start_matches(['<', '/']);
    let end = tag.find(|c: char| c.is_whitespace() || matches!(c, '>' | '/'));
    let name = tag.get(..end.unwrap_or(tag.len())).unwrap_or_default();
    name.rsplit_once(':').map_or(name, |(_, local)| local)
}

/// Finds the pages and surfaces of a file.
pub(super) fn head(text: &str) -> (Head, Vec<Range<usize>>) {
    let mut head = Head {
        ours: text
            .get(..text.len().min(8 << 10))
            .is_none_or(|head| head.contains("Written by pdfa2hocr ")),
        ..Head::default()
    };
    let mut ids: HashMap<String, usize> = HashMap::new();
    let (mut starts, mut breaks) = (Vec::<(usize, Start)>::new(), 0usize);
    let mut open: Vec<Range<usize>> = Vec::new();
    let (mut surface, mut is_embedded, mut end) = (None, false, None);
    // The number of open elements around the text; its lines are in it.
    let (mut outside, mut has_text) = (None, false);
    xml::scan(text, |event, range| {
        let tag = text.get(range.clone()).unwrap_or_default();
        let name = name(tag);
        match event {
            Event::Start(_) | Event::Empty(_) => {
                match name {
                    "surface" if surface.is_none() && outside.is_none() => {
                        if let Some(id) = attribute(tag, "id") {
                            ids.insert(id, head.surfaces.len());
                        }
                        head.surfaces.push(range.clone());
                        surface = matches!(event, Event::Start(_)).then_some(open.len());
                    }
                    "sourceDoc" => is_embedded = true,
                    "text" | "body" if outside.is_none() && surface.is_none() => {
                        outside = Some(open.len());
                        let start = Start {
                            open: open.iter().take(OPEN).cloned().collect(),
                            ..Start::default()
                        };
                        starts.push((range.start, start));
                    }
                    "pb" if outside.is_some() && starts.len() < PAGES => {
                        has_text = true;
                        breaks += 1;
                        let mut start = Start {
                            open: open.iter().take(OPEN).cloned().collect(),
                            label: attribute(tag, "n"),
                            ..Start::default()
                        };
                        let facs = attribute(tag, "facs").or_else(|| attribute(tag, "corresp"));
                        match facs
                            .as_deref()
                            .map(|facs| facs.strip_prefix('#').ok_or(facs))
                        {
                            Some(Ok(id)) => start.surface = ids.get(id).copied(),
                            Some(Err(image)) => start.image = Some(image.to_owned()),
                            None => {}
                        }
                        match starts.first_mut() {
                            // Text before the first `pb` belongs to the first page.
                            Some((_, first)) if breaks == 1 => {
                                start.open.clone_from(&first.open);
                                *first = start;
                            }
                            _ => starts.push((range.start, start)),
                        }
                    }
                    "lb" => has_text |= outside.is_some(),
                    _ => {}
                }
                if matches!(event, Event::Start(_)) {
                    open.push(range);
                }
            }
            Event::End(_) => {
                let is_same = |tag: &Range<usize>| {
                    text.get(tag.clone())
                        .is_some_and(|tag| self::name(tag) == name)
                };
                let found = open.iter().rev().take(OPEN).position(is_same);
                let Some(found) = found else { return };
                open.truncate(open.len() - found - 1);
                if surface.is_some_and(|depth| open.len() <= depth) {
                    surface = None;
                    if let Some(last) = head.surfaces.last_mut() {
                        last.end = range.end;
                    }
                }
                if outside == Some(open.len()) && end.is_none() {
                    end = Some(range.end);
                }
            }
            _ => has_text |= outside.is_some() && !tag.trim().is_empty(),
        }
    });
    if !head.surfaces.is_empty() && (is_embedded || !has_text) {
        let pages = head.surfaces.clone();
        return (head, pages);
    }
    // Without references, pages and surfaces are in the same order.
    if starts.len() == head.surfaces.len() && starts.iter().all(|(_, s)| s.surface.is_none()) {
        for (number, (_, start)) in starts.iter_mut().enumerate() {
            start.surface = Some(number);
        }
    }
    let at: Vec<usize> = starts.iter().map(|(at, _)| *at).collect();
    let text = text.get(..end.unwrap_or(text.len())).unwrap_or(text);
    head.pages = starts.into_iter().collect();
    (head, super::text::parts(text, &at))
}

/// The value of an attribute of a tag, by its local name.
fn attribute(tag: &str, name: &str) -> Option<String> {
    let markup = xml::parse(xml::Piece::first(tag), &mut Warnings::new());
    let value = markup.root().children().next()?.attribute(name)?.trim();
    (!value.is_empty()).then(|| value.to_owned())
}

/// Reads a page of a file.
pub(super) fn sheet(
    whole: &str,
    piece: xml::Piece<'_>,
    head: &Head,
    room: Room,
    warnings: &mut Warnings,
) -> Sheet {
    let start = head.pages.get(&piece.offset);
    let of_text = start.map(|start| start.surface.and_then(|n| head.surfaces.get(n)));
    let place = match of_text {
        Some(surface) => surface.cloned().unwrap_or_default(),
        None => piece.offset..piece.offset + piece.text.len(),
    };
    let surface = xml::Piece {
        text: whole.get(place.clone()).unwrap_or_default(),
        offset: place.start,
        is_cut: true,
    };
    let surface = xml::parse(surface, warnings);
    let zones = Zones::of(surface.root(), head.ours);
    let mut sheet = zones.sheet();
    let Some(start) = start else {
        if let Some(element) = surface.root().child("surface") {
            sheet.parts = embedded::parts(element, &room);
        }
        sheet.is_full = room.is_full();
        return sheet;
    };
    sheet.image = sheet.image.or_else(|| start.image.clone());
    let label = match head.ours {
        true => zones.label.clone(),
        false => start.label.clone(),
    };
    sheet.set(Own::Label, label);
    let mut text: String = start
        .open
        .iter()
        .filter_map(|tag| whole.get(tag.clone()))
        .collect();
    text.push_str(piece.text);
    let markup = xml::parse(
        xml::Piece {
            text: &text,
            offset: piece.offset,
            // The elements that the next page continues have no end.
            is_cut: true,
        },
        warnings,
    );
    sheet.parts = body::parts(markup.root(), &zones, &room);
    sheet.is_full = room.is_full();
    sheet
}
