//! Encodings of simple fonts, which map codes to glyph names (ISO 32000-1, 9.6.6, annex D).

use std::borrow::Cow;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::data;
use crate::compact_sort::CompactSort;
use crate::pdf::{Dict, Name, Object};

/// An encoding that PDF defines, so that the file needs no table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Predefined {
    Standard,
    MacRoman,
    WinAnsi,
    MacExpert,
    /// The built-in encoding of the Symbol font.
    Symbol,
    /// The built-in encoding of the ITC Zapf Dingbats font.
    ZapfDingbats,
}

/// Glyph names by code.
type Table = [Option<&'static str>; 256];

static LATIN: LazyLock<[Table; 4]> = LazyLock::new(|| {
    let mut tables = [[None; 256]; 4];
    for row in data::rows(include_str!("data/encodings.txt")) {
        let mut fields = row.split_ascii_whitespace();
        let Some(code) = fields.next().and_then(hex_code) else {
            continue;
        };
        for (table, name) in tables.iter_mut().zip(fields) {
            table[usize::from(code)] = Some(name).filter(|&name| name != "-");
        }
    }
    tables
});
static SYMBOL: LazyLock<Table> = LazyLock::new(|| built_in(data::SYMBOL));
static ZAPF_DINGBATS: LazyLock<Table> = LazyLock::new(|| built_in(data::ZAPF_DINGBATS));

fn hex_code(field: &str) -> Option<u8> {
    u8::from_str_radix(field, 16).ok()
}

fn built_in(data: &'static str) -> Table {
    let mut table = [None; 256];
    for row in data::rows(data) {
        let mut fields = row.split_ascii_whitespace();
        if let Some(code) = fields.next().and_then(hex_code) {
            table[usize::from(code)] = fields.next();
        }
    }
    table
}

impl Predefined {
    /// The encoding of that name in `Encoding` or `BaseEncoding`.
    pub(super) fn named(name: &[u8]) -> Option<Self> {
        Some(match name {
            b"StandardEncoding" => Self::Standard,
            b"MacRomanEncoding" => Self::MacRoman,
            b"WinAnsiEncoding" => Self::WinAnsi,
            b"MacExpertEncoding" => Self::MacExpert,
            // Built-in encodings, which some files name although the standard does not.
            b"SymbolEncoding" | b"SymbolSetEncoding" => Self::Symbol,
            b"ZapfDingbatsEncoding" => Self::ZapfDingbats,
            _ => return None,
        })
    }

    /// The glyph name of a code.
    pub(super) fn name(self, code: u8) -> Option<&'static str> {
        let table = match self {
            Self::Standard => &LATIN[0],
            Self::MacRoman => &LATIN[1],
            Self::WinAnsi => &LATIN[2],
            Self::MacExpert => &LATIN[3],
            Self::Symbol => &*SYMBOL,
            Self::ZapfDingbats => &*ZAPF_DINGBATS,
        };
        table[usize::from(code)]
    }
}

/// The name of a code in the Mac OS Roman character set if MacRomanEncoding lacks it (9.6.6.4). The (1, 0)
/// character map of TrueType fonts uses it.
pub(super) fn mac_os_name(code: u8) -> Option<&'static str> {
    Some(match code {
        173 => "notequal",
        176 => "infinity",
        178 => "lessequal",
        179 => "greaterequal",
        182 => "partialdiff",
        183 => "summation",
        184 => "product",
        185 => "pi",
        186 => "integral",
        189 => "Omega",
        195 => "radical",
        197 => "approxequal",
        198 => "Delta",
        215 => "lozenge",
        219 => "Euro",
        240 => "apple",
        _ => return Predefined::MacRoman.name(code),
    })
}

/// The first code of each [`mac_os_name`].
static MAC_OS_CODES: LazyLock<FxHashMap<&str, u8>> = LazyLock::new(|| {
    let names = (0..=u8::MAX).rev();
    names
        .filter_map(|code| Some((mac_os_name(code)?, code)))
        .collect()
});

/// The first code with this [`mac_os_name`].
pub(super) fn mac_os_code(name: &str) -> Option<u8> {
    MAC_OS_CODES.get(name).copied()
}

/// The `Encoding` entry of a simple font (9.6.6).
#[derive(Debug, Default)]
pub(super) struct Encoding<'a> {
    /// `BaseEncoding`, or the `Encoding` name.
    pub base: Option<Predefined>,
    /// `Differences`, sorted by code.
    differences: Vec<(u8, Name<'a>)>,
}

