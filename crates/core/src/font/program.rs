//! Embedded font programs (ISO 32000-1, 9.9): opens Type 1, CFF, TrueType and OpenType programs, and gives
//! the names, characters and widths of their glyphs.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::HashMap;

use skrifa::raw::ps::type1::Type1Font;
use skrifa::raw::tables::cmap::{CmapIterLimits, CmapSubtable, PlatformId};
use skrifa::raw::tables::head::MacStyle;
use skrifa::raw::tables::os2::SelectionFlags;
use skrifa::raw::{FontRef, TableProvider};
use skrifa::{GlyphId, Tag};

use super::cff::Cff;
use super::program_style::{ProgramStyle, is_bold_weight};
use super::text::{CodeText, TextId, Texts, is_text};
use super::{encoding, glyph_names, type1, type1_work};
use crate::budget::Budget;
use crate::diagnostics::{Diagnostic, DiagnosticKind, Warnings};
use crate::pdf::{Dict, Stream, stream};

/// The decoded font program of a font descriptor.
pub(super) struct Program<'a> {
    data: Cow<'a, [u8]>,
}

impl<'a> Program<'a> {
    /// The program with these bytes.
    pub(super) fn of(data: &'a [u8]) -> Self {
        let data = Cow::Borrowed(data);
        Self { data }
    }

    /// The program of a font descriptor (9.8, table 122).
    pub(super) fn read(
        descriptor: &Dict<'a>,
        budget: &Budget,
        warnings: &mut Warnings,
    ) -> Option<Self> {
        let stream = ["FontFile", "FontFile2", "FontFile3"]
            .iter()
            .find_map(|key| descriptor.get::<Stream<'_>>(key))?;
        let program = Self {
            data: stream::decode(&stream, budget, warnings),
        };
        if program.face().is_none() {
            let id = stream.obj_id();
            let text = "the embedded font program cannot be read";
            let warning = Diagnostic::new(DiagnosticKind::Font, text);
            warnings.push(warning.in_object(id.obj_number, id.gen_number));
            return None;
        }
        Some(program)
    }

    /// The size of the program, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.data.len()
    }

    /// Opens the program. Its first bytes give its kind, because the descriptor's key is often wrong.
    pub(super) fn face(&self) -> Option<Face<'_>> {
        let data: &[u8] = &self.data;
        match data {
            [b'%', b'!', ..] | [0x80, 0x01, ..] => Some(Face::Type1(Type1 {
                text: data,
                font: OnceCell::new(),
                bounded: OnceCell::new(),
            })),
            [0, 1, 0, 0, ..]
            | [b't', b'r', b'u', b'e', ..]
            | [b't', b't', b'c', b'f', ..]
            | [b'O', b'T', b'T', b'O', ..] => {
                let font = FontRef::from_index(data, 0).ok()?;
                let upem = font.head().ok().map(|head| i32::from(head.units_per_em()));
                let cff = font
                    .cff()
                    .ok()
                    .and_then(|t| Cff::open(t.offset_data().as_bytes(), upem));
                Some(Face::Sfnt { font, cff })
            }
            [1, _, ..] => Some(Face::Cff(Cff::open(data, None)?)),
            _ => None,
        }
    }
}

/// A Type 1 program. Its encoding is not encrypted, so a program with a broken encrypted part still gives
/// names.
pub(super) struct Type1<'p> {
    text: &'p [u8],
    /// The encrypted part, read on first use.
    font: OnceCell<Option<Box<Type1Font>>>,
    bounded: OnceCell<bool>,
}

impl Type1<'_> {
    pub(super) fn font(&self) -> Option<&Type1Font> {
        let open = || Type1Font::new(self.text).ok().map(Box::new);
        self.font.get_or_init(open).as_deref()
    }

    /// Whether its glyphs can be drawn in bounded time.
    pub(super) fn is_bounded(&self) -> bool {
        let bounded = || self.font().is_none_or(type1_work::is_bounded);
        *self.bounded.get_or_init(bounded)
    }
}

