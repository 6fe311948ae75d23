//! Reports to an observer what each operator does.

use super::interpreter::Interpreter;
use super::operators::inline_image::InlineImage;
use super::operators::{Operands, Operator};
use super::watch::Act;
use super::xobject;
use crate::geometry::Rect;
use crate::pdf::lexer::{Token, name};
use crate::pdf::{Name, Resources, Stream};

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
            if let Some(bbox) = ip.path.around {
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
                glyphs,
                render_mode: ip.state.text.render_mode,
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
