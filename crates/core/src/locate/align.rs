//! Aligns a quotation with a piece of text, letter by letter.

use std::ops::Range;

/// An alignment of a quotation with text.
pub(super) struct Aligned {
    /// Range of the piece in the text.
    pub range: Range<usize>,
    /// For each letter of the quotation, the index of the aligned letter of the text.
    pub letters: Vec<Option<usize>>,
    pub distance: usize,
}

/// Maximum number of letters before the end that are compared with a quotation of this length.
pub(super) fn reach(quote: usize) -> usize {
    quote + quote / 2 + 1
}

/// Aligns a quotation with the text that ends at `end`, with the fewest edits.
pub(super) fn align(quote: &[char], text: &[char], end: usize) -> Option<Aligned> {
    let start = end.saturating_sub(reach(quote.len()));
    let piece = text.get(start..end)?;
    let width = piece.len() + 1;
    // Rows are letters of the quotation; it may begin at any letter of the text.
    let mut cells = vec![0u16; (quote.len() + 1) * width];
    let cell = |cells: &[u16], row: usize, at: usize| {
        cells.get(row * width + at).copied().unwrap_or(u16::MAX)
    };
    for (row, letter) in quote.iter().enumerate() {
        for at in 0..width {
            let deleted = cell(&cells, row, at).saturating_add(1);
            let mut least = deleted;
            if let Some(before) = at.checked_sub(1) {
                let differs = u16::from(piece.get(before) != Some(letter));
                least = least
                    .min(cell(&cells, row, before).saturating_add(differs))
                    .min(cell(&cells, row + 1, before).saturating_add(1));
            }
            if let Some(cell) = cells.get_mut((row + 1) * width + at) {
                *cell = least;
            }
        }
    }
    let distance = usize::from(cell(&cells, quote.len(), piece.len()));
    let mut letters = vec![None; quote.len()];
    let (mut row, mut at) = (quote.len(), piece.len());
    while row > 0 {
        let here = cell(&cells, row, at);
        let differs = u16::from(at == 0 || piece.get(at - 1) != quote.get(row - 1));
        if at > 0 && cell(&cells, row - 1, at - 1).saturating_add(differs) == here {
            (row, at) = (row - 1, at - 1);
            if let Some(letter) = letters.get_mut(row) {
                *letter = Some(start + at);
            }
        } else if at > 0 && cell(&cells, row, at - 1).saturating_add(1) == here {
            at -= 1;
        } else {
            row -= 1;
        }
    }
    Some(Aligned {
        range: start + at..end,
        letters,
        distance,
    })
}
