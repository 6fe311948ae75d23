//! The fonts of invisible text: one font program whose glyphs are boxes, with several dictionaries.
//!
//! A character identifier is the code point within its plane of Unicode, so each plane has a font. Readers take
//! the height of a word from the font's ascent and descent. A font exists for each of [`DESCENTS`], so that the
//! cells of a word fill its box, while its baseline is that of the line.

use std::collections::{BTreeMap, BTreeSet};

use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Chunk, Finish, Name, Rect, Ref, Str};
use unicode_normalization::char::is_combining_mark;

use super::objects::Objects;
use crate::page::EXACT_FONT;

/// Made by `make_font.py`.
const PROGRAM: &[u8] = include_bytes!("invisible.ttf");

/// Glyphs of the font program: a cell of vertical writing, a combining mark, and the first of those for
/// [`DESCENTS`] that are half and a quarter of an em wide.
const FULL: u16 = 1;
const MARK: u16 = 2;
const HALF: u16 = 3;
const QUARTER: u16 = HALF + DESCENTS.len() as u16;
/// Advance of a character that is neither a space nor a mark, in ems.
pub(super) const ADVANCE: f32 = 0.5;
/// Advance of a space, in ems.
pub(super) const SPACE: f32 = 0.25;

/// Shares of the cell below the baseline.
const DESCENTS: [f32; 6] = [0.0, 0.1, 0.2, 0.3, 0.4, 0.5];

/// A font by its use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FontKey {
    plane: u8,
    /// Index in [`DESCENTS`].
    descent: u8,
    vertical: bool,
}

impl FontKey {
    /// The font for a plane of Unicode whose descent is nearest to a share of the cell.
    pub(super) fn horizontal(plane: u8, descent: f32) -> Self {
        let last = DESCENTS.len() - 1;
        let nearest = (descent * 10.0).round().clamp(0.0, last as f32);
        Self {
            plane,
            // NaN becomes 0.
            descent: nearest as u8,
            vertical: false,
        }
    }

    /// The font for vertical writing.
    pub(super) fn vertical(plane: u8) -> Self {
        Self {
            plane,
            descent: 0,
            vertical: true,
        }
    }

    /// The same font for another plane.
    pub(super) fn in_plane(self, plane: u8) -> Self {
        Self { plane, ..self }
    }

    pub(super) fn descent(self) -> f32 {
        DESCENTS
            .get(usize::from(self.descent))
            .copied()
            .unwrap_or(0.0)
    }

    /// The name in the resources of pages.
    pub(super) fn name(self) -> String {
        let kind = if self.vertical { "V" } else { "H" };
        format!("Iv{kind}{}{}", self.plane, self.descent)
    }
}

/// The plane of a character, and its identifier there.
pub(super) fn code(c: char) -> (u8, u16) {
    let code = u32::from(c);
    ((code >> 16) as u8, code as u16)
}

/// The advance of a character in horizontal writing, in ems.
pub(super) fn advance(c: char) -> f32 {
    match c {
        ' ' => SPACE,
        c if is_combining_mark(c) => 0.0,
        _ => ADVANCE,
    }
}

/// The fonts that pages use, and their characters.
#[derive(Clone, Debug, Default)]
pub(super) struct Used {
    pub fonts: BTreeSet<FontKey>,
    characters: BTreeSet<char>,
}

impl Used {
    pub(super) fn add(&mut self, font: FontKey, c: char) {
        self.fonts.insert(font);
        self.characters.insert(c);
    }

    pub(super) fn extend(&mut self, other: &Self) {
        self.fonts.extend(&other.fonts);
        self.characters.extend(&other.characters);
    }

    /// Whether a character is for private use: its meaning is unknown to others.
    pub(super) fn has_private_use(&self) -> bool {
        let is_private = |c: &char| matches!(u32::from(*c), 0xE000..=0xF8FF | 0xF_0000..=0xF_FFFD | 0x10_0000..=0x10_FFFD);
        self.characters.iter().any(is_private)
    }
}

/// The fonts of a file.
#[derive(Default)]
pub(super) struct Fonts {
    ids: BTreeMap<FontKey, Ref>,
    used: Used,
}

impl Fonts {
    /// The objects of the fonts of a page, with their names.
    pub(super) fn of_page(&mut self, used: &Used, objects: &mut Objects) -> Vec<(String, Ref)> {
        self.used.extend(used);
        let fonts = used.fonts.iter();
        fonts
            .map(|font| {
                let id = *self.ids.entry(*font).or_insert_with(|| objects.reserve());
                (font.name(), id)
            })
            .collect()
    }

    /// Writes the fonts.
    pub(super) fn end(&self, objects: &mut Objects) {
        if self.ids.is_empty() {
            return;
        }
        let program = objects.reserve();
        objects.compressed(program, PROGRAM, |stream| {
            stream.pair(Name(b"Length1"), PROGRAM.len() as i32);
        });
        let mut unicode = BTreeMap::new();
        for (font, id) in &self.ids {
            let to_unicode = *unicode.entry(font.plane).or_insert_with(|| {
                let id = objects.reserve();
                objects.compressed(id, &self.cmap(font.plane), |_| {});
                id
            });
            let map = objects.reserve();
            objects.compressed(map, &self.glyphs(*font), |_| {});
            let marks: Vec<u16> = self.marks(font.plane).collect();
            write(*font, *id, &marks, [program, map, to_unicode], objects);
        }
    }

