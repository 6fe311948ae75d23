//! Encodes pixels in the smaller of two formats that all web browsers support: PNG for few colours, such as
//! text, and JPEG for photographs and shaded scans.

use std::collections::HashMap;

use jpeg_encoder::{ColorType, Encoder, SamplingFactor};

use super::refusal::Refusal;
use super::samples::Samples;

/// The share of toned pixels above which a picture is a JPEG, in thousandths. Pages of text have less than 1,
/// even downscaled scans; a small photograph or shaded area gives 10.
const TONED: usize = 3;
/// Largest imperceptible differences, from 0 to 255: between neighbouring pixels, and from a step of
/// [`step`].
const LITTLE: [u8; 2] = [3, 2];
/// JPEG quality, from 0 to 100, without a visible difference on a screen.
pub const QUALITY: u8 = 80;

/// Encodes a picture for storage, as PNG or as JPEG; its first bytes give the format.
pub fn packed(samples: &Samples) -> Result<Vec<u8>, Refusal> {
    let channels = match samples.colours {
        png::ColorType::Grayscale => 1,
        png::ColorType::Rgb => 3,
        // Pages have no transparency.
        _ => return samples.png(),
    };
    let is_toned = is_toned(samples, channels);
    let colour: fn(u8) -> u8 = if is_toned { |value| value } else { step };
    let indexed = Indexed::of(&samples.data, channels, colour);
    let png = indexed.map(|indexed| indexed.png(samples.size));
    let png = match png.transpose().map_err(|_| Refusal::Damaged)? {
        Some(png) if !is_toned => return Ok(png),
        other => other,
    };
    let jpeg = jpeg(samples, channels, QUALITY).map_err(|_| Refusal::Damaged)?;
    Ok(png.filter(|png| png.len() <= jpeg.len()).unwrap_or(jpeg))
}

/// Encodes a picture as JPEG, with a quality from 1 to 100.
pub fn as_jpeg(samples: &Samples, quality: u8) -> Result<Vec<u8>, Refusal> {
    let channels = match samples.colours {
        png::ColorType::Grayscale => 1,
        png::ColorType::Rgb => 3,
        // Pages have no transparency.
        _ => return Err(Refusal::Damaged),
    };
    jpeg(samples, channels, quality).map_err(|_| Refusal::Damaged)
}

/// Whether many pixels are similar to their left and upper neighbours, but between the steps of [`step`].
/// Such tones would become stripes. Edges of letters differ from their neighbours.
fn is_toned(samples: &Samples, channels: usize) -> bool {
    let [near, off] = LITTLE;
    let row = samples.size.0 as usize * channels;
    let data = &samples.data;
    let here = data.get(row + channels..).unwrap_or_default();
    let left = data.get(row..).unwrap_or_default();
    let above = data.get(channels..).unwrap_or_default();
    let pixels = here.iter().zip(left).zip(above).step_by(channels);
    let toned = pixels.filter(|((here, left), above)| {
        here.abs_diff(**left) <= near
            && here.abs_diff(**above) <= near
            && here.abs_diff(step(**here)) > off
    });
    toned.count() > data.len() / channels * TONED / 1000
}

/// A picture with a palette.
struct Indexed {
    palette: Vec<[u8; 3]>,
    indices: Vec<u8>,
}

impl Indexed {
    /// Applies `colour` to all values; `None` if there are more than 256 colours.
    fn of(data: &[u8], channels: usize, colour: fn(u8) -> u8) -> Option<Self> {
        let mut numbers: HashMap<[u8; 3], u8> = HashMap::new();
        let mut palette = Vec::new();
        let mut indices = Vec::with_capacity(data.len() / channels);
        // Most pixels equal the previous one.
        let mut last = None;
        for pixel in data.chunks_exact(channels) {
            let colour = match *pixel {
                [grey] => [colour(grey); 3],
                [r, g, b] => [r, g, b].map(colour),
                _ => return None,
            };
            let index = match last {
                Some((same, index)) if same == colour => index,
                _ => match numbers.get(&colour) {
                    Some(index) => *index,
                    None => {
                        // At most 256.
                        let index = u8::try_from(palette.len()).ok()?;
                        palette.push(colour);
                        numbers.insert(colour, index);
                        index
                    }
                },
            };
            last = Some((colour, index));
            indices.push(index);
        }
        Some(Self { palette, indices })
    }

