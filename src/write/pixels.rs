//! Page space to the pixels of the page's image.

use crate::geometry::Rect;

/// The image of a page, to whose pixels all boxes are scaled.
#[derive(Clone, Debug, PartialEq)]
pub struct PageFrame {
    /// Size in pixels; 0 counts as 1.
    pub width_px: u32,
    pub height_px: u32,
    /// Pixels per inch, for `scan_res`.
    pub dpi_x: f32,
    pub dpi_y: f32,
    /// The image's file, when there is one, as the reader of the hOCR finds it.
    pub image: Option<String>,
}

/// A box in pixels, never empty: `x0 < x1` and `y0 < y1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pixels {
    pub x0: u32,
    pub y0: u32,
    pub x1: u32,
    pub y1: u32,
}

/// Pixels per point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    pub x: f64,
    pub y: f64,
}

impl Scale {
    /// `width` and `height` of the page in points. Without a size, the resolution has to do.
    pub fn new(frame: &PageFrame, width: f32, height: f32) -> Self {
        let scale = |pixels: u32, points: f32, dpi: f32| {
            let scale = f64::from(pixels) / f64::from(points);
            let fallback = f64::from(dpi) / 72.0;
            [scale, fallback]
                .into_iter()
                .find(|s| s.is_finite() && *s > 0.0)
                .unwrap_or(1.0)
        };
        Self {
            x: scale(frame.width_px, width, frame.dpi_x),
            y: scale(frame.height_px, height, frame.dpi_y),
        }
    }
}

impl Pixels {
    /// The whole page.
    pub fn of_page(frame: &PageFrame) -> Self {
        Self {
            x0: 0,
            y0: 0,
            x1: frame.width_px.max(1),
            y1: frame.height_px.max(1),
        }
    }

    /// The smallest box that holds both.
    pub fn union(self, other: Self) -> Self {
        Self {
            x0: self.x0.min(other.x0),
            y0: self.y0.min(other.y0),
            x1: self.x1.max(other.x1),
            y1: self.y1.max(other.y1),
        }
    }

    pub fn width(self) -> u32 {
        self.x1.saturating_sub(self.x0)
    }

    pub fn height(self) -> u32 {
        self.y1.saturating_sub(self.y0)
    }

    /// A box in page space as pixels of this one, to the nearest pixel. What lies outside is
    /// pushed to the edge, and every box keeps a pixel: readers divide by areas.
    pub fn part(self, bbox: Rect, scale: Scale) -> Self {
        if bbox.is_empty() {
            return Self {
                x1: self.x0 + 1,
                y1: self.y0 + 1,
                ..self
            };
        }
        let (x0, x1) = span(bbox.x0, bbox.x1, scale.x, self.x0, self.x1);
        let (y0, y1) = span(bbox.y0, bbox.y1, scale.y, self.y0, self.y1);
        Self { x0, y0, x1, y1 }
    }
}

/// From `start` to `end`, at least one pixel, all of it between `least` and `most`.
fn span(start: f32, end: f32, scale: f64, least: u32, most: u32) -> (u32, u32) {
    // `as` makes 0 of what is negative or no number.
    let pixel = |v: f32| (f64::from(v) * scale).round() as u32;
    let start = pixel(start).clamp(least, most - 1);
    (start, pixel(end).clamp(start + 1, most))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use proptest::prelude::*;

    pub fn frame(width_px: u32, height_px: u32) -> PageFrame {
        PageFrame {
            width_px,
            height_px,
            dpi_x: 300.0,
            dpi_y: 300.0,
            image: None,
        }
    }

    #[test]
    fn boxes_go_to_the_nearest_pixel() {
        let frame = frame(2480, 3508);
        let scale = Scale::new(&frame, 595.2, 841.92);
        let page = Pixels::of_page(&frame);
        let part = page.part(Rect::new(72.0, 72.1, 144.0, 100.0), scale);
        let Pixels { x0, y0, x1, y1 } = part;
        assert_eq!([x0, y0, x1, y1], [300, 300, 600, 417]);
    }

    #[test]
    fn a_page_without_size_is_scaled_by_its_resolution() {
        let scale = Scale::new(&frame(2480, 3508), 0.0, f32::NAN);
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
        fn a_part_is_inside_and_never_empty(
            outer in prop::array::uniform4(coordinate()),
            inner in prop::array::uniform4(coordinate()),
            width in 0u32..5000,
            points in coordinate(),
        ) {
            let frame = frame(width, 700);
            let scale = Scale::new(&frame, points, 842.0);
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
