//! Rules about fonts that text is shown in: their dictionaries, programs and glyphs (ISO 19005-1,
//! 6.3; ISO 19005-2, 6.2.11; ISO 19005-4, 6.2.10; ISO 14289-1, 7.21; ISO 14289-2, 8.4.5).

use std::collections::{HashMap, HashSet};

use super::graphics::is_private;
use super::names::NAMES;
use super::rule::{Info, Rule, Subject, rules};
use super::run::{Run, Where};
use crate::diagnostics::Warnings;
use crate::font::{GlyphFacts, Inspection};
use crate::pdf::lexer::{Lexer, RawString, Token};
use crate::pdf::{Array, Dict, Object, ObjectIdentifier, Stream, items, stream};

/// A font dictionary: of a simple font, a Type 0 font or a CIDFont.
struct Font;

struct FontFacts<'a> {
    dict: Dict<'a>,
    subtype: String,
    name: Option<String>,
    descriptor: Option<Dict<'a>>,
    /// There is a font file in the descriptor.
    embedded: bool,
    /// Text is shown in it that is not invisible.
    rendered: bool,
    symbolic: bool,
}

impl Subject for Font {
    type Of<'a> = FontFacts<'a>;

    fn describe(f: &FontFacts<'_>) -> String {
        let name = f.name.as_deref().unwrap_or("without a name");
        format!("{} font {name}", f.subtype)
    }
}

impl<'a> FontFacts<'a> {
    fn read(dict: &Dict<'a>, rendered: bool) -> Self {
        let descriptor = dict.get::<Dict<'a>>("FontDescriptor");
        let flags = descriptor.as_ref().and_then(|d| d.get::<i32>("Flags"));
        Self {
            subtype: name_of(dict, "Subtype").unwrap_or_default(),
            name: name_of(dict, "BaseFont"),
            embedded: descriptor.as_ref().is_some_and(|d| font_file(d).is_some()),
            symbolic: flags.is_some_and(|f| f & 4 != 0),
            descriptor,
            rendered,
            dict: dict.clone(),
        }
    }

    fn is_simple(&self) -> bool {
        matches!(
            self.subtype.as_str(),
            "Type1" | "MMType1" | "TrueType" | "Type3"
        )
    }

    /// One of the 14 fonts that need no widths.
    fn is_standard(&self) -> bool {
        self.subtype == "Type1"
            && matches!(
                self.name.as_deref(),
                Some(
                    "Courier"
                        | "Courier-Bold"
                        | "Courier-Oblique"
                        | "Courier-BoldOblique"
                        | "Helvetica"
                        | "Helvetica-Bold"
                        | "Helvetica-Oblique"
                        | "Helvetica-BoldOblique"
                        | "Times-Roman"
                        | "Times-Bold"
                        | "Times-Italic"
                        | "Times-BoldItalic"
                        | "Symbol"
                        | "ZapfDingbats"
                )
            )
    }

    fn integer(&self, key: &str) -> Option<i64> {
        let number = self.dict.get::<Object<'_>>(key)?.into_number()?.as_f64();
        (number.fract() == 0.0).then_some(number as i64)
    }

    fn widths(&self) -> Option<i64> {
        let widths = self.dict.get::<Array<'_>>("Widths")?;
        i64::try_from(widths.raw_iter().count()).ok()
    }

    /// `Subtype` of the font file's stream.
    fn file_subtype(&self) -> Option<String> {
        name_of(font_file(self.descriptor.as_ref()?)?.dict(), "Subtype")
    }

    /// A tag of six capitals and a plus before the name.
    fn is_subset(&self) -> bool {
        self.name.as_deref().is_some_and(|n| {
            n.split_once('+').is_some_and(|(tag, _)| {
                tag.len() == 6 && tag.bytes().all(|b| b.is_ascii_uppercase())
            })
        })
    }
}

fn name_of(dict: &Dict<'_>, key: &str) -> Option<String> {
    match dict.get::<Object<'_>>(key)? {
        Object::Name(name) => Some(String::from_utf8_lossy(&name).into_owned()),
        _ => None,
    }
}

