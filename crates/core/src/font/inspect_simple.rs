//! The 256 codes of a simple font, by its dictionary and by its embedded program (ISO 32000-1, 9.6). The rules for
//! missing entries are those of validators.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use skrifa::GlyphId;

use super::descriptor::Descriptor;
use super::encoding::{Encoding, Predefined};
use super::program::Face;
use super::standard14::{Standard, is_standard_14};
use super::{glyph_names, widths};
use crate::pdf::{Dict, Name, Object};

#[derive(Clone, Debug, Default)]
pub(super) struct SimpleGlyph {
    /// Its name in the encoding.
    pub name: Option<String>,
    /// Its glyph in the program.
    pub glyph: Option<GlyphId>,
    pub present: Option<bool>,
    pub notdef: bool,
    pub dict_width: Option<f32>,
    pub program_width: Option<f32>,
    /// The text of its name; empty for a picture.
    pub text: Option<String>,
}

const NOTDEF: &str = ".notdef";

/// The name of each code in `Encoding`: `.notdef` if its table lacks the code, `None` if the program's own encoding
/// applies. `standard` is true for a Latin standard font without a descriptor.
pub(super) fn written_names(encoding: &Encoding<'_>, standard: bool) -> Vec<Option<String>> {
    let table = match encoding.base {
        Some(base @ (Predefined::MacRoman | Predefined::WinAnsi | Predefined::MacExpert)) => {
            Some(base)
        }
        _ => standard.then_some(Predefined::Standard),
    };
    let name = |code: u8| {
        let difference = encoding.difference(code).map(|name| name.into_owned());
        difference.or_else(|| Some(table?.name(code).unwrap_or(NOTDEF).to_owned()))
    };
    (0..=255).map(name).collect()
}

/// Whether a font dictionary has the codes of the first and the last width.
pub(super) fn has_codes(dict: &Dict<'_>) -> bool {
    let mut keys = ["FirstChar", "LastChar"].into_iter();
    keys.all(|key| dict.get::<i32>(key).is_some())
}

/// The facts about the codes of a Type 1 or TrueType font.
pub(super) fn glyphs(
    dict: &Dict<'_>,
    descriptor_dict: &Dict<'_>,
    subtype: Option<&[u8]>,
    face: Option<&Face<'_>>,
) -> Box<[SimpleGlyph]> {
    let encoding = Encoding::read(dict);
    let descriptor = Descriptor::read(descriptor_dict);
    let widths = widths::simple(dict, 0.001);
    let missing = descriptor.missing_width.unwrap_or(0.0);
    // Widths count only between two codes.
    let has_widths = has_codes(dict);
    let last = dict.get::<i32>("LastChar").unwrap_or(255);
    let truetype = subtype == Some(b"TrueType");
    let base_font = dict.get::<Name<'_>>("BaseFont");
    let base_font = String::from_utf8_lossy(base_font.as_deref().unwrap_or_default());
    // Without a program, the glyph names are known only for the Latin standard fonts (9.6.2.2).
    let standard = !truetype
        && descriptor_dict.is_empty()
        && is_standard_14(&base_font)
        && Standard::named(&base_font).is_some_and(Standard::is_latin);
    let names = face.map(Face::names).unwrap_or_default();
    let written = dict.get::<Object<'_>>("Encoding");
    let (encoded, is_table) = (written.is_some(), matches!(written, Some(Object::Dict(_))));
    // The codes of a TrueType font with another encoding have no known glyphs.
    let is_known = match (&written, encoding.base) {
        (Some(Object::Name(_)), base) => {
            matches!(base, Some(Predefined::MacRoman | Predefined::WinAnsi))
        }
        (Some(Object::Dict(_)), _) => true,
        _ => !encoded,
    };
    // Codes of symbolic fonts, and of those without an encoding, select glyphs without names (9.6.6.4).
    let by_code = truetype && (descriptor.symbolic() || !encoded);
    let face = face.filter(|_| !truetype || by_code || is_known);
    let program = face.map(|face| {
        if truetype && face.is_sfnt() {
            Own::TrueType {
                face,
                names: &names,
                by_code,
                table: (0..=255)
                    .map(|code| truetype_name(&encoding, is_table, code))
                    .collect(),
            }
        } else {
            Own::Type1 {
                face,
                names: &names,
                encoding: face.encoding(),
                has_names: matches!(face, Face::Type1(_)),
            }
        }
    });
    (0..=255u8)
        .zip(written_names(&encoding, standard))
        .map(|(code, written)| {
            let mut glyph = SimpleGlyph {
                notdef: match written.as_deref() {
                    Some(name) if !by_code => name == NOTDEF,
                    // A program selects the glyph, by the code or by a name of StandardEncoding.
                    _ if truetype && face.is_some() => {
                        !by_code && truetype_name(&encoding, is_table, code).is_none()
                    }
                    _ => truetype && code == 0,
                },
                dict_width: has_widths
                    .then(|| widths.get(usize::from(code)).copied().flatten())
                    .filter(|_| i32::from(code) <= last)
                    .map(|w| w.unwrap_or(missing) * 1000.0)
                    .or(descriptor.missing_width.map(|w| w * 1000.0)),
                ..SimpleGlyph::default()
            };
            if let Some(program) = &program {
                program.fill(code, written.as_deref(), &mut glyph);
            }
            glyph.name = written.or(glyph.name);
            glyph.text = glyph.name.as_deref().and_then(text_of_name);
            glyph
        })
        .collect()
}

