//! The drawings of images on pages.

use super::image::Image;
use super::place::Place;
use pdfa2hocr_core::pdf::ObjectIdentifier;

/// One drawing of an image.
#[derive(Clone, Debug)]
pub(super) struct Drawn {
    /// Page index, from 0.
    pub page: u32,
    pub image: ImageSource,
    pub bbox: Option<Place>,
    /// Width and height, in points.
    pub size: (f64, f64),
}

/// The location of an image.
#[derive(Clone, Debug)]
pub(super) enum ImageSource {
    Object(ObjectIdentifier),
    /// An inline image with its dictionary.
    Inline(Box<Image>),
}
