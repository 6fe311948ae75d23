//! The grey picture of a page: decoded from PNG, turned, cropped, and encoded for the engine.

use std::io::Cursor;

/// Most pixels of a picture. A sheet of A3 at 600 pixels per inch has 70 million.
const MAX_PIXELS: usize = 100_000_000;

/// A grey picture with 8 bits per pixel, 0 for black; rows from top to bottom.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bitmap {
    pub(crate) width: usize,
    pub(crate) height: usize,
    grey: Vec<u8>,
}

/// A rectangle of pixels: the columns `x0..x1` and the rows `y0..y1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Area {
    pub(crate) x0: usize,
    pub(crate) y0: usize,
    pub(crate) x1: usize,
    pub(crate) y1: usize,
}

impl Bitmap {
    /// A picture of these rows; `None` if the data has another size.
    pub(super) fn new(width: usize, height: usize, grey: Vec<u8>) -> Option<Self> {
        let fits = width > 0 && height > 0 && width.checked_mul(height) == Some(grey.len());
        fits.then_some(Self {
            width,
            height,
            grey,
        })
    }

    /// Decodes a PNG; transparent pixels are on white paper.
    ///
    /// # Errors
    ///
    /// The reason why it cannot be decoded.
    pub(crate) fn decode(file: &[u8]) -> Result<Self, String> {
        let mut decoder = png::Decoder::new(Cursor::new(file));
        decoder.set_transformations(png::Transformations::normalize_to_color8());
        let mut reader = decoder.read_info().map_err(|e| e.to_string())?;
        let (width, height) = reader.info().size();
        if (width as usize).saturating_mul(height as usize) > MAX_PIXELS {
            return Err(format!(
                "it has more than {} million pixels",
                MAX_PIXELS / 1_000_000
            ));
        }
        let size = reader.output_buffer_size().ok_or("it is too large")?;
        let mut data = vec![0; size];
        let frame = reader.next_frame(&mut data).map_err(|e| e.to_string())?;
        data.truncate(frame.buffer_size());
        let on_white = |grey: u8, alpha: u8| {
            let (grey, alpha) = (u32::from(grey), u32::from(alpha));
            ((grey * alpha + 255 * (255 - alpha)) / 255) as u8
        };
        let grey = match frame.color_type {
            png::ColorType::Grayscale | png::ColorType::Indexed => data,
            png::ColorType::GrayscaleAlpha => {
                let pairs = data.as_chunks::<2>().0.iter();
                pairs.map(|[grey, alpha]| on_white(*grey, *alpha)).collect()
            }
            png::ColorType::Rgb => {
                let pixels = data.as_chunks::<3>().0.iter();
                pixels.map(|rgb| luma(*rgb)).collect()
            }
            png::ColorType::Rgba => {
                let pixels = data.as_chunks::<4>().0.iter();
                pixels
                    .map(|[r, g, b, alpha]| on_white(luma([*r, *g, *b]), *alpha))
                    .collect()
            }
        };
        let (width, height) = (frame.width as usize, frame.height as usize);
        Self::new(width, height, grey).ok_or_else(|| "its data has another size".to_owned())
    }

