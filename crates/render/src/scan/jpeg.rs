//! JPEG scans, which PDF can contain unchanged; also JPEGs in TIFF strips.

use zune_core::bytestream::ZCursor;
use zune_core::colorspace::ColorSpace;
use zune_core::options::DecoderOptions;
use zune_jpeg::JpegDecoder;

use super::image::{Image, LARGEST_SCAN};
use pdfa2hocr_core::image::jpeg_segments::{Frame, segments};

/// The file as an image, unchanged.
pub(super) fn image(bytes: &[u8]) -> Result<Image<'_>, String> {
    let (frame, adobe) = frame(bytes).ok_or("it is a damaged JPEG")?;
    let colours = match frame.components {
        1 => "/DeviceGray",
        3 => "/DeviceRGB",
        4 => "/DeviceCMYK",
        n => return Err(format!("it has {n} components of colour")),
    };
    Ok(Image {
        size: (frame.width.into(), frame.height.into()),
        colours: Some(colours.into()),
        bits: 8,
        inverted: if frame.components == 4 && adobe { 4 } else { 0 },
        filter: Some("DCTDecode"),
        data: bytes.into(),
    })
}

/// The frame header, and whether Adobe's programs wrote the file: in CMYK, 255 then means no ink.
fn frame(bytes: &[u8]) -> Option<(Frame, bool)> {
    let mut adobe = false;
    segments(bytes).find_map(|(marker, data)| {
        adobe |= marker == 0xee && data.starts_with(b"Adobe");
        Some((Frame::read(marker, data)?, adobe))
    })
}

/// The samples of a JPEG, their number in a pixel, and its width and height.
pub(super) fn decoded(bytes: &[u8]) -> Option<(Vec<u8>, usize, (usize, usize))> {
    let side = u16::MAX.into();
    let options = DecoderOptions::default()
        .set_max_width(side)
        .set_max_height(side);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().ok()?;
    let (colours, samples) = match decoder.input_colorspace()? {
        ColorSpace::Luma => (ColorSpace::Luma, 1),
        ColorSpace::CMYK | ColorSpace::YCCK => (ColorSpace::CMYK, 4),
        _ => (ColorSpace::RGB, 3),
    };
    decoder.set_options(options.jpeg_set_out_colorspace(colours));
    let info = decoder.info()?;
    let size = (usize::from(info.width), usize::from(info.height));
    if size.0 * size.1 * samples > LARGEST_SCAN {
        return None;
    }
    Some((decoder.decode().ok()?, samples, size))
}
