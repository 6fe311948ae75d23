//! Exports images of a document as files (8.9). Compressed data is kept and wrapped in its file format. Plain
//! samples become PNG or, in CMYK, TIFF. Pixels are not changed.

mod ccitt;
mod colours;
#[cfg(feature = "cli")]
mod exif;
mod jbig2;
mod jpeg;
mod samples;
mod tiff;

use std::borrow::Cow;

use crate::budget::Budget;
use crate::diagnostics::{Diagnostic, DiagnosticKind, Result, Warnings};
use crate::pdf::filter::Filter;
use crate::pdf::stream::{self, Encoded};
use crate::pdf::{Dict, Object, Stream};

#[cfg(feature = "cli")]
pub(crate) use exif::exif;
pub(crate) use jpeg::plain_jpeg;

/// An image as a file.
pub struct ImageFile<'a> {
    /// The extension of the file name, such as `jpg`.
    pub extension: &'static str,
    /// The whole file.
    pub data: Cow<'a, [u8]>,
}

/// The file of an image: JPEG, JPEG 2000 (a file or a bare codestream), JBIG2, TIFF (from CCITT data, and
/// from samples in CMYK) or PNG (from other samples). Masks and colour profiles are omitted.
///
/// # Errors
///
/// [`DiagnosticKind::Image`] if no such file can contain the image, or its data is missing.
pub fn file<'a>(
    image: &Stream<'a>,
    budget: &Budget,
    warnings: &mut Warnings,
) -> Result<ImageFile<'a>> {
    let Encoded {
        data,
        filter,
        parameters,
    } = stream::decode_to_image(image, budget, warnings);
    let plain = |extension, data| Ok(ImageFile { extension, data });
    if data.is_empty() {
        return Err(unfit("it has no data"));
    }
    let header = Header::read(image.dict());
    match filter {
        Some(Filter::Dct) => plain("jpg", data),
        Some(Filter::Jpx) if data.starts_with(&CODESTREAM) => plain("j2k", data),
        Some(Filter::Jpx) => plain("jp2", data),
        Some(Filter::Jbig2) => {
            let globals = parameters.and_then(|p| p.get::<Stream<'a>>("JBIG2Globals"));
            let globals = globals.map(|g| stream::decode(&g, budget, warnings).into_owned());
            let file = jbig2::file(globals.as_deref().unwrap_or_default(), &data);
            plain("jb2", file.into())
        }
        Some(Filter::CcittFax) => {
            let parameters = parameters.unwrap_or_default();
            plain("tif", ccitt::file(&data, &parameters, &header)?.into())
        }
        _ => samples::file(&data, image.dict(), &header, budget, warnings),
    }
}

/// `SOC` and `SIZ` (ITU-T T.800, A.4.1, A.5.1): the first bytes of a bare codestream.
const CODESTREAM: [u8; 4] = [0xff, 0x4f, 0xff, 0x51];

/// The properties of the samples in the dictionary (table 89).
struct Header {
    width: u32,
    height: u32,
    bits: u8,
    /// Whether `/Decode` exchanges black and white.
    inverted: bool,
    stencil: bool,
}

impl Header {
    fn read(image: &Dict<'_>) -> Self {
        let stencil = matches!(
            image.get::<Object<'_>>("ImageMask"),
            Some(Object::Boolean(true))
        );
        let first = image
            .get::<crate::pdf::Array<'_>>("Decode")
            .and_then(|d| crate::pdf::numbers::<2>(&d));
        Self {
            width: image.get("Width").unwrap_or(0),
            height: image.get("Height").unwrap_or(0),
            bits: match stencil {
                true => 1,
                false => image.get("BitsPerComponent").unwrap_or(8),
            },
            inverted: first.is_some_and(|[low, high]| low > high),
            stencil,
        }
    }
}

fn unfit(why: &str) -> Diagnostic {
    Diagnostic::new(
        DiagnosticKind::Image,
        format!("the scan cannot be saved: {why}"),
    )
}