    /// The picture as a PNG, with its resolution in pixels per inch.
    ///
    /// # Errors
    ///
    /// The reason why it cannot be encoded.
    pub(crate) fn encode(&self, dpi: f32) -> Result<Vec<u8>, String> {
        let side = |pixels: usize| u32::try_from(pixels).map_err(|e| e.to_string());
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, side(self.width)?, side(self.height)?);
        encoder.set_color(png::ColorType::Grayscale);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Fastest);
        let per_metre = (dpi / 0.0254).round() as u32;
        encoder.set_pixel_dims(Some(png::PixelDimensions {
            xppu: per_metre,
            yppu: per_metre,
            unit: png::Unit::Meter,
        }));
        let written = encoder.write_header().and_then(|mut writer| {
            writer.write_image_data(&self.grey)?;
            writer.finish()
        });
        written.map_err(|e| e.to_string())?;
        Ok(file)
    }

    /// The pixel in a column and a row; white outside the picture.
    pub(super) fn at(&self, x: usize, y: usize) -> u8 {
        match x < self.width {
            true => self.grey.get(y * self.width + x).copied().unwrap_or(255),
            false => 255,
        }
    }

    /// Makes the pixel in a column and a row white, if it is inside the picture.
    pub(super) fn clear(&mut self, x: usize, y: usize) {
        if x < self.width
            && let Some(pixel) = self.grey.get_mut(y * self.width + x)
        {
            *pixel = 255;
        }
    }

    /// The rows from top to bottom.
    pub(super) fn rows(&self) -> impl Iterator<Item = &[u8]> {
        self.grey.chunks_exact(self.width.max(1))
    }

    /// The threshold that best separates dark from light pixels (Otsu 1979): ink is darker than this. A picture of
    /// one shade has no ink.
    pub(super) fn threshold(&self) -> u8 {
        let mut counts = [0u64; 256];
        for &grey in &self.grey {
            if let Some(count) = counts.get_mut(usize::from(grey)) {
                *count += 1;
            }
        }
        let all = self.grey.len() as f64;
        let sum: f64 = (0..256u32)
            .zip(counts)
            .map(|(v, n)| f64::from(v) * n as f64)
            .sum();
        let (mut below, mut sum_below) = (0.0, 0.0);
        let (mut best, mut threshold) = (0.0, 0);
        for (value, count) in (0..=254u8).zip(counts) {
            below += count as f64;
            sum_below += f64::from(value) * count as f64;
            let above = all - below;
            if below == 0.0 || above == 0.0 {
                continue;
            }
            let apart = sum_below / below - (sum - sum_below) / above;
            let variance = below * above * apart * apart;
            if variance > best {
                (best, threshold) = (variance, value + 1);
            }
        }
        threshold
    }

    /// The picture turned clockwise by this many quarters.
    pub(super) fn turned(&self, quarters: u8) -> Self {
        let (w, h) = (self.width, self.height);
        let source = |x: usize, y: usize| match quarters % 4 {
            0 => (x, y),
            1 => (y, h - 1 - x),
            2 => (w - 1 - x, h - 1 - y),
            _ => (w - 1 - y, x),
        };
        let (width, height) = match quarters % 2 {
            0 => (w, h),
            _ => (h, w),
        };
        let mut grey = Vec::with_capacity(self.grey.len());
        for y in 0..height {
            grey.extend((0..width).map(|x| {
                let (x, y) = source(x, y);
                self.at(x, y)
            }));
        }
        Self {
            width,
            height,
            grey,
        }
    }

    /// The picture turned clockwise by a small angle in radians around its centre, in the same size. Pixels from
    /// outside are white.
    pub(super) fn rotated(&self, angle: f32) -> Self {
        let (sin, cos) = angle.sin_cos();
        let (cx, cy) = (
            (self.width as f32 - 1.0) / 2.0,
            (self.height as f32 - 1.0) / 2.0,
        );
        let mut grey = Vec::with_capacity(self.grey.len());
        for y in 0..self.height {
            let dy = y as f32 - cy;
            for x in 0..self.width {
                let dx = x as f32 - cx;
                grey.push(self.between(cx + dx * cos + dy * sin, cy + dy * cos - dx * sin));
            }
        }
        Self {
            width: self.width,
            height: self.height,
            grey,
        }
    }

    /// The shade at a point between pixels, by bilinear interpolation.
    fn between(&self, x: f32, y: f32) -> u8 {
        let inside = x > -1.0 && y > -1.0 && x < self.width as f32 && y < self.height as f32;
        if !inside {
            return 255;
        }
        let (left, top) = (x.floor(), y.floor());
        let (right_share, lower_share) = (x - left, y - top);
        let pixel = |x: f32, y: f32| match x < 0.0 || y < 0.0 {
            true => 255.0,
            false => f32::from(self.at(x as usize, y as usize)),
        };
        let upper = pixel(left, top) * (1.0 - right_share) + pixel(left + 1.0, top) * right_share;
        let lower = pixel(left, top + 1.0) * (1.0 - right_share)
            + pixel(left + 1.0, top + 1.0) * right_share;
        (upper * (1.0 - lower_share) + lower * lower_share).round() as u8
    }

    /// A part of the picture.
    pub(crate) fn cropped(&self, area: Area) -> Option<Self> {
        let rows = self.rows().take(area.y1.min(self.height)).skip(area.y0);
        let grey: Vec<u8> = rows
            .flat_map(|row| {
                row.get(area.x0..area.x1.min(self.width))
                    .unwrap_or_default()
            })
            .copied()
            .collect();
        let width = area.x1.min(self.width).checked_sub(area.x0)?;
        Self::new(width, grey.len().checked_div(width)?, grey)
    }

    /// The picture of the steps between shades: black where a pixel differs by `contrast` from the one `reach` rows above.
    pub(super) fn steps(&self, reach: usize, contrast: u8) -> Self {
        let above = (0..reach * self.width).map(|_| None);
        let above = above.chain(self.grey.iter().map(Some));
        let pairs = self.grey.iter().zip(above);
        let is_step = |(own, above): (&u8, Option<&u8>)| {
            above.is_some_and(|above| own.abs_diff(*above) >= contrast)
        };
        let grey = pairs.map(|pair| if is_step(pair) { 0 } else { 255 });
        Self {
            grey: grey.collect(),
            ..*self
        }
    }

    /// The picture with dark and light exchanged.
    pub(super) fn inverted(&self) -> Self {
        Self {
            grey: self.grey.iter().map(|grey| 255 - grey).collect(),
            ..*self
        }
    }

    /// The picture made smaller: each pixel is the darkest of a square of `factor` pixels, so that thin strokes
    /// stay.
    pub(super) fn reduced(&self, factor: usize) -> Self {
        let factor = factor.max(1);
        let (width, height) = (self.width.div_ceil(factor), self.height.div_ceil(factor));
        let mut grey = vec![255u8; width * height];
        for (y, row) in self.rows().enumerate() {
            let to = grey.get_mut(y / factor * width..).unwrap_or_default();
            for (square, to) in row.chunks(factor).zip(to) {
                *to = square.iter().copied().fold(*to, u8::min);
            }
        }
        Self {
            width,
            height,
            grey,
        }
    }
}

