//! An image as a PDF contains it: compressed samples, and the entries that describe them (ISO 32000-1, 8.9.5).

use std::borrow::Cow;

use crate::geometry::Rect;

/// The image of a page. The samples are those of the file, without another compression.
#[derive(Clone, Debug, PartialEq)]
pub struct Embedded<'a> {
    /// The compressed samples.
    pub data: Cow<'a, [u8]>,
    pub filter: ImageFilter,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Bits of a sample.
    pub bits: u8,
    pub colours: ImageColours,
    /// Whether the largest value is black, or no ink.
    pub inverted: bool,
}

/// The scan of a page.
#[derive(Clone, Debug, PartialEq)]
pub struct PageScan {
    pub image: Embedded<'static>,
    /// The area that it fills, in page space.
    pub area: Rect,
}

/// The compression of the samples (7.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageFilter {
    Jpeg,
    Jpeg2000,
    Jbig2,
    /// CCITT group 4, or group 3 with `two_dimensional` or without. The columns are the width.
    Ccitt {
        group_4: bool,
        two_dimensional: bool,
        aligned: bool,
    },
    /// Deflate, with the predictor of PNG for each row.
    Png,
    /// Deflate.
    Deflate,
}

/// The colours of the samples.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImageColours {
    Grey,
    Rgb,
    Cmyk,
    /// Colours of a palette, each with three bytes.
    Palette(Vec<u8>),
    /// The data describes its colours (JPEG 2000).
    Own,
}

impl ImageColours {
    /// Number of samples of a pixel; 0 if only the data tells.
    pub fn samples(&self) -> u8 {
        match self {
            Self::Grey | Self::Palette(_) => 1,
            Self::Rgb => 3,
            Self::Cmyk => 4,
            Self::Own => 0,
        }
    }
}
