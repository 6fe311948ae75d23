//! Pixels to the smaller of the two kinds of file that every web browser shows: PNG for what is drawn
//! in lines and in few colours, as text is, and JPEG for photographs and for paper that was scanned in
//! shades.

use std::collections::HashMap;

use jpeg_encoder::{ColorType, Encoder, SamplingFactor};

use super::refusal::Refusal;
use super::samples::Samples;

/// The share of pixels, in thousandths, up to which a picture has no shades: in text few pixels differ
/// a little from those beside them.
const SHADED: usize = 10;
/// What counts as a little, of 255.
const LITTLE: u8 = 24;
/// The share of samples, in hundredths, that are black or white in a scan without shades, even if it was
/// made smaller.
const TWO_TONED: usize = 70;
/// Colours of a PNG with a palette.
const COLOURS: usize = 256;
/// How much of a photograph a JPEG keeps, of 100: nobody sees a difference on the screen.
const QUALITY: u8 = 80;

/// Packs a picture to be kept: as PNG or as JPEG, which its first bytes tell.
pub(super) fn packed(samples: &Samples) -> Result<Vec<u8>, Refusal> {
    let channels = match samples.colours() {
        png::ColorType::Grayscale => 1,
        png::ColorType::Rgb => 3,
        // Nothing shines through a page.
        _ => return samples.png(),
    };
    let is_shaded = is_shaded(samples.data(), channels);
    // A scan in black and white that was made smaller has grey edges, which compress badly as either.
    let indexed = match !is_shaded || is_two_toned(samples.data()) {
        true => Indexed::of(samples.data(), channels),
        false => None,
    };
    let png = indexed.map(|indexed| indexed.png(samples.size()));
    let png = png.transpose().map_err(|_| Refusal::Damaged)?;
    let png = match png {
        Some(png) if !is_shaded => return Ok(png),
        other => other,
    };
    let jpeg = jpeg(samples, channels).map_err(|_| Refusal::Damaged)?;
    Ok(png.filter(|png| png.len() <= jpeg.len()).unwrap_or(jpeg))
}

/// Whether nearly all is black or white.
fn is_two_toned(data: &[u8]) -> bool {
    let toned = data
        .iter()
        .filter(|&&v| v <= LITTLE || v >= u8::MAX - LITTLE);
    toned.count() >= data.len() / 100 * TWO_TONED
}

/// Whether many pixels differ a little from the one before.
fn is_shaded(data: &[u8], channels: usize) -> bool {
    let before = data.iter().step_by(channels);
    let here = data.iter().skip(channels).step_by(channels);
    let little = before.zip(here).filter(|(a, b)| {
        let difference = a.abs_diff(**b);
        difference > 0 && difference <= LITTLE
    });
    little.count() > data.len() / channels / 1000 * SHADED
}

/// A picture with a palette of colours, each of which has sixteen steps a channel: the edges of letters
/// need no more.
struct Indexed {
    palette: Vec<[u8; 3]>,
    indices: Vec<u8>,
}

impl Indexed {
    /// `None` when there are too many colours.
    fn of(data: &[u8], channels: usize) -> Option<Self> {
        let mut numbers: HashMap<[u8; 3], u8> = HashMap::new();
        let mut palette = Vec::new();
        let mut indices = Vec::with_capacity(data.len() / channels);
        // Most pixels are like the one before.
        let mut last = None;
        for pixel in data.chunks_exact(channels) {
            let colour = match *pixel {
                [grey] => [step(grey); 3],
                [r, g, b] => [step(r), step(g), step(b)],
                _ => return None,
            };
            let index = match last {
                Some((same, index)) if same == colour => index,
                _ => match numbers.get(&colour) {
                    Some(index) => *index,
                    None => {
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
        debug_assert!(palette.len() <= COLOURS);
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
        // Indices do not differ by steps that mean something.
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

/// The nearest of sixteen steps, of which the first is black and the last white.
fn step(value: u8) -> u8 {
    let nearest = (u16::from(value) + 8) / 17;
    // At most 15.
    nearest as u8 * 17
}

fn jpeg(samples: &Samples, channels: usize) -> Result<Vec<u8>, jpeg_encoder::EncodingError> {
    let (width, height) = samples.size();
    // Pictures have fewer pixels than that a side.
    let side = |side: u32| u16::try_from(side).unwrap_or(u16::MAX);
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, QUALITY);
    encoder.set_sampling_factor(SamplingFactor::F_2_2);
    encoder.set_optimized_huffman_tables(true);
    let colours = if channels == 1 {
        ColorType::Luma
    } else {
        ColorType::Rgb
    };
    encoder.encode(samples.data(), side(width), side(height), colours)?;
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
        for (count, greys) in [(2, [0, 255, 255]), (3, [0, 120, 255])] {
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
            .flat_map(|i| [(i / 90 * 28) as u8, 0, 255])
            .collect();
        let page = Samples::new(png::ColorType::Rgb, (30, 30), pixels.clone());
        let (_, found) = decoded(&packed(&page).unwrap());
        assert_eq!(found, pixels.iter().map(|v| step(*v)).collect::<Vec<u8>>());
    }

    #[test]
    fn scans_with_grey_edges_are_packed_as_what_is_smaller() {
        // A third of the pixels are steps between black and white.
        let edges = [0, 0, 0, 10, 30, 50, 255, 255, 255, 255, 245, 20];
        let line: Vec<u8> = edges.repeat(20);
        assert!(is_shaded(&line, 1) && is_two_toned(&line));
        let size = (240, 100);
        let page = Samples::new(png::ColorType::Grayscale, size, line.repeat(100));
        let (_, pixels) = decoded(&packed(&page).unwrap());
        assert_eq!(pixels[..3], [0; 3]);
    }

    #[test]
    fn shades_become_jpeg() {
        for colours in [png::ColorType::Grayscale, png::ColorType::Rgb] {
            let length = 64 * 64 * colours.samples();
            let pixels = (0..length).map(|i| (i % 251) as u8 / 2).collect();
            let file = packed(&Samples::new(colours, (64, 64), pixels)).unwrap();
            assert_eq!(file[..3], [0xff, 0xd8, 0xff], "{colours:?}");
        }
    }
}
