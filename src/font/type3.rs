//! What is particular to Type 3 fonts, whose glyphs are content streams (ISO 32000-1, 9.6.5).

use super::descriptor::DEFAULT_ASCENT_DESCENT;
use crate::budget::Budget;
use crate::diagnostics::Warnings;
use crate::geometry::{Matrix, Rect};
use crate::pdf::lexer::{Lexer, Token};
use crate::pdf::{Dict, Stream, stream};

/// The measures of a Type 3 font.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Type3 {
    /// From glyph space to text space, for horizontal displacements.
    pub scale: f32,
    /// In text space. The em of such a font is what its `FontMatrix` makes of it.
    pub ascent: f32,
    pub descent: f32,
}

/// Glyph procedures that are looked into for their boxes.
const MOST_GLYPHS: usize = 256;

/// How many ems, as its widths have them, the box of a font may be high.
const HIGHEST: f32 = 5.0;

impl Type3 {
    pub(super) fn read(font: &Dict<'_>, budget: &Budget, warnings: &mut Warnings) -> Self {
        let matrix = font_matrix(font);
        let in_text_space = |corners: [f32; 4]| {
            let [x0, y0, x1, y1] = corners.map(f64::from);
            let bbox = matrix.apply_rect(x0, y0, x1, y1);
            (bbox.y1.is_finite() && bbox.y0.is_finite() && bbox.height() > 0.0).then_some(bbox)
        };
        let scale = matrix.a as f32;
        let em = em_by_widths(font, scale);
        let sane = |bbox: &Rect| em.is_none_or(|em| bbox.height() <= HIGHEST * em);
        // "If all four elements of the rectangle are zero, no assumptions shall be made", and
        // then the glyphs have boxes of their own. They have also where a writer says 1000 units,
        // whatever the size of its own.
        let bbox = font
            .get::<[f32; 4]>("FontBBox")
            .and_then(in_text_space)
            .filter(sane)
            .or_else(|| glyph_boxes(font, budget, warnings).and_then(in_text_space))
            .filter(sane);
        let (ascent, descent) = match bbox {
            Some(bbox) => (bbox.y1, bbox.y0),
            None => {
                let (ascent, descent) = DEFAULT_ASCENT_DESCENT;
                let em = em.unwrap_or(1.0);
                (ascent * em, descent * em)
            }
        };
        Self {
            scale,
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

/// The box around the boxes that glyphs give themselves by `d1`, in glyph space.
fn glyph_boxes(font: &Dict<'_>, budget: &Budget, warnings: &mut Warnings) -> Option<[f32; 4]> {
    let glyphs = font.get::<Dict<'_>>("CharProcs")?;
    let mut bbox = Rect::EMPTY;
    for (name, _) in glyphs.entries().take(MOST_GLYPHS) {
        if let Some(glyph) = glyphs.get::<Stream<'_>>(&name) {
            let data = stream::decode(&glyph, budget, warnings);
            if let Some([x0, y0, x1, y1]) = d1_box(&data) {
                bbox = bbox.union(Rect::new(x0, y0, x1, y1));
            }
        }
    }
    (!bbox.is_empty()).then_some([bbox.x0, bbox.y0, bbox.x1, bbox.y1])
}

/// `wx wy llx lly urx ury d1`, which shall be the first operator of a glyph.
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

/// The em of a font by its widths, in text space: letters are half an em wide on average.
fn em_by_widths(font: &Dict<'_>, scale: f32) -> Option<f32> {
    let widths = super::widths::simple(font, scale.abs());
    let (sum, count) = widths
        .iter()
        .flatten()
        .filter(|&&w| w > 0.0)
        .fold((0.0, 0.0), |(sum, count), w| (sum + w, count + 1.0));
    (count > 0.0).then(|| 2.0 * sum / count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use hayro_syntax::object::FromBytes;

    fn measures(data: &str) -> Type3 {
        let dict = Dict::from_bytes(data.as_bytes()).unwrap();
        Type3::read(
            &dict,
            &Budget::new(Limits::default(), 1 << 20),
            &mut Warnings::new(),
        )
    }

    #[test]
    fn the_box_goes_through_the_matrix() {
        let upright = measures("<</FontMatrix[.25 0 0 .25 0 0]/FontBBox[0 -1 90 3]>>");
        assert_eq!((upright.ascent, upright.descent), (0.75, -0.25));
        assert_eq!(upright.scale, 0.25);
        let flipped = measures("<</FontMatrix[1 0 0 -1 0 0]/FontBBox[0 -30 20 8]>>");
        assert_eq!((flipped.ascent, flipped.descent), (30.0, -8.0));
    }

    #[test]
    fn without_a_box_the_widths_tell_the_em() {
        let font = "<</FontMatrix[.5 0 0 .5 0 0]/FontBBox[0 0 0 0]/FirstChar 65/Widths[20 30 0]>>";
        let measured = measures(font);
        assert_eq!((measured.ascent, measured.descent), (18.75, -6.25));
        assert_eq!(measures("<<>>").scale, 0.001);
    }

    #[test]
    fn a_box_that_no_glyph_can_have_is_not_believed() {
        use hayro_syntax::object::FromBytes;
        let measures = |bbox: &str| {
            let font = format!(
                "<</FontBBox {bbox}/FontMatrix[.0125 0 0 -.0125 0 0]/Widths[80 80]
                /CharProcs<<>>>>"
            );
            let font = Dict::from_bytes(font.as_bytes()).unwrap();
            let Type3 {
                ascent, descent, ..
            } = Type3::read(
                &font,
                &Budget::new(Limits::default(), 100),
                &mut Warnings::default(),
            );
            (ascent, descent)
        };
        assert_eq!(measures("[0 -64 80 16]"), (0.8, -0.2));
        let (ascent, descent) = measures("[0 0 1000 1000]");
        assert!(ascent > 0.0 && ascent - descent < 3.0);
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
