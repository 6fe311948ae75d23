//! What can be drawn.

use serde::{Deserialize, Serialize};

use crate::pdf::ObjectIdentifier;

/// Something that a picture is wanted of.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Hash, Serialize)]
pub(crate) enum Wanted {
    /// A page, from 0, with `scale` thousandths of a pixel a point.
    Page { page: u32, scale: u32 },
    /// The same as a file to be kept, small rather than soon there.
    KeptPage { page: u32, scale: u32 },
    /// The same as a JPEG, whatever is on it.
    JpegPage { page: u32, scale: u32 },
    /// An image by its object, as large as it is.
    Image { number: u32, generation: i32 },
    /// The glyphs of a Type 3 font by its object, on a sheet of 16 by 16 cells, one a code.
    Glyphs { number: u32, generation: i32 },
}

impl Wanted {
    /// A page with `scale` pixels a point.
    pub(crate) fn page(page: u32, scale: f32) -> Self {
        // A cast saturates; what is not a number becomes 0.
        let scale = (scale * 1000.0) as u32;
        Self::Page { page, scale }
    }

    /// A page with `scale` pixels a point, as a PNG or a JPEG to be kept.
    pub(crate) fn kept_page(page: u32, scale: f32) -> Self {
        let scale = (scale * 1000.0) as u32;
        Self::KeptPage { page, scale }
    }

    /// A page with `scale` pixels a point as a JPEG.
    pub(crate) fn jpeg_page(page: u32, scale: f32) -> Self {
        let scale = (scale * 1000.0) as u32;
        Self::JpegPage { page, scale }
    }

    /// The page that it is of.
    pub(super) fn of_page(self) -> Option<u32> {
        match self {
            Self::Page { page, .. } | Self::KeptPage { page, .. } | Self::JpegPage { page, .. } => {
                Some(page)
            }
            Self::Image { .. } | Self::Glyphs { .. } => None,
        }
    }

    /// The same of another page, with so many times as many pixels a point.
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
            Self::JpegPage { scale, .. } => Self::JpegPage {
                page,
                scale: scaled(scale),
            },
            other => other,
        }
    }

    /// Pixels a point of a page, as it is drawn: in whole thousandths.
    pub(crate) fn scale(self) -> f32 {
        match self {
            Self::Page { scale, .. }
            | Self::KeptPage { scale, .. }
            | Self::JpegPage { scale, .. } => scale as f32 / 1000.0,
            Self::Image { .. } | Self::Glyphs { .. } => 1.0,
        }
    }

    pub(crate) fn image(id: ObjectIdentifier) -> Self {
        Self::Image {
            number: id.obj_number,
            generation: id.gen_number,
        }
    }

    pub(crate) fn glyphs(font: ObjectIdentifier) -> Self {
        Self::Glyphs {
            number: font.obj_number,
            generation: font.gen_number,
        }
    }

    /// The same, with the least of pixels, and how many it has.
    pub(super) fn least(self) -> (Self, u32) {
        match self {
            Self::Page { page, scale }
            | Self::KeptPage { page, scale }
            | Self::JpegPage { page, scale } => (Self::Page { page, scale: 0 }, scale),
            other => (other, 0),
        }
    }
}