fn font_file<'a>(descriptor: &Dict<'a>) -> Option<Stream<'a>> {
    ["FontFile", "FontFile2", "FontFile3"]
        .iter()
        .find_map(|key| descriptor.get::<Stream<'a>>(key))
}

const FONT: &[Rule<Font>] = rules! { Font:
    [A1 "6.3.2" 1, A23 "6.2.11.2" 1, A4 "6.2.10.2" 1] "a font dictionary has no Type Font" =>
        |f, _| name_of(&f.dict, "Type").as_deref() == Some("Font");
    [A1 "6.3.2" 2, A23 "6.2.11.2" 2, A4 "6.2.10.2" 2] "a font dictionary has an unknown Subtype" =>
        |f, _| f.is_simple() || matches!(f.subtype.as_str(), "Type0" | "CIDFontType0" | "CIDFontType2");
    [A1 "6.3.2" 3, A23 "6.2.11.2" 3, A4 "6.2.10.2" 3] "a font dictionary has no BaseFont" =>
        |f, _| f.subtype == "Type3" || f.name.is_some();
    [A1 "6.3.2" 4, A23 "6.2.11.2" 4, A4 "6.2.10.2" 4] "a simple font has no FirstChar" =>
        |f, _| !f.is_simple() || f.is_standard() || f.integer("FirstChar").is_some();
    [A1 "6.3.2" 5, A23 "6.2.11.2" 5, A4 "6.2.10.2" 5] "a simple font has no LastChar" =>
        |f, _| !f.is_simple() || f.is_standard() || f.integer("LastChar").is_some();
    [A1 "6.3.2" 6, A23 "6.2.11.2" 6, A4 "6.2.10.2" 6] "Widths of a simple font has not as many entries as FirstChar to LastChar" =>
        |f, _| !f.is_simple() || f.is_standard() || match (f.widths(), f.integer("FirstChar"), f.integer("LastChar")) {
            (Some(n), Some(first), Some(last)) => last.checked_sub(first).and_then(|d| d.checked_add(1)) == Some(n),
            _ => false,
        };
    [A1 "6.3.2" 7] "a font file is of a kind that PDF 1.4 does not know: its Subtype is neither Type1C nor CIDFontType0C" =>
        |f, _| f.file_subtype().is_none_or(|s| matches!(s.as_str(), "Type1C" | "CIDFontType0C"));
    [A23 "6.2.11.2" 7, A4 "6.2.10.2" 7] "a font file has a Subtype other than Type1C, CIDFontType0C and OpenType" =>
        |f, _| f.file_subtype().is_none_or(|s| matches!(s.as_str(), "Type1C" | "CIDFontType0C" | "OpenType"));
    [A1 "6.3.3.2" 1] "a Type 2 CIDFont has no CIDToGIDMap; add a stream or Identity" =>
        |f, _| f.subtype != "CIDFontType2" || has_glyph_map(f) || !f.rendered;
    [A23 "6.2.11.3.2" 1, A4 "6.2.10.3.2" 1, UA1 "7.21.3.2" 1, UA2 "8.4.5.3.2" 1] "an embedded Type 2 CIDFont has no CIDToGIDMap; add a stream or Identity" =>
        |f, _| f.subtype != "CIDFontType2" || has_glyph_map(f) || !f.embedded;
    [A1 "6.3.4" 1, A23 "6.2.11.4.1" 1, A4 "6.2.10.4.1" 1, UA1 "7.21.4.1" 1, UA2 "8.4.5.5.1" 1] "a font is not embedded; embed it, as far as its text is not invisible" =>
        |f, _| matches!(f.subtype.as_str(), "Type3" | "Type0") || !f.rendered || f.embedded;
    [A1 "6.3.7" 1] "a TrueType font that is not symbolic has another Encoding than MacRomanEncoding or WinAnsiEncoding, or Differences" =>
        |f, _| f.subtype != "TrueType" || f.symbolic || (is_plain(&f.dict) && !has_differences(&f.dict));
    [A1 "6.3.7" 2, A23 "6.2.11.6" 3, A4 "6.2.10.6" 3, UA1 "7.21.6" 3, UA2 "8.4.5.7" 3] "a symbolic TrueType font has an Encoding; leave it out" =>
        |f, _| f.subtype != "TrueType" || !f.symbolic || !f.dict.contains_key("Encoding");
};

