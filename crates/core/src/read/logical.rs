//! The logical structure of a METS file: the labels of its divisions are headings, where the page has them.

use std::collections::HashMap;

use super::markup::Element;
use super::ocr::{Part, PartDetail};
use crate::geometry::Rect;
use crate::page::{NodeKind, Own, Title, letters};

/// Minimum number of letters and digits of a label that is compared with the text of pages.
const SHORTEST: usize = 3;

/// Maximum number of lines of a title.
const MAX_LINES: usize = 6;

/// Maximum number of divisions with labels.
const MAX: usize = 100_000;

/// The deepest level.
const DEEPEST: u8 = 6;

/// A division that begins on a page.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Heading {
    pub label: String,
    /// From 1.
    pub level: u8,
}

/// The pages of a METS file, by the ids of files and of divisions of the physical structure.
#[derive(Default)]
pub(super) struct PagesById<'m> {
    pub files: HashMap<&'m str, usize>,
    pub divisions: HashMap<&'m str, usize>,
}

/// The divisions with labels in document order, with the pages on which they begin.
pub(super) fn headings(root: Element<'_>, pages: &PagesById<'_>) -> Vec<(usize, Heading)> {
    let mut linked: HashMap<&str, usize> = HashMap::new();
    for link in root.below().filter(|e| e.is("smLink")) {
        let page = link.attribute("to").and_then(|to| pages.divisions.get(to));
        if let (Some(from), Some(page)) = (link.attribute("from"), page) {
            let first = linked.entry(from).or_insert(*page);
            *first = (*page).min(*first);
        }
    }
    let mut map = root.below().filter(|e| e.is("structMap"));
    let map = map.find(|e| {
        let kind = e.attribute("TYPE").unwrap_or_default();
        kind.eq_ignore_ascii_case("logical")
    });
    let Some(map) = map else { return Vec::new() };
    // The divisions around all others are the document itself.
    let mut whole = map;
    loop {
        let mut inner = whole.named("div");
        match (inner.next(), inner.next()) {
            (Some(only), None) if !is_part(only) => whole = only,
            _ => break,
        }
    }
    let mut found = Found {
        pages,
        linked: &linked,
        out: Vec::new(),
    };
    for division in whole.named("div") {
        found.division(division, 0);
    }
    let known = found.out.into_iter();
    known
        .filter_map(|(page, heading)| Some((page?, heading)))
        .collect()
}

/// Whether a division is a part of a document by its type, even if it is the only one.
fn is_part(division: Element<'_>) -> bool {
    let kind = division.attribute("TYPE").unwrap_or_default();
    kind.eq_ignore_ascii_case("chapter") || kind.eq_ignore_ascii_case("section")
}

struct Found<'m> {
    pages: &'m PagesById<'m>,
    linked: &'m HashMap<&'m str, usize>,
    out: Vec<(Option<usize>, Heading)>,
}

impl Found<'_> {
    /// Adds a division and those in it. Returns its first page. Recursion is bounded, because the depth of the
    /// markup is.
    fn division(&mut self, element: Element<'_>, level: u8) -> Option<usize> {
        let label = element.attribute("LABEL").unwrap_or_default();
        let label = label.split_whitespace().collect::<Vec<_>>().join(" ");
        let is_labelled = !label.is_empty() && self.out.len() < MAX;
        let level = level.saturating_add(u8::from(is_labelled));
        let at = self.out.len();
        if is_labelled {
            let level = level.min(DEEPEST);
            self.out.push((None, Heading { label, level }));
        }
        let id = element.attribute("ID").unwrap_or_default();
        let mut first = self.linked.get(id).copied();
        for child in element.children() {
            let page = match child.name() {
                "div" => self.division(child, level),
                "fptr" => {
                    let files = std::iter::once(child).chain(child.below());
                    let files = files.filter_map(|e| e.attribute("FILEID"));
                    files
                        .filter_map(|id| self.pages.files.get(id).copied())
                        .min()
                }
                _ => None,
            };
            first = match (first, page) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            };
        }
        if let Some((page, _)) = self.out.get_mut(at).filter(|_| is_labelled) {
            *page = first;
        }
        first
    }
}

/// Marks the paragraphs of a page that are labels of divisions as headings. A paragraph whose first lines are a
/// label is split behind them. Labels may differ from recognised text in a few letters, but not in digits.
/// `keeps_levels` is whether headings of the file keep their levels.
pub(super) fn mark(parts: &mut Vec<Part>, headings: &[Heading], keeps_levels: bool) {
    let mut titles: Vec<(Title, u8)> = headings
        .iter()
        .map(|heading| (Title::of(&heading.label), heading.level))
        .filter(|(title, _)| title.length() >= SHORTEST)
        .collect();
    // Equal text comes first, because labels of neighbouring divisions may be similar.
    for is_exact in [true, false] {
        mark_each(parts, &mut titles, is_exact, keeps_levels);
    }
}

