//! Reads the resolution of an image from the header of its file (PNG, JPEG, TIFF).

use crate::image::jpeg_segments::{Frame, segments};
use crate::image::tiff::{Directory, Tag};

/// Pixels per inch, horizontally and vertically, and the width of the image in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Resolution {
    pub dpi: (f32, f32),
    pub width: Option<u32>,
}

/// Maximum number of chunks, segments and entries of a header that are read.
const MAX: usize = 2000;

/// Lower limit in pixels per inch; smaller values are not the resolution of a scan and are ignored.
const MIN: f32 = 10.0;

impl Resolution {
    /// The resolution of an image file; `None` if its header has none.
    pub(super) fn of(bytes: &[u8]) -> Option<Self> {
        let found = match bytes {
            [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1A, b'\n', ..] => png(bytes),
            [0xFF, 0xD8, ..] => jpeg(bytes),
            [b'I', b'I', ..] | [b'M', b'M', ..] => tiff(bytes),
            _ => None,
        }?;
        let known = |dpi: f32| dpi.is_finite() && dpi >= MIN;
        (known(found.dpi.0) && known(found.dpi.1)).then_some(found)
    }
}

fn array<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..at.checked_add(N)?)?.try_into().ok()
}

/// Reads a PNG: `IHDR` is the first chunk, `pHYs` has pixels per metre (ISO/IEC 15948, 11.3.5.3).
fn png(bytes: &[u8]) -> Option<Resolution> {
    let width = array(bytes, 16).map(u32::from_be_bytes);
    let mut at = 8usize;
    for _ in 0..MAX {
        let length = u32::from_be_bytes(array(bytes, at)?) as usize;
        let kind: [u8; 4] = array(bytes, at.checked_add(4)?)?;
        let data = at.checked_add(8)?;
        match &kind {
            b"pHYs" => {
                let x = u32::from_be_bytes(array(bytes, data)?);
                let y = u32::from_be_bytes(array(bytes, data.checked_add(4)?)?);
                let metre = bytes.get(data.checked_add(8)?) == Some(&1);
                let dpi = |n: u32| n as f32 * 0.0254;
                return metre.then_some(Resolution {
                    dpi: (dpi(x), dpi(y)),
                    width,
                });
            }
            b"IDAT" | b"IEND" => return None,
            _ => {}
        }
        at = data.checked_add(length)?.checked_add(4)?;
    }
    None
}

/// Reads a JPEG: the density of JFIF, else that of Exif, which contains a TIFF header.
fn jpeg(bytes: &[u8]) -> Option<Resolution> {
    let (mut jfif, mut exif, mut width) = (None, None, None);
    for (marker, data) in segments(bytes) {
        if let Some(frame) = Frame::read(marker, data) {
            width = Some(frame.width.into());
            break;
        }
        match (marker, data) {
            (0xE0, [b'J', b'F', b'I', b'F', 0, _, _, unit, x0, x1, y0, y1, ..]) => {
                let inch = match unit {
                    1 => Some(1.0),
                    2 => Some(2.54),
                    _ => None,
                };
                let density = |a: &u8, b: &u8| f32::from(u16::from_be_bytes([*a, *b]));
                jfif = inch.map(|n| (density(x0, x1) * n, density(y0, y1) * n));
            }
            (0xE1, [b'E', b'x', b'i', b'f', 0, 0, rest @ ..]) => {
                exif = tiff(rest).map(|found| found.dpi);
            }
            _ => {}
        }
    }
    let dpi = jfif.or(exif)?;
    Some(Resolution { dpi, width })
}

/// Reads the first directory: `ImageWidth`, `XResolution`, `YResolution`, `ResolutionUnit` (TIFF 6.0).
fn tiff(bytes: &[u8]) -> Option<Resolution> {
    let directory = Directory::first(bytes)?;
    let rational = |tag| match *directory.numbers(tag) {
        [above, below, ..] if below > 0 => Some(above as f32 / below as f32),
        _ => None,
    };
    let inch = match directory.number(Tag::ResolutionUnit) {
        None | Some(2) => 1.0,
        Some(3) => 2.54,
        Some(_) => return None,
    };
    let (x, y) = (rational(Tag::XResolution), rational(Tag::YResolution));
    let (x, y) = (x.or(y)?, y.or(x)?);
    let width = directory.number(Tag::ImageWidth);
    Some(Resolution {
        dpi: (x * inch, y * inch),
        width: width.and_then(|width| width.try_into().ok()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(bytes: &[u8]) -> Option<(f32, f32, Option<u32>)> {
        let found = Resolution::of(bytes)?;
        Some((found.dpi.0.round(), found.dpi.1.round(), found.width))
    }

    #[test]
    fn headers_say_how_many_pixels_an_inch_has() {
        let mut png =
            b"\x89PNG\r\n\x1A\n\0\0\0\x0DIHDR\0\0\x09\xB0\0\0\x01\0\x08\0\0\0\0crc!".to_vec();
        png.extend(b"\0\0\0\x09pHYs\0\0\x2E\x23\0\0\x2E\x23\x01crc!");
        assert_eq!(found(&png), Some((300.0, 300.0, Some(2480))));
        let jpeg = b"\xFF\xD8\xFF\xE0\0\x10JFIF\0\x01\x01\x02\0\x76\0\x76\0\0\xFF\xC0\0\x0B\x08\0\x10\0\x20\x01";
        assert_eq!(found(jpeg), Some((300.0, 300.0, Some(32))));
        let directory =
            b"\x03\0\x00\x01\x03\0\x01\0\0\0\x20\0\0\0\x1A\x01\x05\0\x01\0\0\0\x32\0\0\0\
            \x1B\x01\x05\0\x01\0\0\0\x32\0\0\0\0\0\0\0\x90\x01\0\0\x01\0\0\0";
        let tiff = [&b"II*\0\x08\0\0\0"[..], directory].concat();
        assert_eq!(found(&tiff), Some((400.0, 400.0, Some(32))));
        let inner = [&b"Exif\0\0"[..], &tiff].concat();
        let length = (inner.len() as u16 + 2).to_be_bytes();
        let exif = [&b"\xFF\xD8\xFF\xE1"[..], &length, &inner, b"\xFF\xDA\0\0"].concat();
        assert_eq!(found(&exif), Some((400.0, 400.0, None)));
        // Without a unit, without a length, and truncated.
        let ratio = b"\xFF\xD8\xFF\xE0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0\xFF\xD9";
        assert_eq!(found(ratio), None);
        for file in [&png[..], jpeg, &tiff, &exif] {
            for end in 0..file.len() {
                let _ = Resolution::of(&file[..end]);
            }
        }
    }
}
