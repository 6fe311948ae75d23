//! Pixels of a picture, and their encoding as PNG.

use super::refusal::Refusal;

/// The pixels of a picture, with eight bits a sample.
pub(super) struct Samples {
    colours: png::ColorType,
    size: (u32, u32),
    data: Vec<u8>,
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

    pub(super) fn colours(&self) -> png::ColorType {
        self.colours
    }

    pub(super) fn size(&self) -> (u32, u32) {
        self.size
    }

    pub(super) fn data(&self) -> &[u8] {
        &self.data
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
