//! Finds all ends of a quotation in a text, with a limited number of different letters.
//!
//! The text is read in parts. It uses the bit-parallel dynamic programming of Myers (1999) in the blocks of Hyyrö (2003). For every
//! letter of the text, 64 letters of the quotation are processed at a time.

use std::collections::HashMap;

/// Maximum share of letters that may differ in similar text.
const MAX_WRONG: f32 = 0.4;
/// Maximum share of letters that may differ if the quotation is shorter than [`SHORT`] letters.
const MAX_WRONG_SHORT: f32 = 0.25;
const SHORT: usize = 20;
/// Maximum number of ends. [`MAX_PAIRS`] further limits it by the pairs of letters to align for all of them.
const MAX_ENDS: usize = 10_000;
const MAX_PAIRS: usize = 1_000_000_000;

const BITS: usize = 64;

/// Maximum number of letters that may differ.
pub(super) fn allowed(quote: usize) -> usize {
    let share = if quote < SHORT {
        MAX_WRONG_SHORT
    } else {
        MAX_WRONG
    };
    (quote as f32 * share) as usize
}

/// A block of 64 rows of a column: bit sets of the rows where the vertical difference is +1 and -1.
#[derive(Clone, Copy)]
struct Block {
    plus: u64,
    minus: u64,
}

impl Block {
    /// Advances by one letter of the text. `matches` are the rows where the quotation has this letter,
    /// `carry` is the horizontal difference of the row above. Returns that of row `last`.
    fn advance(&mut self, mut matches: u64, carry: i32, last: u32) -> i32 {
        let Self { plus, minus } = *self;
        let vertical = matches | minus;
        if carry < 0 {
            matches |= 1;
        }
        let horizontal = (((matches & plus).wrapping_add(plus)) ^ plus) | matches;
        let mut up = minus | !(horizontal | plus);
        let mut down = plus & horizontal;
        let bit = 1u64 << last;
        let out = i32::from(up & bit != 0) - i32::from(down & bit != 0);
        up <<= 1;
        down <<= 1;
        match carry {
            1 => up |= 1,
            -1 => down |= 1,
            _ => {}
        }
        self.plus = down | !(vertical | up);
        self.minus = up & vertical;
        out
    }
}

/// Returns the ends of the quotation in a text.
pub(super) fn ends(quote: &[char], text: &[char]) -> Vec<usize> {
    let mut scan = Scan::default();
    Pattern::new(quote).read(text, &mut scan);
    scan.ends()
}

/// A quotation prepared for the search.
pub(super) struct Pattern {
    letters: usize,
    blocks: usize,
    /// For each letter a row of bits: its places in the quotation. Row 0 is for all other letters.
    table: Vec<u64>,
    /// Table row of each letter.
    known: HashMap<char, usize>,
    ascii: [usize; 128],
    most_wrong: i64,
    most_ends: usize,
}

/// The state of the search after a part of a text.
#[derive(Clone, Default)]
pub(super) struct Scan {
    /// The difference of neighbouring rows; empty before the first letter.
    column: Vec<Block>,
    distance: i64,
    /// Number of letters read.
    read: usize,
    /// The best of ends that are so close that they are the same place, with its distance.
    best: Option<(i64, usize)>,
    found: Vec<usize>,
    is_full: bool,
}

impl Scan {
    /// The ends of the quotation, after its last letter; of adjacent ends only the best.
    pub(super) fn ends(mut self) -> Vec<usize> {
        if !self.is_full {
            self.found.extend(self.best.map(|(_, place)| place));
        }
        self.found
    }
}

