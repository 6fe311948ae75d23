//! The extents of letters without a width, along the line.
//!
//! Some writers give letters the width 0, and move the pen themselves. The cell of such a letter is as long as
//! its drawing: the box that `d1` gives in a Type 3 font, or else the extent of its path; in other fonts the
//! width in the program.

use unicode_normalization::char::is_combining_mark;

use super::encoding::Encoding;
use super::text::CodeText;
use super::type3::GlyphSpace;
use crate::budget::Budget;
use crate::diagnostics::Warnings;
use crate::geometry::{Matrix, Point, Rect};
use crate::letters::is_letter_or_digit;
use crate::pdf::lexer::{Lexer, Token};
use crate::pdf::{Dict, Stream, stream};

/// Maximum tokens of a glyph procedure that are read. Most glyphs have fewer; the rest is ignored.
const MAX_TOKENS: usize = 4096;

/// Start and end of glyphs without a width, in text space, by code.
#[derive(Debug, Default)]
pub(super) struct Extents(Vec<(u8, [f32; 2])>);

impl Extents {
    /// The extent of a code, if its glyph has no width but is drawn.
    pub(super) fn get(&self, code: u8) -> Option<[f32; 2]> {
        let index = self.0.binary_search_by_key(&code, |(code, _)| *code).ok()?;
        self.0.get(index).map(|(_, extent)| *extent)
    }

    /// The extents of the letters without a width. `extent` gives that of a code.
    pub(super) fn of<'t>(
        get: impl Fn(u8) -> (CodeText<'t>, f32),
        mut extent: impl FnMut(u8) -> Option<[f32; 2]>,
    ) -> Self {
        let mut letters = (0..=255).filter(|&code| {
            let (text, width) = get(code);
            width == 0.0 && is_letter(text)
        });
        let found = letters.by_ref().filter_map(|code| {
            let own = extent(code)?;
            let [start, end] = own;
            (start.is_finite() && end.is_finite() && start < end).then_some((code, own))
        });
        Self(found.collect())
    }

    /// The extents of the letters of a Type 3 font.
    pub(super) fn of_type3<'t>(
        font: &Dict<'_>,
        space: GlyphSpace,
        encoding: &Encoding<'_>,
        get: impl Fn(u8) -> (CodeText<'t>, f32),
        budget: &Budget,
        warnings: &mut Warnings,
    ) -> Self {
        let glyphs = font.get::<Dict<'_>>("CharProcs").unwrap_or_default();
        Self::of(get, |code| {
            let name = encoding.difference(code)?;
            let glyph = glyphs.get::<Stream<'_>>(name.as_bytes())?;
            let drawn = drawn_box(&stream::decode(&glyph, budget, warnings))?;
            let [x0, y0, x1, y1] = [drawn.x0, drawn.y0, drawn.x1, drawn.y1].map(f64::from);
            let drawn = space.matrix().apply_rect(x0, y0, x1, y1);
            Some([drawn.x0, drawn.x1])
        })
    }
}

/// Whether a text is a letter, a digit or unknown. Accents have no width on purpose.
fn is_letter(text: CodeText<'_>) -> bool {
    let is = |c: char| {
        (is_letter_or_digit(c) || c == char::REPLACEMENT_CHARACTER) && !is_combining_mark(c)
    };
    match text {
        CodeText::Char(c) => is(c),
        CodeText::Str(text) => text.chars().any(is),
    }
}

/// The box of a glyph in glyph space: that of `d1`, or else around its path and its inline images.
fn drawn_box(glyph: &[u8]) -> Option<Rect> {
    let mut numbers = [0.0f64; 6];
    let mut matrix = Matrix::default();
    let mut saved = Vec::new();
    let mut drawn = Rect::EMPTY;
    for token in Lexer::new(glyph).take(MAX_TOKENS) {
        let operator = match token {
            Token::Number(n) => {
                numbers.rotate_left(1);
                numbers[5] = n;
                continue;
            }
            Token::Keyword(operator) => operator,
            _ => continue,
        };
        let [a, b, c, d, e, f] = numbers;
        let mut add = |points: &[(f64, f64)]| {
            let points = points.iter().map(|&(x, y)| matrix.apply(x, y));
            drawn = drawn.union(Rect::around(points.filter(|p| is_finite(*p))));
        };
        match operator {
            b"d1" if c != e && d != f => add(&[(c, d), (e, f)]),
            b"cm" => matrix = Matrix::new(a, b, c, d, e, f).then(matrix),
            b"q" if saved.len() < MAX_TOKENS => saved.push(matrix),
            b"Q" => matrix = saved.pop().unwrap_or(matrix),
            b"m" | b"l" => add(&[(e, f)]),
            b"v" | b"y" => add(&[(c, d), (e, f)]),
            b"c" => add(&[(a, b), (c, d), (e, f)]),
            b"re" => add(&[(c, d), (c + e, d + f)]),
            // The data of an image are no operators.
            b"BI" => {
                add(&[(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)]);
                break;
            }
            _ => {}
        }
        if operator == b"d1" && !drawn.is_empty() {
            break;
        }
    }
    (!drawn.is_empty()).then_some(drawn)
}

fn is_finite(point: Point) -> bool {
    point.x.is_finite() && point.y.is_finite()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_glyph_is_as_long_as_its_drawing() {
        for (glyph, extent) in [
            ("0 0 5 -2 40 70 d1 0 0 100 100 re f", Some((5.0, 40.0))),
            ("0 0 0 0 0 0 d1 10 0 30 70 re f", Some((10.0, 40.0))),
            (
                "0 0 d0 q 2 0 0 2 10 0 cm 5 5 m 20 30 l S Q",
                Some((20.0, 50.0)),
            ),
            (
                "0 0 d0 50 0 0 70 3 0 cm BI /W 8 /H 8 ID abc EI",
                Some((3.0, 53.0)),
            ),
            ("0 0 d0 1 2 m 3 9 7 9 8 2 c f", Some((1.0, 8.0))),
            ("0 0 0 0 0 0 d1", None),
            ("", None),
        ] {
            let drawn = drawn_box(glyph.as_bytes()).map(|drawn| (drawn.x0, drawn.x1));
            assert_eq!(drawn, extent, "{glyph}");
        }
    }

    #[test]
    fn only_letters_without_a_width_have_an_extent() {
        let get = |code: u8| {
            let width = if code == b'b' { 0.5 } else { 0.0 };
            (CodeText::Char(char::from(code)), width)
        };
        let extents = Extents::of(get, |_| Some([0.0, 0.4]));
        assert_eq!(extents.get(b'a'), Some([0.0, 0.4]));
        for code in [b'b', b' ', b'`'] {
            assert_eq!(extents.get(code), None);
        }
    }
}
