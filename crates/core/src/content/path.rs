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

    /// The subpaths with their points.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&Subpath, &[Point])> {
        let ends = self.subpaths.iter().skip(1).map(|s| s.start);
        self.subpaths
            .iter()
            .zip(ends.chain([self.points.len()]))
            .map(|(s, end)| (s, self.points.get(s.start..end).unwrap_or_default()))
    }
}

/// The box of four corners (the first may be repeated), if they form an upright rectangle.
pub(super) fn rectangle(points: &[Point]) -> Option<Rect> {
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
