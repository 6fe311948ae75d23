//! The text of a page: blocks, with lines that begin at `lb`. A block is divided where its lines are in other
//! zones, as in the next column.

use super::embedded::confidence;
use super::zones::{Zone, Zones};
use crate::geometry::Rect;
use crate::page::{NodeKind, Own};
use crate::read::language;
use crate::read::markup::{Child, Element};
use crate::read::ocr::{
    Font, Grid, HYPHENS, Line, Part, Room, baseline, beside_cells, divide, rows, set_type, turned,
    words_of_runs,
};

/// First character of scripts that are written without spaces between words.
const UNSPACED: char = '\u{E00}';

/// The blocks of a page.
pub(super) fn parts(root: Element<'_>, zones: &Zones<'_>, room: &Room) -> Vec<Part> {
    let reader = Reader { zones, room };
    let mut out = Vec::new();
    reader.container(root, Block::default(), &mut out);
    out
}

/// The style and confidence of words.
#[derive(Clone, Debug, Default)]
struct Look {
    bold: bool,
    italic: bool,
    headword: bool,
    lang: Option<String>,
    confidence: Option<u8>,
    /// Whether a person typed or checked the text.
    human: bool,
    place: Option<Rect>,
}

impl Look {
    /// The look of the text in an element.
    fn within(&self, element: Element<'_>, zones: &Zones<'_>) -> Self {
        let mut look = self.clone();
        let rend = ["rend", "rendition", "style"].into_iter();
        for rend in rend.filter_map(|name| element.attribute(name)) {
            look.bold |= rend.contains("bold") || rend == "b";
            look.italic |= rend.contains("italic") || rend == "i";
        }
        look.headword |= element.is("orth");
        look.human |= zones.ours && element.attribute("resp") == Some("#human");
        look.lang = lang(element).or(look.lang);
        look.confidence = confidence(element).or(look.confidence);
        let place = zones.of_element(element).and_then(|zone| zone.bbox);
        look.place = place.or(look.place);
        look
    }
}

/// The properties of a block.
#[derive(Clone, Debug, Default)]
struct Block<'z, 'm> {
    /// The name of its type.
    kind: Option<String>,
    lang: Option<String>,
    zone: Option<&'z Zone<'m>>,
    /// The level of the sections around it.
    level: u32,
    /// Whether it is a block of text, in which quotations and lists may be parts of a sentence.
    is_text: bool,
}

/// The text of a block so far.
#[derive(Default)]
struct Run<'z, 'm> {
    block: Block<'z, 'm>,
    lines: Vec<RawLine<'z, 'm>>,
    /// Whether a part was made of it before.
    is_begun: bool,
    /// Notes inside a line, which come after the block.
    notes: Vec<Part>,
}

#[derive(Default)]
struct RawLine<'z, 'm> {
    zone: Option<&'z Zone<'m>>,
    runs: Vec<(String, Look)>,
    is_divided: bool,
}

struct Reader<'z, 'm> {
    zones: &'z Zones<'m>,
    room: &'z Room,
}

impl<'z, 'm> Reader<'z, 'm> {
    /// Reads an element that contains blocks, or text of its own.
    fn container(&self, element: Element<'_>, block: Block<'z, 'm>, out: &mut Vec<Part>) {
        let mut run = Run {
            block,
            ..Run::default()
        };
        self.content(element, &Look::default(), &mut run, out);
        self.end(&mut run, out);
    }

    fn content(
        &self,
        element: Element<'_>,
        look: &Look,
        run: &mut Run<'z, 'm>,
        out: &mut Vec<Part>,
    ) {
        let contents: Vec<Child<'_>> = element.contents().collect();
        for (at, child) in contents.iter().enumerate() {
            let child = match child {
                Child::Text(text) => {
                    run.push(text, look);
                    continue;
                }
                Child::Element(child) => *child,
            };
            match child.name() {
                "lb" if self.room.take() => run.begin(child, self.zones),
                "lb" | "pb" | "cb" | "gb" | "milestone" | "teiHeader" | "facsimile"
                | "certainty" | "sourceDoc" | "anchor" => {}
                "choice" => {
                    if let Some(printed) = printed(child) {
                        let look = look.within(printed, self.zones);
                        self.content(printed, &look, run, out);
                    }
                }
                _ if !is_block(child, run.block.is_text) => {
                    // A line of verse, unless its printed lines are marked.
                    if child.is("l") && child.find("lb").is_none() && self.room.take() {
                        run.begin(child, self.zones);
                    }
                    let look = look.within(child, self.zones);
                    self.content(child, &look, run, out);
                }
                "note" | "fw" if run.is_inside(contents.get(at + 1..)) => {
                    let mut notes = std::mem::take(&mut run.notes);
                    self.block(child, &run.block, &mut notes);
                    run.notes = notes;
                }
                _ => {
                    self.end(run, out);
                    if self.room.take() {
                        self.block(child, &run.block, out);
                    }
                }
            }
        }
    }

