//! Simple fonts: Type 1, TrueType and Type 3, with codes of one byte (ISO 32000-1, 9.6). Reads their parts
//! into the text, decoding and width of each code.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::HashMap;

use skrifa::GlyphId;

use super::bare_codes::{Bare, BareCodes};
use super::base_encoding::{base_encoding, is_pictorial};
use super::encoding::{Predefined, mac_os_name};
use super::extents::Extents;
use super::late_widths::LateWidths;
use super::ligature_names::{self, Beside};
use super::program::{Face, GlyphTexts, Map};
use super::source::{Origin, Source};
use super::standard14::Standard;
use super::tex_codes::TexCodes;
use super::tex_maths::TexMaths;
use super::text::{CodeText, TextId, Texts};
use super::to_unicode::Said;
use super::{code_names, glyph_names, letter_widths, two_maps};
use crate::page::Decoding;

/// The text, decoding and width of each code.
#[derive(Debug)]
pub(super) struct Simple {
    /// One entry a code.
    entries: Vec<Entry>,
    texts: Texts,
    /// The widths of the entries with [`LATE`].
    late: Option<LateWidths>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    text: TextId,
    decoding: Decoding,
    width: f32,
}

const UNKNOWN: Entry = Entry {
    text: TextId::Char(char::REPLACEMENT_CHARACTER),
    decoding: Decoding::Unknown,
    width: 0.0,
};

/// Stands for a width in [`Simple::late`].
const LATE: f32 = f32::NAN;

/// The width of a glyph that the metrics of a standard font lack, in text space. Readers use a substitute of
/// about this width; with 0 such glyphs would overlap.
const UNKNOWN_WIDTH: f32 = 0.5;

impl Simple {
    /// Reads a font; also returns the extents of the letters to which only the program gives a width.
    pub(super) fn read(source: &Source<'_>) -> (Self, Extents) {
        let reader = Reader::new(source);
        let mut texts = Texts::default();
        let mut scratch = String::new();
        let entries: Vec<Entry> = (0..=255)
            .map(|code| {
                if reader.is_padding(code) {
                    return Entry {
                        text: TextId::EMPTY,
                        decoding: Decoding::GlyphName,
                        width: 0.0,
                    };
                }
                scratch.clear();
                let decoding = reader.decode(code, &mut scratch);
                let width = reader.width(code);
                match texts.add(&scratch) {
                    Some(text) => Entry {
                        text,
                        decoding,
                        width,
                    },
                    None => Entry { width, ..UNKNOWN },
                }
            })
            .collect();
        let late = source.face.and_then(Face::type1).and_then(|program| {
            let codes = (0..=255).zip(&entries);
            let names = codes
                .filter(|(_, entry)| entry.width.is_nan())
                .filter_map(|(code, _)| Some((code, reader.name(code)?.0.into())));
            let names: Vec<(u8, Box<str>)> = names.collect();
            (!names.is_empty()).then(|| LateWidths::new(program, names))
        });
        let simple = Self {
            entries,
            texts,
            late,
        };
        // Late widths are not given, so they are not needed here.
        let get = |code| {
            let entry = simple.entry(code);
            (simple.texts.get(entry.text), entry.width)
        };
        let extents = match source.face {
            // A width that is not given is the one of the program.
            Some(_) => Extents::of(get, |code| {
                source.given_width(code)?;
                Some([0.0, reader.program_width(code)?])
            }),
            None => Extents::default(),
        };
        (simple, extents)
    }

    #[inline]
    pub(super) fn get(&self, code: u8) -> (CodeText<'_>, Decoding, f32) {
        let entry = self.entry(code);
        let width = if entry.width.is_nan() {
            self.late_width(code)
        } else {
            entry.width
        };
        (self.texts.get(entry.text), entry.decoding, width)
    }

    #[inline]
    fn entry(&self, code: u8) -> &Entry {
        self.entries.get(usize::from(code)).unwrap_or(&UNKNOWN)
    }

    #[cold]
    fn late_width(&self, code: u8) -> f32 {
        self.late.as_ref().map_or(0.0, |late| late.get(code))
    }
}