fn mark_each(
    parts: &mut Vec<Part>,
    titles: &mut Vec<(Title, u8)>,
    is_exact: bool,
    keeps_levels: bool,
) {
    let mut at = 0;
    while !titles.is_empty()
        && let Some(part) = parts.get_mut(at)
    {
        at += 1;
        if part.kind != NodeKind::TEXTBOX {
            mark_each(&mut part.parts, titles, is_exact, keeps_levels);
            continue;
        }
        let Some((lines, level)) = title_of(part, titles, is_exact) else {
            continue;
        };
        let has_level = part.attributes.iter().any(|a| a.name == Own::Level.into());
        if keeps_levels && has_level {
            continue;
        }
        let mut heading = part.clone();
        let rest = heading.parts.split_off(lines);
        heading.attributes.retain(|a| a.name != Own::Level.into());
        heading.set(Own::Level, Some(level.to_string()));
        if rest.is_empty() {
            *part = heading;
            continue;
        }
        let bbox = |parts: &[Part]| parts.iter().filter_map(|p| p.bbox).reduce(Rect::union);
        heading.bbox = bbox(&heading.parts);
        heading.points.clear();
        heading.attributes.retain(|a| a.name != Own::Id.into());
        part.bbox = bbox(&rest);
        part.points.clear();
        part.parts = rest;
        parts.insert(at - 1, heading);
        at += 1;
    }
}

/// The number of lines at the beginning of a paragraph that are a title, and its level. Removes the title.
fn title_of(part: &Part, titles: &mut Vec<(Title, u8)>, is_exact: bool) -> Option<(usize, u8)> {
    let mut text = String::new();
    let lines = (1..).zip(part.parts.iter().take(MAX_LINES));
    let ends: Vec<(usize, usize)> = lines
        .map(|(number, line)| {
            push_text(line, &mut text);
            (number, text.len())
        })
        .collect();
    for (lines, end) in ends.into_iter().rev() {
        let text = letters(text.get(..end).unwrap_or_default());
        let is_whole = lines == part.parts.len();
        let is_title = |(title, _): &(Title, u8)| {
            (is_whole || !title.is_cut) && title.matches(&text, is_exact)
        };
        if let Some(found) = titles.iter().position(is_title) {
            return Some((lines, titles.remove(found).1));
        }
    }
    None
}

fn push_text(part: &Part, out: &mut String) {
    if let PartDetail::Word(word) = &part.detail {
        out.push_str(&word.text);
    }
    for part in &part.parts {
        push_text(part, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::Warnings;
    use crate::limits::Limits;
    use crate::read::markup::xml;
    use crate::read::ocr::{Room, lines_of_text};

    #[test]
    fn divisions_have_the_levels_and_first_pages_of_what_is_in_them() {
        let mets = "<mets><structMap TYPE='LOGICAL'><div LABEL='book'><div LABEL='One' ID='a'>
            <div TYPE='CONTENT'><div LABEL='One  A'><fptr FILEID='f3'/><fptr><area FILEID='f2'/></fptr></div></div></div>
            <div LABEL='Two' ID='b'/><div LABEL='lost'/></div></structMap>
            <structLink><smLink from='b' to='p1'/><smLink from='b' to='p0'/></structLink></mets>";
        let markup = xml::parse(xml::Piece::first(mets), &mut Warnings::new());
        let pages = PagesById {
            files: HashMap::from([("f2", 2), ("f3", 3)]),
            divisions: HashMap::from([("p0", 0), ("p1", 1)]),
        };
        let found = headings(markup.root(), &pages);
        let found: Vec<_> = found
            .iter()
            .map(|(page, h)| (*page, h.label.as_str(), h.level))
            .collect();
        assert_eq!(found, [(2, "One", 1), (2, "One A", 2), (0, "Two", 1)]);
    }

    #[test]
    fn the_only_chapter_is_no_document() {
        let of = |kind: &str| {
            let mets = format!(
                "<mets><structMap TYPE='LOGICAL'><div TYPE='monograph' LABEL='Book'>\
                 <div TYPE='{kind}' LABEL='One'><fptr FILEID='f'/></div></div></structMap></mets>"
            );
            let markup = xml::parse(xml::Piece::first(&mets), &mut Warnings::new());
            let pages = PagesById {
                files: HashMap::from([("f", 0)]),
                ..PagesById::default()
            };
            headings(markup.root(), &pages).len()
        };
        assert_eq!((of("Chapter"), of("volume")), (1, 0));
    }

    #[test]
    fn a_label_marks_the_paragraph_with_its_text() {
        let room = Room::new(&Limits::default());
        let text = |text| Part {
            parts: lines_of_text(text, None, &room),
            ..Part::new(NodeKind::TEXTBOX, None)
        };
        let mut group = Part::new(NodeKind::TEXTGROUP, None);
        group.parts = vec![
            text("The begin-\nning."),
            text("Of the beginning"),
            text("A long title of it"),
            text("Chapter 1O: The sailars"),
            text("Chapter 11\nIt was a dark night\nand cold"),
            text("The Sai1ars’ Tale"),
            text("The Sailars’ Tale"),
        ];
        let mut parts = vec![group];
        let heading = |label: &str, level| Heading {
            label: label.to_owned(),
            level,
        };
        mark(
            &mut parts,
            &[
                heading("The Beginning", 2),
                heading("A long tit...", 3),
                heading("of", 1),
                heading("The Sailors’ Tale", 4),
                heading("Chapter lO. The Sailors", 5),
                heading("Chapter 12", 5),
                heading("Chapter 11", 6),
            ],
            false,
        );
        let levels: Vec<_> = parts[0]
            .parts
            .iter()
            .map(|part| {
                let level = part.attributes.first().map(|a| a.value.as_str());
                (level, part.parts.len())
            })
            .collect();
        let none = (None, 1);
        assert_eq!(
            levels,
            [
                (Some("2"), 2),
                none,
                (Some("3"), 1),
                none,
                (Some("6"), 1),
                (None, 2),
                none,
                (Some("4"), 1),
            ]
        );
    }
}
