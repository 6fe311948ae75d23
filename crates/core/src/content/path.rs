//! Paths (8.5) in page space: their points, and the rectangles and straight lines along the axes that they
//! draw.

use crate::geometry::{Point, Rect};

/// Maximum deviation of a straight line from its axis, in points over its whole length.
const LEAN: f32 = 0.5;

/// The current path, in page space.
#[derive(Default)]
pub(super) struct Path {
    pub points: Vec<Point>,
    pub subpaths: Vec<Subpath>,
    /// The box around all points, including control points, between which curves are drawn.
    pub around: Option<Rect>,
    /// Whether `W` or `W*` was given, so that the next painting operator clips (8.5.4).
    pub clips: bool,
}

pub(super) struct Subpath {
    /// Index of its first point in [`Path::points`].
    start: usize,
    pub closed: bool,
    pub curved: bool,
}

impl Path {
    pub(super) fn reach(&mut self, p: Point) {
        let around = self.around.unwrap_or(Rect::EMPTY);
        self.around = Some(around.union(Rect::around([p])));
    }

    pub(super) fn begin(&mut self, p: Point) {
        self.reach(p);
        self.subpaths.push(Subpath {
            start: self.points.len(),
            closed: false,
            curved: false,
        });
        self.points.push(p);
    }

    pub(super) fn line(&mut self, p: Point) {
        if self.subpaths.is_empty() {
            self.begin(p);
        } else {
            self.reach(p);
            self.points.push(p);
        }
    }

    pub(super) fn close(&mut self) {
        if let Some(subpath) = self.subpaths.last_mut() {
            subpath.closed = true;
        }
    }

    pub(super) fn clear(&mut self) {
        self.points.clear();
        self.subpaths.clear();
        self.around = None;
        self.clips = false;
    }

    /// Returns `true` if a part of it is curved, or a line that is not along an axis.
    pub(super) fn is_slanted(&self) -> bool {
        self.iter().any(|(subpath, points)| {
            subpath.curved
                || points.windows(2).any(|pair| match pair {
                    [a, b] => (a.x - b.x).abs() > LEAN && (a.y - b.y).abs() > LEAN,
                    _ => false,
                })
        })
    }

    /// Returns `true` if all of it is closed curves, such as the frame of a box with rounded corners. Filling closes
    /// a path (8.5.3.1).
    pub(super) fn is_rounded(&self, filled: bool) -> bool {
        let mut subpaths = self.subpaths.iter();
        subpaths.all(|subpath| subpath.curved && (filled || subpath.closed))
    }

    /// The subpaths with their points.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&Subpath, &[Point])> {
        let ends = self.subpaths.iter().skip(1).map(|s| s.start);
        self.subpaths
            .iter()
            .zip(ends.chain([self.points.len()]))
            .map(|(s, end)| (s, self.points.get(s.start..end).unwrap_or_default()))
    }
}

/// Largest thickness of a filled shape that looks like a line, in points.
pub(super) const THIN: f32 = 3.0;

/// Largest number of points of a thin shape. Outlines of letters have more.
const MOST_POINTS: usize = 9;

/// The box of a filled shape that looks like an upright rectangle, a line along an axis, or a dot of a line.
pub(super) fn filled_shape(subpath: &Subpath, points: &[Point]) -> Option<Rect> {
    let whole = rectangle(points).filter(|_| !subpath.curved);
    if whole.is_some() {
        return whole;
    }
    if !(3..=MOST_POINTS).contains(&points.len()) {
        return None;
    }
    // A mitred border is a trapezoid, and a dot of a dotted border is round.
    let r = Rect::around(points.iter().copied());
    let (w, h) = (r.width(), r.height());
    let is_dot = w.max(h) <= THIN && w.min(h) >= 0.5 * w.max(h);
    (w.min(h) <= THIN && (!subpath.curved || is_dot)).then_some(r)
}

