//! How an analysis reads a page: its words in their order, and what each is in.

use std::collections::HashMap;

use super::found::{Change, Found, Kind, Place};
use super::{Pair, SeenPage};
use crate::geometry::Rect;
use crate::model::{Detail, NodeId, Own, Step};
use crate::write::{Block, BlockRole, Page, Paragraph};

/// Words that are compared of a page. The largest newspaper pages have some 20,000.
pub(super) const WORDS: usize = 50_000;

/// What words are in, from the inside to the outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    Line,
    Paragraph,
    Block,
}

impl Level {
    pub(super) const ALL: [Self; 3] = [Self::Line, Self::Paragraph, Self::Block];
}

/// A page as an analysis reads it.
#[derive(Debug, Default)]
pub(super) struct Reading {
    /// In reading order.
    pub words: Vec<Word>,
    /// The lines, paragraphs and blocks, each with its box.
    pub groups: [Vec<Rect>; 3],
    /// The images that are written, each by what it draws and by its place.
    images: Vec<Rect>,
    /// There are more words.
    pub truncated: bool,
}

#[derive(Debug)]
pub(super) struct Word {
    pub text: String,
    pub bbox: Rect,
    /// Its glyphs, by numbers that both analyses have for them.
    pub glyphs: Vec<u32>,
    /// Its line, its paragraph and its block.
    groups: [u32; 3],
    /// What it is taken for: `heading 2`, `caption`, …
    pub class: String,
}

impl Word {
    pub(super) fn group(&self, level: Level) -> u32 {
        self.groups[level as usize]
    }
}

impl Reading {
    pub(super) fn groups(&self, level: Level) -> &[Rect] {
        &self.groups[level as usize]
    }
}

/// A page as both analyses read it.
pub(super) fn both(seen: Pair<&SeenPage>) -> Pair<Reading> {
    let mut glyphs = Glyphs::default();
    seen.map(|seen| reading(&seen.page, &mut glyphs))
}

/// Numbers for what is drawn. A glyph is the same for both analyses when it is drawn at the same place;
/// of several at one place, as of words that are printed twice to look bold, the first is the first.
/// Their positions in the content do not say so: which text is kept depends on the analysis.
#[derive(Default)]
struct Glyphs {
    numbers: HashMap<(u32, u32, u32), u32>,
}

impl Glyphs {
    /// The number of each glyph of a page.
    fn of(&mut self, page: &Page) -> Vec<u32> {
        let mut times: HashMap<(u32, u32), u32> = HashMap::new();
        let glyphs = page.model().content.glyphs.iter();
        glyphs
            .map(|glyph| {
                // Zero has two signs.
                let at = [glyph.origin.x, glyph.origin.y].map(|n| (n + 0.0).to_bits());
                let time = times.entry((at[0], at[1])).or_default();
                *time += 1;
                let next = self.numbers.len() as u32;
                *self.numbers.entry((at[0], at[1], *time)).or_insert(next)
            })
            .collect()
    }
}

fn reading(page: &Page, glyphs: &mut Glyphs) -> Reading {
    let numbers = glyphs.of(page);
    let order = &page.model().order;
    let mut reading = Reading::default();
    for block in page.blocks() {
        if block.role() == BlockRole::Image {
            reading.images.extend(images(page, &block));
            continue;
        }
        reading.groups[Level::Block as usize].push(block.bbox());
        for paragraph in block.paragraphs() {
            let class = class(page, &block, paragraph);
            reading.groups[Level::Paragraph as usize].push(paragraph.bbox());
            for line in paragraph.lines() {
                reading.groups[Level::Line as usize].push(line.bbox());
                let groups = Level::ALL.map(|l| reading.groups(l).len() as u32 - 1);
                for word in line.words() {
                    if reading.words.len() >= WORDS {
                        reading.truncated = true;
                        return reading;
                    }
                    let node = &page.model().tree[word.node()];
                    let positions = match &node.detail {
                        Detail::Word(range) => order.get(range.start as usize..range.end as usize),
                        _ => None,
                    };
                    let of_word = positions.unwrap_or_default().iter();
                    reading.words.push(Word {
                        text: word.text().into_owned(),
                        bbox: word.bbox(),
                        glyphs: of_word
                            .filter_map(|&g| numbers.get(g as usize).copied())
                            .collect(),
                        groups,
                        // Modules have kinds of words of their own.
                        class: match node.kind.as_str() {
                            "word" => class.clone(),
                            kind => format!("{class}, {kind}"),
                        },
                    });
                }
            }
        }
    }
    reading
}

