//! JPEG scans, which PDF can contain unchanged; also JPEGs in TIFF strips.

use zune_core::bytestream::ZCursor;
use zune_core::colorspace::ColorSpace;
use zune_core::options::DecoderOptions;
use zune_jpeg::JpegDecoder;

use super::{Image, LARGEST_SCAN};

/// Maximum number of header segments read.
const MOST: usize = 2000;

/// Values of the frame header (ITU-T T.81, B.2.2).
struct Frame {
    width: u16,
    height: u16,
    components: u8,
    /// Whether Adobe's programs wrote it: in CMYK, 255 then means no ink.
    adobe: bool,
}

/// The file as an image, unchanged.
pub(super) fn image(bytes: &[u8]) -> Result<Image<'_>, String> {
    let frame = frame(bytes).ok_or("it is a damaged JPEG")?;
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
        inverted: if frame.components == 4 && frame.adobe {
            4
        } else {
            0
        },
        filter: Some("DCTDecode"),
        data: bytes.into(),
    })
}

fn frame(bytes: &[u8]) -> Option<Frame> {
    let mut adobe = false;
    let mut at = 2usize;
    for _ in 0..MOST {
        let rest = bytes.get(at..)?;
        let &[0xFF, marker, high, low, ref data @ ..] = rest else {
            return None;
        };
        match (marker, data) {
            // Fill bytes.
            (0xFF, _) => {
                at += 1;
                continue;
            }
            (0xEE, [b'A', b'd', b'o', b'b', b'e', ..]) => adobe = true,
            (0xC0..=0xC3 | 0xC5..=0xC7 | 0xC9..=0xCB | 0xCD..=0xCF, data) => {
                let &[_, y1, y0, x1, x0, components, ..] = data else {
                    return None;
                };
                return Some(Frame {
                    width: u16::from_be_bytes([x1, x0]),
                    height: u16::from_be_bytes([y1, y0]),
                    components,
                    adobe,
                });
            }
            (0xDA | 0xD9, _) => return None,
            _ => {}
        }
        at += 2 + usize::from(u16::from_be_bytes([high, low]));
    }
    None
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
