//! Two character maps of a TrueType program, by the Macintosh (1, 0) and for symbols (3, 0), that have the
//! same glyphs.
//!
//! A program that makes a subset of a font and numbers its glyphs gives both maps the same codes. Where the
//! codes of one glyph differ, and are one character, in MacRoman by the one and in WinAnsi by the other,
//! they are codes of characters, all of them.

use super::encoding::{Predefined, mac_os_name};

/// Glyphs whose codes have to differ and be one character.
const ENOUGH: usize = 2;

/// Whether the maps say that codes are characters: pairs of codes that have one glyph, that of the
/// Macintosh first.
pub(super) fn agree(pairs: &[(u8, u8)]) -> bool {
    let (mut same, mut other) = (0, 0);
    // Two codes for one space say nothing.
    let tells = |(mac, symbol): &&(u8, u8)| mac != symbol && !matches!(symbol, 0x20 | 0xA0);
    for &(mac, symbol) in pairs.iter().filter(tells) {
        let name = mac_os_name(mac);
        match name.is_some() && name == Predefined::WinAnsi.name(symbol) {
            true => same += 1,
            false => other += 1,
        }
    }
    same >= ENOUGH && other == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_that_differ_and_are_one_character_are_no_numbers() {
        // ä, ö and ü, beside letters that have one code in both.
        let letters = [(0x41, 0x41), (0x8A, 0xE4), (0x9A, 0xF6), (0x9F, 0xFC)];
        assert!(agree(&letters));
        assert!(!agree(&letters[..2]));
        let numbers: Vec<(u8, u8)> = (1..=30).map(|code| (code, code)).collect();
        assert!(!agree(&numbers));
        let shifted: Vec<(u8, u8)> = (1..=30).map(|code| (code, code + 32)).collect();
        assert!(!agree(&shifted));
        assert!(!agree(&[&letters[..], &[(0x80, 0x21)]].concat()));
    }
}