impl<'a> Encoding<'a> {
    /// The encoding of a font dictionary; empty if it has none.
    pub(super) fn read(font: &Dict<'a>) -> Self {
        match font.get::<Object<'_>>("Encoding") {
            Some(Object::Name(name)) => Self {
                base: Predefined::named(&name),
                differences: Vec::new(),
            },
            Some(Object::Dict(dict)) => Self {
                base: dict
                    .get::<Name<'_>>("BaseEncoding")
                    .and_then(|name| Predefined::named(&name)),
                differences: differences(&dict),
            },
            _ => Self::default(),
        }
    }

    /// The name of a code in `Differences`.
    pub(super) fn difference(&self, code: u8) -> Option<Cow<'_, str>> {
        let index = self.differences.partition_point(|(c, _)| *c <= code);
        let (c, name) = self.differences.get(index.checked_sub(1)?)?;
        (*c == code).then(|| String::from_utf8_lossy(name))
    }

    pub(super) fn has_differences(&self) -> bool {
        !self.differences.is_empty()
    }
}

/// Reads `[code name name … code name …]` and sorts it by code; later names for a code stay behind earlier
/// ones.
fn differences<'a>(encoding: &Dict<'a>) -> Vec<(u8, Name<'a>)> {
    let mut list = Vec::new();
    let Some(array) = encoding.get::<crate::pdf::Array<'_>>("Differences") else {
        return list;
    };
    let mut code: Option<u8> = None;
    for object in array.iter::<Object<'_>>() {
        match object {
            Object::Number(n) => code = u8::try_from(n.as_i64()).ok(),
            Object::Name(name) => {
                if let Some(c) = code {
                    list.push((c, name));
                    code = c.checked_add(1);
                }
            }
            _ => {}
        }
        // A hundred names a code: the array is broken, and reading more only costs time.
        if list.len() > 25_600 {
            break;
        }
    }
    list.compact_sort_by_key(|(code, _)| *code);
    list
}

#[cfg(test)]
mod tests {
    use super::*;
    use hayro_syntax::object::FromBytes;

    #[test]
    fn codes_of_the_predefined_encodings() {
        for (encoding, code, name) in [
            (Predefined::Standard, 0o140, Some("quoteleft")),
            (Predefined::Standard, 0o256, Some("fi")),
            (Predefined::Standard, 0o200, None),
            (Predefined::MacRoman, 0o200, Some("Adieresis")),
            (Predefined::WinAnsi, 0o200, Some("Euro")),
            (Predefined::WinAnsi, 0o240, Some("space")),
            (Predefined::WinAnsi, 0o225, Some("bullet")),
            // "All unused codes greater than 40 map to the bullet character" (D.2, note 3).
            (Predefined::WinAnsi, 0o177, Some("bullet")),
            (Predefined::WinAnsi, 0o235, Some("bullet")),
            (Predefined::MacExpert, 0o127, Some("fi")),
            (Predefined::Symbol, 0o141, Some("alpha")),
            (Predefined::ZapfDingbats, 0o41, Some("a1")),
            (Predefined::WinAnsi, 0o12, None),
        ] {
            assert_eq!(encoding.name(code), name, "{encoding:?} {code:o}");
        }
        assert_eq!(mac_os_name(173), Some("notequal"));
        assert_eq!(mac_os_name(65), Some("A"));
    }

    #[test]
    fn every_encoding_has_all_its_codes() {
        let count = |e: Predefined| (0..=255).filter(|&c| e.name(c).is_some()).count();
        // D.2 counts 149 for StandardEncoding, D.5 189 for Symbol (the Euro included).
        assert_eq!(count(Predefined::Standard), 149);
        assert_eq!(count(Predefined::Symbol), 189);
        assert_eq!(count(Predefined::ZapfDingbats), 202);
        assert_eq!(count(Predefined::MacExpert), 165);
    }

    #[test]
    fn differences_stand_over_the_base() {
        let data = b"<</Encoding <</BaseEncoding/WinAnsiEncoding
            /Differences[65/B/C 1.0/x 300/no null 66/second]>>>>";
        let dict = Dict::from_bytes(data).unwrap();
        let encoding = Encoding::read(&dict);
        assert_eq!(encoding.base, Some(Predefined::WinAnsi));
        assert_eq!(encoding.difference(65).as_deref(), Some("B"));
        assert_eq!(encoding.difference(66).as_deref(), Some("second"));
        assert_eq!(encoding.difference(1).as_deref(), Some("x"));
        assert_eq!(encoding.difference(2), None);
        assert_eq!(encoding.difference(44), None);
    }
}
