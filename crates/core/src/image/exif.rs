//! Reads the EXIF data of a JPEG (JEITA CP-3451), which cameras and scanners write.

use std::io::Cursor;

use exif::{In, Reader};

/// Maximum number of entries shown.
const MAX: usize = 500;
/// Maximum number of characters shown of a value.
const LONGEST: usize = 200;

/// The entries of a JPEG's EXIF data, each with its name and its formatted value; empty if there are none, or
/// they are damaged.
pub fn exif(jpeg: &[u8]) -> Vec<(String, String)> {
    let Ok(data) = Reader::new().read_from_container(&mut Cursor::new(jpeg)) else {
        return Vec::new();
    };
    // Skip the entries about the thumbnail.
    let fields = data.fields().filter(|field| field.ifd_num == In::PRIMARY);
    let shown = fields.take(MAX).map(|field| {
        let value = field.display_value().with_unit(&data).to_string();
        let value = value.trim_matches('"').chars().take(LONGEST).collect();
        (field.tag.to_string(), value)
    });
    shown.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A JPEG with only EXIF data, of two entries.
    fn jpeg() -> Vec<u8> {
        let mut tiff = b"MM\0\x2a\0\0\0\x08\0\x02".to_vec();
        // Make: ASCII, 4 bytes. Orientation: SHORT, 1.
        tiff.extend([1, 0x0F, 0, 2, 0, 0, 0, 4]);
        tiff.extend(b"abc\0");
        tiff.extend([1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]);
        tiff.extend([0; 4]);
        let segment = [b"Exif\0\0".as_slice(), &tiff].concat();
        let length = (segment.len() as u16 + 2).to_be_bytes();
        [
            &[0xFF, 0xD8, 0xFF, 0xE1][..],
            &length,
            &segment,
            &[0xFF, 0xD9],
        ]
        .concat()
    }

    #[test]
    fn entries_have_names_and_values() {
        let said = exif(&jpeg());
        assert_eq!(said[0], ("Make".to_owned(), "abc".to_owned()));
        assert_eq!(said[1].0, "Orientation");
        assert!(said[1].1.contains("right"), "{}", said[1].1);
    }

    #[test]
    fn what_is_damaged_has_none() {
        assert_eq!(exif(b""), []);
        assert_eq!(exif(b"\xFF\xD8\xFF\xD9"), []);
        let jpeg = jpeg();
        for end in 0..jpeg.len() {
            let _ = exif(&jpeg[..end]);
        }
    }
}
