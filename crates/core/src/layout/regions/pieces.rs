//! The pieces of a page: glyphs drawn one after the other without a gap, mostly words. All later steps use
//! pieces; a page has about a fifth as many as glyphs.

use std::ops::Range;

use super::caption_label::{self, Label};
use super::edges::{self, Edges};
use crate::geometry::Rect;
use crate::layout::scale::SAME_SIZE;
use crate::letters::is_invisible;
use crate::line::Frames;
use crate::page::{Content, FontFacts};
use crate::rank::{of_rank, rank};

/// Glyphs drawn one after the other, on one baseline, without a gap between them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Piece {
    /// Its glyphs, as positions in [`Pieces::glyphs`], with the white space after the piece.
    pub glyphs: Range<u32>,
    /// The bounding box of the cells of its inked glyphs, in the frame, without their slant.
    pub cell: Rect,
    /// The baseline, in the frame.
    pub baseline: f32,
    /// Height of the em, in points.
    pub size: f32,
    /// The end of the white space after it, in the frame; less if the white space ends the line.
    pub reach: f32,
    /// The number of glyphs that are not white space.
    pub inked: u32,
    /// The widest gap between two of its glyphs, in points; negative if there is none.
    pub gap: f32,
    pub bold: bool,
    /// Whether all its inked glyphs have text, and none is left of the one before it.
    pub in_order: bool,
    pub frame: u32,
    /// Whether it consists only of leader dots, as between an entry and its page number.
    pub leader: bool,
    /// Whether it is a list label: a bullet or a number.
    pub label: bool,
    /// The start of a bullet that is drawn as a shape before it, along the line.
    pub bullet: Option<f32>,
    /// Its value, if it is a whole number.
    pub value: Option<u32>,
    /// The beginning and end of its text.
    pub edges: Edges,
}

impl Piece {
    /// The centre of the cell, across the line.
    pub(crate) fn middle(&self) -> f32 {
        (self.cell.y0 + self.cell.y1) / 2.0
    }
}

/// Number of changes of the size for which there is memory at first.
const CHANGES: usize = 32;

/// The em of some pieces: the most frequent size of their characters, in points; 1 if there are none.
pub(crate) fn em<'a>(pieces: impl Iterator<Item = &'a Piece>) -> f32 {
    // Pieces mostly have the size of the one before, so only changes are collected and sorted, with the size in
    // the upper half of a number and the count of characters in the lower one.
    let mut sizes: Vec<u64> = Vec::new();
    let key = |(size, count): (f32, u32)| u64::from(rank(size)) << u32::BITS | u64::from(count);
    let mut last = (0.0, 0u32);
    for piece in pieces {
        if piece.size == last.0 {
            last.1 = last.1.saturating_add(piece.inked);
        } else {
            if last.1 > 0 {
                if sizes.is_empty() {
                    sizes.reserve(CHANGES);
                }
                sizes.push(key(last));
            }
            last = (piece.size, piece.inked);
        }
    }
    if sizes.is_empty() {
        return if last.1 > 0 { last.0 } else { 1.0 };
    }
    sizes.push(key(last));
    sizes.sort_unstable();
    let size = |key: u64| of_rank((key >> u32::BITS) as u32);
    let mut best = (0u32, 1.0f32);
    for same in sizes.chunk_by(|&a, &b| size(b) - size(a) <= SAME_SIZE * size(a)) {
        // The lower half is the count.
        let count = same.iter().map(|key| *key as u32).sum();
        if count > best.0 {
            best = (count, same.last().map_or(1.0, |key| size(*key)));
        }
    }
    best.1
}

/// The pieces of a page in drawing order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pieces {
    /// The glyphs (indices in the content), in drawing order.
    pub glyphs: Vec<u32>,
    pub pieces: Vec<Piece>,
    /// Pieces with coordinates that are not finite, or beyond any page.
    pub lost: Vec<Piece>,
}

/// A whole number with more digits has no value.
const MAX_DIGITS: u32 = 7;

/// Bytes of a short text, for which there is memory at first.
const USUAL_TEXT: usize = 48;

/// Number of words of a block that are examined for a label.
const FIRST_WORDS: usize = 4;

impl Pieces {
    /// The glyphs of a piece, with the white space after it.
    pub(crate) fn glyphs_of(&self, piece: &Piece) -> &[u32] {
        let range = piece.glyphs.start as usize..piece.glyphs.end as usize;
        self.glyphs.get(range).unwrap_or_default()
    }

    /// The glyphs of a piece that are not white space.
    pub(crate) fn inked_of(&self, piece: &Piece) -> &[u32] {
        let all = self.glyphs_of(piece);
        all.get(..piece.inked as usize).unwrap_or_default()
    }

    /// The first words of some pieces, given by number.
    pub(crate) fn beginning(&self, content: &Content, pieces: &[u32]) -> String {
        self.words(content, pieces.iter().take(FIRST_WORDS))
    }

