//! Exports images of a document as files (8.9). Compressed data is kept and wrapped in its file format. Plain
//! samples become PNG or, in CMYK, TIFF. Pixels are not changed.

mod ccitt;
mod colours;
mod embed;
#[cfg(feature = "exif")]
mod exif;
mod header;
mod jbig2;
mod jpeg;
pub mod jpeg_segments;
mod samples;
pub mod tiff;

use std::borrow::Cow;

use crate::budget::Budget;
use crate::diagnostics::{Result, Warnings};
use crate::pdf::Stream;
use crate::pdf::filter::Filter;
use crate::pdf::stream::{self, Encoded};

pub use embed::{embed, recompressed};
#[cfg(feature = "exif")]
pub use exif::exif;
use header::Header;
pub use header::unfit;
pub use jpeg::plain_jpeg;

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
/// [`DiagnosticKind::Image`](crate::diagnostics::DiagnosticKind::Image) if no such file can contain the image, or its data is missing.
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
        _ => {
            let (extension, data) = samples::file(&data, image.dict(), &header, budget, warnings)?;
            plain(extension, data.into())
        }
    }
}

/// `SOC` and `SIZ` (ITU-T T.800, A.4.1, A.5.1): the first bytes of a bare codestream.
const CODESTREAM: [u8; 4] = [0xff, 0x4f, 0xff, 0x51];
