//! The text of a character code, and compact storage for the texts of all codes of a font.

/// The text of one character code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeText<'f> {
    /// One character.
    Char(char),
    /// Several characters (a ligature, a base with its accents), or none.
    Str(&'f str),
}

impl CodeText<'_> {
    /// The text of a code without a Unicode value.
    pub const UNKNOWN: Self = Self::Char(char::REPLACEMENT_CHARACTER);

    /// The text, owned.
    pub(crate) fn into_string(self) -> String {
        let mut out = String::new();
        self.push_to(&mut out);
        out
    }

    /// Appends the text.
    // Each glyph comes through here. As a call, it would cost the registers of the loop around it.
    #[inline(always)]
    pub fn push_to(self, out: &mut String) {
        match self {
            Self::Char(c) => out.push(c),
            Self::Str(s) => out.push_str(s),
        }
    }

    /// Whether the text is not empty and consists of white space.
    #[inline]
    pub fn is_space(self) -> bool {
        match self {
            Self::Char(c) => c.is_whitespace(),
            Self::Str(s) => !s.is_empty() && s.chars().all(char::is_whitespace),
        }
    }

    /// Whether the text has private use code points, which mean nothing without the font.
    pub(super) fn is_private(self) -> bool {
        let private = |c: char| matches!(c, '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..='\u{FFFFD}' | '\u{100000}'..='\u{10FFFD}');
        match self {
            Self::Char(c) => private(c),
            Self::Str(s) => s.chars().any(private),
        }
    }
}

/// Whether a character may be the text of a code. Writers use control characters, noncharacters and U+FFFD
/// for unknown text; U+FEFF is a byte order mark.
pub(crate) fn is_text(c: char) -> bool {
    match c {
        '\t' | '\n' | '\r' => true,
        '\u{FEFF}' | '\u{FFFD}' => false,
        c => !c.is_control() && (c as u32) & 0xFFFE != 0xFFFE,
    }
}

/// A text in [`Texts`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextId {
    Char(char),
    Str { start: u32, len: u32 },
}

impl TextId {
    /// The text of a code that shows nothing.
    pub(super) const EMPTY: Self = Self::Str { start: 0, len: 0 };
}

/// Many texts: single characters are stored in the ID, longer texts in one string.
#[derive(Debug, Default)]
pub(super) struct Texts {
    strings: String,
}

impl Texts {
    /// Maximum length of all longer texts of a font, in bytes; further ones are dropped. Real fonts have some
    /// hundred.
    const LARGEST: usize = 1 << 22;

    /// Stores a text; `None` if it is empty or [`LARGEST`](Self::LARGEST) would be exceeded.
    pub(super) fn add(&mut self, text: &str) -> Option<TextId> {
        let mut chars = text.chars();
        let first = chars.next()?;
        if chars.next().is_none() {
            return Some(TextId::Char(first));
        }
        if self.strings.len() + text.len() > Self::LARGEST {
            return None;
        }
        let start = u32::try_from(self.strings.len()).ok()?;
        self.strings.push_str(text);
        Some(TextId::Str {
            start,
            len: u32::try_from(text.len()).ok()?,
        })
    }

    #[inline]
    pub(super) fn get(&self, id: TextId) -> CodeText<'_> {
        match id {
            TextId::Char(c) => CodeText::Char(c),
            TextId::Str { start, len } => {
                let range = start as usize..(start as usize).saturating_add(len as usize);
                self.strings
                    .get(range)
                    .map_or(CodeText::UNKNOWN, CodeText::Str)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_characters_take_no_room() {
        let mut texts = Texts::default();
        let a = texts.add("a").unwrap();
        let ffi = texts.add("ffi").unwrap();
        assert_eq!(texts.strings, "ffi");
        assert_eq!(texts.get(a), CodeText::Char('a'));
        assert_eq!(texts.get(ffi), CodeText::Str("ffi"));
        assert_eq!(texts.add(""), None);
    }

    #[test]
    fn marks_of_ignorance_are_no_text() {
        for c in [
            '\0',
            '\u{3}',
            '\u{FFFD}',
            '\u{FFFF}',
            '\u{FEFF}',
            '\u{1FFFE}',
        ] {
            assert!(!is_text(c), "{c:?}");
        }
        for c in [' ', '\t', 'a', '\u{AD}', '\u{F0B7}', '\u{20000}'] {
            assert!(is_text(c), "{c:?}");
        }
        assert!(CodeText::Char('\u{F0B7}').is_private());
        assert!(!CodeText::Str("fi").is_private());
    }
}
