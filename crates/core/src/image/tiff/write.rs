//! Writes TIFF files (TIFF 6.0) with one image in one strip.

use super::Tag;

/// The type of fields with 32-bit numbers, `LONG`.
const LONG: u16 = 4;
/// The type of fields with 16-bit numbers, `SHORT`.
const SHORT: u16 = 3;
/// The offset of the data: after the byte order, the number 42, and the offset of the directory.
const DATA: u32 = 8;

/// A file with the image's data in one strip. `fields` describe the data; `BitsPerSample` applies to every
/// sample. `None` if the file would be too large.
pub(in crate::image) fn file(
    (width, height): (u32, u32),
    samples: u16,
    fields: &[(Tag, u32)],
    data: &[u8],
) -> Option<Vec<u8>> {
    let length = u32::try_from(data.len()).ok()?;
    // The directory begins on a word boundary.
    let padding = data.len() % 2;
    let directory = length.checked_add(DATA)?.checked_add(padding as u32)?;
    let mut fields = fields.to_vec();
    fields.extend([
        (Tag::ImageWidth, width),
        (Tag::ImageLength, height),
        (Tag::StripOffsets, DATA),
        (Tag::SamplesPerPixel, samples.into()),
        (Tag::RowsPerStrip, height),
        (Tag::StripByteCounts, length),
    ]);
    fields.sort_unstable();
    let mut out = b"II*\0".to_vec();
    out.extend(directory.to_le_bytes());
    out.extend(data);
    out.resize(out.len() + padding, 0);
    out.extend((fields.len() as u16).to_le_bytes());
    // The position after the fields and the zero that ends the list of directories.
    let behind = directory.checked_add(2 + 12 * fields.len() as u32 + 4)?;
    let mut bits = None;
    for (tag, value) in fields {
        out.extend((tag as u16).to_le_bytes());
        // One value for each sample; more than two do not fit into the field.
        if tag == Tag::BitsPerSample && samples > 2 {
            bits = Some(value as u16);
            out.extend(SHORT.to_le_bytes());
            out.extend(u32::from(samples).to_le_bytes());
            out.extend(behind.to_le_bytes());
        } else {
            out.extend(LONG.to_le_bytes());
            out.extend(1u32.to_le_bytes());
            out.extend(value.to_le_bytes());
        }
    }
    out.extend(0u32.to_le_bytes());
    for bits in bits.into_iter().cycle().take(samples.into()) {
        out.extend(bits.to_le_bytes());
    }
    Some(out)
}
