//! Reads image files as the images of a PDF. Their compressed data is kept; files whose data PDF cannot
//! contain are refused, and must be decoded.

use std::borrow::Cow;
use std::io::Read;

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;

use super::jbig2;
use super::jpeg_segments::{Frame, segments};
use super::tiff::{Directory, Tag};
use crate::page::{Embedded, ImageColours, ImageFilter};

/// The image of a file; `frame` is its number in a TIFF, from 0. `None` if a PDF cannot contain its data, or
/// if it is damaged.
pub fn embed(file: &[u8], frame: u32) -> Option<Embedded<'_>> {
    let image = match file {
        [0xFF, 0xD8, 0xFF, ..] => jpeg(file),
        [0x89, b'P', b'N', b'G', ..] => png(file),
        [b'I', b'I', 42, 0, ..] | [b'M', b'M', 0, 42, ..] => tiff(file, frame),
        [0x97, b'J', b'B', b'2', ..] => jbig2(file),
        [0, 0, 0, 12, b'j', b'P', ..] | [0xFF, 0x4F, 0xFF, 0x51, ..] => jpeg_2000(file),
        _ => None,
    };
    image.filter(|image| image.width > 0 && image.height > 0)
}

/// A PNG whose data is compressed again: drawn pictures are compressed fast rather than well.
pub fn recompressed(image: Embedded<'_>) -> Embedded<'_> {
    let row = u64::from(image.width) * u64::from(image.bits) * u64::from(image.colours.samples());
    let most = (row.div_ceil(8) + 1).saturating_mul(image.height.into());
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::new(6));
    let rows = ZlibDecoder::new(image.data.as_ref()).take(most);
    match std::io::copy(&mut { rows }, &mut encoder) {
        Ok(_) => Embedded {
            data: encoder.finish().unwrap_or_default().into(),
            ..image
        },
        Err(_) => image,
    }
}

fn jpeg(file: &[u8]) -> Option<Embedded<'_>> {
    // With the mark of Adobe's programs, 255 means paper without ink in CMYK.
    let mut adobe = false;
    let frame = segments(file).find_map(|(marker, data)| {
        adobe |= marker == 0xee && data.starts_with(b"Adobe");
        Frame::read(marker, data)
    })?;
    let colours = match frame.components {
        1 => ImageColours::Grey,
        3 => ImageColours::Rgb,
        4 => ImageColours::Cmyk,
        _ => return None,
    };
    // "Baseline" and "progressive" JPEG, with samples of 8 bits (ISO 32000-1, 7.4.8).
    (frame.is_common && frame.precision == 8).then(|| Embedded {
        data: file.into(),
        filter: ImageFilter::Jpeg,
        width: frame.width.into(),
        height: frame.height.into(),
        bits: 8,
        inverted: adobe && colours == ImageColours::Cmyk,
        colours,
    })
}

/// The chunks of a PNG: their types and contents.
fn chunks(file: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    let mut rest = file.get(8..).unwrap_or_default();
    std::iter::from_fn(move || {
        let (length, after) = rest.split_first_chunk()?;
        let length = u32::from_be_bytes(*length) as usize;
        let kind = after.get(..4)?;
        let content = after.get(4..length.checked_add(4)?)?;
        rest = after.get(length.checked_add(8)?..).unwrap_or_default();
        Some((kind, content))
    })
}

/// A PNG without transparency and without interlacing: PDF reads its rows with the same predictors.
fn png(file: &[u8]) -> Option<Embedded<'_>> {
    let mut image = None;
    let mut data: Cow<'_, [u8]> = Cow::default();
    for (kind, content) in chunks(file) {
        match (kind, content) {
            (b"IHDR", &[w0, w1, w2, w3, h0, h1, h2, h3, bits, colours, 0, 0, 0]) => {
                let colours = match colours {
                    0 => ImageColours::Grey,
                    2 => ImageColours::Rgb,
                    3 => ImageColours::Palette(Vec::new()),
                    _ => return None,
                };
                image = Some(Embedded {
                    data: Cow::default(),
                    filter: ImageFilter::Png,
                    width: u32::from_be_bytes([w0, w1, w2, w3]),
                    height: u32::from_be_bytes([h0, h1, h2, h3]),
                    bits,
                    colours,
                    inverted: false,
                });
            }
            (b"PLTE", palette) => {
                let image = image.as_mut()?;
                if let ImageColours::Palette(colours) = &mut image.colours {
                    palette.clone_into(colours);
                }
            }
            (b"tRNS", _) => return None,
            (b"IDAT", content) if data.is_empty() => data = content.into(),
            (b"IDAT", content) => data.to_mut().extend_from_slice(content),
            _ => {}
        }
    }
    let image = image?;
    let is_complete =
        !matches!(&image.colours, ImageColours::Palette(colours) if colours.is_empty());
    (is_complete && !data.is_empty()).then_some(Embedded { data, ..image })
}

