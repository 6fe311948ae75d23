//! Draws visible annotations (12.5.5) over the page's own content: stamps, free text, form fields.

use super::interpreter::Interpreter;
use super::state::GraphicsState;
use super::{field, marked, visibility, xobject};
use crate::geometry::Matrix;
use crate::pdf::{Array, Dict, Name, Object, Page, Stream, is_hidden, items, numbers};

/// Draws the normal appearance of every visible annotation.
pub(super) fn draw(ip: &mut Interpreter<'_>, page: &Page<'_>) {
    let Some(list) = page.dict().get::<Array<'_>>("Annots") else {
        return;
    };
    for annotation in items(&list).filter_map(Object::into_dict) {
        ip.state = GraphicsState::new(page.matrix());
        draw_one(ip, page, &annotation);
    }
}

fn draw_one(ip: &mut Interpreter<'_>, page: &Page<'_>, annotation: &Dict<'_>) -> Option<()> {
    if is_hidden(annotation) {
        return None;
    }
    // A pop-up is a window of the reader, not part of the page.
    let subtype = annotation.get::<Name<'_>>("Subtype");
    if subtype.as_deref() == Some(b"Popup") {
        return None;
    }
    if visibility::hides(ip, annotation.get::<Dict<'_>>("OC").as_ref()) {
        return None;
    }
    let appearance = match normal_appearance(annotation) {
        Some(appearance) => {
            let rect = annotation.get::<Array<'_>>("Rect");
            let rect = rect.and_then(|a| numbers::<4>(&a))?;
            let placement = placement(&appearance, rect)?;
            Some((appearance, placement))
        }
        None if subtype.as_deref() == Some(b"Widget") && !annotation.contains_key("AP") => None,
        None => return None,
    };
    let named = annotation
        .obj_id()
        .filter(|_| annotation.contains_key("StructParent"));
    if let Some(id) = named {
        marked::begin_object(ip, id.obj_number);
    }
    match appearance {
        Some((appearance, placement)) => {
            xobject::form(ip, &appearance, placement, page.resources());
        }
        None => {
            field::draw(ip, annotation);
        }
    }
    if named.is_some() {
        marked::end(ip);
    }
    Some(())
}

/// The `/N` entry of the appearance dictionary: a stream, or the one that `/AS` selects (12.5.5).
fn normal_appearance<'a>(annotation: &Dict<'a>) -> Option<Stream<'a>> {
    match annotation.get::<Dict<'a>>("AP")?.get::<Object<'a>>("N")? {
        Object::Stream(stream) => Some(stream),
        Object::Dict(states) => {
            let state = annotation.get::<Name<'_>>("AS")?;
            states.get::<Stream<'a>>(state.as_ref())
        }
        _ => None,
    }
}

/// The matrix that maps the appearance's transformed box to the annotation's rectangle (12.5.5, algorithm
/// 8.1).
fn placement(appearance: &Stream<'_>, rect: [f64; 4]) -> Option<Matrix> {
    let dict = appearance.dict();
    let shown = xobject::own_box(dict, xobject::own_matrix(dict))?;
    let (width, height) = (f64::from(shown.width()), f64::from(shown.height()));
    if width <= 0.0 || height <= 0.0 {
        return None;
    }
    let (left, right) = (rect[0].min(rect[2]), rect[0].max(rect[2]));
    let (bottom, top) = (rect[1].min(rect[3]), rect[1].max(rect[3]));
    let (sx, sy) = ((right - left) / width, (top - bottom) / height);
    Some(Matrix::new(
        sx,
        0.0,
        0.0,
        sy,
        left - f64::from(shown.x0) * sx,
        bottom - f64::from(shown.y0) * sy,
    ))
}
