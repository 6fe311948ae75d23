//! Compares a font's dictionary and its embedded program glyph by glyph, for checks of conformance (ISO
//! 32000-1, clause 9). Input: a font dictionary. Output: [`GlyphFacts`] of shown codes, and facts about the
//! program.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use skrifa::GlyphId;

use super::composite::Composite;
use super::encoding::Encoding;
use super::inspect_simple::{self, SimpleGlyph, has_codes, text_of_name, written_names};
use super::program::{Face, Program};
use super::raw_to_unicode::RawToUnicode;
use super::widths::Horizontal;
use super::{Font, Outline, ProgramFacts, glyph_names};
use crate::budget::Budget;
use crate::diagnostics::Warnings;
use crate::page::Decoding;
use crate::pdf::lexer::{Lexer, Token};
use crate::pdf::{Array, Dict, Name, Stream, stream};

/// The facts about one shown code.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GlyphFacts {
    pub code: u32,
    /// Its length in the string, in bytes.
    pub len: u8,
    /// Whether the program counts as having a glyph for it, as validators decide; `None` without a program.
    pub present: Option<bool>,
    /// The program has a glyph for it; for codes of simple fonts another one than `.notdef`.
    pub has_glyph: bool,
    /// Whether it shows the glyph `.notdef`.
    pub notdef: bool,
    /// In thousandths of the em.
    pub dict_width: Option<f32>,
    /// In thousandths of the em.
    pub program_width: Option<f32>,
    /// Its text by 9.10.2, without the `ToUnicode` CMap and without guesses: from its name in the Adobe Glyph
    /// List, or from its CID. Empty for names of pictures.
    pub unicode: Option<String>,
    /// Its value in the `ToUnicode` CMap, unchecked.
    pub to_unicode: Option<String>,
}

/// A font opened to inspect its glyphs.
pub struct Inspection<'a> {
    font: Font,
    kind: FontKind,
    program: Option<Program<'a>>,
    /// Whether all of the program could be decoded.
    intact: bool,
    to_unicode: RawToUnicode,
}

enum FontKind {
    /// One entry a code.
    Simple(Box<[SimpleGlyph]>),
    Composite {
        composite: Box<Composite>,
        /// `W` and `DW`: the widths of the program do not replace them.
        widths: Horizontal,
        /// Glyphs by CID; `None` if both are equal.
        glyphs: Option<Vec<u16>>,
    },
    /// By code.
    Type3(Vec<Type3Glyph>),
}

#[derive(Clone, Debug, Default)]
struct Type3Glyph {
    /// The name of its procedure.
    name: Option<String>,
    /// The procedure exists.
    present: bool,
    dict_width: Option<f32>,
    /// The width in its procedure.
    program_width: Option<f32>,
}