    fn block(&self, element: Element<'_>, around: &Block<'z, 'm>, out: &mut Vec<Part>) {
        let zone = self.zones.of_element(element);
        let said = |name| {
            element
                .attribute(name)
                .filter(|said| !said.trim().is_empty())
        };
        let rend = said("rend").filter(|_| self.zones.ours);
        let own = rend.or(said("type")).or(zone.and_then(|zone| zone.kind));
        let mut block = Block {
            kind: own.map(str::to_owned),
            lang: lang(element),
            zone,
            level: around.level,
            is_text: true,
        };
        match element.name() {
            "TEI" | "TEI.2" | "text" | "group" | "front" | "body" | "back" | "teiCorpus"
            | "titlePage" | "surface" => {
                block = around.clone();
                block.is_text = false;
            }
            name if name.starts_with("div") => {
                let level = said("n").and_then(|n| n.parse().ok());
                let level = level.filter(|_| self.zones.ours);
                block = around.clone();
                block.level = level.unwrap_or(around.level + 1);
                block.is_text = false;
                // Sections of this program without a level begin with the title.
                if self.zones.ours && level.is_none() {
                    block.level = 0;
                }
            }
            "head" => {
                block.kind = Some(match around.level {
                    0 => "title".to_owned(),
                    level => format!("heading {}", level.min(6)),
                });
            }
            "docTitle" | "titlePart" => block.kind = Some("title".to_owned()),
            "fw" => {
                let kind = match (said("type"), said("place")) {
                    (Some("pageNum" | "page-number" | "pageno"), _) => "page-number",
                    (Some("footer" | "foot"), _) => "footer",
                    (_, Some(place)) if place.contains("bot") || place.contains("foot") => "footer",
                    _ => "header",
                };
                block.kind = Some(kind.to_owned());
            }
            "note" => {
                let place = said("place").unwrap_or_default();
                let is_beside = ["margin", "left", "right"]
                    .iter()
                    .any(|p| place.contains(p));
                block.kind = Some(if is_beside { "marginalia" } else { "footnote" }.to_owned());
            }
            "entry" | "entryFree" => block.kind = Some("entry".to_owned()),
            "quote" => {
                let mut quote = Part::new(NodeKind::known("BlockQuote"), None);
                quote.set(Own::Role, Some("blockquote"));
                self.container(element, block, &mut quote.parts);
                out.extend((!quote.parts.is_empty()).then_some(quote));
                return;
            }
            "list" => {
                let mut list = Part::new(NodeKind::known("L"), None);
                let numbered = said("rend").or(said("type"));
                let numbered = numbered.filter(|said| matches!(*said, "numbered" | "ordered"));
                list.set(Own::Ordered, numbered.map(|_| "true"));
                block.kind = None;
                block.is_text = false;
                self.container(element, block, &mut list.parts);
                out.extend((!list.parts.is_empty()).then_some(list));
                return;
            }
            "item" => {
                let mut item = Part::new(NodeKind::known("LI"), None);
                block.kind = None;
                self.container(element, block, &mut item.parts);
                out.push(item);
                return;
            }
            "figure" => return self.figure(element, block, out),
            "table" => return out.push(self.table(element, block)),
            _ => {}
        }
        self.container(element, block, out);
    }

    /// An image and its caption, or a caption alone.
    fn figure(&self, element: Element<'_>, block: Block<'z, 'm>, out: &mut Vec<Part>) {
        if let Some(zone) = block.zone {
            let alt = element.child("figDesc").map(|alt| alt.text());
            let alt = alt.map(|alt| alt.split_whitespace().collect::<Vec<_>>().join(" "));
            let mut image = match alt.is_some() {
                true => Part::new(NodeKind::known("Figure"), zone.bbox),
                false => Part::image(zone.bbox),
            };
            image.set(Own::Alt, alt);
            image.points.clone_from(&zone.points);
            out.push(image);
        }
        for child in element.children().filter(|e| !e.is("figDesc")) {
            let caption = Block {
                kind: Some("caption".to_owned()),
                zone: self.zones.of_element(child),
                lang: lang(child),
                is_text: true,
                ..block.clone()
            };
            self.container(child, caption, out);
        }
    }