fn has_glyph_map(f: &FontFacts<'_>) -> bool {
    match f.dict.get::<Object<'_>>("CIDToGIDMap") {
        Some(Object::Stream(_)) => true,
        Some(Object::Name(name)) => name.as_ref() == b"Identity",
        _ => false,
    }
}

/// The encoding is one of the two for Latin text, by itself or as a base.
fn is_plain(font: &Dict<'_>) -> bool {
    let name = match font.get::<Object<'_>>("Encoding") {
        Some(Object::Name(name)) => Some(name.as_str().to_owned()),
        Some(Object::Dict(dict)) => name_of(&dict, "BaseEncoding"),
        _ => None,
    };
    matches!(
        name.as_deref(),
        Some("MacRomanEncoding" | "WinAnsiEncoding")
    )
}

fn has_differences(font: &Dict<'_>) -> bool {
    font.get::<Dict<'_>>("Encoding")
        .is_some_and(|e| e.contains_key("Differences"))
}

/// The program of a TrueType font, beside its dictionary.
struct TrueType;

struct TrueTypeFacts {
    name: String,
    symbolic: bool,
    /// Platform and encoding of each character map.
    maps: Vec<(u16, u16)>,
    plain: bool,
    differences: bool,
    /// All names in Differences are in the Adobe Glyph List.
    listed: bool,
}

impl TrueTypeFacts {
    fn has(&self, platform: u16, encoding: u16) -> bool {
        self.maps.contains(&(platform, encoding))
    }
}

impl Subject for TrueType {
    type Of<'a> = TrueTypeFacts;

    fn describe(t: &TrueTypeFacts) -> String {
        format!(
            "{}symbolic TrueType font {}, character maps {:?}",
            if t.symbolic { "" } else { "non-" },
            t.name,
            t.maps
        )
    }
}

const TRUETYPE: &[Rule<TrueType>] = rules! { TrueType:
    [A1 "6.3.7" 3] "the program of a symbolic TrueType font has not exactly one character map" =>
        |t, _| !t.symbolic || t.maps.len() == 1;
    [A23 "6.2.11.6" 1, UA1 "7.21.6" 1] "the program of a non-symbolic TrueType font has no character map but that for symbols" =>
        |t, _| t.symbolic || t.maps.len() > 1 || (t.maps.len() == 1 && !t.has(3, 0));
    [A4 "6.2.10.6" 1, UA2 "8.4.5.7" 1] "the program of a non-symbolic TrueType font has no character map (3, 1) or (1, 0)" =>
        |t, _| t.symbolic || t.has(3, 1) || t.has(1, 0);
    [A23 "6.2.11.6" 2, A4 "6.2.10.6" 2, UA1 "7.21.6" 2, UA2 "8.4.5.7" 2] "the encoding of a non-symbolic TrueType font is neither MacRomanEncoding nor WinAnsiEncoding, or its Differences lead nowhere" =>
        |t, _| t.symbolic || (t.plain && (!t.differences || (t.listed && t.has(3, 1))));
    [A23 "6.2.11.6" 4, UA1 "7.21.6" 4] "the program of a symbolic TrueType font has several character maps and none for symbols (3, 0)" =>
        |t, _| !t.symbolic || t.maps.len() == 1 || t.has(3, 0);
    [A4 "6.2.10.6" 4, UA2 "8.4.5.7" 4] "the program of a symbolic TrueType font has no character map (3, 0) or (1, 0)" =>
        |t, _| !t.symbolic || t.has(3, 0) || t.has(1, 0);
};

/// The lists of glyphs of a subset.
struct Subset;

struct SubsetFacts {
    name: String,
    is_type1: bool,
    is_cid: bool,
    is_subset: bool,
    embedded: bool,
    /// `CharSet` is there, and lists what the program has.
    char_set: Option<bool>,
    /// `CIDSet` is there, and marks what the program has; for part 1, what is used of it.
    cid_set: Option<bool>,
}

