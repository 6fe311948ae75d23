//! Decodes TIFF 6.0 as scanners write it: strips or tiles, in one or several planes, with 1 to 16 bits a
//! sample. All compressions are supported, except the old form of JPEG.

mod packed;

use packed::{Coding, Packing};

use super::image::{Image, samples};
use pdfa2hocr_core::image::tiff::{Directory, Tag};

/// Maximum number of samples of a pixel; more are an error.
const MAX_SAMPLES: u64 = 8;
/// Maximum number of strips or tiles.
const MAX_CHUNKS: u64 = 1 << 20;

/// The layout of an image's samples.
struct Layout {
    width: u32,
    height: u32,
    bits: u32,
    samples: u32,
    /// Whether each sample has a plane of its own.
    planar: bool,
    /// Width and height of a strip or tile, in pixels.
    chunk: (u32, u32),
    packing: Packing,
    /// Whether samples are differences from the previous pixel.
    differs: bool,
    little: bool,
    photometric: u64,
}

/// The image with this number, from 0; if there is only one, that one.
pub(super) fn image(bytes: &[u8], frame: u32) -> Result<Image<'static>, String> {
    let directory = Directory::of_image(bytes, frame)?;
    let layout = Layout::read(&directory)?;
    let decoded = layout.decode(&directory)?;
    layout.image(decoded, &directory)
}

/// Decoded samples and their format.
struct Decoded {
    data: Vec<u8>,
    bits: u32,
    samples: u32,
    /// Whether they were decoded from JPEGs, and are grey, RGB or CMYK.
    is_jpeg: bool,
}

impl Layout {
    fn read(directory: &Directory<'_>) -> Result<Self, String> {
        let one = |tag| directory.number(tag);
        let need = |tag, name: &str| {
            let value = one(tag)
                .and_then(|v| u32::try_from(v).ok())
                .filter(|v| *v > 0);
            value.ok_or_else(|| format!("it is a damaged TIFF: it has no {name}"))
        };
        let (width, height) = (
            need(Tag::ImageWidth, "width")?,
            need(Tag::ImageLength, "height")?,
        );
        let samples = one(Tag::SamplesPerPixel).unwrap_or(1);
        let all_bits = directory.numbers(Tag::BitsPerSample);
        let bits = all_bits.first().copied().unwrap_or(1);
        if all_bits.iter().any(|other| *other != bits) || !matches!(bits, 1 | 2 | 4 | 8 | 16) {
            return Err(format!(
                "it has samples of {all_bits:?} bits, which cannot be shown"
            ));
        }
        if !(1..=MAX_SAMPLES).contains(&samples) || one(Tag::SampleFormat).is_some_and(|f| f > 2) {
            return Err("it has samples that cannot be shown".into());
        }
        let tiled = one(Tag::TileWidth).zip(one(Tag::TileLength));
        let side = |side: u64| u32::try_from(side).ok().filter(|side| *side > 0);
        let chunk = match tiled {
            Some((w, h)) => side(w)
                .zip(side(h))
                .ok_or("it is a damaged TIFF: it has empty tiles")?,
            None => {
                let rows = one(Tag::RowsPerStrip).and_then(side).unwrap_or(height);
                (width, rows.min(height))
            }
        };
        let coding = Coding::of(
            one(Tag::Compression).unwrap_or(1),
            one(Tag::T4Options).unwrap_or(0),
        )?;
        Ok(Self {
            width,
            height,
            bits: bits as u32,
            samples: samples as u32,
            planar: samples > 1 && one(Tag::PlanarConfiguration) == Some(2),
            chunk,
            packing: Packing {
                coding,
                reversed: one(Tag::FillOrder) == Some(2),
            },
            differs: one(Tag::Predictor) == Some(2),
            little: directory.little,
            photometric: one(Tag::Photometric).unwrap_or(1),
        })
    }