struct Reader<'s> {
    source: &'s Source<'s>,
    /// The encoding under `Differences`, with its source.
    base: Option<(Predefined, Origin)>,
    /// The names in the program's own encoding, by code. Like the next two fields, read only on demand: most
    /// fonts do not need it.
    built_in: OnceCell<Option<Vec<Option<Cow<'s, str>>>>>,
    /// The texts of the program's glyphs.
    glyphs: OnceCell<Option<GlyphTexts>>,
    /// The program's glyphs by name.
    names: OnceCell<HashMap<String, GlyphId>>,
    /// See [`Face::symbolic_glyphs`].
    symbolic: OnceCell<Vec<Option<(GlyphId, Map)>>>,
    /// Whether the codes only [number](Reader::is_numbering) the glyphs.
    numbered: OnceCell<bool>,
    /// See [`Reader::maps_agree`].
    maps_agree: OnceCell<bool>,
    /// See [`Reader::names_are_true`] and [`Reader::bare_codes`].
    names_are_true: OnceCell<bool>,
    bare_codes: OnceCell<BareCodes>,
    dingbats: bool,
    /// See [`glyph_names::is_phonetic`].
    phonetic: bool,
    /// See [`is_pictorial`].
    pictorial: bool,
    /// Whether the widths of letters show that codes are ASCII; `None` if they do not decide.
    agrees: Option<bool>,
    /// The coding of glyphs with private names; `None` if it is unknown.
    coding: OnceCell<Option<TexCodes>>,
    /// See [`Reader::maths`].
    maths: OnceCell<Option<TexMaths>>,
}

impl<'s> Reader<'s> {
    fn new(source: &'s Source<'s>) -> Self {
        let built_in = OnceCell::new();
        let has_built_in = || {
            let names = built_in.get_or_init(|| source.face.and_then(Face::encoding));
            names.is_some()
        };
        Self {
            source,
            base: base_encoding(source, has_built_in),
            built_in,
            glyphs: OnceCell::new(),
            names: OnceCell::new(),
            symbolic: OnceCell::new(),
            numbered: OnceCell::new(),
            maps_agree: OnceCell::new(),
            names_are_true: OnceCell::new(),
            bare_codes: OnceCell::new(),
            phonetic: glyph_names::is_phonetic(source.name),
            pictorial: is_pictorial(source.name),
            dingbats: source.standard == Some(Standard::ZapfDingbats)
                || source.name.to_ascii_lowercase().contains("dingbats"),
            agrees: letter_widths::agree_with_ascii(|code| source.given_width(code)),
            coding: OnceCell::new(),
            maths: OnceCell::new(),
        }
    }

    fn built_in(&self) -> Option<&[Option<Cow<'s, str>>]> {
        let names = self.built_in.get_or_init(|| self.source.face?.encoding());
        names.as_deref()
    }

    /// A glyph of the program by its name.
    fn named_glyph(&self, name: &str) -> Option<GlyphId> {
        let face = self.source.face?;
        self.names.get_or_init(|| face.names()).get(name).copied()
    }

    /// The glyph name of a code, with its source.
    fn name(&self, code: u8) -> Option<(Cow<'_, str>, Origin)> {
        if let Some(name) = self.source.encoding.difference(code) {
            return Some((name, Origin::Difference));
        }
        if let Some((base, origin)) = self.base {
            return base.name(code).map(|name| (Cow::Borrowed(name), origin));
        }
        let names = self.built_in()?;
        let name = names.get(usize::from(code))?.as_deref()?;
        Some((Cow::Borrowed(name), Origin::Program))
    }

    /// Whether a code shows nothing and has no width: code 0 in a standard font without a program. Some
    /// writers show text in such fonts with two bytes a letter.
    fn is_padding(&self, code: u8) -> bool {
        let source = self.source;
        code == 0
            && source.standard.is_some()
            && source.face.is_none()
            && source.to_unicode.is_none()
            && source.given_width(code).is_none()
            && self.name(code).is_none()
    }

