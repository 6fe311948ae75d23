//! Writes the image of a page as an image XObject (ISO 32000-1, 8.9.5), with its data as it is.

use pdf_writer::types::Predictor;
use pdf_writer::{Filter, Finish, Name, Ref};

use super::objects::Objects;
use crate::page::{Embedded, ImageColours, ImageFilter};

/// Writes an image.
pub(super) fn write(image: &Embedded<'_>, objects: &mut Objects) -> Ref {
    let id = objects.reserve();
    let side = |side: u32| side.min(i32::MAX as u32) as i32;
    objects.image(id, &image.data, |out| {
        out.width(side(image.width)).height(side(image.height));
        // JPEG 2000 describes its samples.
        if image.colours != ImageColours::Own {
            out.bits_per_component(image.bits.into());
        }
        match &image.colours {
            ImageColours::Grey => out.color_space().device_gray(),
            ImageColours::Rgb => out.color_space().device_rgb(),
            ImageColours::Cmyk => out.color_space().device_cmyk(),
            ImageColours::Palette(colours) => {
                let last = (colours.len() / 3).clamp(1, 256) as i32 - 1;
                out.color_space().indexed(Name(b"DeviceRGB"), last, colours);
            }
            ImageColours::Own => {}
        }
        let samples = image.colours.samples();
        if image.inverted {
            out.decode((0..samples).flat_map(|_| [1.0, 0.0]));
        }
        match image.filter {
            ImageFilter::Jpeg => out.filter(Filter::DctDecode),
            ImageFilter::Jpeg2000 => out.filter(Filter::JpxDecode),
            ImageFilter::Jbig2 => out.filter(Filter::Jbig2Decode),
            ImageFilter::Deflate | ImageFilter::Png => out.filter(Filter::FlateDecode),
            ImageFilter::Ccitt { .. } => out.filter(Filter::CcittFaxDecode),
        };
        match image.filter {
            ImageFilter::Png => {
                out.decode_parms()
                    .predictor(Predictor::PngOptimum)
                    .colors(samples.into())
                    .bits_per_component(image.bits.into())
                    .columns(side(image.width));
            }
            ImageFilter::Ccitt {
                group_4,
                two_dimensional,
                aligned,
            } => {
                let mut parameters = out.decode_parms();
                parameters.k(match (group_4, two_dimensional) {
                    (true, _) => -1,
                    (false, true) => 1,
                    (false, false) => 0,
                });
                parameters
                    .columns(side(image.width))
                    .rows(side(image.height))
                    .encoded_byte_align(aligned);
                parameters.finish();
            }
            _ => {}
        }
    });
    id
}
