//! Reads an analysed page for comparison: its words in order, with their lines, paragraphs, blocks and
//! classes.

use std::collections::HashMap;

use super::{Pair, SeenPage};
use pdfa2hocr_core::blocks::{Block, BlockRole, Page, Paragraph};
use pdfa2hocr_core::geometry::Rect;
use pdfa2hocr_core::page::{Detail, NodeId, Own};

/// Most words of a page that are compared. The largest newspaper pages have about 20,000.
pub(super) const WORDS: usize = 50_000;

/// The groups that contain words, from the inside to the outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    Line,
    Paragraph,
    Block,
}

impl Level {
    pub(super) const ALL: [Self; 3] = [Self::Line, Self::Paragraph, Self::Block];
}

/// An analysed page, as data to compare.
#[derive(Debug, Default)]
pub(super) struct Reading {
    /// The words in reading order.
    pub words: Vec<Word>,
    /// The boxes of the lines, paragraphs and blocks.
    pub groups: [Vec<Rect>; 3],
    /// The boxes of the images in the output.
    pub images: Vec<Rect>,
    /// Whether words are omitted.
    pub truncated: bool,
}

#[derive(Debug)]
pub(super) struct Word {
    pub text: String,
    pub bbox: Rect,
    /// Its glyphs, by numbers that both analyses share.
    pub glyphs: Vec<u32>,
    /// The indices of its line, its paragraph and its block.
    groups: [u32; 3],
    /// The class of its text: `heading 2`, `caption` and others.
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

    /// The group of the word at this position.
    pub(super) fn group(&self, word: u32, level: Level) -> Option<u32> {
        Some(self.words.get(word as usize)?.group(level))
    }

    /// The words at these positions.
    pub(super) fn words<'r>(&'r self, positions: &'r [u32]) -> impl Iterator<Item = &'r Word> {
        positions
            .iter()
            .filter_map(|&word| self.words.get(word as usize))
    }
}

/// Reads a page as both analyses see it.
pub(super) fn both(seen: Pair<&SeenPage>) -> Pair<Reading> {
    let mut glyphs = Glyphs::default();
    seen.map(|seen| reading(&seen.page, &mut glyphs))
}

/// Numbers glyphs so that both analyses agree. A glyph is the same if it is drawn at the same place. If
/// several are at one place, such as words printed twice to look bold, their order decides. Positions in the
/// content differ, because the analysis decides which text is kept.
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
                // Zero can have either sign.
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
                        // Modules can define their own kinds of words.
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

/// The class of a text, in terms that fit both roads. Tags state it by elements, the page analysis by roles.
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
    let around = tree.with_around(paragraph.node());
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
        // Tags do not distinguish side notes.
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
        // A kind that modules make.
        "entry" => "entry",
        _ => return None,
    })
}

/// The boxes of the images in a block, or that of the block itself if it has none.
fn images(page: &Page, block: &Block<'_>) -> Vec<Rect> {
    let (tree, content) = (&page.model().tree, &page.model().content);
    let drawn = tree
        .below(block.node())
        .filter_map(|id| match tree[id].detail {
            Detail::Image(number) => content.images.get(number as usize),
            _ => None,
        });
    let drawn: Vec<Rect> = drawn.map(|image| image.bbox).collect();
    if drawn.is_empty() {
        return vec![block.bbox()];
    }
    drawn
}

#[cfg(test)]
impl Reading {
    /// Adds a word to the last line, with its letters as glyphs.
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