impl Subject for Subset {
    type Of<'a> = SubsetFacts;

    fn describe(s: &SubsetFacts) -> String {
        format!("font {}", s.name)
    }
}

const SUBSET: &[Rule<Subset>] = rules! { Subset:
    [A1 "6.3.5" 2] "the descriptor of a Type 1 subset has no CharSet that lists all its glyphs" =>
        |s, _| !s.is_type1 || !s.is_subset || s.char_set == Some(true);
    [A1 "6.3.5" 3] "the descriptor of a CIDFont subset has no CIDSet that marks all its glyphs" =>
        |s, _| !s.is_cid || !s.is_subset || s.cid_set == Some(true);
    [A23 "6.2.11.4.2" 1, UA1 "7.21.4.2" 1] "CharSet of a Type 1 font does not list the glyphs that are in the program; leave it out or list them all" =>
        |s, _| !s.is_type1 || !s.is_subset || !s.embedded || s.char_set != Some(false);
    [A23 "6.2.11.4.2" 2, UA1 "7.21.4.2" 2] "CIDSet of a CIDFont does not mark the glyphs that are in the program; leave it out or mark them all" =>
        |s, _| !s.is_cid || !s.is_subset || !s.embedded || s.cid_set != Some(false);
};

/// The CMap that a Type 0 font is encoded by.
struct CMap;

struct CMapFacts {
    name: String,
    embedded: bool,
    /// Registry and Ordering of the CIDFont, Supplement.
    font: Option<(String, String, i64)>,
    cmap: Option<(String, String, i64)>,
    dict_mode: i64,
    program_mode: Option<i64>,
    highest_cid: u64,
    /// What `usecmap` or `UseCMap` name.
    base: Option<String>,
}

impl Subject for CMap {
    type Of<'a> = CMapFacts;

    fn describe(c: &CMapFacts) -> String {
        format!("CMap {}", c.name)
    }
}

const CMAP: &[Rule<CMap>] = rules! { CMap:
    [A1 "6.3.3.1" 1] "CIDSystemInfo of a CIDFont and of its CMap do not have the same Registry and Ordering" =>
        |c, _| is_identity(&c.name) || same_collection(c);
    [A23 "6.2.11.3.1" 1, A4 "6.2.10.3.1" 1, UA1 "7.21.3.1" 1, UA2 "8.4.5.3.1" 1] "CIDSystemInfo of a CIDFont and of its CMap do not fit: Registry and Ordering must be the same, Supplement of the font not above that of the CMap" =>
        |c, _| is_identity(&c.name) || (same_collection(c)
            && matches!((&c.font, &c.cmap), (Some(f), Some(m)) if f.2 <= m.2));
    [A1 "6.3.3.3" 1] "a CMap other than Identity-H and Identity-V is not embedded" =>
        |c, _| is_identity(&c.name) || c.embedded;
    [A23 "6.2.11.3.3" 1, A4 "6.2.10.3.3" 1, UA1 "7.21.3.3" 1, UA2 "8.4.5.4" 1] "a CMap that is not predefined is not embedded" =>
        |c, _| is_predefined(&c.name) || c.embedded;
    [A1 "6.3.3.3" 2, A23 "6.2.11.3.3" 2, A4 "6.2.10.3.3" 2, UA1 "7.21.3.3" 2, UA2 "8.4.5.4" 2] "WMode in the dictionary of a CMap is not the same as in its program" =>
        |c, _| c.program_mode.is_none_or(|mode| mode == c.dict_mode);
    [A23 "6.2.11.3.3" 3, A4 "6.2.10.3.3" 3, UA1 "7.21.3.3" 3, UA2 "8.4.5.4" 3] "a CMap builds on another one that is not predefined" =>
        |c, _| c.base.as_deref().is_none_or(is_predefined);
    [A1 "6.1.12" 10, A23 "6.1.13" 10] "a CMap has CIDs above 65535" => |c, _| c.highest_cid <= 65_535;
};

fn is_identity(name: &str) -> bool {
    matches!(name, "Identity-H" | "Identity-V")
}

