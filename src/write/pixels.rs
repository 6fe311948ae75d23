//! Page space to the pixels of the page's image.

use crate::geometry::Rect;

/// The image of a page, to whose pixels all boxes are scaled.
#[derive(Clone, Debug, PartialEq)]
pub struct PageFrame {
    /// Width in pixels; 0 counts as 1.
    pub width_px: u32,
    /// Height in pixels; 0 counts as 1.
    pub height_px: u32,
    /// Pixels per inch, across.
    pub dpi_x: f32,
    /// Pixels per inch, down.
    pub dpi_y: f32,
    /// What of the page the image shows, in page space.
    pub area: Rect,
    /// The image's file, when there is one.
    pub image: Option<PageImage>,
}

/// The file that a page can be seen in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageImage {
    /// As the reader of the output finds it.
    pub name: String,
    /// The MD5 sum of its bytes, in hexadecimal digits; `None` when the file holds more than this
    /// page.
    pub md5: Option<String>,
}

/// A box in pixels, never empty: `x0 < x1` and `y0 < y1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pixels {
    pub x0: u32,
    pub y0: u32,
    pub x1: u32,
    pub y1: u32,
}

/// Pixels per point, and where they begin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    pub x: f64,
    pub y: f64,
    /// The image's left and upper edge, in page space.
    pub left: f32,
    pub top: f32,
}

impl Scale {
    /// Without a size, the resolution has to do.
    pub(super) fn new(frame: &PageFrame) -> Self {
        let scale = |pixels: u32, points: f32, dpi: f32| {
            let scale = f64::from(pixels) / f64::from(points);
            let fallback = f64::from(dpi) / 72.0;
            [scale, fallback]
                .into_iter()
                .find(|s| s.is_finite() && *s > 0.0)
                .unwrap_or(1.0)
        };
        let area = frame.area;
        Self {
            x: scale(frame.width_px, area.width(), frame.dpi_x),
            y: scale(frame.height_px, area.height(), frame.dpi_y),
            left: area.x0,
            top: area.y0,
        }
    }
}

impl Pixels {
    /// The whole page.
    pub(super) fn of_page(frame: &PageFrame) -> Self {
        Self {
            x0: 0,
            y0: 0,
            x1: frame.width_px.max(1),
            y1: frame.height_px.max(1),
        }
    }

    /// The smallest box that holds both.
    pub(super) fn union(self, other: Self) -> Self {
        Self {
            x0: self.x0.min(other.x0),
            y0: self.y0.min(other.y0),
            x1: self.x1.max(other.x1),
            y1: self.y1.max(other.y1),
        }
    }

    pub(super) fn width(self) -> u32 {
        self.x1.saturating_sub(self.x0)
    }

    pub(super) fn height(self) -> u32 {
        self.y1.saturating_sub(self.y0)
    }

    /// A box in page space as pixels of this one, to the nearest pixel. What lies outside is
    /// pushed to the edge, and every box keeps a pixel: readers divide by areas.
    pub(super) fn part(self, bbox: Rect, scale: Scale) -> Self {
        if bbox.is_empty() {
            return Self {
                x1: self.x0 + 1,
                y1: self.y0 + 1,
                ..self
            };
        }
        let Scale { x, y, left, top } = scale;
        let (x0, x1) = span(bbox.x0 - left, bbox.x1 - left, x, self.x0, self.x1);
        let (y0, y1) = span(bbox.y0 - top, bbox.y1 - top, y, self.y0, self.y1);
        Self { x0, y0, x1, y1 }
    }
}

/// From `start` to `end`, at least one pixel, all of it between `least` and `most`.
fn span(start: f32, end: f32, scale: f64, least: u32, most: u32) -> (u32, u32) {
    let pixel = |v: f32| nearest(f64::from(v) * scale);
    let start = pixel(start).clamp(least, most - 1);
    (start, pixel(end).clamp(start + 1, most))
}

/// The nearest whole number, halves upwards; 0 for what is negative or no number. Every box asks
/// four times, and `f64::round` is a call into the system's library.
fn nearest(value: f64) -> u32 {
    let whole = value as u32;
    whole.saturating_add(u32::from(value - f64::from(whole) >= 0.5))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The frame of a page of 200 by 100 points.
    pub(crate) fn frame(width_px: u32, height_px: u32) -> PageFrame {
        of_area(width_px, height_px, Rect::new(0.0, 0.0, 200.0, 100.0))
    }

    fn of_area(width_px: u32, height_px: u32, area: Rect) -> PageFrame {
        PageFrame {
            width_px,
            height_px,
            dpi_x: 300.0,
            dpi_y: 300.0,
            area,
            image: None,
        }
    }

    #[test]
    fn boxes_go_to_the_nearest_pixel() {
        for (left, top) in [(0.0, 0.0), (10.0, -20.0)] {
            let area = Rect::new(left, top, left + 595.2, top + 841.92);
            let frame = of_area(2480, 3508, area);
            let scale = Scale::new(&frame);
            let page = Pixels::of_page(&frame);
            let bbox = Rect::new(left + 72.0, top + 72.1, left + 144.0, top + 100.0);
            let Pixels { x0, y0, x1, y1 } = page.part(bbox, scale);
            assert_eq!([x0, y0, x1, y1], [300, 300, 600, 417]);
        }
    }

    #[test]
    fn a_page_without_size_is_scaled_by_its_resolution() {
        let area = Rect {
            x0: 0.0,
            y0: 0.0,
            x1: 0.0,
            y1: f32::NAN,
        };
        let scale = Scale::new(&of_area(2480, 3508, area));
        assert!((scale.x - 300.0 / 72.0).abs() < 1e-9);
        assert!((scale.y - 300.0 / 72.0).abs() < 1e-9);
    }

    fn coordinate() -> impl Strategy<Value = f32> {
        prop_oneof![
            4 => -100.0f32..1000.0,
            1 => prop::num::f32::ANY,
        ]
    }

    proptest! {
        #[test]
        fn pixels_are_the_nearest(value in -1e3f64..5e9) {
            prop_assert_eq!(nearest(value), value.round() as u32);
        }

        #[test]
        fn a_part_is_inside_and_never_empty(
            outer in prop::array::uniform4(coordinate()),
            inner in prop::array::uniform4(coordinate()),
            width in 0u32..5000,
            points in coordinate(),
        ) {
            let area = Rect { x0: 0.0, y0: 0.0, x1: points, y1: 842.0 };
            let frame = of_area(width, 700, area);
            let scale = Scale::new(&frame);
            let [a, b, c, d] = outer;
            // Not `Rect::new`: what is written must not depend on a box being in order.
            let outer = Pixels::of_page(&frame).part(Rect { x0: a, y0: b, x1: c, y1: d }, scale);
            let [a, b, c, d] = inner;
            let inner = outer.part(Rect { x0: a, y0: b, x1: c, y1: d }, scale);
            prop_assert!(inner.x0 < inner.x1 && inner.y0 < inner.y1);
            prop_assert!(outer.x0 <= inner.x0 && inner.x1 <= outer.x1);
            prop_assert!(outer.y0 <= inner.y0 && inner.y1 <= outer.y1);
        }
    }
}
