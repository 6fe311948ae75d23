//! Pixels of a picture, and their encoding as PNG.

use super::refusal::Refusal;

/// The pixels of a picture, with eight bits a sample.
pub(super) struct Samples {
    pub colours: png::ColorType,
    pub size: (u32, u32),
    pub data: Vec<u8>,
}

impl Samples {
    /// Creates a picture from samples, row by row in the order of PNG.
    pub(super) fn new(colours: png::ColorType, size: (u32, u32), data: Vec<u8>) -> Self {
        Self {
            colours,
            size,
            data,
        }
    }

    /// A picture without pixels.
    pub(super) fn empty() -> Self {
        Self::new(png::ColorType::Grayscale, (0, 0), Vec::new())
    }

    /// A part of the picture: left, top, right and bottom in pixels. `None` if it is not inside.
    pub(super) fn cropped(&self, [x0, y0, x1, y1]: [u32; 4]) -> Option<Self> {
        if x1 <= x0 || y1 <= y0 || x1 > self.size.0 || y1 > self.size.1 {
            return None;
        }
        let bytes = self.data.len() / (self.size.0 as usize * self.size.1 as usize);
        let row = self.size.0 as usize * bytes;
        let (start, end) = (x0 as usize * bytes, x1 as usize * bytes);
        let rows = self.data.chunks_exact(row).skip(y0 as usize);
        let mut data = Vec::with_capacity((end - start) * (y1 - y0) as usize);
        for row in rows.take((y1 - y0) as usize) {
            data.extend_from_slice(row.get(start..end)?);
        }
        Some(Self::new(self.colours, (x1 - x0, y1 - y0), data))
    }

    /// Encodes a PNG, fast rather than small, because it stays on this computer.
    pub fn png(&self) -> Result<Vec<u8>, Refusal> {
        self.pack().map_err(|_| Refusal::Damaged)
    }

    fn pack(&self) -> Result<Vec<u8>, png::EncodingError> {
        let mut file = Vec::new();
        let (width, height) = self.size;
        let mut encoder = png::Encoder::new(&mut file, width, height);
        encoder.set_color(self.colours);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Fastest);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&self.data)?;
        writer.finish()?;
        Ok(file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_has_its_own_pixels() {
        let data = (0..4 * 3 * 3).collect();
        let whole = Samples::new(png::ColorType::Rgb, (4, 3), data);
        let part = whole.cropped([1, 1, 3, 3]).unwrap();
        assert_eq!(part.size, (2, 2));
        assert_eq!(part.data, [15, 16, 17, 18, 19, 20, 27, 28, 29, 30, 31, 32]);
        for outside in [[0, 0, 5, 1], [2, 1, 2, 3], [0, 2, 1, 4]] {
            assert!(whole.cropped(outside).is_none(), "{outside:?}");
        }
    }
}