/// What text is taken for, in words that fit both roads. The tags of a document say it by elements, a
/// page analysis by roles.
fn class(page: &Page, block: &Block<'_>, paragraph: &Paragraph<'_>) -> String {
    match block.role() {
        BlockRole::Header => return "running head".to_owned(),
        BlockRole::Footer => return "running foot".to_owned(),
        BlockRole::PageNumber => return "page number".to_owned(),
        _ => {}
    }
    if let Some(level) = paragraph.heading() {
        return format!("heading {level}");
    }
    let tree = &page.model().tree;
    let around = std::iter::successors(Some(paragraph.node()), |id| tree.parent(*id));
    let said = around.into_iter().find_map(|id| class_of_node(page, id));
    let otherwise = match block.role() {
        BlockRole::Table => "table",
        _ => "paragraph",
    };
    said.unwrap_or(otherwise).to_owned()
}

fn class_of_node(page: &Page, id: NodeId) -> Option<&str> {
    let node = &page.model().tree[id];
    match node.own(Own::Role) {
        // The tags know no side notes.
        Some("footnote" | "sidenote") => return Some("note"),
        Some(role) => return Some(role),
        None => {}
    }
    Some(match node.kind.as_str() {
        "Caption" => "caption",
        "Note" | "FENote" => "note",
        "Title" => "title",
        "TH" => "table header",
        "TD" => "table cell",
        "LI" => "list item",
        "TOCI" => "entry of contents",
        "BlockQuote" => "quotation",
        "Formula" => "formula",
        "Code" => "code",
        // Of modules.
        "entry" => "entry",
        _ => return None,
    })
}

/// The images that a block shows: those that are drawn, or its own place when it draws none.
fn images(page: &Page, block: &Block<'_>) -> Vec<Rect> {
    let (tree, content) = (&page.model().tree, &page.model().content);
    let steps = tree.walk(block.node());
    let drawn = steps.filter_map(|step| match step {
        Step::Enter(id) => match tree[id].detail {
            Detail::Image(number) => content.images.get(number as usize),
            _ => None,
        },
        Step::Leave(_) => None,
    });
    let drawn: Vec<Rect> = drawn.map(|image| image.bbox).collect();
    if drawn.is_empty() {
        return vec![block.bbox()];
    }
    drawn
}

/// The images that only one analysis writes.
pub(super) fn image_differences(readings: &Pair<Reading>, found: &mut Found) {
    let key = |r: &Rect| [r.x0, r.y0, r.x1, r.y1].map(f32::to_bits);
    let mut boxes: HashMap<[u32; 4], (Rect, Pair<u32>)> = HashMap::new();
    for (side, reading) in readings.iter().enumerate() {
        for image in &reading.images {
            let (_, times) = boxes.entry(key(image)).or_insert((*image, [0, 0]));
            times[side] += 1;
        }
    }
    let mut boxes: Vec<_> = boxes.into_values().collect();
    boxes.sort_by(|(a, _), (b, _)| a.y0.total_cmp(&b.y0).then(a.x0.total_cmp(&b.x0)));
    for (image, [a, b]) in boxes {
        let place = |times: u32, other: u32| Place {
            boxes: (times > other).then_some(image).into_iter().collect(),
            count: times.saturating_sub(other),
            says: None,
        };
        if a != b {
            found.add(Kind::Image, Change::Only, [place(a, b), place(b, a)], 0, "");
        }
    }
}

#[cfg(test)]
impl Reading {
    /// Adds a word to the last line, whose glyphs are its letters.
    pub(super) fn add_word(&mut self, text: &str, class: &str) {
        self.words.push(Word {
            text: text.to_owned(),
            bbox: Rect::default(),
            glyphs: text.chars().map(u32::from).collect(),
            groups: Level::ALL.map(|level| self.groups(level).len() as u32 - 1),
            class: class.to_owned(),
        });
    }
}
