//! Composite fonts: Type 0, with a descendant CIDFont (ISO 32000-1, 9.7). Reads their dictionaries and gives
//! the CID, text and width of each code.

use skrifa::GlyphId;

use super::cmap::{CMap, code_value, collection_of};
use super::glyph_order;
use super::predefined::{Collection, Predefined};
use super::program::{Face, GlyphTexts};
use super::standard14::Standard;
use super::text::CodeText;
use super::to_unicode::{Said, ToUnicode};
use super::widths::{Horizontal, Vertical, VerticalWidths};
use crate::budget::Budget;
use crate::diagnostics::{Diagnostic, DiagnosticKind, Warnings};
use crate::page::Decoding;
use crate::pdf::{Dict, Name, Object, Stream, stream};

/// A composite font.
#[derive(Debug)]
pub(super) struct Composite {
    encoding: Encoding,
    to_unicode: Option<ToUnicode>,
    collection: Option<&'static Collection>,
    /// Glyphs by CID; `None` if both are equal.
    glyphs: Option<Vec<u16>>,
    /// Texts by glyph.
    texts: Option<GlyphTexts>,
    /// Likely characters by CID, from the usual glyph order.
    assumed: Vec<Option<char>>,
    widths: Horizontal,
    vertical: Option<VerticalWidths>,
}

/// The `Encoding` of a composite font (9.7.5), which maps codes to CIDs.
#[derive(Debug)]
enum Encoding {
    /// `Identity-H` and `Identity-V`: codes of two bytes, which are the CIDs.
    Identity,
    Predefined(&'static Predefined),
    Embedded(Box<CMap>),
}

impl Composite {
    /// Reads the font. `face` is the program of its descendant, `standard` the standard font that its name
    /// means.
    pub(super) fn read(
        font: &Dict<'_>,
        descendant: &Dict<'_>,
        face: Option<&Face<'_>>,
        standard: Option<Standard>,
        budget: &Budget,
        warnings: &mut Warnings,
    ) -> Self {
        let (encoding, vertical) = Encoding::read(font, budget, warnings);
        let info = descendant
            .get::<Dict<'_>>("CIDSystemInfo")
            .and_then(|info| collection_of(&info));
        let collection = info
            .and_then(|(registry, ordering)| Collection::named(&registry, &ordering))
            .or_else(|| encoding.collection());
        let glyphs = glyphs_by_cid(descendant, face, budget, warnings);
        let widths = Horizontal::read(descendant, || program_widths(face?, glyphs.as_deref()));
        if face.is_some_and(Face::gave_up) {
            let text = "the subroutines for its widths have more than 32 MB; the other glyphs are taken as one em wide";
            warn(DiagnosticKind::Limit, font, text, warnings);
        }
        // Only TrueType fonts have that order, and only if CIDs are glyph indices.
        let in_order = matches!(encoding, Encoding::Identity)
            && glyphs.is_none()
            && descendant.get::<Name<'_>>("Subtype").as_deref() == Some(b"CIDFontType2");
        let assumed = standard
            .filter(|font| in_order && font.is_latin())
            .map_or_else(Vec::new, |font| {
                glyph_order::assumed(font, |g| widths.get(g))
            });
        let mut composite = Self {
            collection,
            assumed,
            to_unicode: ToUnicode::read(font, budget, warnings),
            texts: face.map(Face::texts),
            glyphs,
            widths,
            vertical: vertical.then(|| VerticalWidths::read(descendant)),
            encoding,
        };
        if composite.repeats_glyphs() {
            let text = "its ToUnicode map gives the numbers of glyphs, and is not used";
            warn(DiagnosticKind::Font, font, text, warnings);
            composite.to_unicode = None;
        }
        composite
    }

    /// Whether `ToUnicode` maps every code to itself although codes are glyphs for which the program has
    /// other characters.
    fn repeats_glyphs(&self) -> bool {
        let Some(texts) = &self.texts else {
            return false;
        };
        if !matches!(self.encoding, Encoding::Identity)
            || !self
                .to_unicode
                .as_ref()
                .is_some_and(ToUnicode::repeats_codes)
        {
            return false;
        }
        let (mut same, mut other) = (0u32, 0u32);
        for cid in 1..=u32::from(u16::MAX) {
            if let Some(CodeText::Char(c)) = self.glyph(cid).and_then(|glyph| texts.get(glyph)) {
                *(if u32::from(c) == cid {
                    &mut same
                } else {
                    &mut other
                }) += 1;
            }
        }
        other > same
    }

    /// Whether the encoding is `Identity`.
    pub(super) fn is_identity(&self) -> bool {
        matches!(self.encoding, Encoding::Identity)
    }

    pub(super) fn is_vertical(&self) -> bool {
        self.vertical.is_some()
    }

    /// The first code of a string and its length in bytes; `None` if the rest is shorter than a code.
    pub(super) fn code(&self, string: &[u8]) -> Option<(u32, usize)> {
        let len = match &self.encoding {
            Encoding::Identity => 2,
            Encoding::Predefined(cmap) => cmap.code_len(string),
            Encoding::Embedded(cmap) => cmap.code_len(string),
        };
        let bytes = string.get(..len).filter(|bytes| !bytes.is_empty())?;
        Some((code_value(bytes), len))
    }

    pub(super) fn cid(&self, code: u32, len: usize) -> u32 {
        match &self.encoding {
            Encoding::Identity => code,
            Encoding::Predefined(cmap) => cmap.cid(code, len).unwrap_or(0),
            Encoding::Embedded(cmap) => cmap.cid(code, len),
        }
    }

