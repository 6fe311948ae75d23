//! Rules about JPEG 2000 images (ISO 19005-2, 6.2.8.3; ISO 19005-4, 6.2.7.3). Reads the boxes of the file
//! (ISO 15444-1, annex I); decodes no pixels.

use super::entries::Entries;
use super::rule::{Rule, catalogue, described, rules};
use super::run::Run;
use pdfa2hocr_core::counted::counted;
use pdfa2hocr_core::pdf::filter::Filter;
use pdfa2hocr_core::pdf::{Stream, stream};

/// Facts from the boxes of an image.
#[derive(Debug, Default, PartialEq)]
struct JpxFacts {
    /// The image dictionary has a colour space, which overrides that of the data.
    has_colour_space: bool,
    channels: u16,
    /// The `colr` boxes.
    specifications: Vec<Colour>,
    /// Bits per component minus 1, with the sign in bit 7 (`ihdr` box): 255 if components differ, `None`
    /// without that box.
    bits: Option<u8>,
    has_bpcc: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Colour {
    method: u8,
    approximation: u8,
    enumerated: Option<u32>,
}

impl JpxFacts {
    /// The colour specification in force: the only one, or the one marked as the best.
    fn colour(&self) -> Option<Colour> {
        match self.specifications.as_slice() {
            [only] => Some(*only),
            several => several.iter().find(|c| c.approximation == 1).copied(),
        }
    }
}

described! { JpxFacts: |j|
    format!(
        "JPEG 2000 image of {}, {}, {}",
        counted(usize::from(j.channels), "channel"),
        counted(j.specifications.len(), "colour specification"),
        counted(j.bits.map_or(0, |bits| usize::from(bits & 0x7F) + 1), "bit")
    )
}

const JPX: &[Rule<JpxFacts>] = rules! { JpxFacts:
    [A23 "6.2.8.3" 1, A4 "6.2.7.3" 1] "a JPEG 2000 image has a number of colour channels other than 1, 3 or 4; encode it as gray, RGB or CMYK" =>
        |j, _| matches!(j.channels, 1 | 3 | 4);
    [A23 "6.2.8.3" 2, A4 "6.2.7.3" 2] "a JPEG 2000 image has several colour specifications and not exactly one with APPROX 1; mark the best one, and only that, with APPROX 1" =>
        |j, _| j.has_colour_space || j.specifications.len() == 1
            || j.specifications.iter().filter(|c| c.approximation == 1).count() == 1, |j| { let approximations = j.specifications.iter().map(|c| c.approximation.to_string()); format!("APPROX {}", approximations.collect::<Vec<_>>().join(", ")) };
    [A23 "6.2.8.3" 3, A4 "6.2.7.3" 3] "a JPEG 2000 image has a colour specification with a METH other than 1, 2 or 3; encode the image again with an enumerated space or an ICC profile" =>
        |j, _| j.has_colour_space || j.colour().is_some_and(|c| matches!(c.method, 1..=3)), |j| j.colour().map_or("no colour specification".into(), |c| format!("METH {}", c.method));
    [A23 "6.2.8.3" 4, A4 "6.2.7.3" 4] "a JPEG 2000 image is in the colour space CIEJab; convert it to gray, RGB or CMYK" =>
        |j, _| j.has_colour_space || j.colour().is_none_or(|c| c.enumerated != Some(19)), |_| "EnumCS 19".into();
    [A23 "6.2.8.3" 5, A4 "6.2.7.3" 5] "the channels of a JPEG 2000 image do not all have the same depth of 1 to 38 bits; encode the image again" =>
        |j, _| !j.has_bpcc && j.bits.is_some_and(|bits| bits & 0x7F < 38);
};

/// Checks an image if it is JPEG 2000.
pub(super) fn check(run: &mut Run<'_>, image: &Stream<'_>) {
    let filters = stream::filters(image.dict());
    if !matches!(filters.last(), Some((Some(Filter::Jpx), _))) {
        return;
    }
    let raw = image.raw_data();
    let mut data = raw.into_owned();
    for (filter, parameters) in filters.iter().rev().skip(1).rev() {
        let Some(filter) = filter else { return };
        data = filter
            .decode(&data, parameters, run.budget.image_bytes)
            .data;
    }
    let mut facts = JpxFacts {
        has_colour_space: image.dict().has("ColorSpace"),
        ..JpxFacts::default()
    };
    boxes(&data, &mut facts, 0);
    run.check(JPX, &facts, image.dict());
}

/// Reads a sequence of boxes.
fn boxes(mut data: &[u8], facts: &mut JpxFacts, depth: usize) {
    let four = |data: &[u8], at: usize| -> Option<u32> {
        Some(u32::from_be_bytes(data.get(at..at + 4)?.try_into().ok()?))
    };
    while let (Some(length), Some(kind)) = (four(data, 0), data.get(4..8)) {
        let (header, length) = match length {
            0 => (8, data.len()),
            1 => match data.get(8..16).and_then(|b| b.try_into().ok()) {
                Some(long) => (
                    16,
                    usize::try_from(u64::from_be_bytes(long)).unwrap_or(usize::MAX),
                ),
                None => return,
            },
            n => (8, n as usize),
        };
        let end = length.min(data.len());
        let Some(content) = data.get(header..end) else {
            return;
        };
        match kind {
            b"jp2h" if depth == 0 => boxes(content, facts, 1),
            b"ihdr" => {
                if let Some([high, low, bits]) = content.get(8..11) {
                    facts.channels = u16::from_be_bytes([*high, *low]);
                    facts.bits = Some(*bits);
                }
            }
            b"bpcc" => facts.has_bpcc = true,
            b"colr" => {
                if let [method, _, approximation, rest @ ..] = content {
                    facts.specifications.push(Colour {
                        method: *method,
                        approximation: *approximation,
                        enumerated: if *method == 1 { four(rest, 0) } else { None },
                    });
                }
            }
            // Opacity channels are not colour channels.
            b"cdef" => {
                let opacity = content
                    .get(2..)
                    .unwrap_or_default()
                    .chunks_exact(6)
                    .filter(|c| c.get(2..4).is_some_and(|kind| kind != [0, 0]))
                    .count();
                facts.channels = facts
                    .channels
                    .saturating_sub(u16::try_from(opacity).unwrap_or(u16::MAX));
            }
            b"jp2c" => return,
            _ => {}
        }
        data = data.get(end..).unwrap_or_default();
        if length < header {
            return;
        }
    }
}

catalogue![JPX];

#[cfg(test)]
mod tests {
    use super::*;

