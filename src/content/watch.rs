//! Reports what a page's content does, operator by operator, to an observer, for listings.

use super::interpreter::Interpreter;
use super::operators::inline_image::InlineImage;
use super::operators::{Operands, Operator};
use super::xobject;
use crate::font::Font;
use crate::geometry::{Matrix, Rect};
use crate::pdf::lexer::{Token, name};
use crate::pdf::{Name, ObjectIdentifier, Resources, Stream};

/// Observes the operators of a page. All positions are in page space.
pub(crate) trait Watch {
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
pub(crate) enum Act<'a> {
    /// It selects a font.
    Font(&'a Font),
    /// It shows the strings among its operands in a font.
    Text {
        font: &'a Font,
        operands: &'a Operands<'a>,
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
    /// It draws something else, or extends a path.
    Place(Rect),
}

/// Reports drawing operators. Returns the number of glyphs before the operator; `None` without an observer.
pub(super) fn before(
    ip: &mut Interpreter<'_>,
    operator: Operator,
    operands: &Operands<'_>,
    resources: &Resources<'_>,
) -> Option<usize> {
    let watch = ip.watch.take()?;
    let ctm = ip.state.ctm;
    match operator {
        Operator::DrawXObject => {
            let object = operands.name().and_then(|raw| {
                let objects = &resources.x_objects;
                objects.get::<Stream<'_>>(name(raw).as_ref())
            });
            if let Some(object) = object {
                let subtype = object.dict().get::<Name<'_>>("Subtype");
                if subtype.as_deref() == Some(b"Image") {
                    let image = &object;
                    watch.act(Act::Image { image, matrix: ctm });
                } else if let Some(bbox) = xobject::bbox(object.dict(), ctm) {
                    watch.act(Act::Place(bbox));
                }
            }
        }
        Operator::PaintPath { .. } | Operator::EndPath => {
            if let Some(bbox) = ip.path.around() {
                watch.act(Act::Place(bbox));
            }
        }
        Operator::Rectangle => {
            if let Some([x, y, width, height]) = operands.numbers() {
                watch.act(Act::Place(ctm.apply_rect(x, y, x + width, y + height)));
            }
        }
        Operator::MoveTo | Operator::LineTo | Operator::CurveTo => {
            let points = operands.as_slice().chunks(2).filter_map(|pair| match pair {
                [Token::Number(x), Token::Number(y)] => Some(ctm.apply(*x, *y)),
                _ => None,
            });
            watch.act(Act::Place(Rect::around(points)));
        }
        Operator::Shade => watch.act(Act::Place(ip.state.clip.intersection(ip.visible))),
        _ => {}
    }
    ip.watch = Some(watch);
    Some(ip.out.glyphs.len())
}

/// Reports text and fonts after an operator; `first` is the result of [`before`].
pub(super) fn after(
    ip: &mut Interpreter<'_>,
    operator: Operator,
    operands: &Operands<'_>,
    first: usize,
) {
    let Some(watch) = ip.watch.take() else { return };
    let font = ip.state.text.font.as_ref().map(|font| font.font.as_ref());
    match (operator, font) {
        (Operator::SetFont, Some(font)) => watch.act(Act::Font(font)),
        (
            Operator::ShowText
            | Operator::ShowTextAdjusted
            | Operator::NextLineShowText
            | Operator::NextLineShowTextSpaced,
            Some(font),
        ) => {
            let glyphs = ip.out.glyphs.get(first..).unwrap_or_default();
            let bbox = glyphs.iter().map(|glyph| glyph.bbox).reduce(Rect::union);
            let bbox = bbox.filter(|bbox| !bbox.is_empty());
            watch.act(Act::Text {
                font,
                operands,
                bbox,
            });
        }
        _ => {}
    }
    ip.watch = Some(watch);
}

/// Reports an inline image.
pub(super) fn inline_image(ip: &mut Interpreter<'_>, image: Option<&InlineImage>) {
    let matrix = ip.state.ctm;
    if let (Some(watch), Some(image)) = (&mut ip.watch, image) {
        watch.act(Act::InlineImage { image, matrix });
    }
}

/// The box of the unit square, which an image fills (8.9.5.1).
pub(crate) fn image_box(matrix: Matrix) -> Rect {
    matrix.apply_rect(0.0, 0.0, 1.0, 1.0)
}

/// The side lengths of an image in points: width, then height.
pub(crate) fn image_size(matrix: Matrix) -> (f64, f64) {
    (matrix.a.hypot(matrix.b), matrix.c.hypot(matrix.d))
}