    /// Decodes all strips or tiles and joins them.
    fn decode(&self, directory: &Directory<'_>) -> Result<Decoded, String> {
        let mut places = match directory.numbers(Tag::TileOffsets) {
            tiles if !tiles.is_empty() => (tiles, directory.numbers(Tag::TileByteCounts)),
            _ => (
                directory.numbers(Tag::StripOffsets),
                directory.numbers(Tag::StripByteCounts),
            ),
        };
        // Old files do not give the lengths of their strips.
        places.1.resize(places.0.len(), u64::MAX);
        // Missing parts are white.
        let white = if self.photometric == 0 { 0 } else { 0xFF };
        let across = self.width.div_ceil(self.chunk.0);
        let down = self.height.div_ceil(self.chunk.1);
        let of_plane = u64::from(across) * u64::from(down);
        if of_plane * u64::from(self.samples) > MAX_CHUNKS || places.0.is_empty() {
            return Err("it is a damaged TIFF: it has no strips, or too many".into());
        }
        if self.packing.coding == Coding::Jpeg {
            return self.decode_jpegs(directory, &places, across);
        }
        // In a plane, a pixel has one sample.
        let in_chunk = if self.planar { 1 } else { self.samples };
        let pixel = u64::from(self.bits * in_chunk);
        let (row, mut data) = samples(
            u64::from(self.width) * u64::from(self.bits * self.samples),
            self.height,
            white,
        )?;
        if self.planar && self.bits < 8 {
            return Err("it has planes of less than 8 bits, which cannot be shown".into());
        }
        let planes = if self.planar { self.samples } else { 1 };
        let bytes_of_sample = (self.bits / 8) as usize;
        for (number, (offset, count)) in places.0.iter().zip(&places.1).enumerate() {
            let number = number as u64;
            if number >= of_plane * u64::from(planes) {
                break;
            }
            let (plane, at) = (number / of_plane, number % of_plane);
            let (x, y) = (at % u64::from(across), at / u64::from(across));
            let left = (x * u64::from(self.chunk.0)) as u32;
            let top = (y * u64::from(self.chunk.1)) as u32;
            let tiled = self.chunk.0 != self.width;
            let rows = if tiled {
                self.chunk.1
            } else {
                self.chunk.1.min(self.height - top)
            };
            let packed = directory.bytes(*offset, *count);
            let (own_row, room) = samples(u64::from(self.chunk.0) * pixel, rows, white)?;
            let mut chunk = self.packing.unpack(packed, (self.chunk.0, rows), room);
            if self.differs {
                self.add_up(&mut chunk, own_row, in_chunk as usize);
            }
            let wide = u64::from(self.chunk.0.min(self.width - left)) * pixel;
            let used = (wide.div_ceil(8) as usize).min(own_row);
            for (line, from) in chunk.chunks(own_row.max(1)).enumerate() {
                let to_row = (top as usize + line).saturating_mul(row);
                if top as usize + line >= self.height as usize {
                    break;
                }
                let from = from.get(..used).unwrap_or(from);
                if planes == 1 {
                    let start = to_row + (u64::from(left) * pixel / 8) as usize;
                    let end = start.saturating_add(from.len()).min(to_row + row);
                    if let Some(to) = data.get_mut(start..end) {
                        to.copy_from_slice(from.get(..to.len()).unwrap_or_default());
                    }
                    continue;
                }
                let step = bytes_of_sample * self.samples as usize;
                let start = to_row + left as usize * step + plane as usize * bytes_of_sample;
                for (n, sample) in from.chunks_exact(bytes_of_sample.max(1)).enumerate() {
                    let to = start + n * step;
                    if let Some(to) = data.get_mut(to..to + bytes_of_sample) {
                        to.copy_from_slice(sample);
                    }
                }
            }
        }
        Ok(Decoded {
            data,
            bits: self.bits,
            samples: self.samples,
            is_jpeg: false,
        })
    }