/// The shade of a colour (ITU-R BT.601).
fn luma([r, g, b]: [u8; 3]) -> u8 {
    ((299 * u32::from(r) + 587 * u32::from(g) + 114 * u32::from(b)) / 1000) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture from rows of text: `#` is black.
    fn picture(rows: &[&str]) -> Bitmap {
        let width = rows.first().map_or(0, |row| row.len());
        let grey = rows.iter().flat_map(|row| row.bytes());
        let grey = grey.map(|c| if c == b'#' { 0 } else { 255 }).collect();
        Bitmap::new(width, rows.len(), grey).unwrap()
    }

    #[test]
    fn pictures_survive_encoding() {
        let own = picture(&["#..", ".#."]);
        assert_eq!(Bitmap::decode(&own.encode(300.0).unwrap()).unwrap(), own);
        assert!(Bitmap::decode(b"no picture").is_err());
    }

    #[test]
    fn four_quarters_are_a_whole_turn() {
        let own = picture(&["#..", ".#."]);
        assert_eq!(own.turned(1), picture(&[".#", "#.", ".."]).turned(0));
        assert_eq!(own.turned(2), picture(&[".#.", "..#"]));
        assert_eq!(own.turned(3).turned(1), own);
    }

    #[test]
    fn a_rotation_and_its_inverse_keep_the_middle() {
        let mut rows = vec![".".repeat(41); 41];
        rows[20] = format!("{}#{}", ".".repeat(30), ".".repeat(10));
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let own = picture(&rows);
        let angle = 0.2f32;
        let turned = own.rotated(angle);
        // A point ten pixels to the right of the centre moves down if the picture is turned clockwise.
        let (x, y) = (20.0 + 10.0 * angle.cos(), 20.0 + 10.0 * angle.sin());
        assert!(turned.at(x.round() as usize, y.round() as usize) < 128);
    }

    #[test]
    fn the_threshold_is_between_paper_and_ink() {
        let grey: Vec<u8> = (0..100)
            .map(|n| if n % 10 == 0 { 40 } else { 200 })
            .collect();
        let threshold = Bitmap::new(10, 10, grey).unwrap().threshold();
        assert!((41..=200).contains(&threshold), "{threshold}");
        assert_eq!(Bitmap::new(2, 2, vec![255; 4]).unwrap().threshold(), 0);
    }

    #[test]
    fn parts_and_reductions_stay_inside() {
        let own = picture(&["#..", ".#.", "..#"]);
        let area = Area {
            x0: 1,
            y0: 1,
            x1: 9,
            y1: 9,
        };
        assert_eq!(own.cropped(area), Some(picture(&["#.", ".#"])));
        assert_eq!(
            own.cropped(Area {
                x0: 5,
                y0: 0,
                x1: 9,
                y1: 1
            }),
            None
        );
        assert_eq!(own.reduced(2), picture(&["#.", ".#"]));
    }
}
