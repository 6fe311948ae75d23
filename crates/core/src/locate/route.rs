//! Finds quotations over paragraphs that are not consecutive in any reading order: from the end of a column
//! into a note, or from a paragraph into a figure and out of it. Programs read a page in different orders.
//!
//! The quotation is compared with two pages letter by letter. At the end of a paragraph, or of a part of one,
//! it may continue at the start of any other. The result is a text of its own, which is judged like others.

use std::collections::HashMap;
use std::ops::Range;

use super::fold::Quote;
use super::text::{Book, Piece, Text};
use crate::compact_sort::CompactSort;

/// Maximum pairs of pages that are searched: those with the most words of the quotation.
const MAX_PAIRS: usize = 3;
/// Minimum share of the quotation's words on a pair of pages.
const MIN_WORDS: f32 = 0.7;
/// Maximum product of the letters of the quotation and of the pages.
const MAX_CELLS: usize = 10_000_000;
/// Cost of continuing at another paragraph, in letters.
const LEAP: u16 = 2;
/// Minimum quoted letters in a paragraph, except in running heads: fewer letters occur anywhere.
const MIN_LETTERS: usize = 12;

/// A text of two pages that may contain the quotation.
pub(super) fn text(quote: &Quote, book: &Book) -> Option<Text> {
    let all: Vec<usize> = (0..book.words().len()).collect();
    let text = Text::new(book, &all, false);
    let order = route(quote, &text, &text.pieces(book))?.into_iter();
    let words: Vec<usize> = order.flat_map(|letters| text.book_words(letters)).collect();
    Some(Text::new(book, &words, false))
}

/// The first pages of the pairs with most words of a quotation.
pub(super) struct LikelyPages<'q> {
    /// A bit for each of the words, up to 128.
    bits: HashMap<&'q [char], u128>,
    /// Minimum number of words on a pair of pages.
    least: u32,
    /// The last page with its words.
    last: Option<(u32, u128)>,
    /// Number of words and first page of the best pairs, the best first.
    pairs: Vec<(u32, u32)>,
}

impl<'q> LikelyPages<'q> {
    pub(super) fn new(quote: &'q Quote) -> Self {
        let mut bits: HashMap<&[char], u128> = HashMap::new();
        for (at, word) in quote.words.iter().take(128).enumerate() {
            let letters = quote.letters.get(word.letters.clone());
            bits.entry(letters.unwrap_or_default()).or_insert(1 << at);
        }
        let least = (bits.len() as f32 * MIN_WORDS).ceil() as u32;
        Self {
            bits,
            least,
            last: None,
            pairs: Vec::new(),
        }
    }

    /// Adds the next page, in reading order. `words` are ranges of letters, divided at paragraphs.
    pub(super) fn add(&mut self, page: u32, text: &Text, words: &[Range<usize>]) {
        if words.is_empty() {
            return;
        }
        let letters = words
            .iter()
            .filter_map(|word| text.letters.get(word.clone()));
        let has = letters.fold(0, |has, word| has | self.bits.get(word).unwrap_or(&0));
        if let Some((last, words)) = self.last.replace((page, has)) {
            let next = if last + 1 == page { has } else { 0 };
            self.add_pair(last, words, next);
        }
    }

    fn add_pair(&mut self, page: u32, words: u128, next: u128) {
        // A pair whose second page has all words occurs again with that page as its first.
        let count = (words | next).count_ones();
        if count >= self.least && words != 0 {
            self.pairs.push((count, page));
            self.pairs
                .compact_sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
            self.pairs.truncate(MAX_PAIRS);
        }
    }

    /// The pages, the best first.
    pub(super) fn pages(mut self) -> Vec<u32> {
        if let Some((page, words)) = self.last {
            self.add_pair(page, words, 0);
        }
        self.pairs.into_iter().map(|(_, page)| page).collect()
    }
}

/// The sequence of complete or partial paragraphs that is most similar to the quotation; `None` for a single
/// one.
fn route(quote: &Quote, text: &Text, pieces: &[Piece]) -> Option<Vec<Range<usize>>> {
    let offset = pieces.first()?.letters.start;
    let end = pieces.last()?.letters.end;
    let letters = text.letters.get(offset..end)?;
    let width = letters.len() + 1;
    if width.saturating_mul(quote.letters.len()) > MAX_CELLS {
        return None;
    }
    let mut bounds: Vec<usize> = pieces
        .iter()
        .map(|piece| piece.letters.start - offset)
        .collect();
    bounds.push(letters.len());
    // Rows are letters of the quotation; it may begin anywhere.
    let mut rows: Vec<Vec<u16>> = vec![vec![0; width]];
    let mut leaps: Vec<usize> = vec![0];
    for letter in &quote.letters {
        let above = rows.last()?;
        let mut row: Vec<u16> = above.iter().map(|cell| cell.saturating_add(1)).collect();
        for ((cell, before), of) in row.iter_mut().skip(1).zip(above).zip(letters) {
            *cell = (*cell).min(before.saturating_add(u16::from(of != letter)));
        }
        go_on(&mut row);
        let cost = |bound: &usize| row.get(*bound).copied().unwrap_or(u16::MAX);
        let from = bounds.iter().copied().min_by_key(cost)?;
        let leap = cost(&from).saturating_add(LEAP);
        for &bound in &bounds {
            if let Some(cell) = row.get_mut(bound) {
                *cell = (*cell).min(leap);
            }
        }
        go_on(&mut row);
        leaps.push(from);
        rows.push(row);
    }
    let cell = |row: usize, at: usize| {
        let row: Option<&Vec<u16>> = rows.get(row);
        row.and_then(|row| row.get(at)).copied().unwrap_or(u16::MAX)
    };
    let mut row = quote.letters.len();
    let mut at = (0..width).min_by_key(|&at| cell(row, at))?;
    let mut route = Vec::new();
    let (mut last, mut quoted) = (at, row);
    loop {
        let here = cell(row, at);
        let differs =
            |at: usize| u16::from(letters.get(at) != quote.letters.get(row.wrapping_sub(1)));
        if row == 0 {
            route.push((at..last, quoted));
            break;
        }
        if at > 0 && cell(row - 1, at - 1).saturating_add(differs(at - 1)) == here {
            (row, at) = (row - 1, at - 1);
        } else if cell(row - 1, at).saturating_add(1) == here {
            row -= 1;
        } else if at > 0 && cell(row, at - 1).saturating_add(1) == here {
            at -= 1;
        } else {
            let from = leaps.get(row).copied().unwrap_or(0);
            // Every leap must lower the cost.
            if cell(row, from) >= here {
                return None;
            }
            route.push((at..last, quoted - row));
            (at, last, quoted) = (from, from, row);
        }
    }
    if route.len() < 2 {
        return None;
    }
    let is_head = |letters: &Range<usize>| {
        let piece = pieces
            .iter()
            .rfind(|piece| piece.letters.start - offset <= letters.start);
        piece.is_some_and(|piece| piece.head && letters.end + offset <= piece.letters.end)
    };
    let long =
        |(letters, quoted): &(Range<usize>, usize)| *quoted >= MIN_LETTERS || is_head(letters);
    if !route.iter().all(long) {
        return None;
    }
    let letters =
        |(letters, _): (Range<usize>, usize)| letters.start + offset..letters.end + offset;
    Some(route.into_iter().rev().map(letters).collect())
}

/// Adds the cost of letters of the text that are not quoted.
fn go_on(row: &mut [u16]) {
    let mut before = u16::MAX;
    for cell in row {
        *cell = (*cell).min(before.saturating_add(1));
        before = *cell;
    }
}
