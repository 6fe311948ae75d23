//! External objects (8.8): draws forms, and records images.

use std::sync::Arc;

use super::interpreter::Interpreter;
use super::operators::inline_image::InlineImage;
use super::operators::{self, Refusal};
use super::path::THIN;
use super::{marked, visibility, watch};
use crate::diagnostics::{Diagnostic, DiagnosticKind};
use crate::geometry::{Matrix, Rect};
use crate::page::{DrawnForm, Fill, Image};
use crate::pdf::lexer::name;
use crate::pdf::{Array, Dict, Name, Object, Resources, Stream, numbers, stream};

/// Maximum size of all decoded forms cached for a page, in bytes.
const KEPT: usize = 16 << 20;

/// Minimum share of the page that an image must cover to hide the text below.
const COVERED: f32 = 0.9;

/// Most forms that are recorded for a page.
const MAX_FORMS: usize = 64;

/// Smallest length of an image that is drawn as a line, as a multiple of its thickness.
const SLENDER: f32 = 6.0;

/// Draws an external object: `Do`. `None` if the object does not exist.
pub(super) fn draw(
    ip: &mut Interpreter<'_>,
    raw_name: &[u8],
    resources: &Resources<'_>,
) -> Option<()> {
    let object = resources
        .x_objects
        .get::<Stream<'_>>(name(raw_name).as_ref())?;
    let dict = object.dict();
    if visibility::is_hidden(ip) || visibility::hides(ip, dict.get::<Dict<'_>>("OC").as_ref()) {
        return Some(());
    }
    let subtype = dict.get::<Name<'_>>("Subtype");
    match subtype.as_deref() {
        Some(b"Image") => {
            let size = |key| dict.get::<u32>(key).unwrap_or(0);
            let number = Some(object.obj_id().obj_number).filter(|&n| n != 0);
            image(ip, (size("Width"), size("Height")), number);
            if is_opaque(dict) {
                hide_below(ip);
            }
        }
        Some(b"Form") => form(ip, &object, Matrix::IDENTITY, resources),
        // Subtype is required, but all readers draw a form without it.
        None if dict.contains_key("BBox") => form(ip, &object, Matrix::IDENTITY, resources),
        _ => {}
    }
    Some(())
}

/// Draws an inline image; `offset` is the position behind its `BI`.
pub(super) fn inline_image(ip: &mut Interpreter<'_>, image: Option<&InlineImage>, offset: usize) {
    let fault = match image {
        Some(image) if image.ends => None,
        Some(_) => Some("an inline image does not end"),
        None => Some("an inline image has no data"),
    };
    if let Some(fault) = fault {
        ip.warn(DiagnosticKind::Operator, offset, fault);
    }
    if let Some(inline) = image {
        self::image(ip, inline.samples, None);
    }
}

/// Records an image, which fills the unit square of user space (8.9.5.1); `samples` are its width and height.
pub(super) fn image(ip: &mut Interpreter<'_>, samples: (u32, u32), object: Option<u32>) {
    let m = ip.state.ctm;
    let bbox = watch::image_box(m);
    visibility::painted(ip, bbox);
    let seen = visibility::seen(ip, bbox);
    // An image of few pixels stretched to a line looks like a ruled line.
    let is_line = |r: &Rect| {
        let (w, h) = (r.width(), r.height());
        w.min(h) <= THIN && w.max(h) >= SLENDER * w.min(h)
    };
    if let Some(bbox) = seen.filter(is_line)
        && ip.out.fills.len() < ip.budget.shapes
    {
        ip.out.fills.push(Fill {
            bbox,
            stroked: false,
        });
    }
    let seen = seen.is_some();
    if ip.out.images.len() >= ip.budget.shapes || !m.is_finite() || !seen {
        return;
    }
    marked::paint(ip, |_| bbox);
    // In page space y points down, so d of an upright image is negative.
    let lean = 1e-3 * (m.a.abs() + m.d.abs());
    ip.out.images.push(Image {
        bbox,
        samples,
        upright: m.a > 0.0 && m.d < 0.0 && m.b.abs() <= lean && m.c.abs() <= lean,
        object,
        marked: ip.marked.iter().rev().find_map(|m| *m),
    });
}

/// Whether an image hides what is below it: it is not a stencil mask and has no mask (8.9.6, 11.6.5.3).
fn is_opaque(image: &Dict<'_>) -> bool {
    let stencil = matches!(
        image.get::<Object<'_>>("ImageMask"),
        Some(Object::Boolean(true))
    );
    let mode = image.get::<i32>("SMaskInData").unwrap_or(0);
    !stencil && mode == 0 && !image.contains_key("SMask") && !image.contains_key("Mask")
}

/// Marks all text so far as invisible if the last image covers the page. Some programs write recognised text
/// as visible text and draw the scan over it.
fn hide_below(ip: &mut Interpreter<'_>) {
    let opaque = ip.state.fill_alpha >= 1.0;
    let covering = ip.out.images.last().is_some_and(|image| {
        let covered = image.bbox.intersection(ip.visible).area();
        covered >= COVERED * ip.visible.area()
    });
    if opaque && covering {
        for run in &mut ip.out.runs {
            run.visible = false;
        }
    }
}

