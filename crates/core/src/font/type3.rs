//! Measures Type 3 fonts, whose glyphs are content streams (ISO 32000-1, 9.6.5). Input: the font dictionary.
//! Output: em, ascent and descent in text space.

use std::cell::LazyCell;

use super::descriptor::DEFAULT_ASCENT_DESCENT;
use super::em::{self, Measure};
use super::encoding::Encoding;
use super::text::CodeText;
use crate::budget::Budget;
use crate::diagnostics::Warnings;
use crate::geometry::{Matrix, Rect};
use crate::pdf::lexer::{Lexer, Token};
use crate::pdf::{Dict, Stream, stream};

/// The measures of a Type 3 font, in text space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Type3 {
    /// The height of the em: 1 in most files, else estimated from the glyphs.
    pub em: f32,
    /// The extent above the baseline. The matrices of the page decide whether letters extend towards it or
    /// towards `descent`.
    pub ascent: f32,
    /// The extent below the baseline, usually negative.
    pub descent: f32,
}

/// Maximum number of glyph procedures that are read for their boxes.
const MAX_GLYPHS: usize = 256;

/// Maximum height of a plausible font box, in ems.
const HIGHEST: f32 = 5.0;
/// Minimum height of a plausible font box, in ems.
const LOWEST: f32 = 0.3;

/// Maximum factor between the em from the glyphs and 1. Below it, 1 is assumed: fonts can be wide or narrow,
/// and symbol fonts have few glyphs.
const ODD: f32 = 4.0;

/// The matrix from glyph space to text space.
#[derive(Clone, Copy, Debug)]
pub(super) struct GlyphSpace(Matrix);

impl GlyphSpace {
    pub(super) fn of(font: &Dict<'_>) -> Self {
        Self(font_matrix(font))
    }

    pub(super) fn matrix(self) -> Matrix {
        self.0
    }

    /// The scale of horizontal displacements; negative if glyph space runs to the left.
    pub(super) fn across(self) -> f32 {
        self.0.a as f32
    }

    /// The scale of heights.
    fn up(self) -> f32 {
        self.0.c.hypot(self.0.d) as f32
    }
}

impl Type3 {
    /// `text` gives the text of a code, and its width in text space.
    pub(super) fn read<'f>(
        font: &Dict<'_>,
        space: GlyphSpace,
        encoding: &Encoding<'_>,
        text: impl Fn(u8) -> (CodeText<'f>, f32),
        budget: &Budget,
        warnings: &mut Warnings,
    ) -> Self {
        let in_text_space = |corners: [f32; 4]| {
            let [x0, y0, x1, y1] = corners.map(f64::from);
            let bbox = space.0.apply_rect(x0, y0, x1, y1);
            (bbox.y1.is_finite() && bbox.y0.is_finite() && bbox.height() > 0.0).then_some(bbox)
        };
        let boxes = LazyCell::new(|| Boxes::read(font, budget, warnings));
        let measure = |code: u8| {
            let (text, width) = text(code);
            Measure {
                letter: match text {
                    CodeText::Char(c) => Some(c),
                    CodeText::Str(_) => None,
                },
                width: (width / space.across()).abs(),
                height: 0.0,
            }
        };
        let usual = |units: &f32| (1.0 / ODD..ODD).contains(&(units * space.up()));
        let mut glyphs: Vec<Measure> = (0..=255).map(measure).collect();
        let by_widths = em::by_glyphs(&glyphs);
        let em = if by_widths.is_some_and(|units| usual(&units)) {
            1.0
        } else {
            for (code, glyph) in (0..=255).zip(&mut glyphs) {
                let name = encoding.difference(code);
                let bbox = name.and_then(|name| boxes.of(name.as_bytes()));
                glyph.height = bbox.map_or(0.0, |bbox| bbox.height());
            }
            let units = em::by_glyphs(&glyphs).filter(|units| !usual(units));
            units.map_or(1.0, |units| units * space.up())
        };
        let sane = |bbox: &Rect| (LOWEST * em..=HIGHEST * em).contains(&bbox.height());
        // "If all four elements of the rectangle are zero, no assumptions shall be made": then the boxes of
        // the glyphs are used. They are also used if the writer assumes 1000 units whatever its font matrix
        // is.
        let bbox = font
            .get::<[f32; 4]>("FontBBox")
            .and_then(in_text_space)
            .filter(sane)
            .or_else(|| boxes.all().and_then(in_text_space))
            .filter(sane);
        let (ascent, descent) = match bbox {
            Some(bbox) => (bbox.y1, bbox.y0),
            None => {
                let (ascent, descent) = DEFAULT_ASCENT_DESCENT;
                (ascent * em, descent * em)
            }
        };
        Self {
            em,
            ascent,
            descent,
        }
    }
}

fn font_matrix(font: &Dict<'_>) -> Matrix {
    let given = font.get::<[f32; 6]>("FontMatrix").unwrap_or_default();
    let [a, b, c, d, e, f] = given.map(f64::from);
    let usable = given.iter().all(|n| n.is_finite()) && a != 0.0 && a * d - b * c != 0.0;
    if usable {
        Matrix::new(a, b, c, d, e, f)
    } else {
        // The glyph space of all other fonts.
        Matrix::new(0.001, 0.0, 0.0, 0.001, 0.0, 0.0)
    }
}