impl<'a> Inspection<'a> {
    /// Opens a font dictionary.
    pub fn read(dict: &Dict<'a>, budget: &Budget) -> Self {
        let mut warnings = Warnings::new();
        let font = Font::read(dict, budget, &mut warnings);
        let subtype = dict.get::<Name<'_>>("Subtype");
        let descendant = dict
            .get::<Array<'a>>("DescendantFonts")
            .and_then(|fonts| fonts.iter::<Dict<'a>>().next());
        let described = descendant.as_ref().unwrap_or(dict);
        let descriptor = described
            .get::<Dict<'a>>("FontDescriptor")
            .unwrap_or_default();
        let mut of_program = Warnings::new();
        let program = Program::read(&descriptor, budget, &mut of_program);
        let face = program.as_ref().and_then(Program::face);
        let kind = match (subtype.as_deref(), &descendant) {
            (Some(b"Type3"), _) => FontKind::Type3(type3(dict, budget)),
            (_, Some(descendant)) => composite(dict, descendant, face.as_ref(), budget),
            // The ToUnicode CMap of such a font is checked all the same.
            (Some(b"Type0"), None) => composite(dict, &Dict::empty(), None, budget),
            _ => FontKind::Simple(inspect_simple::glyphs(
                dict,
                &descriptor,
                subtype.as_deref(),
                face.as_ref(),
            )),
        };
        let mut to_unicode = RawToUnicode::default();
        let stream = dict.get::<Stream<'_>>("ToUnicode");
        if let Some(stream) = &stream {
            to_unicode = RawToUnicode::read(&stream::decode(stream, budget, &mut warnings));
        }
        to_unicode.has_base |= stream.is_none_or(|s| s.dict().contains_key("UseCMap"));
        Self {
            font,
            kind,
            intact: program.is_some()
                && of_program.iter().next().is_none()
                && face.is_none_or(|face| face.is_complete()),
            program,
            to_unicode,
        }
    }

    /// The facts about each code of a string.
    pub fn glyphs(&self, string: &[u8]) -> Vec<GlyphFacts> {
        let face = match self.kind {
            FontKind::Composite { .. } => self.program.as_ref().and_then(Program::face),
            _ => None,
        };
        let mut read = 0;
        let mut found: Vec<GlyphFacts> = self
            .font
            .codes(string)
            .map(|code| {
                read += usize::from(code.len);
                let mut facts = GlyphFacts {
                    code: code.code,
                    len: code.len,
                    to_unicode: self.to_unicode.text(code.code),
                    ..GlyphFacts::default()
                };
                let counts = match code.decoding {
                    Decoding::GlyphName | Decoding::CharacterCollection => true,
                    // A predefined CMap, or one that a CMap builds on.
                    Decoding::ToUnicode => self.to_unicode.has_base,
                    _ => false,
                };
                if counts {
                    let mut text = String::new();
                    code.text.push_to(&mut text);
                    facts.unicode = Some(text);
                }
                self.measure(&mut facts, face.as_ref());
                facts
            })
            .collect();
        if let Some(rest @ [_, ..]) = string.get(read..) {
            found.push(self.incomplete(rest, face.as_ref()));
        }
        found
    }

    /// The facts about an incomplete code at the end of a string. It selects CID 0 (9.7.6.3), and the program
    /// has no glyph for it.
    fn incomplete(&self, bytes: &[u8], face: Option<&Face<'_>>) -> GlyphFacts {
        let mut facts = GlyphFacts {
            code: super::cmap::code_value(bytes),
            len: bytes.len() as u8,
            present: face.map(|_| false),
            has_glyph: false,
            notdef: face.is_some(),
            dict_width: None,
            program_width: face
                .filter(|face| !face.has_cff())
                .and_then(|f| f.advance(GlyphId::NOTDEF))
                .map(|w| w * 1000.0),
            unicode: None,
            to_unicode: None,
        };
        if let FontKind::Composite { widths, .. } = &self.kind {
            facts.dict_width = Some(widths.get(facts.code) * 1000.0);
        }
        facts
    }

    fn measure(&self, facts: &mut GlyphFacts, face: Option<&Face<'_>>) {
        match &self.kind {
            FontKind::Simple(glyphs) => {
                if let Some(glyph) = glyphs.get(facts.code as usize) {
                    facts.present = glyph.present;
                    facts.has_glyph = glyph.glyph.is_some_and(|g| g != GlyphId::NOTDEF);
                    facts.notdef = glyph.notdef;
                    facts.dict_width = glyph.dict_width;
                    facts.program_width = glyph.program_width;
                    facts.unicode = glyph.text.clone();
                }
            }
            FontKind::Composite {
                composite,
                widths,
                glyphs,
            } => {
                let cid = composite.cid(facts.code, usize::from(facts.len));
                facts.dict_width = Some(widths.get(cid) * 1000.0);
                facts.notdef = cid == 0 && face.is_some();
                if let Some(face) = face {
                    let glyph = glyph_of_cid(cid, glyphs.as_deref(), face);
                    let is_cff = face.has_cff();
                    // A CID in CIDToGIDMap is present, whatever its glyph.
                    let is_there = |g| match is_cff {
                        true => g != 0 || cid == 0,
                        false => cid != 0,
                    };
                    let there = glyph.filter(|&g| g < face.glyph_count() && is_there(g));
                    facts.present = Some(there.is_some() || facts.code == 0);
                    facts.has_glyph = glyph.is_some_and(|g| g < face.glyph_count())
                        && (glyph != Some(0) || cid == 0);
                    facts.notdef |= match is_cff {
                        true => glyph.is_none_or(|g| g == 0),
                        false => there.is_none(),
                    };
                    // Without a glyph, a TrueType program shows glyph 0.
                    let width = |g| face.measured(GlyphId::new(g));
                    facts.program_width = match face.has_cff() {
                        true => there.and_then(width),
                        false => width(there.unwrap_or(0)),
                    }
                    .map(|w| w * 1000.0);
                }
            }
            FontKind::Type3(glyphs) => {
                if let Some(glyph) = glyphs.get(facts.code as usize) {
                    facts.present = Some(glyph.present);
                    facts.has_glyph = glyph.present;
                    facts.dict_width = glyph.dict_width;
                    facts.program_width = glyph.program_width;
                    facts.unicode = glyph.name.as_deref().and_then(text_of_name);
                    facts.notdef = glyph.name.as_deref() == Some(".notdef");
                }
            }
        }
    }

    /// Whether this is a Type 3 font, whose glyphs are procedures (9.6.5).
    pub fn is_type3(&self) -> bool {
        matches!(self.kind, FontKind::Type3(_))
    }

    /// Whether each code has one byte.
    pub fn is_simple(&self) -> bool {
        !matches!(self.kind, FontKind::Composite { .. })
    }

    /// Whether the codes of a composite font are CIDs of two bytes.
    pub fn is_identity(&self) -> bool {
        matches!(&self.kind, FontKind::Composite { composite, .. } if composite.is_identity())
    }

    /// The glyph name of a code in the encoding of a simple font.
    pub fn glyph_name(&self, code: u32) -> Option<&str> {
        match &self.kind {
            FontKind::Simple(glyphs) => glyphs.get(code as usize)?.name.as_deref(),
            FontKind::Type3(glyphs) => glyphs.get(code as usize)?.name.as_deref(),
            FontKind::Composite { .. } => None,
        }
    }

    /// The outlines of codes with their lengths in bytes. `None` without a program, for empty glyphs, and for
    /// those not drawn within `time`.
    pub fn outlines(&self, codes: &[(u32, u8)], time: Duration) -> Vec<Option<Outline>> {
        let Some(face) = self.program.as_ref().and_then(Program::face) else {
            return vec![None; codes.len()];
        };
        let start = Instant::now();
        let outlines = codes.iter().map(|&(code, len)| {
            let glyph = self.glyph(code, len, &face)?;
            (start.elapsed() <= time).then(|| face.outline(glyph))?
        });
        outlines.collect()
    }

    /// The codes of an `Identity` font with a visible glyph; of several codes of one glyph only the first.
    pub fn drawn_codes(&self) -> Vec<u32> {
        let Some(face) = self.program.as_ref().and_then(Program::face) else {
            return Vec::new();
        };
        let mut seen = HashSet::new();
        let cids = self.cids().unwrap_or_default().into_iter();
        // Subsets of TrueType fonts keep the indices of omitted glyphs.
        let is_drawn = |&cid: &u32| {
            let glyph = self.glyph(cid, 2, &face);
            glyph.is_some_and(|glyph| {
                glyph != GlyphId::NOTDEF && seen.insert(glyph) && !face.is_blank(glyph)
            })
        };
        cids.filter(|cid| u16::try_from(*cid).is_ok())
            .filter(is_drawn)
            .collect()
    }

    fn glyph(&self, code: u32, len: u8, face: &Face<'_>) -> Option<GlyphId> {
        match &self.kind {
            FontKind::Simple(glyphs) => glyphs.get(code as usize)?.glyph,
            FontKind::Composite {
                composite, glyphs, ..
            } => {
                let cid = composite.cid(code, usize::from(len));
                glyph_of_cid(cid, glyphs.as_deref(), face).map(GlyphId::new)
            }
            FontKind::Type3(_) => None,
        }
    }

    /// The embedded program's facts about itself.
    pub fn program_facts(&self) -> Option<ProgramFacts> {
        let program = self.program.as_ref()?;
        Some(program.face()?.facts(program.bytes()))
    }

    /// The CID of a code of a composite font.
    pub fn cid(&self, code: u32, len: u8) -> Option<u32> {
        match &self.kind {
            FontKind::Composite { composite, .. } => Some(composite.cid(code, usize::from(len))),
            _ => None,
        }
    }

    /// Platform and encoding IDs of the character maps of a TrueType program.
    pub fn character_maps(&self) -> Option<Vec<(u16, u16)>> {
        self.program.as_ref()?.face()?.character_maps()
    }

    /// Whether all names in `Differences` of a font dictionary are in the Adobe Glyph List.
    pub fn differences_are_listed(&self, dict: &Dict<'_>) -> bool {
        let encoding = Encoding::read(dict);
        (0..=255).all(|code| {
            encoding.difference(code).is_none_or(|name| {
                name == ".notdef" || glyph_names::to_unicode(&name, false, &mut String::new())
            })
        })
    }

    /// The names of the program's glyphs, sorted, without `.notdef`; `None` without a program.
    pub fn glyph_names(&self) -> Option<Vec<String>> {
        let face = self.program.as_ref()?.face()?;
        let mut names: Vec<String> = face
            .names()
            .into_keys()
            .filter(|n| n != ".notdef")
            .collect();
        names.sort();
        Some(names)
    }

    /// The CIDs for which the program has glyphs; `None` without a program.
    pub fn cids(&self) -> Option<Vec<u32>> {
        let face = self.program.as_ref()?.face()?;
        let count = face.glyph_count();
        match &self.kind {
            FontKind::Composite {
                glyphs: Some(glyphs),
                ..
            } => Some(
                (0..)
                    .zip(glyphs)
                    .filter(|&(cid, &g)| {
                        (g != 0 || cid == 0 || !face.has_cff()) && u32::from(g) < count
                    })
                    .map(|(cid, _)| cid)
                    .collect(),
            ),
            FontKind::Composite { .. } => Some((0..count).collect()),
            _ => None,
        }
    }

    /// Whether the font has a program and all of it can be decoded.
    pub fn has_intact_program(&self) -> bool {
        self.intact
    }

    /// Whether the widths of the program are those in its table, not results of its glyph procedures.
    pub fn has_exact_widths(&self) -> bool {
        let face = self.program.as_ref().and_then(Program::face);
        face.is_some_and(|face| face.is_sfnt() && !face.has_cff())
    }

    /// Whether the font has a readable program.
    pub fn has_program(&self) -> bool {
        self.program.is_some()
    }
}

/// The glyph of a CID: its entry in `glyphs`, or the same number without that map.
fn glyph_of_cid(cid: u32, glyphs: Option<&[u16]>, face: &Face<'_>) -> Option<u32> {
    match glyphs {
        Some(glyphs) => glyphs.get(cid as usize).map(|&g| u32::from(g)),
        None => Some(cid).filter(|&c| c < face.glyph_count()),
    }
}

/// Reads `Widths` and the first operand of `d0` or `d1` (9.6.5), in glyph space.
fn type3(dict: &Dict<'_>, budget: &Budget) -> Vec<Type3Glyph> {
    let encoding = Encoding::read(dict);
    let procedures = dict.get::<Dict<'_>>("CharProcs").unwrap_or_default();
    let widths = dict.get::<Array<'_>>("Widths");
    let widths = widths.filter(|_| has_codes(dict));
    let widths: Vec<f32> = widths.map_or_else(Vec::new, |w| w.iter::<f32>().collect());
    let first = dict.get::<i32>("FirstChar").unwrap_or(0);
    let own = |name: &str| {
        let procedure = procedures.get::<Stream<'_>>(name.as_bytes())?;
        let data = stream::decode(&procedure, budget, &mut Warnings::new());
        let mut operands = Vec::new();
        for token in Lexer::new(&data).take(16) {
            match token {
                Token::Number(n) => operands.push(n as f32),
                Token::Keyword(b"d0" | b"d1") => return operands.first().copied(),
                _ => return None,
            }
        }
        None
    };
    (0..=255u8)
        .zip(written_names(&encoding, false))
        .map(|(code, name)| {
            let at = usize::try_from(i64::from(code) - i64::from(first)).ok();
            Type3Glyph {
                present: name
                    .as_deref()
                    .is_some_and(|name| procedures.contains_key(name.as_bytes())),
                dict_width: at.and_then(|at| widths.get(at).copied()),
                // Without d0 or d1 as first operator, the width is 0.
                program_width: Some(name.as_deref().and_then(own).unwrap_or(0.0)),
                name,
            }
        })
        .collect()
}

fn composite(
    dict: &Dict<'_>,
    descendant: &Dict<'_>,
    face: Option<&Face<'_>>,
    budget: &Budget,
) -> FontKind {
    let mut warnings = Warnings::new();
    let composite = Composite::read(dict, descendant, face, None, budget, &mut warnings);
    let glyphs = super::composite::glyphs_by_cid(descendant, face, budget, &mut warnings);
    FontKind::Composite {
        widths: Horizontal::written(descendant),
        composite: Box::new(composite),
        glyphs,
    }
}