/// The name of a code of a TrueType font that is not symbolic: undefined entries are filled from StandardEncoding
/// (9.6.6.4), if the encoding is a dictionary.
fn truetype_name(encoding: &Encoding<'_>, is_table: bool, code: u8) -> Option<String> {
    let difference = encoding.difference(code).map(|name| name.into_owned());
    let of_base = || encoding.base.and_then(|base| base.name(code));
    let standard = || Predefined::Standard.name(code).filter(|_| is_table);
    difference
        .filter(|name| name != NOTDEF)
        .or_else(|| of_base().or_else(standard).map(str::to_owned))
}

/// The embedded program of a simple font.
enum Own<'a, 'p> {
    Type1 {
        face: &'a Face<'p>,
        names: &'a HashMap<String, GlyphId>,
        encoding: Option<Vec<Option<std::borrow::Cow<'a, str>>>>,
        /// A Type 1 program, and not CFF, which shows `.notdef` for missing glyphs.
        has_names: bool,
    },
    TrueType {
        face: &'a Face<'p>,
        names: &'a HashMap<String, GlyphId>,
        /// The font is symbolic, or has no encoding.
        by_code: bool,
        table: Vec<Option<String>>,
    },
}

impl Own<'_, '_> {
    /// Adds the glyph of a code, its presence and its width.
    fn fill(&self, code: u8, written: Option<&str>, glyph: &mut SimpleGlyph) {
        let at = usize::from(code);
        match self {
            Self::Type1 {
                face,
                names,
                encoding,
                has_names,
            } => {
                let own = encoding
                    .as_ref()
                    .and_then(|table| table.get(at)?.as_deref());
                let own = own.or_else(|| match encoding {
                    None => Predefined::Standard.name(code),
                    Some(_) => None,
                });
                let own = if *has_names {
                    own
                } else {
                    own.or(Some(NOTDEF))
                };
                let name = written.or(own);
                let found = name.and_then(|name| names.get(name).copied());
                glyph.name = own.map(str::to_owned);
                glyph.present = Some(
                    code == 0
                        || name == Some(NOTDEF) && !has_names
                        || found.is_some() && !(*has_names && name == Some(NOTDEF)),
                );
                glyph.glyph =
                    found.or((name.is_none() || name == Some(NOTDEF)).then_some(GlyphId::NOTDEF));
                glyph.program_width = match found {
                    Some(found) => face.measured(found),
                    None if *has_names => Some(0.0),
                    None => face.advance(GlyphId::NOTDEF),
                }
                .map(|w| w * 1000.0);
            }
            Self::TrueType {
                face,
                names,
                by_code,
                table,
            } => {
                let name = table.get(at).and_then(Option::as_deref);
                let found = match name {
                    _ if *by_code => symbolic_glyph(face, code),
                    Some(name) => named_glyph(face, name, names),
                    None => None,
                };
                // The name .notdef stands for U+0000, to which fonts may map an empty glyph.
                let notdef = match name {
                    None if !by_code => face.mapped(3, 1, 0).unwrap_or(GlyphId::NOTDEF),
                    _ => GlyphId::NOTDEF,
                };
                // A character map counts even if it has more glyphs than the program.
                let is_counted = |g: &GlyphId| *by_code || g.to_u32() < face.glyph_count();
                let there = found.filter(|g| *g != GlyphId::NOTDEF && is_counted(g));
                // The symbol map decides alone whether a glyph exists.
                let is_there = there.is_some()
                    && (!*by_code || !face.has_map(3, 0) || face.mapped_symbol(code).is_some());
                glyph.present = Some(code == 0 || is_there);
                glyph.glyph = Some(there.unwrap_or(GlyphId::NOTDEF));
                // Without the two maps for such codes, any other one tells the width.
                let elsewhere = || {
                    let is_other = *by_code && !face.has_map(1, 0);
                    is_other.then(|| face.mapped_anywhere(u32::from(code)))?
                };
                let width = face.measured(there.or_else(elsewhere).unwrap_or(notdef));
                glyph.program_width = width.map(|width| width * 1000.0);
                glyph.name = (!by_code).then(|| name.unwrap_or(NOTDEF).to_owned());
            }
        }
    }
}

/// The glyph of a code in a symbolic TrueType program (9.6.6.4).
fn symbolic_glyph(face: &Face<'_>, code: u8) -> Option<GlyphId> {
    face.mapped_symbol(code)
        .or_else(|| face.mapped(1, 0, u32::from(code)))
}

/// The glyph of a name in a TrueType program (9.6.6.4).
fn named_glyph(face: &Face<'_>, name: &str, names: &HashMap<String, GlyphId>) -> Option<GlyphId> {
    let mut text = String::new();
    glyph_names::to_unicode(name, false, &mut text);
    let mut chars = text.chars();
    let by_char = match (chars.next(), chars.next()) {
        (Some(c), None) => face.mapped(3, 1, u32::from(c)),
        _ => None,
    };
    by_char
        .or_else(|| face.glyph_of_mac_name(name))
        .or_else(|| names.get(name).copied())
}

/// The names of the glyphs of the Symbol and ZapfDingbats fonts, which need no map to Unicode (9.10.2).
static PICTURES: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    let fonts = [Predefined::Symbol, Predefined::ZapfDingbats];
    fonts
        .iter()
        .flat_map(|font| (0..=255).filter_map(|code| font.name(code)))
        .collect()
});

/// The text of a glyph name in the Adobe Glyph List: empty for a picture, U+0000 for `.notdef`.
pub(super) fn text_of_name(name: &str) -> Option<String> {
    if name == NOTDEF {
        return Some("\0".into());
    }
    glyph_names::listed_text(name).or_else(|| PICTURES.contains(name).then(String::new))
}
