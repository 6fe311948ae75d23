//! The size of pictures in pixels, within limits.

/// Maximum number of pixels: an A4 page at 550 dpi. Larger pictures are reduced, because pages can be a
/// thousand times as large as paper, and drawing needs about ten bytes a pixel.
const MAX_PIXELS: f64 = 30e6;
/// Maximum length of a side, in pixels; browsers show no larger pictures.
const LONGEST_SIDE: f64 = 16_384.0;
/// Maximum length of a side of a part of a page, in pixels: a line of a newspaper at the largest scale.
const LONGEST_PART: f32 = 6000.0;
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

/// The scale at which a part of a page is drawn, at most `scale` pixels per point: left, top, right and bottom
/// in points.
pub fn part_scale([x0, y0, x1, y1]: [f32; 4], scale: f32) -> f32 {
    let scale = if scale.is_finite() { scale } else { 1.0 };
    let scale = scale.clamp(*SCALES.start(), *SCALES.end());
    let longest = (x1 - x0).max(y1 - y0).max(1.0);
    scale.min(LONGEST_PART / longest)
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

    #[test]
    fn long_parts_are_reduced() {
        assert_eq!(part_scale([0.0, 0.0, 300.0, 10.0], 6.0), 6.0);
        assert_eq!(part_scale([0.0, 0.0, 3000.0, 10.0], 6.0), 2.0);
        assert_eq!(part_scale([5.0, 5.0, 5.0, 5.0], 900.0), 20.0);
    }
}