    fn table(&self, element: Element<'_>, block: Block<'z, 'm>) -> Part {
        let mut table = Part::new(NodeKind::known("Table"), block.zone.and_then(|z| z.bbox));
        let mut grid = Grid::default();
        let mut cells = Vec::new();
        for (row, tr) in (0..).zip(element.named("row")) {
            for td in tr.named("cell").take_while(|_| self.room.take()) {
                let span = |name| td.number(name).unwrap_or(1.0).clamp(1.0, 1000.0) as u32;
                let Some(mut cell) = grid.place(row, span("rows"), span("cols")) else {
                    break;
                };
                let is_label = |e: Element<'_>| e.attribute("role") == Some("label");
                cell.header = is_label(td) || is_label(tr);
                let mut part = cell.part();
                let inside = Block {
                    zone: self.zones.of_element(td),
                    level: block.level,
                    is_text: true,
                    ..Block::default()
                };
                part.bbox = inside
                    .zone
                    .filter(|_| !self.zones.ours)
                    .and_then(|z| z.bbox);
                self.container(td, inside, &mut part.parts);
                cells.push((cell, part));
            }
        }
        let number = |name| element.number(name).map_or(0, |n| n.clamp(0.0, 1e5) as u32);
        let mut heads = Vec::new();
        for head in element.named("head") {
            let caption = Block {
                kind: Some("caption".to_owned()),
                zone: self.zones.of_element(head),
                is_text: true,
                ..Block::default()
            };
            self.container(head, caption, &mut heads);
        }
        table.parts = beside_cells(heads);
        table
            .parts
            .extend(rows(cells, (number("rows"), number("cols"))));
        table
    }

    /// Ends the block so far: a part for each zone of its lines.
    fn end(&self, run: &mut Run<'z, 'm>, out: &mut Vec<Part>) {
        let lines = std::mem::take(&mut run.lines);
        let mut groups: Vec<(Option<&'m str>, Vec<RawLine<'z, 'm>>)> = Vec::new();
        for line in lines {
            let is_blank = line.runs.iter().all(|(text, _)| text.trim().is_empty());
            if is_blank && line.zone.is_none() {
                continue;
            }
            let parent = line.zone.and_then(|zone| zone.parent);
            match groups.last_mut().filter(|(last, _)| *last == parent) {
                Some((_, group)) => group.push(line),
                None => groups.push((parent, vec![line])),
            }
        }
        if groups.is_empty() && !run.is_begun && run.block.is_text {
            groups.extend(run.block.zone.map(|zone| (Some(zone.id), Vec::new())));
        }
        for (parent, group) in groups {
            run.is_begun = true;
            let zone = parent.and_then(|id| self.zones.get(id)).or(run.block.zone);
            let part = self.part(&run.block, zone, group);
            if !part.parts.is_empty() || part.has_place() {
                out.push(part);
            }
        }
        out.append(&mut run.notes);
    }

    fn part(
        &self,
        block: &Block<'z, 'm>,
        zone: Option<&Zone<'m>>,
        lines: Vec<RawLine<'z, 'm>>,
    ) -> Part {
        let place = zone.and_then(|zone| zone.bbox);
        let mut part = Part::new(NodeKind::TEXTBOX, place);
        if let Some(kind) = &block.kind {
            set_type(&mut part, kind);
        }
        part.set(Own::Lang, block.lang.clone());
        if let Some(zone) = zone.filter(|_| !self.zones.ours) {
            part.points.clone_from(&zone.points);
            part.set(Own::Id, Some(zone.id));
        }
        let count = lines.len() as f32;
        let is_unplaced = lines.iter().all(|line| line.zone.is_none());
        for (number, line) in lines.into_iter().enumerate() {
            // Lines without places share that of the block.
            let share = place.filter(|_| is_unplaced).map(|b| {
                let y = |n: f32| b.y0 + b.height() * n / count;
                Rect::new(b.x0, y(number as f32), b.x1, y(number as f32 + 1.0))
            });
            part.parts.extend(self.line(line, share));
        }
        part
    }

    /// A line, unless it has neither text nor a place.
    fn line(&self, line: RawLine<'z, 'm>, share: Option<Rect>) -> Option<Part> {
        let place = line.zone.and_then(|zone| zone.bbox).or(share);
        let mut words: Vec<Part> = Vec::new();
        for (mut part, look) in words_of_runs(&line.runs, place, self.room) {
            if let Some(word) = part.as_word() {
                word.confidence = look.confidence;
                word.human = look.human;
                word.font = (look.bold || look.italic).then(|| Font {
                    bold: look.bold,
                    italic: look.italic,
                    ..Font::default()
                });
            }
            if look.headword {
                part.kind = NodeKind::known("headword");
            }
            part.bbox = look.place.or(part.bbox);
            part.set(Own::Lang, look.lang.clone());
            words.push(part);
        }
        if let Some(last) = words
            .last_mut()
            .and_then(Part::as_word)
            .filter(|_| line.is_divided)
        {
            let has_hyphen = HYPHENS.iter().any(|hyphen| last.text.ends_with(hyphen));
            let is_letter = |c: char| c.is_alphabetic() && c < UNSPACED;
            if has_hyphen || last.text.ends_with(is_letter) {
                divide(last);
            }
        }
        let mut own = Line::default();
        let mut points = Vec::new();
        if let Some(zone) = line.zone {
            (own.baseline, own.bends) = baseline(zone.baseline.clone(), false);
            if zone.turn != 0.0 {
                own.baseline = turned(zone.turn, zone.bbox);
            }
            points.clone_from(&zone.points);
        }
        let mut part = Part::line(own, place, words);
        part.points = points;
        (!part.parts.is_empty() || part.has_place()).then_some(part)
    }
}

impl<'z, 'm> Run<'z, 'm> {
    /// Begins a line at an `lb`.
    fn begin(&mut self, lb: Element<'_>, zones: &'z Zones<'m>) {
        if lb.attribute("break") == Some("no")
            && let Some(last) = self.lines.last_mut()
        {
            last.is_divided = true;
        }
        self.lines.push(RawLine {
            zone: zones.of_element(lb),
            ..RawLine::default()
        });
    }