/// The boxes of glyphs from `d1`, in glyph space, sorted by name.
struct Boxes(Vec<(Vec<u8>, Rect)>);

impl Boxes {
    fn read(font: &Dict<'_>, budget: &Budget, warnings: &mut Warnings) -> Self {
        let glyphs = font.get::<Dict<'_>>("CharProcs").unwrap_or_default();
        let names = glyphs.entries().take(MAX_GLYPHS);
        let mut boxes: Vec<_> = names
            .filter_map(|(name, _)| {
                let glyph = glyphs.get::<Stream<'_>>(&name)?;
                let [x0, y0, x1, y1] = d1_box(&stream::decode(&glyph, budget, warnings))?;
                Some((name.to_vec(), Rect::new(x0, y0, x1, y1)))
            })
            .collect();
        boxes.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        Self(boxes)
    }

    /// The box of a glyph.
    fn of(&self, name: &[u8]) -> Option<Rect> {
        let index = self
            .0
            .binary_search_by(|(n, _)| n.as_slice().cmp(name))
            .ok()?;
        self.0.get(index).map(|(_, bbox)| *bbox)
    }

    /// The union of all boxes.
    fn all(&self) -> Option<[f32; 4]> {
        let bbox = self
            .0
            .iter()
            .fold(Rect::EMPTY, |all, (_, bbox)| all.union(*bbox));
        (!bbox.is_empty()).then_some([bbox.x0, bbox.y0, bbox.x1, bbox.y1])
    }
}

/// Reads `wx wy llx lly urx ury d1`, which shall be the first operator of a glyph.
fn d1_box(glyph: &[u8]) -> Option<[f32; 4]> {
    let mut numbers = [0.0; 6];
    for token in Lexer::new(glyph).take(16) {
        match token {
            Token::Number(n) => {
                numbers.rotate_left(1);
                numbers[5] = n as f32;
            }
            Token::Keyword(b"d1") => {
                let [_, _, x0, y0, x1, y1] = numbers;
                return (y0 != y1).then_some([x0, y0, x1, y1]);
            }
            Token::Keyword(_) => return None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::Font;
    use super::*;
    use crate::limits::Limits;
    use hayro_syntax::object::FromBytes;

    /// The em, the ascent and the descent of a font.
    fn measures(data: &str) -> (f32, f32, f32) {
        let data = format!("<</Subtype/Type3{data}>>");
        let dict = Dict::from_bytes(data.as_bytes()).unwrap();
        let budget = Budget::new(Limits::default(), 1 << 20);
        let font = Font::read(&dict, &budget, &mut Warnings::new());
        let em = font.drawn_glyphs().unwrap().em;
        (em, font.ascent(), font.descent())
    }

    #[test]
    fn the_box_goes_through_the_matrix() {
        assert_eq!(
            measures("/FontMatrix[.25 0 0 .25 0 0]/FontBBox[0 -1 90 3]/Widths[2]"),
            (1.0, 0.75, -0.25)
        );
        // In dots, with y downwards.
        let dots = "/FontMatrix[1 0 0 -1 0 0]/FontBBox[0 -30 20 8]/Widths[20]";
        assert_eq!(measures(dots), (40.0, 30.0, -8.0));
    }

    #[test]
    fn without_a_box_the_widths_tell_the_em() {
        let font = "/FontMatrix[.5 0 0 .5 0 0]/FontBBox[0 0 0 0]/FirstChar 65/Widths[20 30 0]";
        assert_eq!(measures(font), (30.0, 22.5, -7.5));
        assert_eq!(measures(""), (1.0, 0.75, -0.25));
    }

    #[test]
    fn wide_and_narrow_fonts_have_the_usual_em() {
        for (width, em) in [(200, 1.0), (1900, 1.0), (100, 0.2), (2500, 5.0)] {
            let font = format!("/FontMatrix[.001 0 0 .001 0 0]/FirstChar 65/Widths[{width}]");
            assert_eq!(measures(&font).0, em, "{width}");
        }
    }

    #[test]
    fn a_box_that_no_glyph_can_have_is_not_believed() {
        let measures = |bbox: &str| {
            let font = format!("/FontBBox {bbox}/FontMatrix[.0125 0 0 -.0125 0 0]/Widths[80 80]");
            let (_, ascent, descent) = measures(&font);
            (ascent, descent)
        };
        assert_eq!(measures("[0 -64 80 16]"), (0.8, -0.2));
        assert_eq!(measures("[0 0 1000 1000]"), (0.75, -0.25));
        assert_eq!(measures("[0 0 1 1]"), (0.75, -0.25));
    }

    #[test]
    fn glyphs_tell_their_boxes() {
        assert_eq!(
            d1_box(b"500 0 1 -2 40 70 d1 q"),
            Some([1.0, -2.0, 40.0, 70.0])
        );
        assert_eq!(d1_box(b"500 0 d0 0 0 1 1 1 1 d1"), None);
        assert_eq!(d1_box(b"500 0 0 0 0 0 d1"), None);
    }
}
