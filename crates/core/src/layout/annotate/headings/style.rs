//! Measures the style of lines: size, weight and font, against those of the page.

use std::collections::BTreeMap;

use super::colours::{Rgb, colour_of, is_other};
use super::numbering;
use crate::geometry::Rect;
use crate::layout::regions::pieces::Pieces;
use crate::layout::regions::rows::RowLine;
use crate::layout::state::PageState;
use crate::page::Content;

/// A font with at least this share of the page's characters is one of its text fonts.
const TEXT_FONT: f32 = 0.25;

/// Number of lines whose font is compared with that of the first.
const FIRST_LINES: usize = 4;

/// Least distance of a number that is far from its title, in ems.
const SPACED: f32 = 0.8;

/// Most characters of such a number.
const LONGEST_NUMBER: u32 = 8;

/// The place and style of some lines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Look {
    /// Their cells, in the frame.
    pub cell: Rect,
    pub frame: u32,
    /// The largest size, in points.
    pub size: f32,
    /// All of them are bold. Code in a bold line need not be.
    pub bold: bool,
    /// The number of rows.
    pub rows: usize,
    /// The font of the first line, as a number of [`Fonts`]; `None` if lines have different ones.
    pub font: Option<u32>,
    /// That font has glyphs of one width.
    pub typewriter: bool,
    /// They begin with the label of an item.
    pub labelled: bool,
    /// The left edge of the title behind a number that is far from it.
    pub title: Option<f32>,
    /// The colour of the first line; `None` if its words have different ones.
    pub colour: Option<Rgb>,
}

impl Default for Look {
    fn default() -> Self {
        Self {
            cell: Rect::EMPTY,
            frame: 0,
            size: 0.0,
            bold: false,
            rows: 0,
            font: None,
            typewriter: false,
            labelled: false,
            title: None,
            colour: None,
        }
    }
}

impl Look {
    pub(super) fn of(page: &PageState<'_>, fonts: &Fonts, frame: u32, lines: &[RowLine]) -> Self {
        let mut all = lines.iter().map(|line| fonts.of_line(page, line));
        let font = all.next().flatten();
        let font = font.filter(|own| all.take(FIRST_LINES).all(|other| other == Some(*own)));
        Self {
            cell: lines.iter().fold(Rect::EMPTY, |r, l| r.union(l.cell)),
            frame,
            size: lines.iter().map(|l| l.size).fold(0.0, f32::max),
            bold: lines
                .iter()
                .all(|line| line.bold || fonts.is_bold(page, line)),
            rows: lines.chunk_by(|a, b| a.row == b.row).count(),
            font,
            typewriter: font.is_some_and(|font| {
                let font = page.content.fonts.get(font as usize);
                font.is_some_and(|font| font.monospace)
            }),
            labelled: lines.first().is_some_and(|line| is_labelled(page, line)),
            title: spaced_title(page, lines),
            colour: lines.first().and_then(|line| colour_of(page, line)),
        }
    }

    /// Returns `true` if another text has the same style.
    pub(super) fn is_like(&self, other: &Self, larger: f32) -> bool {
        self.bold == other.bold
            && self.font == other.font
            && !is_other(self.colour, other.colour)
            && self.size < larger * other.size
            && other.size < larger * self.size
    }
}

/// Returns `true` if a line begins with the label of an item.
fn is_labelled(page: &PageState<'_>, line: &RowLine) -> bool {
    let first = line.pieces.first().copied();
    let first = first.and_then(|piece| page.pieces.pieces.get(piece as usize));
    first.is_some_and(|piece| piece.label || piece.bullet.is_some())
}