/// An opened program.
pub(super) enum Face<'p> {
    Type1(Type1<'p>),
    Cff(Cff<'p>),
    /// TrueType or OpenType.
    Sfnt {
        font: FontRef<'p>,
        cff: Option<Cff<'p>>,
    },
}

/// Maximum number of characters read from one map. No valid map has more; a broken one can claim any number.
const MAX_CHARS: usize = 1 << 18;

/// The texts of glyphs, by glyph index.
#[derive(Debug, Default)]
pub(super) struct GlyphTexts {
    ids: Vec<Option<TextId>>,
    texts: Texts,
}

impl GlyphTexts {
    pub(super) fn get(&self, glyph: u32) -> Option<CodeText<'_>> {
        let id = *self.ids.get(usize::try_from(glyph).ok()?)?;
        Some(self.texts.get(id?))
    }

    fn slot(&mut self, glyph: GlyphId) -> Option<&mut Option<TextId>> {
        self.ids.get_mut(usize::try_from(glyph.to_u32()).ok()?)
    }

    /// Sets the character of a glyph. If several share it, the lowest one is kept, so that the space is not a
    /// no-break space and the hyphen not a soft hyphen. Private use characters come last.
    fn add_char(&mut self, glyph: GlyphId, c: char) {
        let rank = |c: char| (CodeText::Char(c).is_private(), c);
        if let Some(slot) = self.slot(glyph) {
            match slot {
                Some(TextId::Char(old)) if rank(*old) <= rank(c) => {}
                _ => *slot = Some(TextId::Char(c)),
            }
        }
    }

    /// Gives a glyph the text of its name, unless it has a text already.
    fn add_name(&mut self, glyph: GlyphId, name: &str, scratch: &mut String) {
        scratch.clear();
        if matches!(self.slot(glyph), Some(None)) && glyph_names::to_unicode(name, false, scratch) {
            let id = self.texts.add(scratch);
            if let Some(slot) = self.slot(glyph) {
                *slot = id;
            }
        }
    }
}

