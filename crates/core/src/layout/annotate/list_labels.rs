//! Marks the pieces that are labels of list items, and splits labels from the words that they touch.

use crate::layout::regions::list_label::{from_right, is_label};
use crate::layout::regions::pieces::Piece;
use crate::layout::state::PageState;
use crate::page::{glued_label, may_begin_glued};

/// Most characters of a label, as in `[ABCD+98a]`.
const LONGEST: u32 = 10;

/// Marks the pieces that are labels.
pub(crate) fn mark(page: &mut PageState<'_>) {
    split_glued(page);
    for number in 0..page.pieces.pieces.len() {
        let Some(piece) = page.pieces.pieces.get(number) else {
            continue;
        };
        // No label ends with a letter, as most words do.
        let characters = || page.pieces.characters(page.content, piece);
        let label = piece.inked <= LONGEST
            && (piece.edges.is_closed() || page.right_to_left)
            && (may_be_label(page, piece) && is_label(characters())
                || page.right_to_left && is_label(from_right(characters()).into_iter()))
            || is_letter_bullet(page, number, piece);
        if let Some(piece) = page.pieces.pieces.get_mut(number) {
            piece.label = label;
        }
    }
}

/// Whether a piece is a single character, or ends as longer labels do. A zero width space can be behind a label.
fn may_be_label(page: &PageState<'_>, piece: &Piece) -> bool {
    let last = piece.inked.saturating_sub(1) as usize;
    let text = page.pieces.text_at(page.content, piece, last);
    last == 0 || text.is_empty() || text.ends_with(['.', ')', ']', '\u{200B}'])
}

/// Whether a piece is the letter o as a bullet, which word processors take for an empty circle. It has a font of its
/// own, unlike the word "o" of some languages.
fn is_letter_bullet(page: &PageState<'_>, number: usize, piece: &Piece) -> bool {
    let font = |piece| page.pieces.font(page.content, piece);
    let behind = page.pieces.pieces.get(number + 1);
    piece.inked == 1
        && page.pieces.text_at(page.content, piece, 0) == "o"
        && behind.is_some_and(|behind| {
            piece.cell.x1 < behind.cell.x0
                && (behind.cell.y0..behind.cell.y1).contains(&piece.middle())
                && font(piece) != font(behind)
        })
}

/// Splits labels from the words that they touch: the gap behind a label may be narrower than a space.
fn split_glued(page: &mut PageState<'_>) {
    if page.right_to_left {
        return;
    }
    let glued = |piece: &Piece| {
        let [first, second, ..] = page.pieces.inked_of(piece) else {
            return None;
        };
        let text = |index: u32| {
            let glyph = page.content.glyphs.get(index as usize);
            glyph.map_or(&[][..], |glyph| page.content.bytes_of(glyph))
        };
        let characters = || page.pieces.characters(page.content, piece);
        may_begin_glued(text(*first), text(*second))
            .then(|| glued_label(characters()))
            .flatten()
    };
    let found = (0..).zip(&page.pieces.pieces);
    let found = found.filter_map(|(number, piece)| Some((number, glued(piece)?)));
    let found: Vec<(usize, u32)> = found.collect();
    if found.is_empty() {
        return;
    }
    let mut out = Vec::with_capacity(page.pieces.pieces.len() + found.len());
    let mut found = found.into_iter().peekable();
    for (number, piece) in std::mem::take(&mut page.pieces.pieces)
        .into_iter()
        .enumerate()
    {
        let Some((_, count)) = found.next_if(|(at, _)| *at == number) else {
            out.push(piece);
            continue;
        };
        match page.pieces.split(page.content, &page.frames, &piece, count) {
            Some(parts) => out.extend(parts),
            None => out.push(piece),
        }
    }
    page.pieces.pieces = out;
}
