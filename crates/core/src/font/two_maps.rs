//! Detects by two character maps of a TrueType program whether its codes are characters.
//!
//! A program that subsets a font and numbers its glyphs writes the same codes in both maps, Macintosh (1, 0)
//! and symbol (3, 0). If the codes of a glyph differ but give the same character, in MacRoman and in
//! WinAnsi, all codes are characters.

use super::encoding::{Predefined, mac_os_name};

/// Minimum number of glyphs whose codes differ and give the same character.
const ENOUGH: usize = 2;

/// Whether the maps show that codes are characters. Each pair has the Macintosh code of a glyph, then its
/// symbol code.
pub(super) fn agree(pairs: &[(u8, u8)]) -> bool {
    let (mut same, mut other) = (0, 0);
    // Two codes for one space prove nothing.
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
        // ä, ö and ü, and a letter with the same code in both maps.
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
