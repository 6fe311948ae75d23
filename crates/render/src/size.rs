//! The size of pictures in pixels, within limits.

/// Maximum number of pixels: an A4 page at 550 dpi. Larger pictures are reduced, because pages can be a
/// thousand times as large as paper, and drawing needs about ten bytes a pixel.
const MAX_PIXELS: f64 = 30e6;
/// Maximum length of a side, in pixels; browsers show no larger pictures.
const LONGEST_SIDE: f64 = 16_384.0;
/// Allowed scales, in pixels per point.
const SCALES: std::ops::RangeInclusive<f32> = 0.01..=20.0;

/// Width and height in pixels of a page with this size in points, at `scale` pixels per point. Sizes beyond
/// the limits are reduced.
pub fn pixels((width, height): (f32, f32), scale: f32) -> (u16, u16) {
    let scale = if scale.is_finite() { scale } else { 1.0 };
    let scale = f64::from(scale.clamp(*SCALES.start(), *SCALES.end()));
    let points = |points: f32| match points.is_finite() {
        true => f64::from(points).max(1.0),
        false => 1.0,
    };
    let (width, height) = (points(width) * scale, points(height) * scale);
    let fit = (LONGEST_SIDE / width.max(height)).min((MAX_PIXELS / (width * height)).sqrt());
    let fitting = |side: f64| (side * fit.min(1.0)).round().clamp(1.0, LONGEST_SIDE) as u16;
    (fitting(width), fitting(height))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_as_large_as_asked_for_up_to_a_limit() {
        assert_eq!(pixels((612.0, 792.0), 1.5), (918, 1188));
        assert_eq!(pixels((14_400.0, 14_400.0), 1.0), (5477, 5477));
        assert_eq!(pixels((200_000.0, 10.0), 1.0), (16_384, 1));
        assert_eq!(pixels((600.0, 600.0), f32::NAN), (600, 600));
        assert_eq!(pixels((600.0, 600.0), -3.0), (6, 6));
        assert_eq!(pixels((0.0, f32::INFINITY), 2.0), (2, 2));
    }
}