    fn a_box(kind: &[u8; 4], content: &[u8]) -> Vec<u8> {
        let length = (content.len() + 8) as u32;
        [&length.to_be_bytes()[..], kind, content].concat()
    }

    #[test]
    fn the_boxes_tell_channels_depth_and_colour() {
        let header = a_box(b"ihdr", &[0, 0, 0, 9, 0, 0, 0, 9, 0, 4, 7, 7, 0, 0]);
        let colour = a_box(b"colr", &[1, 0, 1, 0, 0, 0, 16]);
        let alpha = a_box(b"cdef", &[0, 1, 0, 3, 0, 1, 0, 0]);
        let file = [
            a_box(b"jP  ", &[13, 10, 0x87, 10]),
            a_box(b"jp2h", &[header, colour, alpha].concat()),
        ]
        .concat();
        let mut facts = JpxFacts::default();
        boxes(&file, &mut facts, 0);
        assert_eq!(
            (facts.channels, facts.bits, facts.has_bpcc),
            (3, Some(7), false)
        );
        assert_eq!(facts.colour().map(|c| c.enumerated), Some(Some(16)));
    }

    proptest::proptest! {
        #[test]
        fn no_boxes_are_too_odd(data in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..80)) {
            boxes(&data, &mut JpxFacts::default(), 0);
        }
    }
}