fn same_collection(c: &CMapFacts) -> bool {
    matches!((&c.font, &c.cmap), (Some(f), Some(m)) if f.0 == m.0 && f.1 == m.1)
}

/// ISO 32000-1, table 118.
fn is_predefined(name: &str) -> bool {
    const NAMES: &str = "Identity-H Identity-V GB-EUC-H GB-EUC-V GBpc-EUC-H GBpc-EUC-V GBK-EUC-H \
        GBK-EUC-V GBKp-EUC-H GBKp-EUC-V GBK2K-H GBK2K-V UniGB-UCS2-H UniGB-UCS2-V UniGB-UTF16-H \
        UniGB-UTF16-V B5pc-H B5pc-V HKscs-B5-H HKscs-B5-V ETen-B5-H ETen-B5-V ETenms-B5-H \
        ETenms-B5-V CNS-EUC-H CNS-EUC-V UniCNS-UCS2-H UniCNS-UCS2-V UniCNS-UTF16-H UniCNS-UTF16-V \
        83pv-RKSJ-H 90ms-RKSJ-H 90ms-RKSJ-V 90msp-RKSJ-H 90msp-RKSJ-V 90pv-RKSJ-H Add-RKSJ-H \
        Add-RKSJ-V EUC-H EUC-V Ext-RKSJ-H Ext-RKSJ-V H V UniJIS-UCS2-H UniJIS-UCS2-V \
        UniJIS-UCS2-HW-H UniJIS-UCS2-HW-V UniJIS-UTF16-H UniJIS-UTF16-V KSC-EUC-H KSC-EUC-V \
        KSCms-UHC-H KSCms-UHC-V KSCms-UHC-HW-H KSCms-UHC-HW-V KSCpc-EUC-H UniKS-UCS2-H \
        UniKS-UCS2-V UniKS-UTF16-H UniKS-UTF16-V";
    NAMES.split_whitespace().any(|n| n == name)
}

/// A glyph that is shown.
struct Glyph;

struct GlyphUse {
    font: String,
    /// In a mode other than 3.
    rendered: bool,
    glyph: GlyphFacts,
}

impl Subject for Glyph {
    type Of<'a> = GlyphUse;

    fn describe(g: &GlyphUse) -> String {
        let mut text = format!("font {}, code {:#04X}", g.font, g.glyph.code);
        if let (Some(dict), Some(program)) = (g.glyph.dict_width, g.glyph.program_width)
            && (dict - program).abs() > 1.0
        {
            text.push_str(&format!(", width {dict:.0}, in the program {program:.0}"));
        }
        text
    }
}

const GLYPH: &[Rule<Glyph>] = rules! { Glyph:
    [A1 "6.3.5" 1, A23 "6.2.11.4.1" 2, A4 "6.2.10.4.1" 2, UA1 "7.21.4.1" 2, UA2 "8.4.5.5.1" 2] "a glyph that is shown is not in the embedded font program; embed a font that has it" =>
        |g, _| !g.rendered || g.glyph.present != Some(false);
    [A1 "6.3.6" 1, A23 "6.2.11.5" 1, A4 "6.2.10.5" 1, UA1 "7.21.5" 1, UA2 "8.4.5.6" 1] "the width of a glyph in the font dictionary is not that of the font program" =>
        |g, _| !g.rendered || match (g.glyph.dict_width, g.glyph.program_width) {
            // Programs are measured with fixed-point numbers.
            (Some(dict), Some(program)) => (dict - program.round()).abs() <= 1.001,
            _ => true,
        };
    [A23 "6.2.11.8" 1, A4 "6.2.10.9" 1, UA1 "7.21.8" 1, UA2 "8.4.5.9" 1] "text shows the glyph .notdef" =>
        |g, _| !g.glyph.notdef;
    [A1LEVEL_A "6.3.8" 1, A23UNICODE "6.2.11.7.2" 1, UA1 "7.21.7" 1, UA2 "8.4.5.8" 1] "a character code has no Unicode value; add a ToUnicode CMap" =>
        |g, _| g.glyph.unicode.is_some() || g.glyph.to_unicode.is_some();
    [A23UNICODE "6.2.11.7.2" 2, A4 "6.2.10.7" 1, UA1 "7.21.7" 2, UA2 "8.4.5.8" 2] "a ToUnicode CMap maps a code to 0, U+FEFF or U+FFFE" =>
        |g, _| !g.glyph.to_unicode.as_ref().is_some_and(|t| t.contains(['\0', '\u{FEFF}', '\u{FFFE}']));
    [A23LEVEL_A "6.2.11.7.3" 1] "a character code is mapped to the private use area and has no ActualText" =>
        |g, _| !g.glyph.to_unicode.as_ref().is_some_and(|t| t.chars().any(is_private));
};

