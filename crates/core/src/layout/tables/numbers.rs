//! Recognises numbers in table cells, with the signs and units around them.

use super::draft::TableFinder;
use crate::layout::scale::{MIN_LENGTH, median};

/// Smallest share of numeric words in a numeric cell.
const NUMERIC: f32 = 0.6;

/// Largest number of letters in the unit after a number.
const LONGEST_UNIT: u32 = 3;

/// Number of narrow and of wide letters measured before monospaced type is decided (`ENOUGH`), and number
/// below which it is not detected (`FEWEST`).
const ENOUGH: usize = 60;
const FEWEST: usize = 4;

/// Largest difference between letter widths that count as equal, as a share of the wide one.
const SAME_WIDTH: f32 = 0.05;

impl TableFinder<'_> {
    /// Share of the pieces that are numbers.
    pub(super) fn numeric_share(&self, pieces: &[u32]) -> f32 {
        let count = pieces.iter().filter(|&&i| self.is_number(i)).count();
        count as f32 / pieces.len().max(1) as f32
    }

    /// Whether the pieces of a cell are numbers, or a number with its unit.
    pub(super) fn is_numeric(&self, pieces: &[u32]) -> bool {
        let unit = match pieces {
            [number, unit] => self.is_number(*number) && self.piece(*unit).inked <= LONGEST_UNIT,
            _ => false,
        };
        unit || self.numeric_share(pieces) >= NUMERIC
    }

    /// Whether a piece is a number, including signs common with numbers in tables.
    pub(super) fn is_number(&self, piece: u32) -> bool {
        let count = self.pieces.pieces.len();
        self.known
            .numbers
            .of(piece, count, || self.reads_number(piece))
    }

    /// Reads the characters of a piece for [`is_number`](Self::is_number).
    fn reads_number(&self, piece: u32) -> bool {
        let (mut digits, mut dashes, mut others) = (0u32, 0u32, 0u32);
        let glyphs = self.pieces.glyphs_of(self.piece(piece)).iter();
        let glyphs = glyphs.filter_map(|&index| self.content.glyphs.get(index as usize));
        for glyph in glyphs {
            // Most characters are of one byte.
            let letter = self.content.first_byte_of(glyph);
            if letter.is_some_and(|byte| byte.is_ascii_alphabetic()) && glyph.text.len == 1 {
                others += 1;
                continue;
            }
            let text = self.content.text_of(glyph);
            for c in text.chars().filter(|c| !c.is_whitespace()) {
                if c.is_numeric() {
                    digits += 1;
                } else if is_dash(c) {
                    dashes += 1;
                } else if !is_of_numbers(c) {
                    others += 1;
                }
            }
        }
        // Dashes and dots replace missing numbers.
        digits > others || (digits == 0 && others == 0 && dashes > 0)
    }

    /// Whether a piece is a blank to be filled in, drawn with underscores.
    pub(super) fn is_blank(&self, piece: u32) -> bool {
        self.characters(piece).all(|c| c == '_')
    }

    /// Whether narrow and wide letters have the same width in these pieces. The letters of an invisible layer are spread
    /// over the width of their word.
    pub(super) fn is_typewritten<'p>(&self, pieces: impl Iterator<Item = &'p u32>) -> bool {
        let (mut narrow, mut wide) = (Vec::new(), Vec::new());
        for &index in pieces {
            if !self.is_visible(index) {
                continue;
            }
            let size = self.piece(index).size.max(MIN_LENGTH);
            let mut last: Option<(char, f32)> = None;
            self.each_char(index, |c, at| {
                if let Some((letter, start)) = last.replace((c, at)) {
                    let own = match letter {
                        'i' | 'j' | 'l' | 't' | 'f' | 'r' => &mut narrow,
                        'a'..='z' | 'A'..='Z' => &mut wide,
                        _ => return,
                    };
                    own.push((at - start).abs() / size);
                }
            });
            if narrow.len() >= ENOUGH && wide.len() >= ENOUGH {
                break;
            }
        }
        let middle = |widths: Vec<f32>| {
            let enough = widths.len() >= FEWEST;
            median(widths).filter(|_| enough)
        };
        match (middle(narrow), middle(wide)) {
            (Some(narrow), Some(wide)) => (wide - narrow).abs() <= SAME_WIDTH * wide,
            _ => false,
        }
    }

    fn is_visible(&self, piece: u32) -> bool {
        let first = self.pieces.glyphs_of(self.piece(piece)).first();
        let glyph = first.and_then(|&index| self.content.glyphs.get(index as usize));
        let run = glyph.and_then(|glyph| self.content.runs.get(glyph.run as usize));
        run.is_some_and(|run| run.visible)
    }

    /// The characters of a piece except white space.
    pub(super) fn characters(&self, piece: u32) -> impl DoubleEndedIterator<Item = char> + Clone {
        let glyphs = self.pieces.glyphs_of(self.piece(piece)).iter();
        let glyphs = glyphs.filter_map(|&index| self.content.glyphs.get(index as usize));
        glyphs
            .flat_map(|glyph| self.content.text_of(glyph).chars())
            .filter(|c| !c.is_whitespace())
    }

    /// Calls `tell` for each character of a piece except white space, with the start of its glyph along the
    /// line.
    pub(super) fn each_char(&self, piece: u32, mut tell: impl FnMut(char, f32)) {
        let range = &self.piece(piece).glyphs;
        let glyphs = self
            .pieces
            .glyphs
            .get(range.start as usize..range.end as usize);
        for &index in glyphs.unwrap_or_default() {
            if let Some(glyph) = self.content.glyphs.get(index as usize) {
                let (start, _) = self.frame.extent(glyph);
                let text = self.content.text_of(glyph);
                for c in text.chars().filter(|c| !c.is_whitespace()) {
                    tell(c, start);
                }
            }
        }
    }
}

/// Whether a character can replace a missing number, or is in one.
fn is_dash(c: char) -> bool {
    matches!(c, '-' | '_' | '‐'..='―' | '−' | '.' | '…' | '·')
}

/// Whether a character occurs in or next to numbers.
fn is_of_numbers(c: char) -> bool {
    matches!(
        c,
        ',' | ':'
            | '/'
            | '\''
            | '’'
            | '+'
            | '±'
            | '×'
            | '%'
            | '‰'
            | '$'
            | '€'
            | '£'
            | '¥'
            | '('
            | ')'
            | '*'
            | '†'
            | '‡'
            | '<'
            | '>'
            | '~'
            | '≈'
            | '°'
    )
}
