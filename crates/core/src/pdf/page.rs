//! A page (7.7.3) and its geometry: its size, its matrix to page space, its resources and its content.

use std::borrow::Cow;

use hayro_syntax::object::Rect;
use hayro_syntax::page::{A4, Resources};

use super::lexer::{Lexer, RawString, Token};
use super::page_tree::Found;
use super::{Dict, Object, Stream, items, stream};
use crate::budget::Budget;
use crate::diagnostics::{Diagnostic, Warnings};
use crate::geometry::Matrix;

/// Minimum width and height of a page, in points (annex C.2). A `/UserUnit` that would make the page smaller
/// is ignored.
const SMALLEST: f64 = 3.0;

/// A page (7.7.3), with inherited entries.
pub struct Page<'a> {
    /// Index from 0.
    pub index: u32,
    dict: Dict<'a>,
    resources: Resources<'a>,
    /// The visible part of the page in user space: the crop box within the media box.
    crop: Rect,
    /// The media box, in user space.
    media: Rect,
    rotation: u16,
    /// `/UserUnit`: points per unit of user space.
    user_unit: f64,
}

impl<'a> Page<'a> {
    pub(super) fn new(index: u32, page: Found<'a>) -> Self {
        let (dict, inherited) = (page.dict, page.inherited);
        let media = dict.get::<Rect>("MediaBox").or(inherited.media_box);
        let media = media.unwrap_or(A4);
        let crop = dict.get::<Rect>("CropBox").or(inherited.crop_box);
        let visible = |r: Rect| {
            let sane = [r.x0, r.y0, r.x1, r.y1].iter().all(|v| v.is_finite());
            sane && r.width() > 0.0 && r.height() > 0.0
        };
        // 14.11.2.1: boxes are clipped to the media box. An empty crop box is an error; readers then show the
        // media box.
        let crop = [crop.unwrap_or(media).intersect(media), media, A4]
            .into_iter()
            .find(|r| visible(*r))
            .unwrap_or(A4);
        let smallest = crop.width().min(crop.height());
        let user_unit = dict
            .get::<f32>("UserUnit")
            .map(f64::from)
            .filter(|u| u.is_finite() && *u > 0.0)
            .filter(|u| *u >= 1.0 || u * smallest >= SMALLEST)
            .unwrap_or(1.0);
        let rotate = dict.get::<i32>("Rotate").or(inherited.rotate).unwrap_or(0);
        Self {
            index,
            dict,
            resources: Resources::new(page.resources),
            crop,
            media: [media, crop]
                .into_iter()
                .find(|r| visible(*r))
                .unwrap_or(crop),
            rotation: match rotate.rem_euclid(360) {
                90 => 90,
                180 => 180,
                270 => 270,
                _ => 0,
            },
            user_unit,
        }
    }

    pub fn dict(&self) -> &Dict<'a> {
        &self.dict
    }

    pub fn resources(&self) -> &Resources<'a> {
        &self.resources
    }

    /// `/Rotate` in degrees, clockwise: 0, 90, 180 or 270.
    pub fn rotation(&self) -> u16 {
        self.rotation
    }

    /// The media box in page space, in which the visible part begins at the origin.
    pub fn media_box(&self) -> crate::geometry::Rect {
        let Rect { x0, y0, x1, y1 } = self.media;
        self.matrix().apply_rect(x0, y0, x1, y1)
    }

    /// Width and height of the displayed page, in points.
    pub fn size(&self) -> (f32, f32) {
        let (w, h) = (
            (self.crop.width() * self.user_unit) as f32,
            (self.crop.height() * self.user_unit) as f32,
        );
        match self.rotation() {
            90 | 270 => (h, w),
            _ => (w, h),
        }
    }

    /// The matrix from user space to page space: points, origin at the top left of the displayed page, y
    /// downwards.
    pub fn matrix(&self) -> Matrix {
        let u = self.user_unit;
        let (w, h) = (self.crop.width() * u, self.crop.height() * u);
        let upright = Matrix::new(u, 0.0, 0.0, -u, -self.crop.x0 * u, self.crop.y1 * u);
        let turn = match self.rotation() {
            90 => Matrix::new(0.0, 1.0, -1.0, 0.0, h, 0.0),
            180 => Matrix::new(-1.0, 0.0, 0.0, -1.0, w, h),
            270 => Matrix::new(0.0, -1.0, 1.0, 0.0, 0.0, w),
            _ => Matrix::IDENTITY,
        };
        upright.then(turn)
    }

    /// The page's content (7.8.2), its streams joined. "The division between streams may occur only at the
    /// boundaries between lexical tokens", so white space is inserted between them. Only the halves of a
    /// divided string are joined directly.
    pub fn content(&self, budget: &Budget, warnings: &mut Warnings) -> Cow<'a, [u8]> {
        let mut streams: Vec<Stream<'a>> = Vec::new();
        match self.dict().get::<Object<'a>>("Contents") {
            Some(Object::Stream(s)) => streams.push(s),
            Some(Object::Array(a)) => streams.extend(items(&a).filter_map(Object::into_stream)),
            _ => {}
        }
        if let [only] = streams.as_slice() {
            return stream::decode(only, budget, warnings);
        }
        let mut joined = Vec::new();
        let mut whole_until = 0;
        for s in &streams {
            let data = stream::decode(s, budget, warnings);
            let left = budget.stream_bytes.saturating_sub(joined.len());
            if data.len() > left {
                budget.note_cut();
                let text = format!("the content is read up to {} bytes", budget.stream_bytes);
                warnings.push(Diagnostic::limit(text));
            }
            joined.extend_from_slice(data.get(..left).unwrap_or(&data));
            if data.len() >= left {
                break;
            }
            if !ends_in_string(joined.get(whole_until..).unwrap_or_default()) {
                joined.push(b'\n');
                whole_until = joined.len();
            }
        }
        Cow::Owned(joined)
    }
}

/// Whether the data ends inside a literal string. Inserted white space is harmless inside hexadecimal
/// strings; divided numbers and names have not been found in real files.
fn ends_in_string(data: &[u8]) -> bool {
    let mut lexer = Lexer::new(data);
    loop {
        lexer.skip_to_string();
        let Some(Token::String(RawString::Literal(raw))) = lexer.next() else {
            return false;
        };
        // A closed string excludes its bracket; an open one extends to the end of the data.
        if raw.as_ptr_range().end == data.as_ptr_range().end {
            return true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_that_ends_inside_a_string_is_reported() {
        for (data, open) in [
            ("BT (abc) Tj", false),
            ("BT (abc", true),
            ("BT (a\\) b", true),
            ("BT (a\\)) Tj", false),
            ("BT (a(b)", true),
            ("[(a) -20 (b", true),
            ("BT <4142", false),
            ("BT (", true),
            ("BT ()", false),
            ("BT ((a) ) ", false),
            ("", false),
            ("1 ) 2", false),
            ("(a) % (b", false),
            ("(a) % (b\n(c", true),
        ] {
            assert_eq!(ends_in_string(data.as_bytes()), open, "{data}");
        }
    }
}