/// The fonts that are used, each opened once.
#[derive(Default)]
pub struct Fonts<'d> {
    used: HashMap<Key, Used<'d>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Key {
    Object(ObjectIdentifier),
    Place(usize),
}

struct Used<'d> {
    dict: Dict<'d>,
    inspection: Inspection<'d>,
    name: String,
    /// Shown invisibly only, so far.
    invisible: bool,
    /// Codes that have been looked at, and whether as rendered ones.
    codes: HashSet<(u32, u8, bool)>,
}

impl<'d> Fonts<'d> {
    /// Shows the codes of a string to the rules, each once, and the font when it is new. Returns
    /// the glyph procedures of a Type 3 font when it is first used.
    pub fn show(
        &mut self,
        run: &mut Run<'_>,
        dict: &Dict<'d>,
        string: &[u8],
        mode: u8,
        place: Where,
    ) -> Vec<Stream<'d>> {
        let rendered = mode != 3;
        let key = dict
            .obj_id()
            .map_or_else(|| Key::Place(dict.data().as_ptr() as usize), Key::Object);
        let used = self.used.entry(key).or_insert_with(|| Used {
            dict: dict.clone(),
            inspection: Inspection::read(dict, &run.limits),
            name: name_of(dict, "BaseFont").unwrap_or_default(),
            invisible: true,
            codes: HashSet::new(),
        });
        if used.codes.is_empty() || (rendered && used.invisible) {
            check_font(run, dict, &used.inspection, rendered, used.codes.is_empty());
            used.invisible = !rendered;
        }
        let mut procedures = Vec::new();
        if used.codes.is_empty()
            && let Some(all) = dict.get::<Dict<'d>>("CharProcs")
        {
            let mut names: Vec<_> = all.keys().collect();
            names.sort_by(|a, b| a.as_ref().cmp(b.as_ref()));
            procedures.extend(
                names
                    .iter()
                    .filter_map(|n| all.get::<Stream<'d>>(n.as_ref())),
            );
        }
        for glyph in used.inspection.glyphs(string) {
            if !used.codes.insert((glyph.code, glyph.len, rendered)) {
                continue;
            }
            let facts = GlyphUse {
                font: used.name.clone(),
                rendered,
                glyph,
            };
            run.check(GLYPH, &facts, place);
        }
        procedures
    }

    /// Checks what is only known when all text has been seen.
    pub fn finish(&self, run: &mut Run<'_>) {
        let mut used: Vec<&Used<'d>> = self.used.values().collect();
        used.sort_by_key(|u| u.dict.obj_id().map(|id| id.obj_number));
        for font in used {
            check_subset(run, font);
        }
    }
}

/// Checks what there is of a font besides its glyphs and the lists of them. `first` says that it has not been checked as
/// an invisible one before.
fn check_font(
    run: &mut Run<'_>,
    dict: &Dict<'_>,
    inspection: &Inspection<'_>,
    rendered: bool,
    first: bool,
) {
    let facts = FontFacts::read(dict, rendered);
    run.check(FONT, &facts, dict);
    if let Some(name) = &facts.name {
        run.check(NAMES, name, dict);
    }
    let descendant = dict
        .get::<Array<'_>>("DescendantFonts")
        .and_then(|fonts| items(&fonts).next()?.into_dict());
    if let Some(descendant) = &descendant {
        let facts = FontFacts::read(descendant, rendered);
        run.check(FONT, &facts, descendant);
        if let Some(name) = &facts.name {
            run.check(NAMES, name, descendant);
        }
    }
    if !first {
        return;
    }
    if facts.subtype == "TrueType"
        && let Some(maps) = inspection.character_maps()
    {
        let facts = TrueTypeFacts {
            name: facts.name.clone().unwrap_or_default(),
            symbolic: facts.symbolic,
            maps,
            plain: is_plain(dict),
            differences: has_differences(dict),
            listed: inspection.differences_are_listed(dict),
        };
        run.check(TRUETYPE, &facts, dict);
    }
    if let Some(descendant) = &descendant {
        check_cmap(run, dict, descendant);
    }
}

