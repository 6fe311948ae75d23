//! Rules about the encodings of TrueType fonts and the character maps of their programs (ISO 19005-1, 6.3.7;
//! ISO 19005-2, 6.2.11.6; ISO 14289-1, 7.21.6).

use crate::rule::{Rule, catalogue, described, rules};

/// A TrueType font program with the encoding of its dictionary.
pub(super) struct TrueTypeFacts {
    pub name: String,
    pub symbolic: bool,
    /// Platform and encoding ids of each character map.
    pub maps: Vec<(u16, u16)>,
    pub plain: bool,
    /// `Encoding` for reports.
    pub encoding: String,
    pub differences: bool,
    /// All names in Differences are in the Adobe Glyph List.
    pub listed: bool,
}

impl TrueTypeFacts {
    fn has(&self, platform: u16, encoding: u16) -> bool {
        self.maps.contains(&(platform, encoding))
    }
}

described! { TrueTypeFacts: |t|
    format!(
        "{}symbolic TrueType font {}, {}",
        if t.symbolic { "" } else { "non-" },
        t.name,
        match t.maps.as_slice() {
            [] => "no character map".into(),
            [one] => format!("character map {one:?}"),
            several => format!("character maps {several:?}"),
        }
    )
}

pub(super) const TRUETYPE: &[Rule<TrueTypeFacts>] = rules! { TrueTypeFacts:
    [A1 "6.3.7" 3] "the program of a symbolic TrueType font does not have exactly one character map; embed the font with one map" =>
        |t, _| !t.symbolic || t.maps.len() == 1;
    [A23 "6.2.11.6" 1, UA1 "7.21.6" 1] "the program of a non-symbolic TrueType font has only a character map for symbols; embed a font with a Unicode map, or set the symbolic flag" =>
        |t, _| t.symbolic || t.maps.len() > 1 || (t.maps.len() == 1 && !t.has(3, 0));
    [A4 "6.2.10.6" 1, TAGGED2 "8.4.5.7" 1] "the program of a non-symbolic TrueType font has no character map (3, 1) or (1, 0); embed a font that has one" =>
        |t, _| t.symbolic || t.has(3, 1) || t.has(1, 0);
};

/// A TrueType font, embedded or not.
pub(super) const ENCODING: &[Rule<TrueTypeFacts>] = rules! { TrueTypeFacts:
    [A23 "6.2.11.6" 2, A4 "6.2.10.6" 2, UA1 "7.21.6" 2, TAGGED2 "8.4.5.7" 2] "the encoding of a non-symbolic TrueType font is neither MacRomanEncoding nor WinAnsiEncoding, or its Differences lead to no glyph; use one of both encodings" =>
        |t, _| t.symbolic || (t.plain && (!t.differences || (t.listed && t.has(3, 1)))), |t| format!("font {}: {}{}", t.name, t.encoding, if t.differences { ", Differences" } else { "" });
};

/// The program of a TrueType font.
pub(super) const SYMBOLIC: &[Rule<TrueTypeFacts>] = rules! { TrueTypeFacts:
    [A23 "6.2.11.6" 4, UA1 "7.21.6" 4] "the program of a symbolic TrueType font has several character maps, and not the one for symbols (3, 0); embed the font with that map" =>
        |t, _| !t.symbolic || t.maps.len() == 1 || t.has(3, 0);
    [A4 "6.2.10.6" 4, TAGGED2 "8.4.5.7" 4] "the program of a symbolic TrueType font has no character map (3, 0) or (1, 0); embed the font with one of them" =>
        |t, _| !t.symbolic || t.has(3, 0) || t.has(1, 0);
};

catalogue![TRUETYPE, ENCODING, SYMBOLIC];
