//! Font descriptors (ISO 32000-1, 9.8): reads a descriptor dictionary, and estimates ascent and descent.

use super::program::Face;
use super::standard14::Standard;
use super::widths;
use crate::pdf::{Dict, Name, Object, utf16};

/// The entries of a font descriptor, in text space (1 = the em) unless a field says otherwise.
#[derive(Debug, Default)]
pub(super) struct Descriptor {
    flags: u32,
    /// `FontName`: the only name of many Type 3 fonts.
    pub name: Option<String>,
    pub family: Option<String>,
    /// Degrees from the vertical; negative for letters that lean to the right.
    pub italic_angle: f32,
    /// 100 to 900, where 400 is regular.
    pub weight: Option<f32>,
    /// Thickness of vertical stems, in thousandths of the em; 0 if it is unknown, or a guess.
    pub stem: f32,
    pub missing_width: Option<f32>,
    ascent: f32,
    descent: f32,
    /// Bottom and top of the font's box.
    bbox: (f32, f32),
}

/// The thickness of stems that Ghostscript writes if it does not know them, in distances of the right edge of the font's
/// box; it cuts off the fraction.
const GUESSED_STEM: f32 = 0.15;

impl Descriptor {
    pub(super) fn read(dict: &Dict<'_>) -> Self {
        let number = |key: &str| dict.get::<f32>(key).filter(|n| n.is_finite());
        let em = |key: &str| number(key).map_or(0.0, |n| n / 1000.0);
        let bbox = dict.get::<[f32; 4]>("FontBBox").unwrap_or_default();
        let [_, y0, x1, y1] = bbox.map(|n| n / 1000.0);
        let is_guess = |stem: f32| (stem - GUESSED_STEM * 1000.0 * x1).abs() < 1.0;
        Self {
            flags: match dict.get::<Object<'_>>("Flags") {
                Some(Object::Number(n)) => n.as_i64() as u32,
                _ => 0,
            },
            name: dict
                .get::<Name<'_>>("FontName")
                .map(|name| String::from_utf8_lossy(&name).into_owned()),
            family: match dict.get::<Object<'_>>("FontFamily") {
                Some(Object::String(s)) => Some(family_text(s.as_bytes())),
                Some(Object::Name(name)) => Some(String::from_utf8_lossy(&name).into_owned()),
                _ => None,
            },
            italic_angle: number("ItalicAngle").unwrap_or(0.0),
            weight: number("FontWeight"),
            stem: number("StemV").filter(|n| !is_guess(*n)).unwrap_or(0.0),
            missing_width: number("MissingWidth").and_then(|w| widths::sane(w / 1000.0)),
            ascent: em("Ascent"),
            descent: em("Descent"),
            bbox: (y0.min(y1), y0.max(y1)),
        }
    }

    /// Converts the thickness of stems from the glyph space of a Type 3 font. Skia, which writes most of these
    /// descriptors, measures the box of a letter: that of a leaning letter says nothing.
    pub(super) fn scale_stem(&mut self, units: f32) {
        let leans = self.italic() || self.italic_angle != 0.0;
        self.stem *= if leans { 0.0 } else { units * 1000.0 };
    }

    /// A flag of table 123; positions begin at 1.
    fn flag(&self, position: u32) -> bool {
        self.flags & (1 << (position - 1)) != 0
    }

    pub(super) fn monospace(&self) -> bool {
        self.flag(1)
    }

    pub(super) fn serif(&self) -> bool {
        self.flag(2)
    }

    /// Whether the font has glyphs outside the standard Latin character set. If both or neither of this flag
    /// and its opposite are set, the font is treated as an ordinary one.
    pub(super) fn symbolic(&self) -> bool {
        self.flag(3) && !self.flag(6)
    }

    /// Whether the font has only letters of the standard Latin character set.
    pub(super) fn nonsymbolic(&self) -> bool {
        self.flag(6) && !self.flag(3)
    }

    pub(super) fn italic(&self) -> bool {
        self.flag(7)
    }

    pub(super) fn force_bold(&self) -> bool {
        self.flag(19)
    }

    /// Ascent and descent in text space, each from the first source with a plausible value. Many descriptors
    /// are wrong: they give 0, a positive descent, units of another em, or the box of a small subset.
    pub(super) fn ascent_descent(
        &self,
        face: Option<&Face<'_>>,
        standard: Option<Standard>,
    ) -> (f32, f32) {
        let sources = [
            Some((self.ascent, -self.descent.abs())),
            face.and_then(Face::ascent_descent),
            standard.map(Standard::ascent_descent),
            Some((self.bbox.1, self.bbox.0)),
            Some(DEFAULT_ASCENT_DESCENT),
        ];
        let ascent = sources
            .iter()
            .flatten()
            .map(|s| s.0)
            .find(|a| (0.3..=1.6).contains(a));
        // A descent of 0 is plausible only if the whole em is above the baseline. The text layers that
        // Tesseract writes have such a font.
        let descent = sources
            .iter()
            .flatten()
            .find(|(a, d)| {
                let em_above = (-0.02..=0.0).contains(d) && (0.95..=1.6).contains(a);
                em_above || (-0.8..=-0.02).contains(d)
            })
            .map(|s| s.1);
        let (default_ascent, default_descent) = DEFAULT_ASCENT_DESCENT;
        (
            ascent.unwrap_or(default_ascent),
            descent.unwrap_or(default_descent),
        )
    }
}

/// Ascent and descent in text space of a font without plausible values: those of most text fonts.
pub(super) const DEFAULT_ASCENT_DESCENT: (f32, f32) = (0.75, -0.25);

/// A text string (7.9.2.2). Family names beyond ASCII are written as UTF-16.
fn family_text(bytes: &[u8]) -> String {
    match bytes {
        [0xFE, 0xFF, rest @ ..] => utf16(rest, u16::from_be_bytes),
        _ => bytes.iter().map(|&b| char::from(b)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hayro_syntax::object::FromBytes;

    fn metrics(data: &str, standard: Option<Standard>) -> (f32, f32) {
        let dict = Dict::from_bytes(data.as_bytes()).unwrap();
        Descriptor::read(&dict).ascent_descent(None, standard)
    }

    #[test]
    fn a_descriptor_is_believed_where_it_can_be_true() {
        let good = "<</Ascent 694/Descent -194/FontBBox[0 -999 0 999]>>";
        assert_eq!(metrics(good, None), (0.694, -0.194));
        let sign = "<</Ascent 694/Descent 194>>";
        assert_eq!(metrics(sign, None), (0.694, -0.194));
        let zero = "<</Ascent 0/Descent 0/FontBBox[0 -210 1000 900]>>";
        assert_eq!(metrics(zero, None), (0.9, -0.21));
        assert_eq!(metrics(zero, Some(Standard::Helvetica)), (0.718, -0.207));
        let absurd = "<</Ascent 40000/Descent -1/FontBBox[-1 -2960 1454 30]>>";
        assert_eq!(metrics(absurd, None), DEFAULT_ASCENT_DESCENT);
    }

    #[test]
    fn a_family_may_be_utf_16() {
        let dict = Dict::from_bytes(b"<</FontFamily<FEFF004D0053FF2D>>>").unwrap();
        assert_eq!(
            Descriptor::read(&dict).family.as_deref(),
            Some("MS\u{FF2D}")
        );
    }
}
