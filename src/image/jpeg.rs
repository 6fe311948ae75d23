//! Finds JPEG images that web browsers display in the same way as PDF readers.

use std::borrow::Cow;

use super::colours::Colours;
use crate::budget::Budget;
use crate::diagnostics::Warnings;
use crate::pdf::filter::Filter;
use crate::pdf::stream::{self, Encoded};
use crate::pdf::{Object, Stream};

/// Entries that make an image look different from its JPEG data (table 89).
const CHANGED_BY: [&str; 6] = ["D", "Decode", "ImageMask", "Mask", "SMask", "SMaskInData"];

/// Maximum number of segments read before the frame.
const MOST_SEGMENTS: usize = 10_000;

/// The image as a grey or RGB JPEG with the same appearance; `None` if there is none.
pub(crate) fn plain_jpeg<'a>(
    image: &Stream<'a>,
    budget: &Budget,
    warnings: &mut Warnings,
) -> Option<Cow<'a, [u8]>> {
    let dict = image.dict();
    if CHANGED_BY.iter().any(|key| dict.contains_key(key)) {
        return None;
    }
    let colours = Colours::of(&dict.get::<Object<'_>>("ColorSpace")?, budget, warnings)?;
    if !matches!(colours, Colours::Grey | Colours::Rgb) {
        return None;
    }
    let Encoded {
        data,
        filter: Some(Filter::Dct),
        parameters,
    } = stream::decode_to_image(image, budget, warnings)
    else {
        return None;
    };
    if parameters.is_some_and(|p| p.contains_key("ColorTransform")) {
        return None;
    }
    let frame = Frame::read(&data)?;
    let fits = frame.precision == 8
        && u16::from(frame.components) == colours.count()
        && dict.get::<u16>("Width") == Some(frame.width)
        && dict.get::<u16>("Height") == Some(frame.height);
    fits.then_some(data)
}

/// The header of a frame (ITU-T T.81, B.2.2).
#[derive(Debug, PartialEq)]
struct Frame {
    precision: u8,
    height: u16,
    width: u16,
    components: u8,
}

impl Frame {
    /// Reads the frame of a baseline, extended or progressive JPEG with Huffman coding; browsers support no
    /// others.
    fn read(file: &[u8]) -> Option<Self> {
        let mut rest = file.strip_prefix(&[0xff, 0xd8])?;
        for _ in 0..MOST_SEGMENTS {
            let [0xff, marker, after @ ..] = rest else {
                return None;
            };
            // Further 0xFF bytes may precede a marker.
            if *marker == 0xff {
                rest = rest.get(1..)?;
                continue;
            }
            let length = usize::from(u16::from_be_bytes(*after.first_chunk()?));
            match (marker, after.get(2..)?) {
                (0xc0..=0xc2, [precision, h0, h1, w0, w1, components, ..]) => {
                    return Some(Self {
                        precision: *precision,
                        height: u16::from_be_bytes([*h0, *h1]),
                        width: u16::from_be_bytes([*w0, *w1]),
                        components: *components,
                    });
                }
                // Unsupported frames, and data before any frame.
                (0xc3 | 0xc5..=0xc7 | 0xc9..=0xcb | 0xcd..=0xcf | 0xda, _) => return None,
                _ => rest = after.get(length..)?,
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::pdf::{Document, ObjectIdentifier, Source};

    #[test]
    fn the_frame_is_found_behind_other_segments() {
        let jpeg = |marker| {
            let mut file = vec![0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xff, marker];
            file.extend([0, 17, 8, 1, 0, 0, 9, 3]);
            file
        };
        let frame = Frame {
            precision: 8,
            height: 256,
            width: 9,
            components: 3,
        };
        assert_eq!(Frame::read(&jpeg(0xc2)), Some(frame));
        // A lossless frame; Huffman tables only.
        assert_eq!(Frame::read(&jpeg(0xc3)), None);
        assert_eq!(Frame::read(&jpeg(0xc4)), None);
        assert_eq!(Frame::read(&[0xff; 100_000]), None);
        for length in 0..jpeg(0xc0).len() {
            let _ = Frame::read(&jpeg(0xc0)[..length]);
        }
    }

    #[test]
    fn scans_that_look_otherwise_than_their_jpegs_are_none() {
        let found = |name: &str| {
            let path = format!("{}/fixtures/scans/{name}.pdf", env!("CARGO_MANIFEST_DIR"));
            let (pdf, _) = Document::open(&Source::open(path).unwrap(), "").unwrap();
            let budget = Budget::new(Limits::default(), usize::MAX);
            let images = (1..40).filter_map(|n| match pdf.object(ObjectIdentifier::new(n, 0)) {
                Some(Object::Stream(stream)) if stream.dict().contains_key("Width") => Some(stream),
                _ => None,
            });
            let plain = |image| plain_jpeg(&image, &budget, &mut Warnings::new()).is_some();
            images.map(plain).collect::<Vec<bool>>()
        };
        assert!(found("jpeg").contains(&true));
        assert!(found("jpeg-flate").contains(&true));
        for other in ["cmyk", "lab", "indexed", "inverted", "jpeg2000", "jbig2"] {
            assert!(!found(other).contains(&true), "{other}");
        }
    }
}
