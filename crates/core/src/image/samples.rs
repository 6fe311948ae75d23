//! Writes plain samples (8.9.5.2) as PNG, or as TIFF for CMYK, which PNG does not support.

use std::borrow::Cow;

use super::colours::Colours;
use super::header::{Header, unfit};
use super::tiff::{self, Tag};
use crate::budget::Budget;
use crate::diagnostics::{Diagnostic, DiagnosticKind, Result, Warnings};
use crate::pdf::{Dict, Object};

/// `PhotometricInterpretation` of CMYK (TIFF 6.0, section 16).
const SEPARATED: u32 = 5;
/// `Compression` of uncompressed data.
const UNCOMPRESSED: u32 = 1;

/// Writes the samples of an image as a file; returns its extension and its bytes.
///
/// # Errors
///
/// [`DiagnosticKind::Image`] if neither format supports the samples.
pub(super) fn file(
    data: &[u8],
    image: &Dict<'_>,
    header: &Header,
    budget: &Budget,
    warnings: &mut Warnings,
) -> Result<(&'static str, Vec<u8>)> {
    let colours = match image.get::<Object<'_>>("ColorSpace") {
        _ if header.stencil => Colours::Grey,
        Some(space) => Colours::of(&space, budget, warnings)
            .ok_or_else(|| unfit("no image format has its colour space"))?,
        None => return Err(unfit("it has no colour space")),
    };
    let size = (header.width, header.height);
    let row = u64::from(size.0) * u64::from(colours.count()) * u64::from(header.bits);
    let length = row.div_ceil(8).saturating_mul(size.1.into());
    let length = usize::try_from(length)
        .ok()
        .filter(|n| (1..=budget.image_bytes).contains(n))
        .ok_or_else(|| unfit("its size is out of bounds"))?;
    let mut samples = Cow::Borrowed(data.get(..length).unwrap_or(data));
    if samples.len() < length {
        warnings.push(Diagnostic::new(
            DiagnosticKind::Image,
            "the scan ends early",
        ));
        samples.to_mut().resize(length, 0);
    }
    // Indices cannot be inverted.
    let palette = matches!(colours, Colours::Palette(_));
    if (header.inverted && !palette) != (colours == Colours::Tint) {
        samples.to_mut().iter_mut().for_each(|byte| *byte = !*byte);
    }
    let file = match colours {
        Colours::Cmyk => {
            let fields = [
                (Tag::BitsPerSample, header.bits.into()),
                (Tag::Compression, UNCOMPRESSED),
                (Tag::Photometric, SEPARATED),
            ];
            // TIFF stores samples over 8 bits in the byte order of the file, which differs from that of PDF.
            let file =
                (header.bits == 8).then(|| tiff::file(size, colours.count(), &fields, &samples));
            file.flatten().map(|data| ("tif", data))
        }
        _ => png(&samples, size, header.bits, colours).map(|data| ("png", data)),
    };
    file.ok_or_else(|| unfit("no image format has samples like its own"))
}

/// Writes a PNG; `None` if the format does not support the samples.
fn png(samples: &[u8], size: (u32, u32), bits: u8, colours: Colours) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, size.0, size.1);
    encoder.set_depth(png::BitDepth::from_u8(bits)?);
    encoder.set_compression(png::Compression::Fast);
    match colours {
        Colours::Grey | Colours::Tint => encoder.set_color(png::ColorType::Grayscale),
        Colours::Rgb => encoder.set_color(png::ColorType::Rgb),
        Colours::Palette(mut colours) => {
            // Keep only whole colours that indices can select.
            colours.truncate(3usize << bits.min(8));
            colours.truncate(colours.len() / 3 * 3);
            encoder.set_color(png::ColorType::Indexed);
            encoder.set_palette(colours);
        }
        Colours::Cmyk => return None,
    }
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(samples).ok()?;
    writer.finish().ok()?;
    Some(out)
}
