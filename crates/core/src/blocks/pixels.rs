//! Converts page space to the pixels of the page image.

use crate::geometry::Rect;
use crate::page::PageFrame;

/// A box in pixels, never empty: `x0 < x1` and `y0 < y1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pixels {
    pub x0: u32,
    pub y0: u32,
    pub x1: u32,
    pub y1: u32,
}

/// Pixels per point, and the origin of the pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scale {
    pub x: f64,
    pub y: f64,
    /// The image's left and upper edge, in page space.
    pub left: f32,
    pub top: f32,
}

impl Scale {
    /// Falls back to the resolution if the area has no size.
    pub(crate) fn new(frame: &PageFrame) -> Self {
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
    pub(crate) fn of_page(frame: &PageFrame) -> Self {
        Self {
            x0: 0,
            y0: 0,
            x1: frame.width_px.max(1),
            y1: frame.height_px.max(1),
        }
    }

    /// The smallest box that contains both.
    pub(crate) fn union(self, other: Self) -> Self {
        Self {
            x0: self.x0.min(other.x0),
            y0: self.y0.min(other.y0),
            x1: self.x1.max(other.x1),
            y1: self.y1.max(other.y1),
        }
    }

    pub(crate) fn width(self) -> u32 {
        self.x1.saturating_sub(self.x0)
    }

    pub(crate) fn height(self) -> u32 {
        self.y1.saturating_sub(self.y0)
    }

    /// Converts a box from page space to the nearest pixels inside `self`. Parts outside are moved to the
    /// edge, and a box has at least one pixel, because readers divide by areas.
    pub(crate) fn part(self, bbox: Rect, scale: Scale) -> Self {
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

/// A box on the page, in page space and in pixels of the page's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Place {
    /// In page space.
    pub bbox: Rect,
    pub pixels: Pixels,
}

impl Place {
    /// Placeholder for boxes that are not known yet.
    pub(super) const NOWHERE: Self = Self {
        bbox: Rect::EMPTY,
        pixels: Pixels {
            x0: 0,
            y0: 0,
            x1: 1,
            y1: 1,
        },
    };

    pub(super) fn union(self, other: Self) -> Self {
        Self {
            bbox: self.bbox.union(other.bbox),
            pixels: self.pixels.union(other.pixels),
        }
    }
}

/// Converts a range to at least one pixel between `least` and `most`.
fn span(start: f32, end: f32, scale: f64, least: u32, most: u32) -> (u32, u32) {
    let pixel = |v: f32| nearest(f64::from(v) * scale);
    let start = pixel(start).clamp(least, most - 1);
    (start, pixel(end).clamp(start + 1, most))
}

/// Rounds to the nearest integer, halves upwards; negative numbers and NaN become 0. It is called four times
/// for every box, and `f64::round` is a slower library call.
fn nearest(value: f64) -> u32 {
    let whole = value as u32;
    whole.saturating_add(u32::from(value - f64::from(whole) >= 0.5))
}

#[cfg(test)]
mod tests {
    use super::super::testing::frame_of;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn boxes_go_to_the_nearest_pixel() {
        for (left, top) in [(0.0, 0.0), (10.0, -20.0)] {
            let area = Rect::new(left, top, left + 595.2, top + 841.92);
            let frame = frame_of(2480, 3508, area);
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
        let scale = Scale::new(&frame_of(2480, 3508, area));
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
            let frame = frame_of(width, 700, area);
            let scale = Scale::new(&frame);
            let [a, b, c, d] = outer;
            // Without `Rect::new`, so that unordered boxes are tested too.
            let outer = Pixels::of_page(&frame).part(Rect { x0: a, y0: b, x1: c, y1: d }, scale);
            let [a, b, c, d] = inner;
            let inner = outer.part(Rect { x0: a, y0: b, x1: c, y1: d }, scale);
            prop_assert!(inner.x0 < inner.x1 && inner.y0 < inner.y1);
            prop_assert!(outer.x0 <= inner.x0 && inner.x1 <= outer.x1);
            prop_assert!(outer.y0 <= inner.y0 && inner.y1 <= outer.y1);
        }
    }
}