    /// The label of a caption that the text of some pieces, given by number, begins with.
    pub(crate) fn label(&self, content: &Content, pieces: &[u32]) -> Label {
        let first = pieces.first().and_then(|&n| self.pieces.get(n as usize));
        let can_begin = first.is_some_and(|first| {
            let text = self.characters(content, first);
            caption_label::can_begin_with(text.filter(|c| !c.is_whitespace()))
        });
        if can_begin {
            caption_label::label(&self.beginning(content, pieces))
        } else {
            Label::None
        }
    }

    /// The text of some pieces, given by number.
    pub(crate) fn words<'p>(
        &self,
        content: &Content,
        pieces: impl Iterator<Item = &'p u32>,
    ) -> String {
        let mut text = String::with_capacity(USUAL_TEXT);
        for &index in pieces {
            let Some(piece) = self.pieces.get(index as usize) else {
                continue;
            };
            let glyphs = self.glyphs_of(piece).iter();
            for glyph in glyphs.filter_map(|&i| content.glyphs.get(i as usize)) {
                match content.first_byte_of(glyph) {
                    // Most glyphs are one such character.
                    Some(byte) if byte.is_ascii_graphic() && glyph.text.len == 1 => {
                        text.push(char::from(byte));
                    }
                    _ => text.push_str(content.text_of(glyph).trim()),
                }
            }
            text.push(' ');
        }
        text
    }

    /// The font in which a piece begins, as an index in `Content::fonts`.
    pub(crate) fn font(&self, content: &Content, piece: &Piece) -> Option<u32> {
        let first = *self.glyphs_of(piece).first()?;
        let run = content.glyphs.get(first as usize)?.run;
        Some(content.runs.get(run as usize)?.font)
    }

    /// The text of one of the inked glyphs of a piece.
    pub(crate) fn text_at<'c>(&self, content: &'c Content, piece: &Piece, at: usize) -> &'c str {
        let index = self.inked_of(piece).get(at);
        let glyph = index.and_then(|&i| content.glyphs.get(i as usize));
        glyph.map_or("", |glyph| content.text_of(glyph))
    }

    /// The characters of a piece, without the white space after it, and without those that only control formatting: some
    /// word processors end labels of items with a zero width space.
    pub(crate) fn characters(
        &self,
        content: &Content,
        piece: &Piece,
    ) -> impl Iterator<Item = char> {
        let inked = self.inked_of(piece).iter();
        let glyphs = inked.filter_map(|&i| content.glyphs.get(i as usize));
        let all = glyphs.flat_map(|glyph| content.text_of(glyph).chars());
        all.filter(|&c| !is_invisible(c))
    }

    /// Returns true if the first character of a piece is in a font whose glyphs have one width.
    pub(crate) fn is_monospaced(&self, content: &Content, piece: &Piece) -> bool {
        self.facts(content, piece)
            .is_some_and(|font| font.monospace)
    }

    /// Returns true if the first character of a piece is in an italic font.
    pub(crate) fn is_italic(&self, content: &Content, piece: &Piece) -> bool {
        self.facts(content, piece).is_some_and(|font| font.italic)
    }

    fn facts<'c>(&self, content: &'c Content, piece: &Piece) -> Option<&'c FontFacts> {
        let font = self.font(content, piece)?;
        content.fonts.get(font as usize).map(AsRef::as_ref)
    }

    /// Splits a piece after its first glyphs.
    pub(crate) fn split(
        &self,
        content: &Content,
        frames: &Frames,
        piece: &Piece,
        count: u32,
    ) -> Option<[Piece; 2]> {
        let at = piece.glyphs.start.checked_add(count)?;
        let rest = piece.inked.checked_sub(count).filter(|rest| *rest > 0)?;
        let extent = |position: u32| {
            let index = self.glyphs.get(position as usize)?;
            let glyph = content.glyphs.get(*index as usize)?;
            Some(frames.get(piece.frame).extent(glyph))
        };
        let (_, end) = extent(at.checked_sub(1)?)?;
        let (start, _) = extent(at)?;
        let mut parts = [
            Piece {
                glyphs: piece.glyphs.start..at,
                cell: Rect {
                    x1: end,
                    ..piece.cell
                },
                reach: end,
                inked: count,
                in_order: false,
                ..piece.clone()
            },
            Piece {
                glyphs: at..piece.glyphs.end,
                cell: Rect {
                    x0: start,
                    ..piece.cell
                },
                inked: rest,
                in_order: false,
                ..piece.clone()
            },
        ];
        for part in &mut parts {
            self.describe(content, part);
        }
        Some(parts)
    }

    /// Sets the value and the edges of a piece from its characters.
    pub(super) fn describe(&self, content: &Content, piece: &mut Piece) {
        piece.edges = edges::of_glyphs(content, self.inked_of(piece));
        piece.value = if piece.inked <= MAX_DIGITS && !piece.edges.begins_with_letter() {
            value(self.characters(content, piece))
        } else {
            None
        };
    }
}

/// The value of a whole number in Western figures.
fn value(text: impl Iterator<Item = char>) -> Option<u32> {
    /// The base of the digits.
    const TEN: u32 = 10;
    let mut value = None;
    for c in text {
        let figure = c.to_digit(TEN)?;
        value = Some(
            value
                .unwrap_or(0u32)
                .checked_mul(TEN)?
                .checked_add(figure)?,
        );
    }
    value
}
