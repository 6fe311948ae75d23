//! Glyph names that are a code of another encoding: `C176` for the code 2.
//!
//! A program that subsets a font renumbers its glyphs and keeps the old codes in their names. Input: names,
//! widths and `ToUnicode` texts of such glyphs. Output: the predefined encodings whose standard fonts have
//! the same widths and texts. Equal widths can be chance, so several different widths are required.

use super::encoding::Predefined;
use super::glyph_names;
use super::standard14::Standard;

/// A glyph that is named after a code.
pub(super) struct Bare {
    /// The code in its name.
    pub number: u8,
    pub width: Option<f32>,
    /// Its text in the `ToUnicode` CMap.
    pub text: Option<String>,
}

/// Minimum number of glyphs that must agree with an encoding.
const ENOUGH: usize = 3;
/// Maximum difference between the widths of one character in two fonts of one design, in ems.
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

/// The encodings to which the codes in glyph names belong.
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

    /// The name that these encodings give a code, if they agree.
    pub(super) fn name(&self, number: u8) -> Option<&'static str> {
        let mut names = self.0.iter().map(|encoding| encoding.name(number));
        let first = names.next()??;
        names.all(|name| name == Some(first)).then_some(first)
    }
}

/// Whether all glyphs have the texts of this encoding, or the widths of this font.
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
        // Several encodings fit, and they agree.
        let ascii = [(65, 0.722, ""), (105, 0.278, ""), (109, 0.778, "")];
        assert_eq!(bare(&ascii), Some("A"));
        assert_eq!(
            bare(&[(176, 0.4, ""), (211, 0.5, "©"), (210, 0.5, "®")]),
            Some("degree")
        );
    }

    #[test]
    fn what_nothing_confirms_is_not_known() {
        // Too few; all of one width; one width that differs; one text that differs.
        assert_eq!(bare(&[(176, 0.395, ""), (211, 0.791, "")]), None);
        assert_eq!(bare(&[(48, 0.5, ""), (49, 0.5, ""), (50, 0.5, "")]), None);
        let one_off = [(176, 0.395, ""), (211, 0.6, ""), (210, 0.791, "")];
        assert_eq!(bare(&one_off), None);
        let denied = [(176, 0.395, "x"), (211, 0.791, ""), (210, 0.791, "")];
        assert_eq!(bare(&denied), None);
    }
}
