//! The text of codes whose glyphs have private names, in a font that is coded like text.
//!
//! Letters and digits have the codes of ASCII in all these fonts. TeX's Type 3 fonts use OT1 (128 codes), T1
//! ("Cork", 256 codes) or all of ASCII (typewriters). Other programs convert fonts of Windows, which have a
//! glyph for the space. The used codes distinguish them.

use std::ops::RangeInclusive;

use super::encoding::Predefined;
use super::{glyph_names, letter_widths};

/// The coding of a font.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TexCodes {
    /// Letters and digits only: mathematical fonts have Greek and signs in other places.
    Letters,
    /// Letters, digits, and the marks that nearly all encodings share with ASCII.
    Common,
    Ot1,
    /// T1. Without `accents` only its lower half: Cyrillic fonts have their own letters in the upper one.
    Cork {
        accents: bool,
    },
    Typewriter,
    /// WinAnsiEncoding, with white space among the control characters.
    Windows,
}

const LIGATURES: [&str; 5] = ["ff", "fi", "fl", "ffi", "ffl"];
const OT1_LIGATURES: RangeInclusive<u8> = 0x0B..=0x0F;
const CORK_LIGATURES: RangeInclusive<u8> = 0x1B..=0x1F;
/// Characters of Cork from code 0x10.
const CORK_MARKS: &str = "“”„«»–—";
/// Characters of Cork from code 0x80.
const CORK_ACCENTS: &str = "ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻĲİđ§ăąćčďěęğĺľłńňŋőŕřśšşťţűůÿźžżĳ¡¿£\
                            ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖŒØÙÚÛÜÝÞẞàáâãäåæçèéêëìíîïðñòóôõöœøùúûüýþß";

impl TexCodes {
    /// The coding of a font with these widths of its used codes. `tex` means the font may be one of TeX's,
    /// `named` that the names of its glyphs [repeat](super::code_names) the codes.
    pub(super) fn of(width: impl Fn(u8) -> Option<f32>, tex: bool, named: bool) -> Self {
        let used = |code: u8| width(code).is_some_and(|w| w > 0.0);
        let count = |codes: RangeInclusive<u8>| codes.filter(|&code| used(code)).count();
        let accents = count(0x80..=0xFF);
        // Marks of text that have other codes in mathematical encodings.
        let stops = count(b','..=b',') + count(b'.'..=b'.') + count(b'('..=b')') / 2;
        if tex && named {
            if letter_widths::are_equal(&width) {
                return Self::Typewriter;
            }
            if used(b' ') {
                return Self::Windows;
            }
            // Without accents the ligatures decide, because OT1 has them at other codes.
            if accents > 0 || count(CORK_LIGATURES) > 0 && count(OT1_LIGATURES) == 0 {
                let letters = count(b'A'..=b'Z') + count(b'a'..=b'z');
                return Self::Cork {
                    accents: accents <= letters,
                };
            }
        }
        if stops < if named { 1 } else { 2 } {
            Self::Letters
        } else if tex && accents == 0 {
            Self::Ot1
        } else {
            Self::Common
        }
    }

    /// Appends the text of a code, if there is one.
    pub(super) fn push_text(self, code: u8, out: &mut String) -> bool {
        let c = char::from(code);
        if self == Self::Windows {
            if c.is_ascii_whitespace() {
                out.push(' ');
                return true;
            }
            let name = Predefined::WinAnsi.name(code);
            return name.is_some_and(|name| glyph_names::to_unicode(name, false, out));
        }
        let marks = matches!(c, '!' | '#'..='/' | ':' | ';' | '=' | '?' | '@' | '[' | ']');
        let as_in_ascii = c.is_ascii_alphanumeric()
            || match self {
                Self::Letters => false,
                Self::Common | Self::Ot1 => marks,
                Self::Cork { .. } => c.is_ascii_graphic() && c != '`',
                // The space may be the visible one.
                Self::Typewriter => c.is_ascii_graphic() || c == ' ',
                Self::Windows => false,
            };
        if as_in_ascii {
            out.push(c);
            return true;
        }
        let from = |text: &'static str, first: u8| {
            let at = usize::from(code.checked_sub(first)?);
            let (at, c) = text.char_indices().nth(at)?;
            text.get(at..at + c.len_utf8())
        };
        let ligature = |codes: RangeInclusive<u8>| {
            let at = usize::from(code.checked_sub(*codes.start())?);
            LIGATURES.get(at).copied()
        };
        let text = match (self, code) {
            (Self::Ot1, 0x22) => Some("”"),
            (Self::Ot1, 0x3C) => Some("¡"),
            (Self::Ot1, 0x3E) => Some("¿"),
            (Self::Ot1, 0x5C) => Some("“"),
            (Self::Ot1 | Self::Cork { .. }, 0x60) => Some("‘"),
            (Self::Ot1, 0x7B) => Some("–"),
            (Self::Ot1, 0x7C) => Some("—"),
            (Self::Ot1, _) => ligature(OT1_LIGATURES),
            (Self::Cork { accents: true }, 0x80..) => from(CORK_ACCENTS, 0x80),
            (Self::Cork { .. }, _) => ligature(CORK_LIGATURES).or_else(|| from(CORK_MARKS, 0x10)),
            _ => None,
        };
        out.push_str(text.unwrap_or_default());
        text.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The coding of a font with these codes and differing widths.
    fn coding(codes: &[RangeInclusive<u8>], tex: bool, named: bool) -> TexCodes {
        let width = |code: u8| {
            let used = codes.iter().any(|range| range.contains(&code));
            used.then_some(f32::from(code % 7 + 1))
        };
        TexCodes::of(width, tex, named)
    }

