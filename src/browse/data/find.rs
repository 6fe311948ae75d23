//! Finds text in a document, page by page within a time limit. Ignores case, accents and ligatures, and joins
//! words that are divided at the end of a line.

use std::ops::Range;

use memchr::memmem;
use serde::Serialize;

use super::folded::{fold, folded};
use super::tree::{Key, key_of_node};
use super::view::{LONGEST, View};
use crate::web::bbox::{Corners, corners};
use pdfa2hocr_core::blocks::Page;
use pdfa2hocr_core::diagnostics::{Diagnostic, Result};
use pdfa2hocr_core::geometry::Rect;
use pdfa2hocr_core::page::NodeId;

/// Characters shown before and after a hit.
const AROUND: usize = 40;

/// Most hits listed for one page.
const OF_PAGE: usize = 1000;

/// Most bytes of the text to find.
const LONGEST_QUERY: usize = 1000;

/// The result of a search.
#[derive(Debug, Serialize)]
pub(in crate::browse) struct Found {
    hits: Vec<Hit>,
    /// The page at which the search continues.
    next: Option<u32>,
    /// The number of pages searched.
    searched: u32,
}

#[derive(Debug, PartialEq, Serialize)]
pub(super) struct Hit {
    pub page: u32,
    /// One box for each line.
    pub boxes: Vec<Corners>,
    pub before: String,
    #[serde(rename = "match")]
    pub hit: String,
    pub after: String,
    /// The element or node that contains its first word.
    pub key: Option<Key>,
}

/// Checks the text to find.
pub(super) fn query(wanted: String) -> Result<String> {
    match wanted.len() {
        1..=LONGEST_QUERY => Ok(wanted),
        _ => {
            let message = format!("the text to look for has 1 to {LONGEST_QUERY} bytes");
            Err(Diagnostic::argument(message))
        }
    }
}

/// Finds text from a page on, until there are `count` hits or time is up.
///
/// # Errors
///
/// If the text is empty or too long; errors of a strict module.
pub(in crate::browse) fn find(view: &View, wanted: &str, from: u32, count: usize) -> Result<Found> {
    let wanted = query(folded(wanted))?;
    let (mut hits, mut searched) = (Vec::new(), 0);
    let next = view.pages_in_turn(from, LONGEST, |page| {
        on_page(view, &page, &wanted, &mut hits);
        searched += 1;
        hits.len() >= count
    })?;
    Ok(Found {
        hits,
        next,
        searched,
    })
}

/// The text of a page, with the positions of its glyphs.
#[derive(Default)]
struct Text {
    folded: String,
    printed: String,
    /// In ascending order.
    pieces: Vec<Piece>,
}

/// The text of a glyph.
struct Piece {
    /// Its start in the two texts.
    folded: usize,
    printed: usize,
    bbox: Rect,
    /// The number of its line.
    line: u32,
    word: NodeId,
}

impl Text {
    fn new(page: &Page) -> Self {
        let mut text = Self::default();
        let content = &page.model().content;
        let mut line_number = 0;
        for paragraph in page.paragraphs() {
            text.space('\n');
            for line in paragraph.lines() {
                line_number += 1;
                for word in line.words() {
                    if !word.is_glued() {
                        text.space(' ');
                    }
                    for glyph in word.glyphs() {
                        text.pieces.push(Piece {
                            folded: text.folded.len(),
                            printed: text.printed.len(),
                            bbox: glyph.bbox,
                            line: line_number,
                            word: word.node(),
                        });
                        let of_glyph = content.text_of(glyph);
                        fold(of_glyph, &mut text.folded);
                        text.printed.push_str(of_glyph);
                    }
                }
            }
        }
        text
    }

    /// Adds a space between words, unless a word continues on the next line.
    fn space(&mut self, space: char) {
        if self.printed.ends_with('\u{AD}') {
            self.printed.pop();
        } else if !self.printed.is_empty() && !self.printed.ends_with(char::is_whitespace) {
            self.printed.push(space);
            self.folded.push(' ');
        }
    }

    /// The glyphs of a range of the folded text.
    fn glyphs(&self, hit: Range<usize>) -> Range<usize> {
        let start = self
            .pieces
            .partition_point(|piece| piece.folded <= hit.start);
        let end = self.pieces.partition_point(|piece| piece.folded < hit.end);
        // Glyphs without text begin at the same position as the next one.
        start.saturating_sub(1)..end
    }
}

fn on_page(view: &View, page: &Page, wanted: &str, hits: &mut Vec<Hit>) {
    let text = Text::new(page);
    let found = memmem::find_iter(text.folded.as_bytes(), wanted.as_bytes());
    for at in found.take(OF_PAGE) {
        let glyphs = text.glyphs(at..at + wanted.len());
        let pieces = text.pieces.get(glyphs.clone()).unwrap_or_default();
        let Some(first) = pieces.first() else {
            continue;
        };
        let end = text
            .pieces
            .get(glyphs.end)
            .map_or(text.printed.len(), |piece| piece.printed);
        let printed = |range: Range<usize>| text.printed.get(range).unwrap_or_default();
        let before = printed(0..first.printed);
        let hit = printed(first.printed..end).trim_end();
        let after = printed(first.printed + hit.len()..text.printed.len());
        let boxes = pieces.chunk_by(|a, b| a.line == b.line).map(|line| {
            corners(
                line.iter()
                    .fold(Rect::EMPTY, |r, piece| r.union(piece.bbox)),
            )
        });
        hits.push(Hit {
            page: page.index(),
            boxes: boxes.collect(),
            before: last(before, AROUND),
            hit: shown(hit),
            after: shown(
                after
                    .char_indices()
                    .nth(AROUND)
                    .map_or(after, |(i, _)| &after[..i]),
            ),
            key: key_of_node(view, page, first.word),
        });
    }
}

/// The last characters of a text.
fn last(text: &str, count: usize) -> String {
    let start = text.char_indices().rev().take(count).last();
    shown(start.map_or("", |(i, _)| text.get(i..).unwrap_or_default()))
}

/// A text on one line.
fn shown(text: &str) -> String {
    text.replace('\n', " ")
}