impl Face<'_> {
    /// The names of the program's own encoding, by code; `None` for TrueType, which has no such names.
    pub(super) fn encoding(&self) -> Option<Vec<Option<Cow<'_, str>>>> {
        match self {
            Self::Type1(program) => type1::encoding(program.text),
            Self::Cff(cff) | Self::Sfnt { cff: Some(cff), .. } if !cff.font.is_cid() => {
                cff.encoding()
            }
            _ => None,
        }
    }

    /// The bytes of a Type 1 program; `None` for other programs.
    pub(super) fn type1(&self) -> Option<&[u8]> {
        match self {
            Self::Type1(program) => Some(program.text),
            _ => None,
        }
    }

    /// The number of glyphs, at most 65,536 because indices have 16 bits.
    pub(super) fn glyph_count(&self) -> u32 {
        let count = match self {
            Self::Type1(program) => program.font().map_or(0, Type1Font::num_glyphs),
            Self::Cff(cff) => cff.font.num_glyphs(),
            Self::Sfnt { font, cff } => match (font.maxp(), cff) {
                (Ok(maxp), _) => u32::from(maxp.num_glyphs()),
                (_, Some(cff)) => cff.font.num_glyphs(),
                _ => u32::from(u16::MAX) + 1,
            },
        };
        count.min(u32::from(u16::MAX) + 1)
    }

    /// Calls `each` with every glyph that has a name.
    fn each_name(&self, mut each: impl FnMut(GlyphId, &str)) {
        match self {
            Self::Type1(program) => {
                for (glyph, name) in program.font().iter().flat_map(|f| f.glyph_names()) {
                    each(glyph, name);
                }
            }
            Self::Cff(cff) => cff.each_name(each),
            Self::Sfnt { font, cff } => {
                if let Ok(post) = font.post() {
                    for (glyph, name) in post.glyph_names() {
                        each(glyph, name);
                    }
                }
                if let Some(cff) = cff {
                    cff.each_name(each);
                }
            }
        }
    }

    /// Glyphs by name; if several have the same name, the first.
    pub(super) fn names(&self) -> HashMap<String, GlyphId> {
        let mut names = HashMap::new();
        self.each_name(|glyph, name| {
            names.entry(name.to_string()).or_insert(glyph);
        });
        names
    }

    /// The texts of glyphs by the program's character maps and names.
    pub(super) fn texts(&self) -> GlyphTexts {
        let mut texts = GlyphTexts {
            ids: vec![None; usize::try_from(self.glyph_count()).unwrap_or_default()],
            texts: Texts::default(),
        };
        for (_, subtable) in self.maps().filter(|(map, _)| *map == Map::Unicode) {
            if matches!(&subtable, CmapSubtable::Format10(t) if t.start_char_code() > 0x10_FFFF) {
                continue;
            }
            let limits = CmapIterLimits {
                glyph_count: self.glyph_count(),
                ..CmapIterLimits::default()
            };
            for (code, glyph) in subtable.iter_with_limits(limits).take(MAX_CHARS) {
                if glyph != GlyphId::NOTDEF
                    && let Some(c) = char::from_u32(code).filter(|&c| is_text(c))
                {
                    texts.add_char(glyph, c);
                }
            }
        }
        let mut scratch = String::new();
        self.each_name(|glyph, name| texts.add_name(glyph, name, &mut scratch));
        texts
    }

    /// The character maps of a TrueType or OpenType program.
    fn maps(&self) -> impl Iterator<Item = (Map, CmapSubtable<'_>)> {
        let cmap = match self {
            Self::Sfnt { font, .. } => font.cmap().ok(),
            _ => None,
        };
        cmap.into_iter().flat_map(|cmap| {
            cmap.encoding_records().iter().filter_map(move |record| {
                let map = match (record.platform_id(), record.encoding_id()) {
                    (PlatformId::Unicode, _) | (PlatformId::Windows, 1 | 10) => Map::Unicode,
                    (PlatformId::Windows, 0) => Map::Symbol,
                    (PlatformId::Macintosh, 0) => Map::MacRoman,
                    _ => return None,
                };
                Some((map, record.subtable(cmap.offset_data()).ok()?))
            })
        })
    }

    /// Platform and encoding IDs of the character maps; `None` if the program is not TrueType or OpenType.
    pub(super) fn character_maps(&self) -> Option<Vec<(u16, u16)>> {
        let Self::Sfnt { font, .. } = self else {
            return None;
        };
        let Ok(cmap) = font.cmap() else {
            return Some(Vec::new());
        };
        let platform = |id| match id {
            PlatformId::Unicode => 0,
            PlatformId::Macintosh => 1,
            PlatformId::ISO => 2,
            PlatformId::Windows => 3,
            _ => 4,
        };
        let records = cmap.encoding_records().iter();
        Some(
            records
                .map(|r| (platform(r.platform_id()), r.encoding_id()))
                .collect(),
        )
    }

    /// The glyph of each code in a symbolic TrueType font (9.6.6.4), with the kind of map that gave it.
    pub(super) fn symbolic_glyphs(&self) -> Vec<Option<(GlyphId, Map)>> {
        let maps: Vec<(Map, CmapSubtable<'_>)> = self.maps().collect();
        let find = |wanted: Map, code: u32| {
            let mut own = maps.iter().filter(|(map, _)| *map == wanted);
            own.find_map(|(_, table)| table.map_codepoint(code))
                .filter(|&glyph| glyph != GlyphId::NOTDEF)
                .map(|glyph| (glyph, wanted))
        };
        // "The range of character codes shall be one of 0x0000 – 0x00FF, 0xF000 – 0xF0FF,
        // 0xF100 – 0xF1FF, or 0xF200 – 0xF2FF."
        let glyph = |code: u32| {
            [0xF000, 0, 0xF100, 0xF200]
                .into_iter()
                .find_map(|high| find(Map::Symbol, high + code))
                .or_else(|| find(Map::MacRoman, code))
                .or_else(|| find(Map::Unicode, 0xF000 + code))
        };
        (0..=255).map(glyph).collect()
    }

    /// The code pairs of glyphs that both the Macintosh map and the symbol map have.
    pub(super) fn codes_of_both_maps(&self) -> Vec<(u8, u8)> {
        let symbol = |code: u8| self.in_map(Map::Symbol, 0xF000 + u32::from(code));
        let symbols: Vec<(GlyphId, u8)> = (0..=255)
            .filter_map(|code| Some((symbol(code)?, code)))
            .collect();
        let pair = |code: u8| {
            let glyph = self.in_map(Map::MacRoman, u32::from(code))?;
            let mut codes = symbols.iter().filter(|(own, _)| *own == glyph);
            // Prefer the same code, else use the first one.
            let (_, symbol) = match codes.clone().find(|(_, symbol)| *symbol == code) {
                Some(same) => Some(same),
                None => codes.next(),
            }?;
            Some((code, *symbol))
        };
        (0..=255).filter_map(pair).collect()
    }

    /// The glyph of a code in the first character map of this kind that has the code.
    fn in_map(&self, wanted: Map, code: u32) -> Option<GlyphId> {
        self.maps()
            .filter(|(map, _)| *map == wanted)
            .find_map(|(_, table)| table.map_codepoint(code))
            .filter(|&glyph| glyph != GlyphId::NOTDEF)
    }

    /// The glyph of a character.
    pub(super) fn glyph_of_char(&self, c: char) -> Option<GlyphId> {
        self.in_map(Map::Unicode, u32::from(c))
    }

    /// Whether the program has a character map with these platform and encoding IDs.
    pub(super) fn has_map(&self, platform: u16, encoding: u16) -> bool {
        let maps = self.character_maps().unwrap_or_default();
        maps.contains(&(platform, encoding))
    }

    /// The glyph of a code in the character map with these platform and encoding IDs.
    pub(super) fn mapped(&self, platform: u16, encoding: u16, code: u32) -> Option<GlyphId> {
        let Self::Sfnt { font, .. } = self else {
            return None;
        };
        let at = self
            .character_maps()?
            .iter()
            .position(|map| *map == (platform, encoding))?;
        let cmap = font.cmap().ok()?;
        let table = cmap
            .encoding_records()
            .get(at)?
            .subtable(cmap.offset_data())
            .ok()?;
        table
            .map_codepoint(code)
            .filter(|&glyph| glyph != GlyphId::NOTDEF)
    }

    /// The glyph of a code in the first character map that has it.
    pub(super) fn mapped_anywhere(&self, code: u32) -> Option<GlyphId> {
        let maps = self.character_maps()?;
        maps.iter()
            .find_map(|&(platform, encoding)| self.mapped(platform, encoding, code))
    }

    /// The glyph of a code in the map for symbols. "The range of character codes shall be one of 0x0000 – 0x00FF,
    /// 0xF000 – 0xF0FF, 0xF100 – 0xF1FF, or 0xF200 – 0xF2FF."
    pub(super) fn mapped_symbol(&self, code: u8) -> Option<GlyphId> {
        let mut ranges = [0xF000, 0, 0xF100, 0xF200].into_iter();
        ranges.find_map(|high| self.mapped(3, 0, high + u32::from(code)))
    }

    /// The glyph of a glyph name in the Macintosh's character map.
    pub(super) fn glyph_of_mac_name(&self, name: &str) -> Option<GlyphId> {
        let code = encoding::mac_os_code(name)?;
        self.in_map(Map::MacRoman, u32::from(code))
    }

    /// Glyphs by CID in a CID-keyed program (9.7.4.2); `None` for other programs, in which both are equal.
    pub(super) fn glyphs_by_cid(&self) -> Option<Vec<u16>> {
        let (Self::Cff(cff) | Self::Sfnt { cff: Some(cff), .. }) = self else {
            return None;
        };
        let charset = cff.font.charset().filter(|_| cff.font.is_cid())?;
        let mut glyphs = Vec::new();
        for (glyph, cid) in charset.iter().take(usize::from(u16::MAX) + 1) {
            let cid = usize::from(cid.to_u16());
            if glyphs.len() <= cid {
                glyphs.resize(cid + 1, 0);
            }
            if let (Some(slot), Ok(glyph)) = (glyphs.get_mut(cid), u16::try_from(glyph.to_u32())) {
                *slot = glyph;
            }
        }
        Some(glyphs)
    }

    /// The advance width of a glyph, in text space (1 = the em).
    pub(super) fn advance(&self, glyph: GlyphId) -> Option<f32> {
        // At 1000 units the interpreter's fixed-point numbers are precise enough.
        const SIZE: f32 = 1000.0;
        let width = match self {
            Self::Type1(program) => program.font()?.advance(glyph, Some(SIZE)).ok()?? / SIZE,
            Self::Cff(cff) => cff.advance(glyph, SIZE)? / SIZE,
            Self::Sfnt { font, .. } => {
                let advance = font.hmtx().ok()?.advance(glyph)?;
                f32::from(advance) / f32::from(font.head().ok()?.units_per_em())
            }
        };
        width.is_finite().then_some(width)
    }

    /// The advance width of a glyph, for checks: 0 if the program has no metrics or the glyph is damaged, and
    /// `None` if widths were too much work.
    pub(super) fn measured(&self, glyph: GlyphId) -> Option<f32> {
        let width = self.advance(glyph);
        width.or((!self.gave_up()).then_some(0.0))
    }

    /// Whether [`advance`](Self::advance) omits widths because they were too much work.
    pub(super) fn gave_up(&self) -> bool {
        matches!(self, Self::Cff(cff) if cff.gave_up())
    }

    /// Line ascent and descent in text space, from `hhea`, else from `OS/2`; `None` for other programs.
    pub(super) fn ascent_descent(&self) -> Option<(f32, f32)> {
        let Self::Sfnt { font, .. } = self else {
            return None;
        };
        let em = f32::from(font.head().ok()?.units_per_em());
        let of_lines = font
            .hhea()
            .ok()
            .map(|t| (t.ascender().to_i16(), t.descender().to_i16()));
        let of_letters = || {
            let os2 = font.os2().ok()?;
            Some((os2.s_typo_ascender(), os2.s_typo_descender()))
        };
        let (ascent, descent) = of_lines
            .filter(|&(ascent, descent)| ascent != 0 || descent != 0)
            .or_else(of_letters)?;
        Some((f32::from(ascent) / em, f32::from(descent) / em))
    }

    pub(super) fn style(&self) -> ProgramStyle {
        match self {
            Self::Type1(program) => type1::style(program.text),
            Self::Cff(cff) => {
                cff.font
                    .metadata()
                    .map_or_else(Default::default, |meta| ProgramStyle {
                        bold: meta.weight().is_some_and(is_bold_weight),
                        plain: meta.weight().is_some_and(|weight| !is_bold_weight(weight)),
                        italic: meta.italic_angle().to_f32() != 0.0,
                        monospace: meta.is_fixed_pitch(),
                    })
            }
            Self::Sfnt { font, .. } => {
                let mac = font
                    .head()
                    .map_or(MacStyle::empty(), |head| head.mac_style());
                let os2 = font.os2().ok();
                let selection = os2
                    .as_ref()
                    .map_or(SelectionFlags::empty(), |os2| os2.fs_selection());
                let bold = mac.contains(MacStyle::BOLD)
                    || selection.contains(SelectionFlags::BOLD)
                    || os2.is_some_and(|os2| (600..=1000).contains(&os2.us_weight_class()));
                ProgramStyle {
                    bold,
                    plain: !bold && font.head().is_ok(),
                    italic: mac.contains(MacStyle::ITALIC)
                        || selection.contains(SelectionFlags::ITALIC),
                    monospace: font.post().is_ok_and(|post| post.is_fixed_pitch() != 0),
                }
            }
        }
    }

    /// Whether the widths, codes and names of the glyphs can be read, as validators require of a program.
    pub(super) fn is_complete(&self) -> bool {
        match self {
            Self::Type1(program) => program.font().is_some(),
            Self::Cff(cff) | Self::Sfnt { cff: Some(cff), .. } => cff.is_complete(),
            Self::Sfnt { font, cff: None } => {
                let is_cut = |tag: &[u8; 4]| {
                    let tag = Tag::new(tag);
                    let mut records = font.table_directory.table_records().iter();
                    records.any(|record| record.tag() == tag) && font.table_data(tag).is_none()
                };
                font.head().is_ok()
                    && font.hhea().is_ok()
                    && font.maxp().is_ok()
                    && font.hmtx().is_ok()
                    && ![b"cmap", b"post"].into_iter().any(is_cut)
            }
        }
    }

    /// Whether the glyphs are those of a CFF program.
    pub(super) fn has_cff(&self) -> bool {
        matches!(self, Self::Cff(_) | Self::Sfnt { cff: Some(_), .. })
    }

    /// Whether this is a TrueType or OpenType program.
    pub(super) fn is_sfnt(&self) -> bool {
        matches!(self, Self::Sfnt { .. })
    }
}

/// A kind of character map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Map {
    /// Keyed by Unicode.
    Unicode,
    /// (3, 0): keyed by the font's own codes.
    Symbol,
    /// (1, 0): keyed by the Mac OS Roman character set, or the font's own variant.
    MacRoman,
}
