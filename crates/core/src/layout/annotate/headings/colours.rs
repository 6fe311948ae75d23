//! Compares the colour of lines with those of the page's text.

use crate::layout::regions::pieces::{Piece, Pieces};
use crate::layout::regions::rows::RowLine;
use crate::layout::state::PageState;
use crate::page::Content;

/// Red, green and blue.
pub(super) type Rgb = [u8; 3];

/// Least difference of two colours that a reader sees: the sum of those of red, green and blue.
const VISIBLE: u32 = 90;

/// Most colours of a page that are counted. The text of a page has few.
const MAX_COLOURS: usize = 16;

/// The colours of the text of a page.
pub(super) struct Colours {
    /// The colour of most characters.
    main: Option<Rgb>,
    /// Colours of words in lines of the main colour, as links have.
    of_words: Vec<Rgb>,
}

impl Colours {
    pub(super) fn of(content: &Content, pieces: &Pieces) -> Self {
        let mut counts: Vec<(Rgb, u32)> = Vec::new();
        let mut on_one_line: Vec<(Rgb, Rgb)> = Vec::new();
        let mut before: Option<(Rgb, &Piece)> = None;
        for piece in &pieces.pieces {
            let Some(colour) = of_piece(content, pieces, piece) else {
                continue;
            };
            if let Some((_, count)) = counts.iter_mut().find(|(other, _)| *other == colour) {
                *count += piece.inked;
            } else if counts.len() < MAX_COLOURS {
                counts.push((colour, piece.inked));
            }
            if let Some((other, last)) = before
                && other != colour
                && last.baseline == piece.baseline
                && on_one_line.len() < MAX_COLOURS * MAX_COLOURS
                && !on_one_line.contains(&(other, colour))
            {
                on_one_line.push((other, colour));
            }
            before = Some((colour, piece));
        }
        let main = counts.iter().max_by_key(|(_, count)| *count);
        let main = main.map(|(colour, _)| *colour);
        let of_words = on_one_line.iter().filter_map(|&(a, b)| match main {
            Some(main) if a == main => Some(b),
            Some(main) if b == main => Some(a),
            _ => None,
        });
        Self {
            main,
            of_words: of_words.collect(),
        }
    }

    /// Returns `true` if lines of a colour stand out from the text: it is another colour, which words within lines do
    /// not have.
    pub(super) fn stands_out(&self, colour: Option<Rgb>) -> bool {
        is_other(colour, self.main) && !colour.is_some_and(|own| self.of_words.contains(&own))
    }
}

fn of_piece(content: &Content, pieces: &Pieces, piece: &Piece) -> Option<Rgb> {
    let glyph = pieces.glyphs.get(piece.glyphs.start as usize)?;
    let glyph = content.glyphs.get(*glyph as usize)?;
    Some(content.run_of(glyph).colour)
}

/// The colour of a line; `None` if its words have different ones.
pub(super) fn colour_of(page: &PageState<'_>, line: &RowLine) -> Option<Rgb> {
    let own = line.pieces.iter();
    let own = own.filter_map(|&piece| page.pieces.pieces.get(piece as usize));
    let mut colours = own.map(|piece| of_piece(page.content, &page.pieces, piece));
    let first = colours.next().flatten()?;
    colours.all(|other| other == Some(first)).then_some(first)
}

/// Returns `true` if a reader sees that two colours differ.
pub(super) fn is_other(a: Option<Rgb>, b: Option<Rgb>) -> bool {
    a.zip(b).is_some_and(|(a, b)| {
        let pairs = a.iter().zip(&b);
        pairs.map(|(a, b)| u32::from(a.abs_diff(*b))).sum::<u32>() >= VISIBLE
    })
}