/// Checks the lists of glyphs of a subset, when it is known which codes are shown.
fn check_subset(run: &mut Run<'_>, used: &Used<'_>) {
    let dict = &used.dict;
    let descendant = dict
        .get::<Array<'_>>("DescendantFonts")
        .and_then(|fonts| items(&fonts).next()?.into_dict());
    let described = descendant.as_ref().unwrap_or(dict);
    let facts = FontFacts::read(described, true);
    let descriptor = facts.descriptor.clone().unwrap_or_default();
    let cids = if run.flavour().part() == 1 && run.flavour().is_archival() {
        let codes = used.codes.iter();
        let cids = codes.filter_map(|(code, len, _)| used.inspection.cid(*code, *len));
        cid_set(run, &descriptor, cids.collect(), false)
    } else {
        // With a map of its own, CIDs that lead to the same glyph may be marked as well.
        let exact = !matches!(
            described.get::<Object<'_>>("CIDToGIDMap"),
            Some(Object::Stream(_))
        );
        let cids = used.inspection.cids();
        cid_set(
            run,
            &descriptor,
            cids.clone().unwrap_or_default(),
            exact && cids.is_some(),
        )
    };
    let subset = SubsetFacts {
        name: facts.name.clone().unwrap_or_default(),
        is_type1: matches!(facts.subtype.as_str(), "Type1" | "MMType1"),
        is_cid: descendant.is_some(),
        is_subset: facts.is_subset(),
        embedded: facts.embedded,
        char_set: char_set(&descriptor, &used.inspection),
        cid_set: cids,
    };
    run.check(SUBSET, &subset, described);
}

/// Whether `CharSet` lists the glyphs of the program.
fn char_set(descriptor: &Dict<'_>, inspection: &Inspection<'_>) -> Option<bool> {
    let Some(Object::String(text)) = descriptor.get::<Object<'_>>("CharSet") else {
        return None;
    };
    let text = String::from_utf8_lossy(text.as_bytes()).into_owned();
    let mut listed: Vec<&str> = text
        .split('/')
        .map(str::trim)
        .filter(|n| !n.is_empty() && *n != ".notdef")
        .collect();
    listed.sort_unstable();
    listed.dedup();
    let names = inspection.glyph_names()?;
    Some(names.iter().map(String::as_str).eq(listed))
}

/// Whether `CIDSet` marks these CIDs, and, if it must be exact, no others.
fn cid_set(run: &Run<'_>, descriptor: &Dict<'_>, cids: Vec<u32>, exact: bool) -> Option<bool> {
    let set = descriptor.get::<Stream<'_>>("CIDSet")?;
    let data = stream::decode(&set, run.limits.stream_bytes, &mut Warnings::new());
    let marked = |cid: u32| {
        let byte = data.get(cid as usize / 8).copied().unwrap_or(0);
        byte & (0x80 >> (cid % 8)) != 0
    };
    let complete = cids.iter().filter(|&&cid| cid != 0).all(|&cid| marked(cid));
    let known: HashSet<u32> = cids.into_iter().collect();
    let highest = u32::try_from(data.len().saturating_mul(8)).unwrap_or(u32::MAX);
    let others = (1..highest.min(1 << 16)).any(|cid| marked(cid) && !known.contains(&cid));
    Some(complete && !(exact && others))
}

