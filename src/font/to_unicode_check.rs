//! Whether a `ToUnicode` CMap can be believed.
//!
//! "The ToUnicode CMap" comes first of all sources of text (ISO 32000-1, 9.10.2), and some writers
//! fill it with what they do not know. A single bad value is skipped where it is looked up
//! ([`is_text`](super::text::is_text)); here the map is looked at as a whole.

use std::collections::HashMap;

use super::cmap::CMap;
use super::text::TextId;

/// Codes it takes to say something of a map.
const ENOUGH: u32 = 4;

/// What is wrong with a map as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// Most codes are the same character: a space, a question mark.
    OneCharacter(char),
    /// The values are UTF-16 with the bytes of each unit in the wrong order: `<4100>` for `A`.
    Swapped,
}

/// What is wrong with a map, if anything is.
pub(super) fn fault(cmap: &CMap) -> Option<Fault> {
    let (mut codes, mut swapped) = (0u32, 0u32);
    let mut counts: HashMap<char, u32> = HashMap::new();
    for (low, high, text) in cmap.texts() {
        let count = (high - low).saturating_add(1);
        codes = codes.saturating_add(count);
        // A range of codes is a range of values.
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

/// Whether a map gives every code itself, which says something only where the codes are Unicode.
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
        // Variants of a letter, and a font of few glyphs.
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