    fn text(coding: TexCodes, code: u8) -> Option<String> {
        let mut out = String::new();
        coding.push_text(code, &mut out).then_some(out)
    }

    #[test]
    fn the_codes_tell_the_encoding() {
        let ascii = || 0x21..=0x7E;
        let letters = || b'a'..=b'z';
        assert_eq!(coding(&[0x0C..=0x0C, ascii()], true, false), TexCodes::Ot1);
        assert_eq!(coding(&[ascii()], false, false), TexCodes::Common);
        assert_eq!(coding(&[0..=0xFF], true, false), TexCodes::Common);
        assert_eq!(coding(&[letters()], true, false), TexCodes::Letters);
        assert_eq!(coding(&[letters()], true, true), TexCodes::Letters);
        let stop = || b'.'..=b'.';
        assert_eq!(coding(&[letters(), stop()], true, false), TexCodes::Letters);
        assert_eq!(coding(&[letters(), stop()], true, true), TexCodes::Ot1);
        let cork = |accents| TexCodes::Cork { accents };
        assert_eq!(coding(&[0x1B..=0x1C, letters()], true, true), cork(true));
        assert_eq!(coding(&[letters(), 0xE9..=0xE9], true, true), cork(true));
        assert_eq!(coding(&[b'A'..=b'C', 0xE0..=0xFF], true, true), cork(false));
        assert_eq!(
            TexCodes::of(|_| Some(0.5), true, true),
            TexCodes::Typewriter
        );
        assert_eq!(coding(&[b' '..=b'z'], true, true), TexCodes::Windows);
        assert_eq!(coding(&[b' '..=b'z'], true, false), TexCodes::Ot1);
    }

    #[test]
    fn each_encoding_has_its_own_text() {
        let cork = |accents| TexCodes::Cork { accents };
        for (coding, code, expected) in [
            (TexCodes::Letters, b'x', Some("x")),
            (TexCodes::Letters, b'.', None),
            (TexCodes::Common, b'.', Some(".")),
            (TexCodes::Common, 0x5C, None),
            (TexCodes::Common, 0x0C, None),
            (TexCodes::Ot1, 0x0C, Some("fi")),
            (TexCodes::Ot1, 0x5C, Some("“")),
            (TexCodes::Ot1, 0x1C, None),
            (TexCodes::Typewriter, 0x5C, Some("\\")),
            (TexCodes::Typewriter, 0x7F, None),
            (TexCodes::Typewriter, b' ', Some(" ")),
            (TexCodes::Windows, b' ', Some(" ")),
            (TexCodes::Windows, b'\n', Some(" ")),
            (TexCodes::Windows, 0x0C, Some(" ")),
            (TexCodes::Windows, 0x0B, None),
            (TexCodes::Windows, b'`', Some("`")),
            (TexCodes::Windows, 0x80, Some("€")),
            (cork(true), 0x1C, Some("fi")),
            (cork(true), 0x15, Some("–")),
            (cork(true), 0x17, None),
            (cork(true), 0x80, Some("Ă")),
            (cork(true), 0xBF, Some("£")),
            (cork(true), 0xC0, Some("À")),
            (cork(true), 0xFF, Some("ß")),
            (cork(false), 0xE9, None),
        ] {
            assert_eq!(
                text(coding, code).as_deref(),
                expected,
                "{coding:?} {code:#x}"
            );
        }
    }
}