/// The left edge of the text behind the number that lines begin with, if the number is far from it, and if the text can
/// be a title.
fn spaced_title(page: &PageState<'_>, lines: &[RowLine]) -> Option<f32> {
    let row = lines.chunk_by(|a, b| a.row == b.row).next()?;
    let mut pieces = row.iter().flat_map(|line| &line.pieces).copied();
    let (number, title) = (pieces.next()?, pieces.next()?);
    let piece = |number: u32| page.pieces.pieces.get(number as usize);
    let (own, next) = (piece(number)?, piece(title)?);
    let is_far = next.cell.x0 - own.cell.x1 >= SPACED * own.size;
    if own.inked > LONGEST_NUMBER || !is_far {
        return None;
    }
    let text = |number| page.pieces.words(page.content, [number].iter());
    let (number, title) = (text(number), text(title));
    let number = number.trim();
    let begins = title.chars().next()?;
    let is_number = numbering::is_letter(number) || numbering::depth_of_number(number).is_some();
    (is_number && begins.is_alphabetic() && !begins.is_lowercase()).then_some(next.cell.x0)
}

/// The fonts of a page, with the share of its characters that each has.
pub(super) struct Fonts {
    /// For each font of the content the first one with the same name.
    first: Vec<u32>,
    /// For each font with a name of its own its share of the characters.
    shares: Vec<f32>,
}

impl Fonts {
    pub(super) fn of(content: &Content, pieces: &Pieces) -> Self {
        let fonts = &content.fonts;
        let mut named: BTreeMap<&str, u32> = BTreeMap::new();
        let first: Vec<u32> = (0u32..)
            .zip(fonts)
            .map(|(n, font)| *named.entry(&font.name).or_insert(n))
            .collect();
        let mut own = Self {
            shares: vec![0.0; first.len()],
            first,
        };
        let mut all = 0.0;
        for piece in &pieces.pieces {
            let inked = piece.inked as f32;
            all += inked;
            let font = own.of_piece(content, pieces, piece.glyphs.start);
            if let Some(share) = font.and_then(|font| own.shares.get_mut(font as usize)) {
                *share += inked;
            }
        }
        own.shares
            .iter_mut()
            .for_each(|share| *share /= f32::max(all, 1.0));
        own
    }

    /// The font of the piece whose glyphs begin at this position.
    fn of_piece(&self, content: &Content, pieces: &Pieces, start: u32) -> Option<u32> {
        let glyph = *pieces.glyphs.get(start as usize)?;
        let glyph = content.glyphs.get(glyph as usize)?;
        let run = content.runs.get(glyph.run as usize)?;
        self.first.get(run.font as usize).copied()
    }

    /// The font of a line; `None` if its words have different ones. Numbers and labels in front do not count.
    fn of_line(&self, page: &PageState<'_>, line: &RowLine) -> Option<u32> {
        let own = line.pieces.iter();
        let own = own.filter_map(|&piece| page.pieces.pieces.get(piece as usize));
        let named = own.clone().filter(|p| !p.label && p.value.is_none());
        let font = |start| self.of_piece(page.content, &page.pieces, start);
        let mut fonts = named.map(|piece| font(piece.glyphs.start));
        let first = fonts.next();
        match first {
            Some(first) => first.filter(|_| fonts.all(|other| other == first)),
            None => own.map(|piece| font(piece.glyphs.start)).next().flatten(),
        }
    }

    /// Whether all of a line is bold except words in monospaced fonts, which often have no bold type.
    fn is_bold(&self, page: &PageState<'_>, line: &RowLine) -> bool {
        let pieces = line.pieces.iter();
        let own = pieces.filter_map(|&piece| page.pieces.pieces.get(piece as usize));
        let is_code = |font: u32| {
            let font = page.content.fonts.get(font as usize);
            font.is_some_and(|font| font.monospace)
        };
        let font = |start| self.of_piece(page.content, &page.pieces, start);
        let mut text = own.filter(|piece| !font(piece.glyphs.start).is_some_and(is_code));
        text.next().is_some_and(|first| first.bold) && text.all(|piece| piece.bold)
    }

    /// Returns `true` if the font is not one of those of the text.
    pub(super) fn is_other(&self, font: Option<u32>) -> bool {
        let share = font.and_then(|font| self.shares.get(font as usize));
        share.is_some_and(|share| *share < TEXT_FONT)
    }
}
