//! Detects the mathematical fonts of TeX by the widths of their glyphs.
//!
//! TeX's Type 3 fonts name glyphs after their codes, and some `ToUnicode` maps repeat these as letters. In
//! the mathematical encodings (OML, OMS, OMX) most codes are signs: `Z` is an integral. Input: the widths of
//! a font's codes, in any unit. Output: the encoding with proportional widths.

use std::sync::LazyLock;

use super::{data, glyph_names};

/// Minimum number of glyphs: fewer can match by chance.
const MIN_GLYPHS: usize = 6;
/// Minimum number of different widths.
const MIN_WIDTHS: usize = 4;
/// Maximum deviation from the widths of the encoding, relative to them. Bitmaps have whole pixels, and small
/// fonts are wider in part. Among 125 Type 3 fonts in real files, mathematical fonts deviate by at most 0.07,
/// others by at least 0.13.
const TOLERANCE: f32 = 0.08;

/// A glyph of an encoding.
#[derive(Debug)]
struct Glyph {
    code: u8,
    width: f32,
    text: Option<String>,
}

static ENCODINGS: LazyLock<[Vec<Glyph>; 3]> = LazyLock::new(|| ["OML", "OMS", "OMX"].map(glyphs));

/// The encoding of a mathematical font.
#[derive(Clone, Copy, Debug)]
pub(super) struct TexMaths(&'static [Glyph]);

impl TexMaths {
    /// The encoding of a font whose codes have these widths. `said` is the text of a code in the file, which
    /// must be that of the encoding or repeat the code.
    pub(super) fn of(
        width: impl Fn(u8) -> Option<f32>,
        said: impl Fn(u8) -> Option<String>,
    ) -> Option<Self> {
        let used: Vec<(u8, f32)> = (0..=255)
            .filter_map(|code| Some((code, width(code).filter(|&w| w > 0.0)?)))
            .collect();
        let mut widths: Vec<f32> = used.iter().map(|&(_, width)| width).collect();
        widths.sort_unstable_by(f32::total_cmp);
        widths.dedup();
        if used.len() < MIN_GLYPHS || widths.len() < MIN_WIDTHS {
            return None;
        }
        let fits = ENCODINGS.iter().filter_map(|glyphs| {
            let encoding = Self(glyphs);
            let deviation = encoding.deviation(&used)?;
            (deviation <= TOLERANCE).then_some((deviation, encoding))
        });
        let (_, best) = fits.min_by(|a, b| a.0.total_cmp(&b.0))?;
        let is_contradicted = used.iter().any(|&(code, _)| {
            said(code).is_some_and(|said| {
                let own = best.glyph(code).and_then(|glyph| glyph.text.as_deref());
                own != Some(said.as_str()) && !said.chars().eq([char::from(code)])
            })
        });
        (!is_contradicted).then_some(best)
    }

    /// Appends the text of a code, if there is one.
    pub(super) fn push_text(self, code: u8, out: &mut String) -> bool {
        let text = self.glyph(code).and_then(|glyph| glyph.text.as_deref());
        out.push_str(text.unwrap_or_default());
        text.is_some()
    }

    fn glyph(self, code: u8) -> Option<&'static Glyph> {
        self.0.iter().find(|glyph| glyph.code == code)
    }

    /// Largest deviation from the widths of the encoding; `None` if it lacks a code.
    fn deviation(self, used: &[(u8, f32)]) -> Option<f32> {
        let (mut least, mut most) = (f32::INFINITY, 0f32);
        for &(code, width) in used {
            let own = self.glyph(code).map(|glyph| glyph.width);
            let ratio = width / own.filter(|&w| w > 0.0)?;
            (least, most) = (least.min(ratio), most.max(ratio));
        }
        Some((most - least) / (most + least))
    }
}

/// The glyphs of an encoding.
fn glyphs(encoding: &str) -> Vec<Glyph> {
    let rows = data::rows(include_str!("data/tex_maths.txt"));
    let glyph = |row: &str| {
        let mut fields = row.split(' ');
        let own = fields.next()? == encoding;
        let code = u8::from_str_radix(fields.next()?, 16).ok()?;
        let width = fields.next()?.parse().ok()?;
        let mut text = String::new();
        let known = glyph_names::to_unicode(fields.next()?, false, &mut text);
        own.then_some(Glyph {
            code,
            width,
            text: known.then_some(text),
        })
    };
    rows.filter_map(glyph).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Codes of cmex10 at 300 dots per inch, with their widths.
    const CMEX: [(u8, f32); 8] = [
        (0x02, 17.0),
        (0x03, 17.0),
        (0x1A, 31.0),
        (0x50, 44.0),
        (0x58, 60.0),
        (0x5A, 23.0),
        (0x6E, 28.0),
        (0x72, 42.0),
    ];

    fn text(font: &[(u8, f32)], said: &[(u8, &str)]) -> Option<String> {
        let width = |code| font.iter().find(|glyph| glyph.0 == code).map(|g| g.1);
        let said = |code| said.iter().find(|s| s.0 == code).map(|s| s.1.to_owned());
        let encoding = TexMaths::of(width, said)?;
        let mut text = String::new();
        for &(code, _) in font {
            if !encoding.push_text(code, &mut text) {
                text.push('?');
            }
        }
        Some(text)
    }

    #[test]
    fn all_encodings_are_complete() {
        for encoding in ENCODINGS.iter() {
            assert_eq!(encoding.len(), 128);
        }
    }

    #[test]
    fn widths_tell_the_encoding() {
        assert_eq!(text(&CMEX, &[]).as_deref(), Some("[]{∑∑∫{√"));
        let letters = [(0x50, "P"), (0x58, "∑"), (0x5A, "Z")];
        assert_eq!(text(&CMEX, &letters).as_deref(), Some("[]{∑∑∫{√"));
    }

    #[test]
    fn other_fonts_are_not_mathematical() {
        assert_eq!(text(&CMEX, &[(0x5A, "Ž")]), None);
        assert_eq!(text(&CMEX[..5], &[]), None);
        let mut wider = CMEX;
        wider[3].1 *= 1.2;
        assert_eq!(text(&wider, &[]), None);
        let equal = CMEX.map(|(code, _)| (code, 20.0));
        assert_eq!(text(&equal, &[]), None);
        let beyond = [&CMEX[..], &[(0xE9, 20.0)]].concat();
        assert_eq!(text(&beyond, &[]), None);
    }
}