    pub(super) fn width(&self, cid: u32) -> f32 {
        self.widths.get(cid)
    }

    pub(super) fn vertical(&self, cid: u32, width: f32) -> Option<Vertical> {
        Some(self.vertical.as_ref()?.get(cid, width))
    }

    /// The text of a code, in the order of 9.10.2.
    pub(super) fn text(&self, code: u32, len: usize, cid: u32) -> (CodeText<'_>, Decoding) {
        let said = self
            .to_unicode
            .as_ref()
            .map_or(Said::Nothing, |map| map.text(code, len));
        if let Said::Text(text) = said {
            return (text, Decoding::ToUnicode);
        }
        if let Encoding::Predefined(cmap) = &self.encoding
            && let Some(c) = cmap.text_of_code(code, len)
        {
            return (CodeText::Char(c), Decoding::CharacterCollection);
        }
        if let Some(text) = self.collection.and_then(|collection| collection.text(cid)) {
            return (text, Decoding::CharacterCollection);
        }
        let text = self.glyph(cid).and_then(|g| self.texts.as_ref()?.get(g));
        match (text, said) {
            (Some(text), _) if !text.is_private() => (text, Decoding::FontProgram),
            (_, Said::Perhaps(text, decoding)) => (text, decoding),
            _ => match self.assumed(cid) {
                Some(c) => (CodeText::Char(c), Decoding::Guess),
                None => (CodeText::UNKNOWN, Decoding::Unknown),
            },
        }
    }

    fn assumed(&self, cid: u32) -> Option<char> {
        *self.assumed.get(usize::try_from(cid).ok()?)?
    }

    fn glyph(&self, cid: u32) -> Option<u32> {
        match &self.glyphs {
            None => Some(cid),
            Some(glyphs) => glyphs
                .get(usize::try_from(cid).ok()?)
                .map(|&g| u32::from(g))
                .filter(|&g| g != 0),
        }
    }
}

impl Encoding {
    /// The encoding, and whether it is for vertical writing.
    fn read(font: &Dict<'_>, budget: &Budget, warnings: &mut Warnings) -> (Self, bool) {
        let name = match font.get::<Object<'_>>("Encoding") {
            Some(Object::Stream(stream)) => {
                let cmap = CMap::read(&stream, budget, warnings);
                let vertical = cmap.vertical();
                return (Self::Embedded(Box::new(cmap)), vertical);
            }
            Some(Object::Name(name)) => name,
            _ => {
                warn(
                    DiagnosticKind::Font,
                    font,
                    "a composite font without an encoding",
                    warnings,
                );
                return (Self::Identity, false);
            }
        };
        match Name::as_ref(&name) {
            b"Identity-H" => (Self::Identity, false),
            b"Identity-V" => (Self::Identity, true),
            bytes => {
                if let Some(cmap) = Predefined::named(bytes) {
                    return (Self::Predefined(cmap), cmap.vertical());
                }
                let text = format!("the CMap {} is not known", name.as_str());
                warn(DiagnosticKind::Font, font, &text, warnings);
                (Self::Identity, bytes.ends_with(b"-V"))
            }
        }
    }

    fn collection(&self) -> Option<&'static Collection> {
        match self {
            Self::Identity => None,
            Self::Predefined(cmap) => cmap.collection(),
            Self::Embedded(cmap) => {
                let (registry, ordering) = cmap.collection()?;
                Collection::named(registry, ordering)
            }
        }
    }
}

fn warn(kind: DiagnosticKind, font: &Dict<'_>, text: &str, warnings: &mut Warnings) {
    let mut warning = Diagnostic::new(kind, text);
    if let Some(id) = font.obj_id() {
        warning = warning.in_object(id.obj_number, id.gen_number);
    }
    warnings.push(warning);
}

/// `CIDToGIDMap` of a TrueType font, or the charset of a CID-keyed CFF font (9.7.4.2).
pub(super) fn glyphs_by_cid(
    descendant: &Dict<'_>,
    face: Option<&Face<'_>>,
    budget: &Budget,
    warnings: &mut Warnings,
) -> Option<Vec<u16>> {
    if let Some(glyphs) = face?.glyphs_by_cid() {
        return Some(glyphs);
    }
    let stream = descendant.get::<Stream<'_>>("CIDToGIDMap")?;
    let data = stream::decode(&stream, budget, warnings);
    let glyphs = data.chunks_exact(2).take(usize::from(u16::MAX) + 1);
    Some(glyphs.map(|pair| code_value(pair) as u16).collect())
}

/// The widths by CID of the embedded program.
fn program_widths(face: &Face<'_>, glyphs: Option<&[u16]>) -> Option<Vec<f32>> {
    // Table 126 does not allow Type 1 programs in a CIDFont, and their work is unbounded.
    if matches!(face, Face::Type1(_)) {
        return None;
    }
    let width = |glyph: u16| {
        let width = face.advance(GlyphId::from(glyph))?;
        super::widths::sane(width)
    };
    match glyphs {
        Some(glyphs) => Some(glyphs.iter().map(|&g| width(g).unwrap_or(1.0)).collect()),
        None => {
            let count = u16::try_from(face.glyph_count().saturating_sub(1)).unwrap_or(u16::MAX);
            Some((0..=count).map(|g| width(g).unwrap_or(1.0)).collect())
        }
    }
}
