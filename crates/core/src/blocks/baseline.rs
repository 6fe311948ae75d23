//! Converts the baseline of a printed line to hOCR's `baseline` and `textangle`, or to two points in pixels.

use super::pixels::{Pixels, Scale};
use crate::page::LineGeometry;

/// `textangle` and `baseline` of hOCR 1.2.
///
/// "The polynomial is in the coordinate system of the line, with the bottom left of the bounding box as the
/// origin". The system of a rotated line is rotated with it, so its bottom left is at the start of the text.
/// For text that runs upwards (`textangle 90`):
///
/// ```text
///        up, x'
///          |   +----+ y1        x' = y1 - y
///          |   | t  |           y' = x - x1
///          |   | x  |           origin: (x1, y1), the bottom left when the
///          |   | e  |           page is turned so that the text is upright
///          |   | t  |
///          |   +----+ origin
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Baseline {
    /// Degrees counter-clockwise, from 0 up to 360.
    pub textangle: f64,
    /// Slope in the line's own system, y pointing down.
    pub slope: f64,
    /// Offset of the baseline at the left edge of the box from its bottom, in pixels. It is usually negative,
    /// because y points down.
    pub offset: f64,
}

/// Maximum skew of a scan, in degrees. Below it a line gets a sloped baseline; above it a `textangle`.
const ASKEW: f64 = 10.0;

impl Baseline {
    /// The baseline of a line with this box. `None` for vertical writing, which has no baseline.
    pub(crate) fn of(line: &LineGeometry, bbox: Pixels, scale: Scale) -> Option<Self> {
        let angle = f64::from(line.angle);
        if line.vertical || !angle.is_finite() {
            return None;
        }
        // Horizontal and vertical scale can differ, which changes angles.
        let (sin, cos) = angle.to_radians().sin_cos();
        let direction = (cos * scale.x, -sin * scale.y);
        let angle = (-direction.1).atan2(direction.0).to_degrees();
        let quarter = (angle / 90.0).round() * 90.0;
        let turn = if (angle - quarter).abs() < ASKEW {
            quarter
        } else {
            angle
        };

        let (sin, cos) = turn.to_radians().sin_cos();
        let turned = |(x, y): (f64, f64)| (x * cos - y * sin, x * sin + y * cos);
        let [x0, y0, x1, y1] = [bbox.x0, bbox.y0, bbox.x1, bbox.y1].map(f64::from);
        let corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)].map(turned);
        let left = corners.iter().fold(f64::INFINITY, |m, c| m.min(c.0));
        let bottom = corners.iter().fold(f64::NEG_INFINITY, |m, c| m.max(c.1));

        let direction = turned(direction);
        let slope = direction.1 / direction.0;
        let origin = turned((
            f64::from(line.origin.x - scale.left) * scale.x,
            f64::from(line.origin.y - scale.top) * scale.y,
        ));
        let offset = origin.1 - slope * (origin.0 - left) - bottom;
        Some(Self {
            textangle: turn.rem_euclid(360.0),
            slope,
            offset,
        })
        .filter(|b| b.slope.is_finite() && b.offset.is_finite())
    }

    /// Start and end of the baseline in the line's box, in pixels of the page.
    pub(crate) fn ends(&self, bbox: Pixels) -> [(f64, f64); 2] {
        let (sin, cos) = self.textangle.to_radians().sin_cos();
        let [x0, y0, x1, y1] = [bbox.x0, bbox.y0, bbox.x1, bbox.y1].map(f64::from);
        let corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
            .map(|(x, y)| (x * cos - y * sin, x * sin + y * cos));
        let left = corners.iter().fold(f64::INFINITY, |m, c| m.min(c.0));
        let right = corners.iter().fold(f64::NEG_INFINITY, |m, c| m.max(c.0));
        let bottom = corners.iter().fold(f64::NEG_INFINITY, |m, c| m.max(c.1));
        [left, right].map(|x| {
            let y = bottom + self.offset + self.slope * (x - left);
            (x * cos + y * sin, y * cos - x * sin)
        })
    }
}

