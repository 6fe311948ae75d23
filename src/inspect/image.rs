//! Reads the dictionary of an image (ISO 32000-1, tables 89 and 93).

use serde::Serialize;

use super::colour;
use super::value::filter_names;
use pdfa2hocr_core::named;
use pdfa2hocr_core::pdf::{ColourSpace, Dict, Document, Object, ObjectIdentifier, Stream};

named! {
    /// The use of an image.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
    #[serde(rename_all = "lowercase")]
    pub(crate) enum Kind {
        #[default]
        Image = "image",
        /// A stencil mask: its samples select the painted area (8.9.6.2).
        Stencil = "stencil",
        /// An explicit mask of another image (8.9.6.3).
        Mask = "mask",
        /// The opacity of another image (11.6.5.3).
        #[serde(rename = "smask")]
        SoftMask = "smask",
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Image {
    #[serde(rename = "type")]
    pub kind: Kind,
    pub width: u32,
    pub height: u32,
    /// The family of its colour space; JPEG 2000 may define it in the data.
    pub colour_space: Option<String>,
    pub components: Option<usize>,
    /// Bits for each component.
    pub bits: Option<u8>,
    /// In the order of decoding.
    pub filters: Vec<String>,
    pub interpolate: bool,
    /// Encoded size in the file.
    pub bytes: usize,
    /// Encoded size as a percentage of the decoded size.
    pub ratio: Option<f64>,
}

impl Image {
    /// Reads an image XObject.
    fn of(image: &Stream<'_>, kind: Kind) -> Self {
        Self::read(image.dict(), image.raw_data().len(), kind)
    }

    /// Reads an inline image with this size, whose keys may be abbreviated.
    pub(super) fn inline(dict: &Dict<'_>, bytes: usize) -> Self {
        Self::read(dict, bytes, Kind::Image)
    }

    fn read(dict: &Dict<'_>, bytes: usize, kind: Kind) -> Self {
        let get = |long: &str, short: &str| {
            let long = dict.get::<Object<'_>>(long);
            long.or_else(|| dict.get::<Object<'_>>(short))
        };
        let number = |long, short| match get(long, short) {
            Some(Object::Number(n)) => u32::try_from(n.as_i64()).ok(),
            _ => None,
        };
        let is_set = |long, short| matches!(get(long, short), Some(Object::Boolean(true)));
        let stencil = is_set("ImageMask", "IM");
        let space = get("ColorSpace", "CS");
        let components = match &space {
            _ if stencil => Some(1),
            Some(space) => ColourSpace::read(space, &|_| None).components(),
            None => None,
        };
        let bits = match stencil {
            true => Some(1),
            false => number("BitsPerComponent", "BPC").and_then(|bits| u8::try_from(bits).ok()),
        };
        let (width, height) = (
            number("Width", "W").unwrap_or(0),
            number("Height", "H").unwrap_or(0),
        );
        let samples = components.zip(bits).map(|(components, bits)| {
            let row = f64::from(width) * components as f64 * f64::from(bits);
            (row / 8.0).ceil() * f64::from(height)
        });
        let percent = |samples: f64| (bytes as f64 / samples * 1000.0).round() / 10.0;
        Self {
            kind: match kind {
                Kind::Image if stencil => Kind::Stencil,
                kind => kind,
            },
            width,
            height,
            colour_space: space.as_ref().and_then(colour::family),
            components,
            bits,
            filters: filter_names(dict),
            interpolate: is_set("Interpolate", "I"),
            bytes,
            ratio: samples.filter(|&s| s > 0.0).map(percent),
        }
    }
}

/// Facts about an image object and its mask.
#[derive(Default)]
pub(super) struct Known {
    pub(super) image: Image,
    pub(super) mask: Option<(ObjectIdentifier, Image)>,
}

impl Known {
    pub(super) fn read(document: &Document, id: ObjectIdentifier) -> Self {
        let Some(Object::Stream(stream)) = document.object(id) else {
            return Self::default();
        };
        let of = |key: &str, kind: Kind| {
            let mask = stream.dict().get::<Stream<'_>>(key)?;
            Some((mask.obj_id(), Image::of(&mask, kind)))
        };
        Self {
            image: Image::of(&stream, Kind::Image),
            mask: of("SMask", Kind::SoftMask).or_else(|| of("Mask", Kind::Mask)),
        }
    }
}