    /// The text of a code in the `ToUnicode` CMap.
    fn said(&self, code: u8) -> Said<'_> {
        let map = self.source.to_unicode;
        map.map_or(Said::Nothing, |map| map.text(u32::from(code), 1))
    }

    /// Appends the text of a code, in the order of 9.10.2.
    fn decode(&self, code: u8, out: &mut String) -> Decoding {
        if let Some(maths) = self.maths() {
            if maths.push_text(code, out) {
                return Decoding::Guess;
            }
            out.push(char::REPLACEMENT_CHARACTER);
            return Decoding::Unknown;
        }
        let said = self.said(code);
        if let Said::Text(text) = said {
            if let Some(ligature) = self.ligature(code, text) {
                out.push_str(&ligature);
                return Decoding::GlyphName;
            }
            text.push_to(out);
            return Decoding::ToUnicode;
        }
        let name = self.name(code);
        if self.phonetic
            && let Some((name, _)) = &name
            && let Some(letter) = glyph_names::phonetic(name)
        {
            out.push(letter);
            return Decoding::GlyphName;
        }
        if let Some((name, origin)) = &name
            && *origin != Origin::Assumed
            && glyph_names::to_unicode(name, self.dingbats, out)
        {
            return match origin {
                Origin::Program => Decoding::FontProgram,
                _ => Decoding::GlyphName,
            };
        }
        if let Some(text) = self.program_text(code, name.as_ref()) {
            text.push_to(out);
            return Decoding::FontProgram;
        }
        if let Said::Perhaps(text, decoding) = said {
            text.push_to(out);
            return decoding;
        }
        if self.assume(code, name.as_ref(), out) {
            return Decoding::Guess;
        }
        out.push(char::REPLACEMENT_CHARACTER);
        Decoding::Unknown
    }

    /// The text of a ligature by its name, if that is better than the `ToUnicode` text.
    fn ligature(&self, code: u8, said: CodeText<'_>) -> Option<String> {
        let name = self.source.encoding.difference(code)?;
        let named = ligature_names::text(&name)?;
        let right = match ligature_names::compare(&said.into_string(), &named) {
            Beside::Same => false,
            Beside::Less => true,
            Beside::Other => self.names_are_true(),
        };
        right.then_some(named)
    }

    /// Whether the names of `Differences` agree with `ToUnicode`.
    fn names_are_true(&self) -> bool {
        *self.names_are_true.get_or_init(|| {
            let (mut same, mut other) = (0, 0);
            let mut named = String::new();
            for code in 0..=255 {
                let (Said::Text(said), Some(name)) =
                    (self.said(code), self.source.encoding.difference(code))
                else {
                    continue;
                };
                named.clear();
                if glyph_names::to_unicode(&name, self.dingbats, &mut named) {
                    match said.into_string() == named {
                        true => same += 1,
                        false => other += 1,
                    }
                }
            }
            ligature_names::are_true(same, other)
        })
    }

    /// Appends the text of a glyph that is named after its code in another encoding.
    fn push_bare(&self, name: &str, out: &mut String) -> bool {
        let number = code_names::bare_code(name);
        let name = number.and_then(|number| self.bare_codes().name(number));
        name.is_some_and(|name| glyph_names::to_unicode(name, false, out))
    }

    /// The encodings of the codes in private glyph names.
    fn bare_codes(&self) -> &BareCodes {
        self.bare_codes.get_or_init(|| {
            let glyphs = (0..=255).filter_map(|code| {
                let number = code_names::bare_code(&self.name(code)?.0)?;
                let text = match self.said(code) {
                    Said::Text(text) => Some(text.into_string()),
                    _ => None,
                };
                let width = self.source.given_width(code);
                // The program may have names of glyphs that the file does not use.
                let used = text.is_some() || width.is_some();
                used.then_some(Bare {
                    number,
                    width,
                    text,
                })
            });
            BareCodes::of(&glyphs.collect::<Vec<_>>())
        })
    }

    /// The glyph of a code (9.6.6.4 for TrueType).
    fn glyph(&self, code: u8, name: Option<&(Cow<'_, str>, Origin)>) -> Option<GlyphId> {
        let face = self.source.face?;
        let named = || self.named_glyph(name?.0.as_ref());
        if !face.is_sfnt() {
            return named();
        }
        let by_char = || {
            let (name, _) = name?;
            let mut text = String::new();
            let known = glyph_names::to_unicode(name, self.dingbats, &mut text);
            let mut chars = text.chars();
            let (Some(c), None, true) = (chars.next(), chars.next(), known) else {
                return None;
            };
            face.glyph_of_char(c)
        };
        let symbolic = || self.symbolic_glyph(code).map(|(glyph, _)| glyph);
        if self.source.descriptor.symbolic() && !self.source.encoding.has_differences() {
            symbolic().or_else(by_char).or_else(named)
        } else {
            by_char()
                .or_else(|| face.glyph_of_mac_name(name?.0.as_ref()))
                .or_else(named)
                .or_else(symbolic)
        }
    }

    /// The glyph of a code by [`Face::symbolic_glyphs`], if there is a program.
    fn symbolic_glyph(&self, code: u8) -> Option<(GlyphId, Map)> {
        let all = self.symbolic.get_or_init(|| match self.source.face {
            Some(face) => face.symbolic_glyphs(),
            None => Vec::new(),
        });
        all.get(usize::from(code)).copied().flatten()
    }

    /// The text of a code's glyph by the program's maps and names.
    fn program_text(
        &self,
        code: u8,
        name: Option<&(Cow<'_, str>, Origin)>,
    ) -> Option<CodeText<'_>> {
        // An assumed name must not select the glyph.
        let name = name.filter(|(_, origin)| *origin != Origin::Assumed);
        let glyph = self.glyph(code, name)?;
        let texts = self
            .glyphs
            .get_or_init(|| self.source.face.map(Face::texts));
        let text = texts.as_ref()?.get(glyph.to_u32())?;
        (!text.is_private()).then_some(text)
    }

    /// Appends the text of a code in the encoding that is most common for such fonts.
    fn assume(&self, code: u8, name: Option<&(Cow<'_, str>, Origin)>, out: &mut String) -> bool {
        // The letters of pictorial fonts are not text.
        let pictures = self.agrees == Some(false) || self.pictorial;
        if let Some((name, Origin::Difference | Origin::Program)) = name {
            // The meaning of this name is unknown.
            let coding = if pictures { None } else { self.coding() };
            return coding.is_some_and(|codes| codes.push_text(code, out))
                || self.push_bare(name, out);
        }
        if pictures {
            return false;
        }
        // Without evidence from widths or two maps, the code gives no text in two cases: other codes have
        // `ToUnicode` texts, or the codes only number the glyphs.
        if self.agrees.is_none()
            && (self.source.has_to_unicode || self.is_numbering())
            && !self.maps_agree()
        {
            return false;
        }
        let name = match (name, self.symbolic_glyph(code)) {
            (Some((name, _)), _) => Some(name.as_ref()),
            (None, Some((_, Map::MacRoman))) => mac_os_name(code),
            (None, Some(_)) => Predefined::WinAnsi.name(code),
            _ => None,
        };
        name.is_some_and(|name| glyph_names::to_unicode(name, self.dingbats, out))
    }

    /// The coding of glyphs with private names. It is known if their widths are those of letters, or, if
    /// widths do not decide, if the names repeat the codes.
    fn coding(&self) -> Option<TexCodes> {
        *self.coding.get_or_init(|| {
            let names = (0..=255).filter_map(|code| Some((code, self.name(code)?.0)));
            let named = code_names::repeat_codes(names);
            let source = self.source;
            self.agrees
                .unwrap_or(named)
                .then(|| TexCodes::of(|code| source.given_width(code), source.type3, named))
        })
    }

    /// The encoding of a mathematical font of TeX that consists of bitmaps.
    fn maths(&self) -> Option<TexMaths> {
        *self.maths.get_or_init(|| {
            let source = self.source;
            if !source.type3 {
                return None;
            }
            let width = |code| {
                let (name, _) = self.name(code)?;
                source.given_width(code).filter(|_| name != ".notdef")
            };
            let said = |code| {
                if let Said::Text(text) = self.said(code) {
                    return Some(text.into_string());
                }
                let mut text = String::new();
                let (name, _) = self.name(code)?;
                glyph_names::to_unicode(&name, self.dingbats, &mut text).then_some(text)
            };
            TexMaths::of(width, said)
        })
    }

    /// Whether the two character maps of a TrueType program show that its codes are characters.
    fn maps_agree(&self) -> bool {
        *self.maps_agree.get_or_init(|| {
            let pairs = self.source.face.map(Face::codes_of_both_maps);
            two_maps::agree(&pairs.unwrap_or_default())
        })
    }

    /// Whether the codes of a TrueType program only number its glyphs: they begin among the control
    /// characters, or have no gaps for unused letters.
    fn is_numbering(&self) -> bool {
        *self.numbered.get_or_init(|| {
            // The first glyphs of whole fonts are missing, empty and line-breaking characters.
            let mapped = |code: &u8| {
                let glyph = self.symbolic_glyph(*code);
                glyph.is_some_and(|(glyph, _)| glyph.to_u32() > 2)
            };
            if (1..=31).any(|code| mapped(&code)) {
                return true;
            }
            let first = (33..=255).find(mapped).unwrap_or(255);
            let run = (first..=255).take_while(mapped).count();
            let all = (33..=255).filter(mapped).count();
            first == 33 && run == all && run < 93
        })
    }

    /// The width of a code's glyph in the program, in text space.
    fn program_width(&self, code: u8) -> Option<f32> {
        let glyph = self.glyph(code, self.name(code).as_ref())?;
        let width = self.source.face?.advance(glyph)?;
        super::widths::sane(width)
    }

    /// The width of a code, in text space.
    fn width(&self, code: u8) -> f32 {
        let source = self.source;
        let given = source
            .given_width(code)
            .or(source.descriptor.missing_width.filter(|&w| w > 0.0));
        if let Some(width) = given {
            return width;
        }
        if source.type3 {
            return 0.0;
        }
        if let Some(face) = source.face {
            return match face.type1() {
                Some(_) => LATE,
                None => self.program_width(code).unwrap_or(0.0),
            };
        }
        let name = self.name(code);
        // "MissingWidth: default value: 0" applies to fonts with widths. The standard fonts have known
        // widths.
        if source.standard.is_none() && source.widths.iter().any(Option::is_some) {
            return 0.0;
        }
        let font = source.standard.unwrap_or(source.substitute);
        name.and_then(|(name, _)| font.width(&name))
            .unwrap_or(UNKNOWN_WIDTH)
    }
}