    /// Adds text to the current line.
    fn push(&mut self, text: &str, look: &Look) {
        if self.lines.is_empty() {
            if text.trim().is_empty() {
                return;
            }
            self.lines.push(RawLine::default());
        }
        let Some(line) = self.lines.last_mut() else {
            return;
        };
        let mut collapsed = String::with_capacity(text.len());
        let ends_blank = |text: &str| text.is_empty() || text.ends_with(' ');
        let mut is_blank = line
            .runs
            .last()
            .is_none_or(|(before, _)| ends_blank(before));
        for c in text.chars() {
            let is_space = c.is_whitespace();
            if !(is_space && is_blank) {
                collapsed.push(if is_space { ' ' } else { c });
            }
            is_blank = is_space;
        }
        if !collapsed.is_empty() {
            line.runs.push((collapsed, look.clone()));
        }
    }

    /// Whether a note is inside a line: text follows it, and precedes it.
    fn is_inside(&self, behind: Option<&[Child<'_>]>) -> bool {
        let mut behind = behind.unwrap_or_default().iter();
        let next = behind.find(|child| !matches!(child, Child::Text(t) if t.trim().is_empty()));
        let line = self.lines.last();
        let has_text = line.is_some_and(|line| !line.runs.is_empty());
        let text_follows = match next {
            Some(Child::Text(_)) => true,
            Some(Child::Element(e)) => {
                !is_block(*e, true) && !matches!(e.name(), "lb" | "pb" | "cb")
            }
            None => false,
        };
        has_text && text_follows
    }
}

/// The one of several encodings of a text that is printed.
fn printed(choice: Element<'_>) -> Option<Element<'_>> {
    let is_printed = |e: &Element<'_>| matches!(e.name(), "orig" | "sic" | "abbr");
    let first = || choice.children().next();
    choice.children().find(is_printed).or_else(first)
}

/// Whether an element is a block. In a block of text, lists and quotations are blocks only if blocks are in
/// them.
fn is_block(element: Element<'_>, in_text: bool) -> bool {
    match element.name() {
        "quote" | "list" if in_text => {
            let blocks = ["p", "ab", "lg", "lb", "item", "head"];
            element.children().any(|e| blocks.contains(&e.name()))
        }
        "TEI" | "TEI.2" | "teiCorpus" | "text" | "group" | "front" | "body" | "back" | "p"
        | "ab" | "head" | "note" | "fw" | "list" | "item" | "table" | "figure" | "quote" | "lg"
        | "entry" | "entryFree" | "titlePage" | "docTitle" | "titlePart" | "surface" => true,
        name => name.starts_with("div"),
    }
}

fn lang(element: Element<'_>) -> Option<String> {
    let said = element.attribute("lang")?.trim();
    let is_known = !said.is_empty() && said != "und";
    is_known.then(|| language::tag(said).into_owned())
}
