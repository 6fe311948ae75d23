//! Decodes PNG scans to 8 bits a sample, with transparency on white.

use std::io::Cursor;

use png::{ColorType, Decoder, Limits, Transformations};

use super::image::{Image, LARGEST_SCAN, samples};

pub(super) fn image(bytes: &[u8]) -> Result<Image<'static>, String> {
    let damaged = |why: png::DecodingError| format!("it is a damaged PNG: {why}");
    let limits = Limits {
        bytes: LARGEST_SCAN,
    };
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), limits);
    decoder.set_transformations(Transformations::EXPAND | Transformations::STRIP_16);
    let mut reader = decoder.read_info().map_err(damaged)?;
    let (width, height) = reader.info().size();
    let (colours, _) = reader.output_color_type();
    let (_, mut data) = samples(u64::from(width) * colours.samples() as u64 * 8, height, 255)?;
    reader.next_frame(&mut data).map_err(damaged)?;
    let (colours, data) = match colours {
        ColorType::Grayscale | ColorType::Indexed => ("/DeviceGray", data),
        ColorType::GrayscaleAlpha => ("/DeviceGray", on_white::<2>(data)),
        ColorType::Rgb => ("/DeviceRGB", data),
        ColorType::Rgba => ("/DeviceRGB", on_white::<4>(data)),
    };
    Ok(Image {
        size: (width, height),
        colours: Some(colours.into()),
        bits: 8,
        inverted: 0,
        filter: None,
        data: data.into(),
    })
}

/// Blends pixels of `N` samples, of which the last is alpha, with white. The result has `N - 1` samples, in
/// the same buffer.
fn on_white<const N: usize>(mut data: Vec<u8>) -> Vec<u8> {
    let mut to = 0;
    for from in (0..data.len() / N * N).step_by(N) {
        let alpha = u16::from(data.get(from + N - 1).copied().unwrap_or(255));
        for at in from..from + N - 1 {
            let own = u16::from(data.get(at).copied().unwrap_or(255));
            let mixed = (own * alpha + 255 * (255 - alpha) + 127) / 255;
            if let Some(slot) = data.get_mut(to) {
                *slot = mixed as u8;
            }
            to += 1;
        }
    }
    data.truncate(to);
    data
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_transparent_is_white() {
        let pixels = vec![10, 20, 30, 255, 10, 20, 30, 0, 0, 0, 0, 128];
        assert_eq!(
            on_white::<4>(pixels),
            [10, 20, 30, 255, 255, 255, 127, 127, 127]
        );
        assert_eq!(on_white::<2>(vec![7, 255, 7, 0]), [7, 255]);
    }
}
