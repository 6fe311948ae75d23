//! Reads the text of each code in a `ToUnicode` CMap (ISO 32000-1, 9.10.3) unchanged, even if it is not text,
//! for checks of conformance.

use super::cmap::code_value;
use super::ranges::Ranges;
use crate::pdf::lexer::{Lexer, RawString, Token};

/// Maximum number of entries read; no font has as many codes.
const MAX_ENTRIES: usize = 1 << 17;
/// Maximum number of UTF-16 units kept of one text. The strings of a CMap have at most half as many (Adobe
/// Technical Note 5014).
const LONGEST: usize = 256;

/// The texts by code, stored as ranges.
#[derive(Debug, Default)]
pub(super) struct RawToUnicode {
    /// Offset and length of the first code's text in `units`.
    ranges: Ranges<(usize, usize)>,
    units: Vec<u16>,
    /// The CMap builds on another one, which is not read here.
    pub(super) has_base: bool,
}

impl RawToUnicode {
    pub(super) fn read(data: &[u8]) -> Self {
        let mut reader = Reader::default();
        let mut operands: Vec<Token<'_>> = Vec::new();
        // The keyword before the operands, which says what they are.
        let mut begun: &[u8] = b"";
        for token in Lexer::new(data) {
            match token {
                Token::Keyword(keyword) => {
                    match begun {
                        b"beginbfchar" => reader.chars(&operands),
                        b"beginbfrange" => reader.ranges(&operands),
                        _ => {}
                    }
                    reader.has_base |= keyword == b"usecmap";
                    begun = keyword;
                    operands.clear();
                }
                other if operands.len() < MAX_ENTRIES => operands.push(other),
                _ => {}
            }
        }
        Self {
            ranges: Ranges::new(reader.written),
            units: reader.units,
            has_base: reader.has_base,
        }
    }

    /// The text of a code: that of the first code in its range, with the last unit incremented.
    pub(super) fn text(&self, code: u32) -> Option<String> {
        let ((start, length), step) = self.ranges.get(code)?;
        let units = self.units.get(start..start + length)?;
        let Some((last, before)) = units.split_last() else {
            return Some(String::new());
        };
        let last = last.wrapping_add(step as u16);
        let units = before.iter().copied().chain([last]);
        let chars = char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER));
        Some(chars.collect())
    }
}

#[derive(Default)]
struct Reader {
    written: Vec<(u32, u32, (usize, usize))>,
    units: Vec<u16>,
    has_base: bool,
}

impl Reader {
    /// Reads `<code> <text>`.
    fn chars(&mut self, operands: &[Token<'_>]) {
        for pair in operands.chunks_exact(2) {
            if let [Token::String(code), Token::String(text)] = pair {
                let code = number(*code);
                self.add(code, code, *text);
            }
        }
    }

    /// Reads `<low> <high> <text>` and `<low> <high> [<text> …]`.
    fn ranges(&mut self, operands: &[Token<'_>]) {
        let mut rest = operands;
        while let [Token::String(low), Token::String(high), tail @ ..] = rest {
            let (low, high) = (number(*low), number(*high));
            // "The value of the last byte in the string" is incremented at most to 255 (9.10.3): codes of a
            // range differ in their last byte only.
            let high = (low & !0xFF) | (high & 0xFF);
            match tail {
                [Token::String(text), after @ ..] => {
                    self.add(low, high, *text);
                    rest = after;
                }
                [Token::ArrayStart, after @ ..] => {
                    let end = after
                        .iter()
                        .position(|t| *t == Token::ArrayEnd)
                        .unwrap_or(after.len());
                    for (code, token) in (low..=high).zip(after.get(..end).unwrap_or_default()) {
                        if let Token::String(text) = token {
                            self.add(code, code, *text);
                        }
                    }
                    rest = after.get(end + 1..).unwrap_or_default();
                }
                _ => return,
            }
        }
    }

    fn add(&mut self, low: u32, high: u32, text: RawString<'_>) {
        if low > high || self.written.len() >= MAX_ENTRIES {
            return;
        }
        let start = self.units.len();
        let bytes = text.decode();
        if let [only] = bytes.as_ref() {
            self.units.push(u16::from(*only));
        } else {
            let units = bytes.chunks_exact(2).take(LONGEST);
            self.units
                .extend(units.map(|pair| u16::from_be_bytes([pair[0], pair[1]])));
        }
        self.written
            .push((low, high, (start, self.units.len() - start)));
    }
}

fn number(string: RawString<'_>) -> u32 {
    code_value(&string.decode())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_to_unicode_cmap_says_is_kept_as_it_is() {
        let map = RawToUnicode::read(
            b"3 beginbfchar <41> <0000> <42> <FEFF> <43> <> endbfchar 1 beginbfchr <44> <0041> endbfchar\n\
              2 beginbfrange <50> <52> <0061> <60> <61> [<0062> <00660069>] <71> <70> <0061> endbfrange",
        );
        // Only codes that differ in their last byte are a range.
        let all = RawToUnicode::read(b"1 beginbfrange <0100> <FFFF> <0041> endbfrange");
        assert_eq!(all.text(0x1FF).as_deref(), Some("\u{140}"));
        assert_eq!(all.text(0x200), None);
        let texts: Vec<String> = (0..0x100)
            .filter_map(|code| Some(format!("{code:X} {:?}", map.text(code)?)))
            .collect();
        assert_eq!(
            texts.join(", "),
            r#"41 "\0", 42 "\u{feff}", 43 "", 50 "a", 51 "b", 52 "c", 60 "b", 61 "fi""#
        );
    }

    #[test]
    fn a_range_is_kept_as_one_however_often_and_long_it_is_written() {
        let range = format!("<0000> <ffff> <{}>", "0041".repeat(1000));
        let program = format!("beginbfrange {} endbfrange", range.repeat(500));
        let map = RawToUnicode::read(program.as_bytes());
        assert_eq!(map.ranges.iter().count(), 1);
        assert_eq!(map.units.len(), 500 * LONGEST);
        let text = map.text(2).unwrap();
        assert!(text.starts_with("AAA") && text.ends_with("AC") && text.len() == LONGEST);
    }
}
