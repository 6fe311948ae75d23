//! Detects glyph names that only repeat the code: `a97` for the code 97.
//!
//! Programs that convert a font to glyph procedures name the glyphs after the font's own codes, which are
//! then meaningful. Other programs number the glyphs in order of use. Gaps distinguish the two: a text lacks
//! some letters, a count lacks none.

use std::borrow::Cow;

/// First codes of programs that number glyphs: zero, one, or a printable code.
const COUNTED_FROM: [u8; 4] = [0, 1, 32, 33];

type Form = fn(&str) -> Option<u32>;

/// The forms of names that give a code, with the minimum number of names: two letters can be chance.
const FORMS: [(Form, usize); 3] = [(decimal, 1), (hexadecimal, 3), (dvips, 3)];

/// Whether all names of a font repeat their codes, and the codes are not just numbered. `names` are in the
/// order of the codes.
pub(super) fn repeat_codes<'n>(names: impl Iterator<Item = (u8, Cow<'n, str>)> + Clone) -> bool {
    let names = names.filter(|(_, name)| name != ".notdef");
    let count = names.clone().count();
    let (Some((first, _)), Some((last, _))) = (names.clone().next(), names.clone().last()) else {
        return false;
    };
    let gaps = usize::from(last.saturating_sub(first)) + 1 > count;
    let is_counted = COUNTED_FROM.contains(&first) && !gaps;
    let repeated = |&(form, enough): &(Form, usize)| {
        let mut names = names.clone();
        count >= enough && names.all(|(code, name)| form(&name) == Some(u32::from(code)))
    };
    !is_counted && FORMS.iter().any(repeated)
}

/// The code in a decimal name, which may differ from the code of its glyph.
pub(super) fn bare_code(name: &str) -> Option<u8> {
    u8::try_from(decimal(name)?).ok()
}

/// Reads `a97`, `c97`, `97`.
fn decimal(name: &str) -> Option<u32> {
    let digits = name.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    if name.len() - digits.len() > 1 {
        return None;
    }
    digits.parse().ok()
}

/// Reads `G61`, `x61`, `61`.
fn hexadecimal(name: &str) -> Option<u32> {
    let digits = match name.len() {
        3 => name.get(1..)?,
        _ => name,
    };
    (digits.len() == 2)
        .then(|| u32::from_str_radix(digits, 16).ok())
        .flatten()
}

/// Reads `CP`: dvips writes names of two characters, the code plus 360 in base 36.
fn dvips(name: &str) -> Option<u32> {
    if name.len() != 2 || name.contains(|c: char| c.is_ascii_lowercase()) {
        return None;
    }
    u32::from_str_radix(name, 36).ok()?.checked_sub(360)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repeat(names: &[(u8, &str)]) -> bool {
        repeat_codes(
            names
                .iter()
                .map(|&(code, name)| (code, Cow::Borrowed(name))),
        )
    }

    #[test]
    fn names_can_repeat_codes_in_several_forms() {
        assert!(repeat(&[(97, "a97"), (99, "a99"), (225, "a225")]));
        assert!(repeat(&[(97, "C97"), (98, "C98"), (99, "C99")]));
        assert!(repeat(&[(0x61, "G61"), (0x63, "G63"), (0x6F, "G6F")]));
        assert!(repeat(&[(11, "AB"), (44, "B8"), (46, "BA"), (65, "BT")]));
        assert!(repeat(&[
            (40, ".notdef"),
            (97, "97"),
            (98, "98"),
            (99, "99")
        ]));
    }

    #[test]
    fn counting_is_told_from_coding() {
        let counted: Vec<String> = (0..256).map(|code| format!("a{code}")).collect();
        let counted: Vec<(u8, &str)> = (0..=255).zip(counted.iter().map(String::as_str)).collect();
        assert!(!repeat(&counted));
        assert!(!repeat(&counted[33..99]));
        assert!(repeat(&counted[48..58]));
    }

    #[test]
    fn other_names_tell_nothing() {
        assert!(repeat(&[(49, "a49")]));
        assert!(!repeat(&[(1, "a1")]));
        assert!(!repeat(&[(0x61, "G61"), (0x63, "G63")]));
        assert!(!repeat(&[(97, "a97"), (99, "a99"), (100, "d")]));
        assert!(!repeat(&[(97, "a1"), (99, "a2"), (101, "a3")]));
        assert!(!repeat(&[(97, "Bullet"), (99, "Circle"), (101, "Square")]));
        assert!(!repeat(&[(97, ""), (99, "é"), (101, "ab")]));
    }
}