    /// The combining marks of a plane.
    fn marks(&self, plane: u8) -> impl Iterator<Item = u16> {
        let marks = self
            .used
            .characters
            .iter()
            .filter(|c| is_combining_mark(**c));
        let codes = marks.map(|c| code(*c));
        codes
            .filter(move |(own, _)| *own == plane)
            .map(|(_, cid)| cid)
    }

    /// The glyphs of the identifiers of a font (`CIDToGIDMap`), up to the last one that is used.
    fn glyphs(&self, font: FontKey) -> Vec<u8> {
        let marks: BTreeSet<u16> = self.marks(font.plane).collect();
        let descent = u16::from(font.descent);
        let glyph = |cid: u16| match cid {
            _ if font.vertical => FULL,
            0x20 => QUARTER + descent,
            cid if marks.contains(&cid) => MARK,
            _ => HALF + descent,
        };
        let codes = self.used.characters.iter().map(|c| code(*c));
        let own = codes.filter(|(plane, _)| *plane == font.plane);
        let last = own.map(|(_, cid)| cid).max().unwrap_or(0);
        (0..=last)
            .flat_map(|cid| glyph(cid).to_be_bytes())
            .collect()
    }

    /// The `ToUnicode` map of the characters of a plane (9.10.3).
    fn cmap(&self, plane: u8) -> Vec<u8> {
        let mut map = UnicodeCmap::<u16>::new(Name(b"Adobe-Identity-UCS"), IDENTITY);
        for c in &self.used.characters {
            let (own, cid) = code(*c);
            if own == plane {
                map.pair(cid, *c);
            }
        }
        map.finish().into_vec()
    }
}

const IDENTITY: SystemInfo<'_> = SystemInfo {
    registry: Str(b"Adobe"),
    ordering: Str(b"Identity"),
    supplement: 0,
};
const NAME: Name<'_> = Name(EXACT_FONT.as_bytes());

/// Writes a composite font (9.7), with its descendant and its descriptor.
fn write(
    font: FontKey,
    id: Ref,
    marks: &[u16],
    [program, map, to_unicode]: [Ref; 3],
    objects: &mut Objects,
) {
    let (descendant, descriptor) = (objects.reserve(), objects.reserve());
    let descent = (font.descent() * 1000.0).round();
    let mut chunk = Chunk::new();
    chunk
        .type0_font(id)
        .base_font(NAME)
        .encoding_predefined(Name(if font.vertical {
            b"Identity-V"
        } else {
            b"Identity-H"
        }))
        .descendant_font(descendant)
        .to_unicode(to_unicode);
    objects.add_chunk(&chunk);
    let mut chunk = Chunk::new();
    let mut cid_font = chunk.cid_font(descendant);
    cid_font
        .subtype(CidFontType::Type2)
        .base_font(NAME)
        .system_info(IDENTITY)
        .font_descriptor(descriptor)
        .default_width(if font.vertical { 1000.0 } else { 500.0 })
        .cid_to_gid_map_stream(map);
    if font.vertical {
        // The cell begins at the top of the em and is one em high (9.7.4.3).
        cid_font.insert(Name(b"DW2")).array().items([1000, -1000]);
    } else {
        let mut widths = cid_font.widths();
        widths.consecutive(u16::from(b' '), [250.0]);
        for mark in marks {
            widths.consecutive(*mark, [0.0]);
        }
        widths.finish();
    }
    drop(cid_font);
    objects.add_chunk(&chunk);
    let mut chunk = Chunk::new();
    chunk
        .font_descriptor(descriptor)
        .name(NAME)
        .flags(FontFlags::SYMBOLIC)
        .bbox(Rect::new(0.0, -descent, 1000.0, 1000.0 - descent))
        .italic_angle(0.0)
        .ascent(1000.0 - descent)
        .descent(-descent)
        .cap_height(1000.0 - descent)
        .stem_v(0.0)
        .font_file2(program);
    objects.add_chunk(&chunk);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_descent_is_chosen() {
        for (descent, found) in [
            (-1.0, 0.0),
            (0.14, 0.1),
            (0.27, 0.3),
            (9.0, 0.5),
            (f32::NAN, 0.0),
        ] {
            assert_eq!(FontKey::horizontal(0, descent).descent(), found);
        }
    }

    #[test]
    fn glyphs_fill_the_cells_of_their_fonts() {
        use skrifa::{GlyphId, MetadataProvider};
        let program = skrifa::FontRef::new(PROGRAM).unwrap();
        let size = skrifa::instance::Size::unscaled();
        let metrics = program.glyph_metrics(size, skrifa::instance::LocationRef::default());
        let cell = |glyph: u16| {
            let bounds = metrics.bounds(GlyphId::from(glyph)).unwrap();
            [bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max]
        };
        assert_eq!(cell(FULL), [0.0, 0.0, 1000.0, 1000.0]);
        assert_eq!(cell(MARK), [0.0; 4]);
        for (at, descent) in DESCENTS.iter().enumerate() {
            let (lower, at) = (-1000.0 * descent, at as u16);
            assert_eq!(cell(HALF + at), [0.0, lower, 500.0, lower + 1000.0]);
            assert_eq!(cell(QUARTER + at), [0.0, lower, 250.0, lower + 1000.0]);
        }
    }

    #[test]
    fn characters_of_higher_planes_have_their_own_font() {
        assert_eq!(code('A'), (0, 0x41));
        assert_eq!(code('\u{1D400}'), (1, 0xD400));
        let mut used = Used::default();
        used.add(FontKey::vertical(0), 'x');
        assert!(!used.has_private_use());
        used.add(FontKey::vertical(15), '\u{F0001}');
        assert!(used.has_private_use());
    }
}
