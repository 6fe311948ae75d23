//! The kinds of pictures that can be requested.

use serde::{Deserialize, Serialize};

use super::packed::QUALITY;
use super::size::part_scale;
use pdfa2hocr_core::pdf::ObjectIdentifier;

/// A requested picture.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Hash, Serialize)]
pub enum Wanted {
    /// A page (index from 0) at `scale` thousandths of a pixel per point.
    Page { page: u32, scale: u32 },
    /// The same for storage: a small file instead of a fast reply.
    KeptPage { page: u32, scale: u32 },
    /// The same as a JPEG of a quality from 1 to 100, whatever its content.
    JpegPage { page: u32, scale: u32, quality: u8 },
    /// A part of a page at such a scale: left, top, right and bottom in pixels of the whole page.
    Part {
        page: u32,
        scale: u32,
        area: [u32; 4],
    },
    /// An image by its object, in its own size.
    Image { number: u32, generation: i32 },
    /// The glyphs of a Type 3 font by its object, on a sheet of 16 by 16 cells, one for each code.
    Glyphs { number: u32, generation: i32 },
}

impl Wanted {
    /// A page at `scale` pixels per point.
    pub fn page(page: u32, scale: f32) -> Self {
        // The cast saturates; NaN becomes 0.
        let scale = (scale * 1000.0) as u32;
        Self::Page { page, scale }
    }

    /// A page at `scale` pixels per point, as a PNG or a JPEG for storage.
    pub fn kept_page(page: u32, scale: f32) -> Self {
        let scale = (scale * 1000.0) as u32;
        Self::KeptPage { page, scale }
    }

    /// A page at `scale` pixels per point, as a JPEG.
    pub fn jpeg_page(page: u32, scale: f32) -> Self {
        let scale = (scale * 1000.0) as u32;
        Self::jpeg_of(page, scale, QUALITY)
    }

    /// The same with a quality from 1 to 100.
    pub fn jpeg_of_quality(page: u32, scale: f32, quality: u8) -> Self {
        Self::jpeg_of(page, (scale * 1000.0) as u32, quality)
    }

    fn jpeg_of(page: u32, scale: u32, quality: u8) -> Self {
        Self::JpegPage {
            page,
            scale,
            quality,
        }
    }

    /// A part of a page at `scale` pixels per point: left, top, right and bottom in points. Large parts are
    /// drawn at a smaller scale.
    pub fn part(page: u32, scale: f32, area: [f32; 4]) -> Self {
        let scale = (part_scale(area, scale) * 1000.0) as u32;
        let pixels = |points: f32| points * scale as f32 / 1000.0;
        let [x0, y0, x1, y1] = area.map(pixels);
        Self::Part {
            page,
            scale,
            area: [x0.floor(), y0.floor(), x1.ceil(), y1.ceil()].map(|side| side as u32),
        }
    }

    /// The index of its page, if it is a page.
    pub(super) fn of_page(self) -> Option<u32> {
        match self {
            Self::Page { page, .. }
            | Self::KeptPage { page, .. }
            | Self::JpegPage { page, .. }
            | Self::Part { page, .. } => Some(page),
            Self::Image { .. } | Self::Glyphs { .. } => None,
        }
    }

    /// The same for another page, with the scale multiplied by `times`.
    pub(super) fn on_page(self, page: u32, times: f32) -> Self {
        let scaled = |scale: u32| (scale as f32 * times) as u32;
        match self {
            Self::Page { scale, .. } => Self::Page {
                page,
                scale: scaled(scale),
            },
            Self::KeptPage { scale, .. } => Self::KeptPage {
                page,
                scale: scaled(scale),
            },
            Self::JpegPage { scale, quality, .. } => Self::jpeg_of(page, scaled(scale), quality),
            Self::Part { scale, area, .. } => Self::Part {
                page,
                scale: scaled(scale),
                area,
            },
            other => other,
        }
    }

    /// The scale of a page, in pixels per point, rounded to thousandths.
    pub fn scale(self) -> f32 {
        match self {
            Self::Page { scale, .. }
            | Self::KeptPage { scale, .. }
            | Self::JpegPage { scale, .. }
            | Self::Part { scale, .. } => scale as f32 / 1000.0,
            Self::Image { .. } | Self::Glyphs { .. } => 1.0,
        }
    }

    pub fn image(id: ObjectIdentifier) -> Self {
        Self::Image {
            number: id.obj_number,
            generation: id.gen_number,
        }
    }

    pub fn glyphs(font: ObjectIdentifier) -> Self {
        Self::Glyphs {
            number: font.obj_number,
            generation: font.gen_number,
        }
    }

    /// The page with scale 0, which identifies it at any scale, and its own scale.
    pub(super) fn least(self) -> (Self, u32) {
        match self {
            Self::Page { page, scale }
            | Self::KeptPage { page, scale }
            | Self::JpegPage { page, scale, .. }
            | Self::Part { page, scale, .. } => (Self::Page { page, scale: 0 }, scale),
            other => (other, 0),
        }
    }
}