    fn png(&self, (width, height): (u32, u32)) -> Result<Vec<u8>, png::EncodingError> {
        let (depth, bits) = match self.palette.len() {
            0..=2 => (png::BitDepth::One, 1),
            3..=4 => (png::BitDepth::Two, 2),
            5..=16 => (png::BitDepth::Four, 4),
            _ => (png::BitDepth::Eight, 8),
        };
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, width, height);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(depth);
        encoder.set_palette(self.palette.concat());
        encoder.set_compression(png::Compression::Balanced);
        // Filters do not help, because differences of indices have no meaning.
        encoder.set_filter(png::Filter::NoFilter);
        let rows = self.indices.chunks(width.max(1) as usize);
        let data: Vec<u8> = rows
            .flat_map(|row| row.chunks(8 / bits))
            .map(|of_byte| {
                let last = 8 - bits;
                let shifted = of_byte.iter().zip((0..=last).rev().step_by(bits));
                shifted.fold(0, |byte, (index, shift)| byte | index << shift)
            })
            .collect();
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&data)?;
        writer.finish()?;
        Ok(file)
    }
}

/// The nearest of 16 steps from black to white, which are enough for the edges of letters.
fn step(value: u8) -> u8 {
    let nearest = (u16::from(value) + 8) / 17;
    // At most 15.
    nearest as u8 * 17
}

fn jpeg(
    samples: &Samples,
    channels: usize,
    quality: u8,
) -> Result<Vec<u8>, jpeg_encoder::EncodingError> {
    let (width, height) = samples.size;
    // Sides of pictures are below this limit.
    let side = |side: u32| u16::try_from(side).unwrap_or(u16::MAX);
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, quality);
    encoder.set_sampling_factor(SamplingFactor::F_2_2);
    encoder.set_optimized_huffman_tables(true);
    let colours = if channels == 1 {
        ColorType::Luma
    } else {
        ColorType::Rgb
    };
    encoder.encode(&samples.data, side(width), side(height), colours)?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(file: &[u8]) -> (png::OutputInfo, Vec<u8>) {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        (info, pixels)
    }

    #[test]
    fn text_becomes_png_and_keeps_black_and_white() {
        for (count, greys) in [(2, [0, 255, 255]), (3, [0, 119, 255])] {
            let line: Vec<u8> = (0..101).map(|x| greys[x / 5 % count]).collect();
            let page = Samples::new(png::ColorType::Grayscale, (101, 40), line.repeat(40));
            let file = packed(&page).unwrap();
            let (info, pixels) = decoded(&file);
            assert_eq!((info.width, info.height), (101, 40));
            let expected = line.iter().flat_map(|grey| [step(*grey); 3]);
            assert_eq!(pixels[..303], expected.collect::<Vec<u8>>());
        }
        assert_eq!([0, 3, 250, 255].map(step), [0, 0, 255, 255]);
    }

    #[test]
    fn colours_of_drawings_become_a_palette() {
        let pixels: Vec<u8> = (0..900)
            .flat_map(|i| [(i / 90 * 17) as u8, 0, 255])
            .collect();
        let page = Samples::new(png::ColorType::Rgb, (30, 30), pixels.clone());
        let (_, found) = decoded(&packed(&page).unwrap());
        assert_eq!(found, pixels.iter().map(|v| step(*v)).collect::<Vec<u8>>());
    }

    #[test]
    fn edges_of_letters_are_no_tones() {
        // Steps between black and white, as in a downscaled scan.
        let line: Vec<u8> = [0, 0, 0, 90, 200, 255, 255, 255, 255, 245, 20, 3].repeat(20);
        let page = Samples::new(png::ColorType::Grayscale, (240, 100), line.repeat(100));
        let (_, pixels) = decoded(&packed(&page).unwrap());
        let steps = line.iter().flat_map(|grey| [step(*grey); 3]);
        assert_eq!(pixels[..720], steps.collect::<Vec<u8>>());
    }

    #[test]
    fn tones_stay_as_they_are() {
        // An area of one grey, as behind a heading.
        let field = [255; 50].into_iter().chain([200; 50]).collect::<Vec<u8>>();
        let page = Samples::new(png::ColorType::Grayscale, (100, 100), field.repeat(100));
        assert!(is_toned(&page, 1));
        let (_, pixels) = decoded(&packed(&page).unwrap());
        assert_eq!(pixels[150..153], [200; 3]);
    }

    #[test]
    fn photographs_become_jpeg() {
        for colours in [png::ColorType::Grayscale, png::ColorType::Rgb] {
            let channels = colours.samples();
            let pixel = |i: usize| ((i / channels % 64 + i / channels / 64) * 2 + i * 7 % 5) as u8;
            let pixels = (0..64 * 64 * channels).map(pixel).collect();
            let file = packed(&Samples::new(colours, (64, 64), pixels)).unwrap();
            assert_eq!(file[..3], [0xff, 0xd8, 0xff], "{colours:?}");
        }
    }
}