/// A TIFF of one strip with CCITT data.
fn tiff(file: &[u8], frame: u32) -> Option<Embedded<'_>> {
    let directory = Directory::of_image(file, frame).ok()?;
    let number = |tag, default| directory.number(tag).unwrap_or(default);
    let options = number(Tag::T4Options, 0);
    let (group_4, aligned) = match number(Tag::Compression, 1) {
        2 => (false, true),
        3 => (false, options & 4 != 0),
        4 => (true, false),
        _ => return None,
    };
    let (offsets, lengths) = (
        directory.numbers(Tag::StripOffsets),
        directory.numbers(Tag::StripByteCounts),
    );
    let (&[offset], &[length]) = (offsets.as_slice(), lengths.as_slice()) else {
        return None;
    };
    if number(Tag::BitsPerSample, 1) != 1 || number(Tag::SamplesPerPixel, 1) != 1 {
        return None;
    }
    let data = directory.bytes(offset, length);
    let data = match number(Tag::FillOrder, 1) {
        2 => data.iter().map(|byte| byte.reverse_bits()).collect(),
        _ => Cow::Borrowed(data),
    };
    (!data.is_empty()).then(|| Embedded {
        data,
        filter: ImageFilter::Ccitt {
            group_4,
            two_dimensional: !group_4 && options & 1 != 0,
            aligned,
        },
        width: number(Tag::ImageWidth, 0) as u32,
        height: number(Tag::ImageLength, 0) as u32,
        bits: 1,
        colours: ImageColours::Grey,
        // White is 0 in most files, and the decoder makes black 0.
        inverted: number(Tag::Photometric, 0) == 1,
    })
}

/// A JBIG2 file with one page.
fn jbig2(file: &[u8]) -> Option<Embedded<'_>> {
    let (data, width, height) = jbig2::embedded(file)?;
    Some(Embedded {
        data: data.into(),
        filter: ImageFilter::Jbig2,
        width,
        height,
        bits: 1,
        colours: ImageColours::Grey,
        inverted: false,
    })
}

/// A JPEG 2000 file or codestream. Its size is in the marker `SIZ`, which begins the codestream (ITU-T T.800,
/// A.5.1).
fn jpeg_2000(file: &[u8]) -> Option<Embedded<'_>> {
    let start = memchr::memmem::find(file, &super::CODESTREAM)?;
    let long = |at: usize| {
        let bytes = file.get(start + at..)?.first_chunk()?;
        Some(u32::from_be_bytes(*bytes))
    };
    let (right, lower, left, upper) = (long(8)?, long(12)?, long(16)?, long(20)?);
    Some(Embedded {
        data: file.into(),
        filter: ImageFilter::Jpeg2000,
        width: right.checked_sub(left)?,
        height: lower.checked_sub(upper)?,
        bits: 8,
        colours: ImageColours::Own,
        inverted: false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::diagnostics::Warnings;
    use crate::limits::Limits;
    use crate::pdf::{Document, Object, ObjectIdentifier, Source};

    /// The first image of a fixture as a file.
    fn saved(name: &str) -> Vec<u8> {
        let path = format!(
            "{}/../../fixtures/scans/{name}.pdf",
            env!("CARGO_MANIFEST_DIR")
        );
        let (pdf, _) = Document::open(&Source::open(path).unwrap(), "").unwrap();
        let budget = Budget::new(Limits::default(), usize::MAX);
        let image = (1..40).find_map(|n| match pdf.object(ObjectIdentifier::new(n, 0)) {
            Some(Object::Stream(stream)) if stream.dict().contains_key("Width") => Some(stream),
            _ => None,
        });
        let file = super::super::file(&image.unwrap(), &budget, &mut Warnings::new());
        file.unwrap().data.into_owned()
    }

    #[test]
    fn files_made_of_embedded_images_can_be_embedded_again() {
        for (name, filter) in [
            ("jpeg", ImageFilter::Jpeg),
            ("jpeg2000", ImageFilter::Jpeg2000),
            ("jbig2", ImageFilter::Jbig2),
        ] {
            let file = saved(name);
            let image = embed(&file, 0).unwrap_or_else(|| panic!("{name}"));
            assert_eq!(image.filter, filter, "{name}");
            assert!(image.width > 9 && image.height > 9, "{name}");
        }
    }

    #[test]
    fn damaged_files_are_refused() {
        for name in ["jpeg", "jbig2"] {
            let file = saved(name);
            for length in 0..file.len().min(300) {
                let _ = embed(&file[..length], 0);
            }
        }
        for file in [&b""[..], b"\x89PNG\r\n\x1A\n", b"II*\0", b"\x97JB2"] {
            assert_eq!(embed(file, 0), None);
        }
    }
}
