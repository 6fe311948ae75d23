//! A page and its geometry.

use std::borrow::Cow;

use hayro_syntax::page::{A4, Resources, Rotation};

use super::lexer::{Lexer, RawString, Token};
use super::{Array, Dict, Object, Stream, items, salvage, stream};
use crate::diagnostics::{Diagnostic, Kind, Warnings};
use crate::geometry::Matrix;
use crate::limits::Limits;

/// A page (7.7.3), with what it inherits.
pub struct Page<'a> {
    /// From 0.
    pub index: u32,
    page: &'a hayro_syntax::page::Page<'a>,
    /// The bytes of the file.
    file: &'a [u8],
    /// The visible part of the page in user space: the crop box within the media box.
    crop: hayro_syntax::object::Rect,
    /// `/UserUnit`: points a unit of user space.
    user_unit: f64,
}

impl<'a> Page<'a> {
    pub(super) fn new(index: u32, page: &'a hayro_syntax::page::Page<'a>, file: &'a [u8]) -> Self {
        let visible = |r: hayro_syntax::object::Rect| {
            let sane = [r.x0, r.y0, r.x1, r.y1].iter().all(|v| v.is_finite());
            sane && r.width() > 0.0 && r.height() > 0.0
        };
        // 14.11.2.1: boxes are clipped to the media box. A crop box that shows nothing is a
        // mistake, and every reader shows the media box then.
        let crop = [page.intersected_crop_box(), page.media_box(), A4]
            .into_iter()
            .find(|r| visible(*r))
            .unwrap_or(A4);
        let user_unit = page
            .raw()
            .get::<f32>("UserUnit")
            .filter(|u| u.is_finite() && *u > 0.0)
            .map_or(1.0, f64::from);
        Self {
            index,
            page,
            file,
            crop,
            user_unit,
        }
    }

    pub fn dict(&self) -> &'a Dict<'a> {
        self.page.raw()
    }

    pub fn resources(&self) -> &'a Resources<'a> {
        self.page.resources()
    }

    /// `/Rotate` in degrees, clockwise: 0, 90, 180 or 270.
    pub fn rotation(&self) -> u16 {
        match self.page.rotation() {
            Rotation::None => 0,
            Rotation::Horizontal => 90,
            Rotation::Flipped => 180,
            Rotation::FlippedHorizontal => 270,
        }
    }

    /// Width and height of the page as it is shown, in points.
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

    /// From user space to page space: points, origin at the top left of the page as it is shown,
    /// y pointing down.
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

    /// The page's content (7.8.2), its streams joined. "The division between streams may occur
    /// only at the boundaries between lexical tokens", so white space is put between them; but
    /// where a writer did cut a string in two, its halves are joined without.
    pub fn content(&self, limits: &Limits, warnings: &mut Warnings) -> Cow<'a, [u8]> {
        let mut streams: Vec<Stream<'a>> = Vec::new();
        match self.dict().get::<Object<'a>>("Contents") {
            Some(Object::Stream(s)) => streams.push(s),
            Some(Object::Array(a)) => streams.extend(streams_of(&a)),
            _ => {
                if let Some(reference) = self.dict().get_ref("Contents")
                    && let Some((dict, data)) = salvage::cut_stream(self.file, reference.into())
                {
                    let (id, data) = (reference.into(), Cow::Borrowed(data));
                    let warning = Diagnostic::new(Kind::Stream, "the stream has no end");
                    warnings.push(warning.in_object(reference.obj_number, reference.gen_number));
                    return stream::decode_data(&dict, data, id, limits.stream_bytes, warnings);
                }
            }
        }
        if let [only] = streams.as_slice() {
            return stream::decode(only, limits.stream_bytes, warnings);
        }
        let mut joined = Vec::new();
        let mut whole_until = 0;
        for s in &streams {
            let left = limits.stream_bytes.saturating_sub(joined.len());
            if left == 0 {
                break;
            }
            joined.extend_from_slice(&stream::decode(s, left, warnings));
            if !ends_in_string(joined.get(whole_until..).unwrap_or_default()) {
                joined.push(b'\n');
                whole_until = joined.len();
            }
        }
        Cow::Owned(joined)
    }
}

fn streams_of<'a>(array: &Array<'a>) -> impl Iterator<Item = Stream<'a>> + use<'a> {
    items(array).filter_map(Object::into_stream)
}

/// Whether the data ends inside a literal string. White space does no harm inside other tokens
/// that a writer may have cut: it means nothing in hexadecimal strings, and numbers and names were
/// never seen cut.
fn ends_in_string(data: &[u8]) -> bool {
    let mut lexer = Lexer::new(data);
    loop {
        lexer.skip_to_string();
        let Some(Token::String(RawString::Literal(raw))) = lexer.next() else {
            return false;
        };
        // A closed string leaves its bracket unread; an open one goes to the end of the data.
        if raw.as_ptr_range().end == data.as_ptr_range().end {
            return true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_that_ends_inside_a_string_is_told() {
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