    /// Undoes the horizontal differences of rows (section 14).
    fn add_up(&self, chunk: &mut [u8], row: usize, samples: usize) {
        for row in chunk.chunks_mut(row.max(1)) {
            match self.bits {
                8 => {
                    for at in samples..row.len() {
                        let before = row.get(at - samples).copied().unwrap_or(0);
                        if let Some(own) = row.get_mut(at) {
                            *own = own.wrapping_add(before);
                        }
                    }
                }
                16 => {
                    let value = |bytes: [u8; 2]| match self.little {
                        true => u16::from_le_bytes(bytes),
                        false => u16::from_be_bytes(bytes),
                    };
                    let (pairs, _) = row.as_chunks_mut::<2>();
                    for at in samples..pairs.len() {
                        let before = pairs.get(at - samples).copied().unwrap_or_default();
                        if let Some(own) = pairs.get_mut(at) {
                            let sum = value(*own).wrapping_add(value(before));
                            *own = if self.little {
                                sum.to_le_bytes()
                            } else {
                                sum.to_be_bytes()
                            };
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// Decodes strips or tiles that are JPEGs with common tables (technical note 2).
    fn decode_jpegs(
        &self,
        directory: &Directory<'_>,
        (offsets, counts): &(Vec<u64>, Vec<u64>),
        across: u32,
    ) -> Result<Decoded, String> {
        let damaged = || "it is a TIFF with damaged JPEGs".to_owned();
        let tables = directory.raw(Tag::JpegTables);
        let mut whole: Option<(usize, usize, Vec<u8>)> = None;
        for (number, (offset, count)) in (0u32..).zip(offsets.iter().zip(counts)) {
            let (x, y) = (number % across, number / across);
            let (Some(left), Some(top)) =
                (x.checked_mul(self.chunk.0), y.checked_mul(self.chunk.1))
            else {
                break;
            };
            if top >= self.height {
                break;
            }
            let own = directory.bytes(*offset, *count);
            let file = match tables {
                [] => own.to_vec(),
                tables => {
                    let before = tables.strip_suffix(&[0xFF, 0xD9]).unwrap_or(tables);
                    [before, own.get(2..).unwrap_or_default()].concat()
                }
            };
            let (chunk, of_pixel, (wide, high)) =
                super::jpeg::decoded(&file).ok_or_else(damaged)?;
            let (row, data) = match &mut whole {
                Some((row, known, data)) if *known == of_pixel => (*row, data),
                Some(_) => return Err(damaged()),
                None => {
                    let bits = u64::from(self.width) * of_pixel as u64 * 8;
                    let (row, data) = samples(bits, self.height, 0xFF)?;
                    (row, &mut whole.insert((row, of_pixel, data)).2)
                }
            };
            let used = wide.min((self.width - left) as usize) * of_pixel;
            for (line, from) in chunk.chunks(wide * of_pixel).take(high).enumerate() {
                let start = (top as usize + line).saturating_mul(row) + left as usize * of_pixel;
                if let (Some(to), Some(from)) =
                    (data.get_mut(start..start + used), from.get(..used))
                {
                    to.copy_from_slice(from);
                }
            }
        }
        let (_, of_pixel, data) = whole.ok_or_else(damaged)?;
        Ok(Decoded {
            data,
            bits: 8,
            samples: of_pixel as u32,
            is_jpeg: true,
        })
    }

    /// Converts the samples to an image of a PDF.
    fn image(&self, decoded: Decoded, directory: &Directory<'_>) -> Result<Image<'static>, String> {
        let Decoded {
            mut data,
            bits,
            samples,
            is_jpeg,
        } = decoded;
        let (wanted, colours) = match (self.photometric, is_jpeg) {
            (_, true) if samples == 3 => (3, "/DeviceRGB".to_owned()),
            (_, true) if samples == 4 => (4, "/DeviceCMYK".to_owned()),
            (0 | 1 | 4, _) | (_, true) => (1, "/DeviceGray".to_owned()),
            (2, _) => (3, "/DeviceRGB".to_owned()),
            (3, _) => (1, palette(&directory.numbers(Tag::ColorMap), bits)?),
            (5, _) => (4, "/DeviceCMYK".to_owned()),
            (other, _) => {
                return Err(format!(
                    "it has colours of kind {other}, which cannot be shown"
                ));
            }
        };
        if samples < wanted || (samples > wanted && bits < 8) {
            return Err(format!(
                "it has {samples} samples a pixel, which cannot be shown"
            ));
        }
        let mut bits = bits;
        if bits == 16 {
            // The higher byte is precise enough.
            let high = usize::from(self.little);
            data = data
                .as_chunks::<2>()
                .0
                .iter()
                .map(|pair| pair[high])
                .collect();
            bits = 8;
        }
        if samples > wanted {
            // Further samples, usually alpha, are omitted.
            let pixels = data.chunks_exact(samples as usize);
            let shown = pixels.flat_map(|pixel| pixel.iter().take(wanted as usize));
            data = shown.copied().collect();
        }
        Ok(Image {
            size: (self.width, self.height),
            colours: Some(colours.into()),
            bits: bits as u8,
            inverted: usize::from(self.photometric == 0 && wanted == 1),
            filter: None,
            data: data.into(),
        })
    }
}

/// The `/Indexed` colour space of a colour map, which lists all reds, then all greens, then all blues, with
/// 16 bits each.
fn palette(map: &[u64], bits: u32) -> Result<String, String> {
    let count = 1usize << bits.min(8);
    if bits > 8 || map.len() < 3 * count {
        return Err("it is a damaged TIFF: it has no colour map".into());
    }
    let mut out = format!("[/Indexed/DeviceRGB {} <", count - 1);
    for colour in 0..count {
        for channel in 0..3 {
            let value = map.get(channel * count + colour).copied().unwrap_or(0);
            out.push_str(&format!("{:02x}", (value >> 8) & 0xFF));
        }
    }
    out.push_str(">]");
    Ok(out)
}
