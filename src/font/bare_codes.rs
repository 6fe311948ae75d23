//! Glyph names that are a code of another encoding: `C176` for the code 2.
//!
//! A program that makes a subset of a font numbers its glyphs anew, and keeps the old codes in their
//! names. Which encoding these are of nothing says; but the glyphs are as wide as those of the
//! standard fonts where it is one of theirs, and some may have a text by `ToUnicode`. Two glyphs can be
//! equally wide by chance, so that it takes several of different widths.

use super::encoding::Predefined;
use super::glyph_names;
use super::standard14::Standard;

/// A glyph that is named after a code.
pub(super) struct Bare {
    /// The code in its name.
    pub number: u8,
    pub width: Option<f32>,
    /// What `ToUnicode` says.
    pub text: Option<String>,
}

/// Glyphs that have to agree with an encoding.
const ENOUGH: usize = 3;
/// How far the widths of the same character in two fonts of one design may be from each other.
const SAME_WIDTH: f32 = 0.01;

const ENCODINGS: [(Predefined, &[Standard]); 3] = [
    (
        Predefined::WinAnsi,
        &[Standard::TimesRoman, Standard::Helvetica],
    ),
    (
        Predefined::MacRoman,
        &[Standard::TimesRoman, Standard::Helvetica],
    ),
    (Predefined::Symbol, &[Standard::Symbol]),
];

/// What the codes in the names of a font's glyphs are codes of.
#[derive(Debug)]
pub(super) struct BareCodes(Vec<Predefined>);

impl BareCodes {
    /// The encodings that all glyphs confirm.
    pub(super) fn of(glyphs: &[Bare]) -> Self {
        let fitting = ENCODINGS
            .iter()
            .filter(|(encoding, fonts)| fonts.iter().any(|&font| fits(glyphs, *encoding, font)));
        Self(fitting.map(|(encoding, _)| *encoding).collect())
    }

    /// The name that a code has in these encodings, if they agree.
    pub(super) fn name(&self, number: u8) -> Option<&'static str> {
        let mut names = self.0.iter().map(|encoding| encoding.name(number));
        let first = names.next()??;
        names.all(|name| name == Some(first)).then_some(first)
    }
}

/// Whether all glyphs are those of this encoding, as wide as in this font.
fn fits(glyphs: &[Bare], encoding: Predefined, font: Standard) -> bool {
    let agrees = |glyph: &Bare| {
        let name = encoding.name(glyph.number)?;
        if let Some(text) = &glyph.text {
            let mut own = String::new();
            return Some(glyph_names::to_unicode(name, false, &mut own) && own == *text);
        }
        let width = glyph.width.filter(|&width| width > 0.0)?;
        Some((width - font.width(name)?).abs() <= SAME_WIDTH)
    };
    let said = glyphs.iter().any(|glyph| glyph.text.is_some());
    let first = glyphs.first().and_then(|glyph| glyph.width);
    let differ = glyphs.iter().any(|glyph| match (glyph.width, first) {
        (Some(a), Some(b)) => (a - b).abs() > SAME_WIDTH,
        _ => false,
    });
    glyphs.len() >= ENOUGH
        && (said || differ)
        && glyphs.iter().all(|glyph| agrees(glyph) == Some(true))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The name of the first glyph.
    fn bare(glyphs: &[(u8, f32, &str)]) -> Option<&'static str> {
        let glyphs: Vec<Bare> = glyphs
            .iter()
            .map(|&(number, width, text)| Bare {
                number,
                width: Some(width),
                text: (!text.is_empty()).then(|| text.to_owned()),
            })
            .collect();
        BareCodes::of(&glyphs).name(glyphs[0].number)
    }

    #[test]
    fn widths_tell_the_encoding() {
        // degree, copyright, registered of Symbol; in Latin they were degree, Ó and Ò.
        let signs = [(176, 0.395, ""), (211, 0.791, ""), (210, 0.791, "")];
        assert_eq!(bare(&signs), Some("degree"));
        let letters = [(228, 0.444, ""), (252, 0.5, ""), (169, 0.76, "")];
        assert_eq!(bare(&letters), Some("adieresis"));
        // Where encodings fit that agree.
        let ascii = [(65, 0.722, ""), (105, 0.278, ""), (109, 0.778, "")];
        assert_eq!(bare(&ascii), Some("A"));
        assert_eq!(
            bare(&[(176, 0.4, ""), (211, 0.5, "©"), (210, 0.5, "®")]),
            Some("degree")
        );
    }

    #[test]
    fn what_nothing_confirms_is_not_known() {
        // Too few, all of one width, one that is not as wide, one that the file says otherwise.
        assert_eq!(bare(&[(176, 0.395, ""), (211, 0.791, "")]), None);
        assert_eq!(bare(&[(48, 0.5, ""), (49, 0.5, ""), (50, 0.5, "")]), None);
        let one_off = [(176, 0.395, ""), (211, 0.6, ""), (210, 0.791, "")];
        assert_eq!(bare(&one_off), None);
        let denied = [(176, 0.395, "x"), (211, 0.791, ""), (210, 0.791, "")];
        assert_eq!(bare(&denied), None);
    }
}
