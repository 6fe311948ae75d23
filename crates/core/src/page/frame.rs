//! The pixel frame of a page: the image that output boxes refer to.

use crate::geometry::Rect;

/// The image of a page; its pixels are the unit of all output boxes.
#[derive(Clone, Debug, PartialEq)]
pub struct PageFrame {
    /// Width in pixels; 0 counts as 1.
    pub width_px: u32,
    /// Height in pixels; 0 counts as 1.
    pub height_px: u32,
    /// Pixels per inch, across.
    pub dpi_x: f32,
    /// Pixels per inch, down.
    pub dpi_y: f32,
    /// The part of the page that the image shows, in page space.
    pub area: Rect,
    /// The image file, if there is one.
    pub image: Option<PageImage>,
}

/// The image file of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageImage {
    /// Path of the file as the output refers to it.
    pub name: String,
    /// The MD5 sum of the file in hexadecimal digits; `None` if the file holds more than this page.
    pub md5: Option<String>,
}