impl Pattern {
    pub(super) fn new(quote: &[char]) -> Self {
        let pairs = quote.len().saturating_mul(quote.len()).max(1);
        let blocks = quote.len().div_ceil(BITS);
        let mut known: HashMap<char, usize> = HashMap::new();
        let mut ascii = [0usize; 128];
        let mut table = vec![0u64; blocks];
        for (at, &letter) in quote.iter().enumerate() {
            let next = known.len() + 1;
            let row = *known.entry(letter).or_insert(next);
            if row == next {
                table.resize((row + 1) * blocks, 0);
            }
            if let Some(known) = ascii.get_mut(letter as usize) {
                *known = row;
            }
            if let Some(cell) = table.get_mut(row * blocks + at / BITS) {
                *cell |= 1 << (at % BITS);
            }
        }
        Self {
            letters: quote.len(),
            blocks,
            table,
            known,
            ascii,
            most_wrong: allowed(quote.len()) as i64,
            most_ends: (MAX_PAIRS / pairs).clamp(1, MAX_ENDS),
        }
    }

    /// Continues a search with the next letters of the text.
    pub(super) fn read(&self, text: &[char], scan: &mut Scan) {
        if scan.read == 0 {
            let (plus, minus) = (u64::MAX, 0);
            scan.column = vec![Block { plus, minus }; self.blocks];
            scan.distance = self.letters as i64;
        }
        if scan.is_full {
            return;
        }
        let last = self.blocks.saturating_sub(1);
        let last_bit = (self.letters.saturating_sub(1) % BITS) as u32;
        for &letter in text {
            let row = match self.ascii.get(letter as usize) {
                Some(&row) => row,
                None => self.known.get(&letter).copied().unwrap_or(0),
            };
            let matches = self.table.get(row * self.blocks..(row + 1) * self.blocks);
            let mut carry = 0;
            let column = scan.column.iter_mut().zip(matches.unwrap_or_default());
            for (number, (block, &matches)) in column.enumerate() {
                let bit = if number == last { last_bit } else { 63 };
                carry = block.advance(matches, carry, bit);
            }
            scan.distance += i64::from(carry);
            scan.read += 1;
            self.note_end(scan);
            if scan.found.len() >= self.most_ends {
                scan.is_full = true;
                return;
            }
        }
    }

    /// Records the best of the ends near the last letter read.
    fn note_end(&self, scan: &mut Scan) {
        let (end, distance) = (scan.read, scan.distance);
        let half = self.letters / 2;
        if distance <= self.most_wrong {
            match scan.best {
                Some((least, place)) if end > place + half && distance <= least + 1 => {
                    scan.found.push(place);
                    scan.best = Some((distance, end));
                }
                Some((least, _)) if distance >= least => {}
                _ => scan.best = Some((distance, end)),
            }
        } else if let Some((_, place)) = scan.best
            && end > place + half
        {
            scan.found.push(place);
            scan.best = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The distances at all ends, computed cell by cell.
    fn distances(quote: &[char], text: &[char]) -> Vec<usize> {
        let mut column: Vec<usize> = (0..=quote.len()).collect();
        let step = |letter: &char| {
            let mut diagonal = column[0];
            for row in 1..=quote.len() {
                let changed = diagonal + usize::from(quote[row - 1] != *letter);
                diagonal = column[row];
                column[row] = changed.min(column[row] + 1).min(column[row - 1] + 1);
            }
            column[quote.len()]
        };
        text.iter().map(step).collect()
    }

    proptest! {
        #[test]
        fn the_best_end_is_found(quote in "[ab]{1,150}", text in "[abc]{0,200}") {
            let (quote, text): (Vec<char>, Vec<char>) = (quote.chars().collect(), text.chars().collect());
            let all = distances(&quote, &text);
            let least = all.iter().min().copied().unwrap_or(usize::MAX);
            let found = ends(&quote, &text);
            let (pattern, mut scan) = (Pattern::new(&quote), Scan::default());
            text.chunks(7).for_each(|part| pattern.read(part, &mut scan));
            prop_assert_eq!(&scan.ends(), &found);
            prop_assert_eq!(found.is_empty(), least > allowed(quote.len()));
            if let Some(best) = found.iter().map(|end| all[end - 1]).min() {
                prop_assert_eq!(best, least);
            }
        }
    }
}
