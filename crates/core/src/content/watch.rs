//! The interface of observers, which follow a page operator by operator, for listings.

use super::operators::Operands;
use super::operators::inline_image::InlineImage;
use crate::font::Font;
use crate::geometry::{Matrix, Point, Rect};
use crate::page::Glyph;
use crate::pdf::lexer::Token;
use crate::pdf::{ObjectIdentifier, Stream};

/// Observes the operators of a page. All positions are in page space.
pub trait Watch {
    /// Called for each token of a content stream, except those between `BI` and `EI`. `written` is the token
    /// with the white space before it, which begins at `offset`. `form` is the form XObject that contains it,
    /// `None` for the page's own stream.
    fn token(
        &mut self,
        token: &Token<'_>,
        written: &[u8],
        offset: usize,
        form: Option<ObjectIdentifier>,
    ) {
        let _ = (token, written, offset, form);
    }

    /// Called for the effect of the last operator, before the content of a form that it draws.
    fn act(&mut self, act: Act<'_>) {
        let _ = act;
    }
}

/// The effects of operators that listings show.
pub enum Act<'a> {
    /// It selects a font.
    Font(&'a Font),
    /// It shows the strings among its operands in a font.
    Text {
        font: &'a Font,
        operands: &'a Operands<'a>,
        /// The glyphs that are on the page.
        glyphs: &'a [Glyph],
        /// The text rendering mode (9.3.6).
        render_mode: u8,
        /// The box of the text; `None` if none of it is on the page.
        bbox: Option<Rect>,
    },
    /// It draws an image XObject. The matrix maps the unit square to the page.
    Image {
        image: &'a Stream<'a>,
        matrix: Matrix,
    },
    InlineImage {
        image: &'a InlineImage,
        matrix: Matrix,
    },
    /// It paints a path.
    Path(PaintedPath<'a>),
    /// It draws something else, or extends a path.
    Place(Rect),
}

/// A path when it is painted.
pub struct PaintedPath<'a> {
    /// Its parts, each begun by `m` or `re`.
    pub subpaths: Vec<PaintedSubpath<'a>>,
    pub fill: bool,
    pub stroke: bool,
    /// The width of the pen on the page, in points.
    pub line_width: f64,
}

/// A part of a path.
pub struct PaintedSubpath<'a> {
    /// Its points, without the control points of curves.
    pub points: &'a [Point],
    /// Whether a line leads back to its first point.
    pub closed: bool,
    /// Whether a part of it is a curve.
    pub curved: bool,
}

/// The box of the unit square, which an image fills (8.9.5.1).
pub fn image_box(matrix: Matrix) -> Rect {
    matrix.apply_rect(0.0, 0.0, 1.0, 1.0)
}

/// The side lengths of an image in points: width, then height.
pub fn image_size(matrix: Matrix) -> (f64, f64) {
    (matrix.a.hypot(matrix.b), matrix.c.hypot(matrix.d))
}