/// The sides of a frame: two rectangles with a narrow gap between all their sides, of which the inner one is a
/// hole.
pub(super) fn frame_sides(a: Rect, b: Rect) -> Option<[Rect; 4]> {
    let out = a.union(b);
    let hole = a.intersection(b);
    let nested = (a == out && b == hole) || (b == out && a == hole);
    let gaps = [
        hole.x0 - out.x0,
        hole.y0 - out.y0,
        out.x1 - hole.x1,
        out.y1 - hole.y1,
    ];
    let narrow = gaps.iter().all(|gap| (0.0..=THIN).contains(gap)) && gaps != [0.0; 4];
    let sides = [
        Rect { y1: hole.y0, ..out },
        Rect { x1: hole.x0, ..out },
        Rect { x0: hole.x1, ..out },
        Rect { y0: hole.y1, ..out },
    ];
    (nested && narrow).then_some(sides)
}

/// The box of four corners (the first may be repeated), if they form an upright rectangle.
fn rectangle(points: &[Point]) -> Option<Rect> {
    let corners = match points {
        [a, rest @ .., e] if rest.len() == 3 && a == e => [*a, rest[0], rest[1], rest[2]],
        [a, b, c, d] => [*a, *b, *c, *d],
        _ => return None,
    };
    let [a, b, c, d] = corners;
    let flat = |p: Point, q: Point| (p.y - q.y).abs() <= LEAN;
    let steep = |p: Point, q: Point| (p.x - q.x).abs() <= LEAN;
    let upright = (flat(a, b) && steep(b, c) && flat(c, d) && steep(d, a))
        || (steep(a, b) && flat(b, c) && steep(c, d) && flat(d, a));
    upright.then(|| Rect::around(corners))
}

/// The box of a line along an axis, with the width of its pen.
pub(super) fn ruled_line(a: Point, b: Point, half_pen: f32) -> Option<Rect> {
    let r = Rect::around([a, b]);
    let (w, h) = (r.width(), r.height());
    if h <= LEAN && w > h {
        Some(Rect::new(r.x0, r.y0 - half_pen, r.x1, r.y1 + half_pen))
    } else if w <= LEAN && h > w {
        Some(Rect::new(r.x0 - half_pen, r.y0, r.x1 + half_pen, r.y1))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(points: &[(f32, f32)], curved: bool) -> Option<Rect> {
        let points: Vec<Point> = points.iter().map(|&(x, y)| Point::new(x, y)).collect();
        let subpath = Subpath {
            start: 0,
            closed: true,
            curved,
        };
        filled_shape(&subpath, &points)
    }

    #[test]
    fn mitred_borders_and_dots_are_lines_and_other_shapes_are_not() {
        let border = [(10.0, 10.0), (90.0, 10.0), (88.0, 12.0), (12.0, 12.0)];
        assert_eq!(
            shape(&border, false),
            Some(Rect::new(10.0, 10.0, 90.0, 12.0))
        );
        let dot = [(1.0, 0.0), (2.0, 1.0), (1.0, 2.0), (0.0, 1.0), (1.0, 0.0)];
        assert_eq!(shape(&dot, true), Some(Rect::new(0.0, 0.0, 2.0, 2.0)));
        let triangle = [(10.0, 10.0), (90.0, 10.0), (50.0, 60.0)];
        assert_eq!(shape(&triangle, false), None);
        assert_eq!(shape(&border, true), None);
    }

    #[test]
    fn a_rectangle_with_a_hole_is_a_frame_of_four_lines() {
        let (outer, hole) = (
            Rect::new(0.0, 0.0, 90.0, 40.0),
            Rect::new(1.0, 1.0, 89.0, 39.0),
        );
        let sides = frame_sides(outer, hole).unwrap();
        assert_eq!(sides[0], Rect::new(0.0, 0.0, 90.0, 1.0));
        assert_eq!(sides[2], Rect::new(89.0, 0.0, 90.0, 40.0));
        assert_eq!(frame_sides(hole, outer), Some(sides));
        assert_eq!(frame_sides(outer, Rect::new(20.0, 10.0, 70.0, 30.0)), None);
        assert_eq!(frame_sides(outer, outer), None);
    }
}
