//! The segments of a JPEG file before its compressed data (ITU-T T.81, B.1.1).

/// Maximum number of segments read.
const MAX_SEGMENTS: usize = 10_000;

/// The header of a frame (B.2.2).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// Whether it is baseline, extended or progressive, with Huffman coding; browsers support no others.
    pub is_common: bool,
    pub precision: u8,
    pub height: u16,
    pub width: u16,
    pub components: u8,
}

impl Frame {
    /// Reads a segment; `None` if it is not a frame header.
    pub fn read(marker: u8, data: &[u8]) -> Option<Self> {
        let &[precision, h0, h1, w0, w1, components, ..] = data else {
            return None;
        };
        // `C4`, `C8` and `CC` are other segments.
        matches!(marker, 0xc0..=0xc3 | 0xc5..=0xc7 | 0xc9..=0xcb | 0xcd..=0xcf).then_some(Self {
            is_common: marker <= 0xc2,
            precision,
            height: u16::from_be_bytes([h0, h1]),
            width: u16::from_be_bytes([w0, w1]),
            components,
        })
    }
}

/// The segments from the beginning to the compressed data or the end of the image: each with its marker, and
/// the file from its content on.
pub fn segments(file: &[u8]) -> impl Iterator<Item = (u8, &[u8])> {
    // Without the marker of a beginning, it is not a JPEG.
    let mut at = match file {
        [0xff, 0xd8, ..] => 2,
        _ => file.len(),
    };
    let next = move || {
        // Further 0xFF bytes may precede a marker.
        while let Some([0xff, 0xff]) = file.get(at..at + 2) {
            at += 1;
        }
        let &[0xff, marker, high, low, ref data @ ..] = file.get(at..)? else {
            return None;
        };
        at += 2 + usize::from(u16::from_be_bytes([high, low]));
        (!matches!(marker, 0xd9 | 0xda)).then_some((marker, data))
    };
    std::iter::from_fn(next).take(MAX_SEGMENTS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_frame_is_found_behind_other_segments() {
        let jpeg = |marker| {
            let mut file = vec![0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xff, marker];
            file.extend([0, 17, 8, 1, 0, 0, 9, 3]);
            file
        };
        let frame =
            |file: &[u8]| segments(file).find_map(|(marker, data)| Frame::read(marker, data));
        let expected = Frame {
            is_common: true,
            precision: 8,
            height: 256,
            width: 9,
            components: 3,
        };
        assert_eq!(frame(&jpeg(0xc2)), Some(expected));
        assert!(frame(&jpeg(0xc3)).is_some_and(|frame| !frame.is_common));
        // Huffman tables only.
        assert_eq!(frame(&jpeg(0xc4)), None);
        assert_eq!(frame(&[0xff; 100_000]), None);
        for length in 0..jpeg(0xc0).len() {
            let _ = frame(&jpeg(0xc0)[..length]);
        }
    }
}