/// Start and end of a line's baseline inside its box, in pixels of the page. Readers skip lines without a
/// baseline. Vertical writing therefore gets the middle of its column, from the top; words outside lines get
/// the lower edge of their box.
pub(crate) fn baseline(line: Option<&LineGeometry>, bbox: Pixels, scale: Scale) -> [(f64, f64); 2] {
    let [x0, y0, x1, y1] = [bbox.x0, bbox.y0, bbox.x1, bbox.y1].map(f64::from);
    let lower = [(x0, y1), (x1, y1)];
    let Some(line) = line else { return lower };
    if line.vertical {
        let middle = (x0 + x1) / 2.0;
        return [(middle, y0), (middle, y1)];
    }
    let Some(baseline) = Baseline::of(line, bbox, scale) else {
        return lower;
    };
    let ends = baseline.ends(bbox);
    let [start, end] = ends.map(|(x, y)| (x.clamp(x0, x1), y.clamp(y0, y1)));
    if start == end { lower } else { [start, end] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Point;

    const SCALE: Scale = Scale {
        x: 2.0,
        y: 2.0,
        left: 0.0,
        top: 0.0,
    };

    /// The rounded baseline of a line that begins at a point in page space.
    fn baseline(angle: f32, x: f32, y: f32, bbox: [u32; 4]) -> [f64; 3] {
        let line = LineGeometry {
            origin: Point::new(x, y),
            angle,
            size: 10.0,
            vertical: false,
        };
        let [x0, y0, x1, y1] = bbox;
        let b = Baseline::of(&line, Pixels { x0, y0, x1, y1 }, SCALE).unwrap();
        [b.textangle, b.slope, b.offset].map(|v| (v * 1000.0).round() / 1000.0)
    }

    #[test]
    fn an_upright_baseline_is_counted_from_the_bottom_of_the_box() {
        assert_eq!(
            baseline(0.0, 50.0, 48.0, [100, 60, 400, 101]),
            [0.0, 0.0, -5.0]
        );
    }

    #[test]
    fn a_line_askew_has_a_slope_and_no_angle() {
        // Falls by one in a hundred; begins 10 pixels right of the box's edge.
        let angle = -(0.01f32.atan().to_degrees());
        assert_eq!(
            baseline(angle, 55.0, 48.0, [100, 60, 400, 101]),
            [0.0, 0.01, -5.1]
        );
    }

    #[test]
    fn the_baseline_turns_with_the_line() {
        // Upwards: the bottom of the letters is the right edge.
        assert_eq!(
            baseline(90.0, 48.0, 200.0, [60, 100, 101, 400]),
            [90.0, 0.0, -5.0]
        );
        // Downwards: the left edge.
        assert_eq!(
            baseline(-90.0, 32.5, 50.0, [60, 100, 101, 400]),
            [270.0, 0.0, -5.0]
        );
        // Upside down: the top edge.
        assert_eq!(
            baseline(180.0, 200.0, 32.5, [100, 60, 400, 101]),
            [180.0, 0.0, -5.0]
        );
        assert_eq!(
            baseline(-180.0, 200.0, 32.5, [100, 60, 400, 101]),
            [180.0, 0.0, -5.0]
        );
    }

    #[test]
    fn a_slanted_line_has_its_own_angle() {
        let [angle, slope, offset] = baseline(45.0, 50.0, 200.0, [100, 100, 400, 400]);
        assert_eq!([angle, slope], [45.0, 0.0]);
        // The corner (400, 400) is the lowest point, measured across the line.
        let expected = (500.0 - 800.0) / 2f64.sqrt();
        assert!((offset - expected).abs() < 0.001);
    }

    #[test]
    fn a_baseline_ends_where_the_box_does() {
        let ends = |angle, x, y, [x0, y0, x1, y1]: [u32; 4]| {
            let line = LineGeometry {
                origin: Point::new(x, y),
                angle,
                size: 10.0,
                vertical: false,
            };
            let bbox = Pixels { x0, y0, x1, y1 };
            let baseline = Baseline::of(&line, bbox, SCALE).unwrap();
            baseline.ends(bbox).map(|(x, y)| (x.round(), y.round()))
        };
        let upright = ends(0.0, 50.0, 48.0, [100, 60, 400, 101]);
        assert_eq!(upright, [(100.0, 96.0), (400.0, 96.0)]);
        let upwards = ends(90.0, 48.0, 200.0, [60, 100, 101, 400]);
        assert_eq!(upwards, [(96.0, 400.0), (96.0, 100.0)]);
        let fall = -(0.01f32.atan().to_degrees());
        let askew = ends(fall, 50.0, 48.0, [100, 60, 400, 101]);
        assert_eq!(askew, [(100.0, 96.0), (400.0, 99.0)]);
    }

    #[test]
    fn vertical_writing_has_no_baseline() {
        let line = LineGeometry {
            origin: Point::default(),
            angle: -90.0,
            size: 10.0,
            vertical: true,
        };
        let bbox = Pixels {
            x0: 0,
            y0: 0,
            x1: 1,
            y1: 1,
        };
        assert_eq!(Baseline::of(&line, bbox, SCALE), None);
    }

    #[test]
    fn every_line_has_a_baseline_in_its_box() {
        let bbox = Pixels {
            x0: 100,
            y0: 60,
            x1: 400,
            y1: 101,
        };
        let line = |vertical, y| LineGeometry {
            origin: Point::new(50.0, y),
            angle: 0.0,
            size: 10.0,
            vertical,
        };
        let lower = [(100.0, 101.0), (400.0, 101.0)];
        assert_eq!(super::baseline(None, bbox, SCALE), lower);
        let of = |line: LineGeometry| super::baseline(Some(&line), bbox, SCALE);
        assert_eq!(of(line(false, 48.0)), [(100.0, 96.0), (400.0, 96.0)]);
        assert_eq!(of(line(false, 90.0)), lower);
        assert_eq!(of(line(true, 48.0)), [(250.0, 60.0), (250.0, 101.0)]);
    }
}
