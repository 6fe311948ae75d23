//! The axes of text space on the page, and the scale of text along them.

use crate::font::Font;
use crate::geometry::{Matrix, Point};

/// The axes of text space on the page, for one string.
pub(super) struct Axes {
    /// Along the writing direction; unit vector.
    pub direction: Point,
    /// Towards the ascenders; unit vector.
    pub up: Point,
    /// Length of a unit of text space along `direction`, in points; negative if a Type 3 font runs to the
    /// left.
    pub along: f32,
    /// Height of the em along `up`, in points.
    pub em: f32,
    /// The extent of glyphs above the baseline, along `up`, in points.
    pub ascent: f32,
    /// The extent of glyphs below the baseline, along `up`, in points; usually negative.
    pub descent: f32,
    /// Whether text advances against `direction`.
    pub mirrored: bool,
}

impl Axes {
    /// The axes for a text matrix, font size and horizontal scale; `None` if the text has no extent. `layer`
    /// means text of Tesseract's layer.
    pub(super) fn new(m: Matrix, size: f64, scale: f64, font: &Font, layer: bool) -> Option<Self> {
        let (x, x_length) = unit(m.a * size * scale, m.b * size * scale)?;
        let (y, y_length) = unit(m.c * size, m.d * size)?;
        let axes = Self {
            direction: x,
            up: y,
            along: x_length,
            em: y_length,
            ascent: font.ascent() * y_length,
            descent: font.descent() * y_length,
            mirrored: false,
        };
        if let Some(glyphs) = font.drawn_glyphs() {
            return Some(axes.of_drawn_glyphs(glyphs.em, glyphs.backwards));
        }
        // Tesseract mirrors Arabic and Hebrew text. Its direction is reversed, as in other text that is drawn
        // from the right.
        if layer && axes.is_mirrored() {
            return Some(Self {
                direction: x.opposite(),
                mirrored: true,
                ..axes
            });
        }
        Some(if font.vertical() {
            // Text runs downwards, so `up` points to the right. The baseline is in the middle of the glyphs.
            Self {
                direction: y.opposite(),
                up: x,
                along: y_length,
                em: x_length,
                ascent: 0.5 * x_length,
                descent: -0.5 * x_length,
                mirrored: false,
            }
        } else {
            axes
        })
    }

    /// Adjusts the axes for a Type 3 font. Its glyphs and its text space may both be upside down, so the
    /// result is upright. As text is not mirrored for reading, mirrored axes are turned over.
    fn of_drawn_glyphs(mut self, em: f32, backwards: bool) -> Self {
        self.em *= em;
        if backwards {
            self.direction = self.direction.opposite();
            self.along = -self.along;
        }
        if self.is_mirrored() {
            self.up = self.up.opposite();
            (self.ascent, self.descent) = (-self.descent, -self.ascent);
        }
        self
    }

    /// Whether the letters are mirror images.
    fn is_mirrored(&self) -> bool {
        self.direction.dot(Point::new(-self.up.y, self.up.x)) < 0.0
    }
}

/// The vector's direction and length. Directions within `SNAP` of an axis are moved to it, to ignore rounding
/// in the file. Lengths over `LONGEST` are cut to keep glyphs finite.
fn unit(x: f64, y: f64) -> Option<(Point, f32)> {
    const SNAP: f64 = 1e-3;
    const LONGEST: f64 = 1e9;
    // Fast path: nearly all text is upright.
    let length = match (x, y) {
        (x, 0.0) => x.abs(),
        (0.0, y) => y.abs(),
        (x, y) => x.hypot(y),
    };
    if !length.is_finite() || length < 1e-6 {
        return None;
    }
    let (mut x, mut y) = (x / length, y / length);
    if x.abs() < SNAP {
        (x, y) = (0.0, y.signum());
    } else if y.abs() < SNAP {
        (x, y) = (x.signum(), 0.0);
    }
    let direction = Point::new(x as f32, y as f32);
    Some((direction, length.min(LONGEST) as f32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::diagnostics::Warnings;
    use crate::limits::Limits;
    use crate::pdf::{Dict, FromBytes};

    fn font(data: &str) -> Font {
        let data = format!("<<{data}>>");
        let dict = Dict::from_bytes(data.as_bytes()).unwrap();
        let budget = Budget::new(Limits::default(), 1 << 20);
        Font::read(&dict, &budget, &mut Warnings::new())
    }

    /// The directions of text and of its ascenders, on a page with y downwards.
    fn directions(m: [f64; 4], font: &Font) -> [(f32, f32); 2] {
        let [a, b, c, d] = m;
        let m = Matrix::new(a, b, c, d, 0.0, 0.0);
        let axes = Axes::new(m, 2.0, 1.0, font, false).unwrap();
        [axes.direction, axes.up].map(|p| (p.x, p.y))
    }

    const UPRIGHT: [(f32, f32); 2] = [(1.0, 0.0), (0.0, -1.0)];

    #[test]
    fn drawn_letters_are_upright_whichever_matrix_turns_them_over() {
        let usual = font("/Subtype/Type3/FontMatrix[1 0 0 1 0 0]/Widths[1]");
        let flipped = font("/Subtype/Type3/FontMatrix[1 0 0 -1 0 0]/Widths[1]");
        let backwards = font("/Subtype/Type3/FontMatrix[-1 0 0 1 0 0]/Widths[1]");
        let (plain, upside_down, reversed) =
            ([5., 0., 0., -5.], [5., 0., 0., 5.], [-5., 0., 0., -5.]);
        assert_eq!(directions(plain, &usual), UPRIGHT);
        assert_eq!(directions(plain, &flipped), UPRIGHT);
        assert_eq!(directions(upside_down, &flipped), UPRIGHT);
        assert_eq!(directions(reversed, &backwards), UPRIGHT);
        // Text that is turned by 180 degrees.
        assert_eq!(
            directions([-5., 0., 0., 5.], &usual),
            [(-1.0, 0.0), (0.0, 1.0)]
        );
    }

    #[test]
    fn other_letters_are_as_the_page_has_them() {
        let font = font("/Subtype/Type1/BaseFont/Helvetica");
        assert_eq!(
            directions([5., 0., 0., 5.], &font),
            [(1.0, 0.0), (0.0, 1.0)]
        );
    }

    #[test]
    fn the_em_is_that_of_the_glyphs() {
        let dots = font("/Subtype/Type3/FontMatrix[1 0 0 -1 0 0]/Widths[20]/FontBBox[0 -30 20 8]");
        let m = Matrix::new(0.12, 0.0, 0.0, 0.12, 0.0, 0.0);
        let axes = Axes::new(m, 2.0, 1.0, &dots, false).unwrap();
        let near = |a: f32, b: f32| (a - b).abs() < 1e-3;
        assert!(near(axes.em, 40.0 * 0.24), "{}", axes.em);
        assert!(near(axes.ascent, 8.0 * 0.24) && near(axes.descent, -30.0 * 0.24));
    }
}
