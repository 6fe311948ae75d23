//! Checks whether a `ToUnicode` CMap as a whole is credible.
//!
//! `ToUnicode` is the first source of text (ISO 32000-1, 9.10.2), but some writers fill it with placeholders.
//! Single bad values are skipped on lookup ([`is_text`](super::text::is_text)).

use std::collections::HashMap;

use super::cmap::CMap;
use super::text::TextId;

/// Minimum number of codes for a verdict about a map.
const ENOUGH: u32 = 4;

/// An error that affects a map as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// Most codes are the same character: a space, a question mark.
    OneCharacter(char),
    /// The values are UTF-16 with the two bytes of each unit exchanged: `<4100>` for `A`.
    Swapped,
}

/// The fault of a map, if it has one.
pub(super) fn fault(cmap: &CMap) -> Option<Fault> {
    let (mut codes, mut swapped) = (0u32, 0u32);
    let mut counts: HashMap<char, u32> = HashMap::new();
    for (low, high, text) in cmap.texts() {
        let count = (high - low).saturating_add(1);
        codes = codes.saturating_add(count);
        // A range of codes gives a range of values, so only single codes count.
        if let TextId::Char(c) = text
            && count == 1
        {
            *counts.entry(c).or_default() += 1;
            let value = u32::from(c);
            swapped += u32::from(value & 0xFF == 0 && (0x20..0xFF00).contains(&value));
        }
    }
    if codes < ENOUGH {
        return None;
    }
    if swapped == codes && counts.len() as u32 >= ENOUGH {
        return Some(Fault::Swapped);
    }
    let (&common, &count) = counts.iter().max_by_key(|&(c, count)| (*count, *c))?;
    (count >= ENOUGH && count > codes / 4 * 3).then_some(Fault::OneCharacter(common))
}

/// Whether a map gives every code itself, which is useful only if the codes are Unicode.
pub(super) fn repeats_codes(cmap: &CMap) -> bool {
    let mut codes = 0u32;
    let all = cmap.texts().all(|(low, high, text)| {
        codes = codes.saturating_add((high - low).saturating_add(1));
        matches!(text, TextId::Char(c) if u32::from(c) == low)
    });
    all && codes >= ENOUGH
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(program: &str) -> (Option<Fault>, bool) {
        let cmap = CMap::parse(program.as_bytes());
        (fault(&cmap), repeats_codes(&cmap))
    }

    #[test]
    fn maps_that_tell_one_character_only() {
        let map = "beginbfchar <01> <0020> <02> <0020> <03> <0020> <04> <0020> <05> <0041>";
        assert_eq!(of(map), (Some(Fault::OneCharacter(' ')), false));
        // Variants of a letter; a font of few glyphs.
        let map = "beginbfchar <01> <0041> <02> <0041> <03> <0042> <04> <0043>";
        assert_eq!(of(map), (None, false));
        assert_eq!(of("beginbfchar <01> <0020> <02> <0020>"), (None, false));
    }

    #[test]
    fn maps_with_bytes_in_the_wrong_order() {
        let map = "beginbfchar <01> <4100> <02> <6200> <03> <2E00> <04> <E900>";
        assert_eq!(of(map), (Some(Fault::Swapped), false));
        let map = "beginbfchar <01> <4E00> <02> <6200> <03> <4E8C> <04> <5B57>";
        assert_eq!(of(map), (None, false));
    }

    #[test]
    fn maps_that_repeat_the_codes() {
        assert_eq!(of("beginbfrange <0000> <FFFF> <0000>"), (None, true));
        assert_eq!(of("beginbfrange <0024> <0030> <0041>"), (None, false));
    }
}
