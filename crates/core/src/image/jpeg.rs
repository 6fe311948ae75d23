//! Finds JPEG images that web browsers display in the same way as PDF readers.

use std::borrow::Cow;

use super::colours::Colours;
use super::jpeg_segments::{Frame, segments};
use crate::budget::Budget;
use crate::diagnostics::Warnings;
use crate::pdf::filter::Filter;
use crate::pdf::stream::{self, Encoded};
use crate::pdf::{Object, Stream};

/// Entries that make an image look different from its JPEG data (table 89).
const CHANGED_BY: [&str; 6] = ["D", "Decode", "ImageMask", "Mask", "SMask", "SMaskInData"];

/// The image as a grey or RGB JPEG with the same appearance; `None` if there is none.
pub fn plain_jpeg<'a>(
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
    let mut segments = segments(&data);
    let frame = segments.find_map(|(marker, data)| Frame::read(marker, data))?;
    drop(segments);
    let fits = frame.is_common
        && frame.precision == 8
        && u16::from(frame.components) == colours.count()
        && dict.get::<u16>("Width") == Some(frame.width)
        && dict.get::<u16>("Height") == Some(frame.height);
    fits.then_some(data)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::pdf::{Document, ObjectIdentifier, Source};

    #[test]
    fn scans_that_look_otherwise_than_their_jpegs_are_none() {
        let found = |name: &str| {
            let path = format!(
                "{}/../../fixtures/scans/{name}.pdf",
                env!("CARGO_MANIFEST_DIR")
            );
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