/// Draws a form (8.10); `placement` is applied after its own matrix. A form without resources uses those of
/// its parent, as in PDF 1.1.
pub(super) fn form(
    ip: &mut Interpreter<'_>,
    form: &Stream<'_>,
    placement: Matrix,
    outer: &Resources<'_>,
) {
    let id = form.obj_id();
    let refusal = match ip.nesting.refusal(id, ip.budget) {
        Some(Refusal::DrawsItself) => Some((
            DiagnosticKind::Operator,
            "a form draws itself; it is drawn once".to_owned(),
        )),
        Some(Refusal::TooDeep) => Some((
            DiagnosticKind::Limit,
            format!(
                "forms are nested more than {} deep; the innermost are left out",
                ip.budget.form_depth
            ),
        )),
        None if ip.forms_drawn >= ip.budget.forms => Some((
            DiagnosticKind::Limit,
            format!(
                "the page draws more than {} forms; the rest are left out",
                ip.budget.forms
            ),
        )),
        None => None,
    };
    let warning =
        |kind, message| Diagnostic::new(kind, message).in_object(id.obj_number, id.gen_number);
    if let Some((kind, message)) = refusal {
        ip.warnings.push(warning(kind, message));
        return;
    }
    ip.forms_drawn += 1;
    let dict = form.dict();
    let matrix = own_matrix(dict);
    if !matrix.is_finite() {
        return;
    }
    let data = match ip.form_data.get(&id) {
        // A cached form is interpreted again each time it is drawn, so it counts against the budget.
        Some(data) if !ip.budget.try_take(data.len()) => {
            let message = "the budget for decoded data is used up; this form is left out";
            ip.warnings
                .push(warning(DiagnosticKind::Limit, message.to_owned()));
            return;
        }
        Some(data) => Arc::clone(data),
        None => {
            let data: Arc<[u8]> = stream::decode(form, ip.budget, ip.warnings).into();
            let kept: usize = ip.form_data.values().map(|d| d.len()).sum();
            if kept + data.len() <= KEPT {
                ip.form_data.insert(id, Arc::clone(&data));
            }
            data
        }
    };
    let own = dict.get::<Dict<'_>>("Resources").map(Resources::new);
    let state = ip.state.clone();
    let matrices = (ip.text_matrix, ip.line_matrix);
    ip.state.ctm = matrix.then(placement).then(ip.state.ctm);
    // "the form matrix and the form's bounding box … clip" (8.10.1). A box without area is an error and
    // ignored.
    if let Some(bbox) = own_box(dict, ip.state.ctm).filter(|bbox| bbox.area() > 0.0) {
        ip.state.clip = ip.state.clip.intersection(bbox);
    }
    let is_named = dict.contains_key("StructParent");
    if is_named {
        marked::begin_object(ip, id.obj_number);
    }
    let before = Painted::so_far(ip);
    operators::run_form(ip, id, &data, own.as_ref().unwrap_or(outer));
    before.record_form(ip);
    if is_named {
        marked::end(ip);
    }
    ip.state = state;
    (ip.text_matrix, ip.line_matrix) = matrices;
}

/// The clip, and the numbers of glyphs, fills, drawings and marks of a page before a form is drawn.
struct Painted {
    clip: Rect,
    glyphs: usize,
    fills: usize,
    drawings: usize,
    marks: usize,
}

impl Painted {
    fn so_far(ip: &Interpreter<'_>) -> Self {
        Self {
            clip: ip.state.clip.intersection(ip.visible),
            glyphs: ip.out.glyphs.len(),
            fills: ip.out.fills.len(),
            drawings: ip.out.drawings.len(),
            marks: ip.out.marks.len(),
        }
    }

    /// Records the form drawn since, if it has text.
    fn record_form(self, ip: &mut Interpreter<'_>) {
        let out = &mut ip.out;
        let glyphs = out.glyphs.get(self.glyphs..).unwrap_or_default();
        let fills = out.fills.get(self.fills..).unwrap_or_default();
        let drawings = out.drawings.get(self.drawings..).unwrap_or_default();
        let marks = out.marks.get(self.marks..).unwrap_or_default();
        let shapes = fills.len() + drawings.len() + marks.len();
        if out.forms.len() >= MAX_FORMS || glyphs.is_empty() {
            return;
        }
        let painted = glyphs.iter().map(|glyph| glyph.bbox);
        let painted = painted.chain(fills.iter().map(|fill| fill.bbox));
        let painted = painted.chain(drawings.iter().map(|drawing| drawing.bbox));
        let painted = painted.chain(marks.iter().copied());
        let around = painted.fold(Rect::EMPTY, Rect::union);
        let bbox = around.intersection(self.clip);
        if bbox.area() > 0.0 {
            out.forms.push(DrawnForm {
                bbox,
                glyphs: self.glyphs as u32..out.glyphs.len() as u32,
                shapes: shapes as u32,
            });
        }
    }
}

/// The matrix of a form.
pub(super) fn own_matrix(form: &Dict<'_>) -> Matrix {
    let matrix = form.get::<Array<'_>>("Matrix");
    let matrix = matrix.and_then(|a| numbers::<6>(&a));
    matrix.map_or(Matrix::IDENTITY, |[a, b, c, d, e, f]| {
        Matrix::new(a, b, c, d, e, f)
    })
}

/// The box of a form, transformed by a matrix.
pub(super) fn own_box(form: &Dict<'_>, matrix: Matrix) -> Option<Rect> {
    let [x0, y0, x1, y1] = numbers::<4>(&form.get::<Array<'_>>("BBox")?)?;
    Some(matrix.apply_rect(x0, y0, x1, y1))
}

/// The box on the page of a form that is drawn now; `None` without `BBox`.
pub(super) fn bbox(form: &Dict<'_>, ctm: Matrix) -> Option<Rect> {
    let matrix = own_matrix(form);
    own_box(form, matrix.then(ctm)).filter(|_| matrix.is_finite())
}