fn check_cmap(run: &mut Run<'_>, dict: &Dict<'_>, descendant: &Dict<'_>) {
    let info = |d: &Dict<'_>| {
        let info = d.get::<Dict<'_>>("CIDSystemInfo")?;
        let text = |key: &str| match info.get::<Object<'_>>(key)? {
            Object::String(s) => Some(String::from_utf8_lossy(s.as_bytes()).into_owned()),
            _ => None,
        };
        Some((
            text("Registry")?,
            text("Ordering")?,
            i64::from(info.get::<i32>("Supplement").unwrap_or(0)),
        ))
    };
    let font = info(descendant);
    let facts = match dict.get::<Object<'_>>("Encoding") {
        Some(Object::Stream(stream)) => {
            let data = stream::decode(&stream, run.limits.stream_bytes, &mut Warnings::new());
            let program = CMapProgram::read(&data);
            let base = match stream.dict().get::<Object<'_>>("UseCMap") {
                Some(Object::Name(name)) => Some(name.as_str().to_owned()),
                Some(Object::Stream(base)) => name_of(base.dict(), "CMapName"),
                _ => program.base,
            };
            CMapFacts {
                name: name_of(stream.dict(), "CMapName").unwrap_or_default(),
                embedded: true,
                font,
                cmap: info(stream.dict()).or(program.info),
                dict_mode: i64::from(stream.dict().get::<i32>("WMode").unwrap_or(0)),
                program_mode: Some(program.mode.unwrap_or(0)),
                highest_cid: program.highest_cid,
                base,
            }
        }
        Some(Object::Name(name)) => {
            let name = name.as_str().to_owned();
            let cmap = crate::font::collection_of_cmap(&name);
            CMapFacts {
                embedded: false,
                font,
                cmap,
                dict_mode: 0,
                program_mode: None,
                highest_cid: 0,
                base: None,
                name,
            }
        }
        _ => return,
    };
    run.check(CMAP, &facts, dict);
}

/// What a CMap's program says of itself.
#[derive(Default)]
struct CMapProgram {
    mode: Option<i64>,
    base: Option<String>,
    info: Option<(String, String, i64)>,
    highest_cid: u64,
}

impl CMapProgram {
    fn read(data: &[u8]) -> Self {
        let mut program = Self::default();
        let mut last: Vec<Token<'_>> = Vec::new();
        for token in Lexer::new(data) {
            match token {
                Token::Keyword(b"def") => {
                    if let [.., Token::Name(b"WMode"), Token::Number(mode)] = last.as_slice() {
                        program.mode = Some(*mode as i64);
                    }
                    last.clear();
                }
                Token::Keyword(b"usecmap") => {
                    if let [.., Token::Name(name)] = last.as_slice() {
                        program.base = Some(String::from_utf8_lossy(name).into_owned());
                    }
                    last.clear();
                }
                Token::Keyword(b"endcidrange") => {
                    for range in last.chunks_exact(3) {
                        if let [Token::String(low), Token::String(high), Token::Number(cid)] = range
                        {
                            let span = value(*high).saturating_sub(value(*low));
                            let top = (*cid as u64).saturating_add(span);
                            program.highest_cid = program.highest_cid.max(top);
                        }
                    }
                    last.clear();
                }
                Token::Keyword(b"endcidchar") => {
                    for pair in last.chunks_exact(2) {
                        if let [_, Token::Number(cid)] = pair {
                            program.highest_cid = program.highest_cid.max(*cid as u64);
                        }
                    }
                    last.clear();
                }
                Token::Keyword(word) if word.starts_with(b"begin") => last.clear(),
                other if last.len() < 1 << 16 => last.push(other),
                _ => {}
            }
        }
        program
    }
}

fn value(string: RawString<'_>) -> u64 {
    string
        .decode()
        .iter()
        .take(4)
        .fold(0, |value, &b| value << 8 | u64::from(b))
}

/// What there is to say of the rules.
pub fn catalogue() -> impl Iterator<Item = &'static Info> {
    FONT.iter()
        .map(|r| &r.info)
        .chain(TRUETYPE.iter().map(|r| &r.info))
        .chain(SUBSET.iter().map(|r| &r.info))
        .chain(CMAP.iter().map(|r| &r.info))
        .chain(GLYPH.iter().map(|r| &r.info))
}
