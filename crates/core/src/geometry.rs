//! Points, rectangles and matrices.
//!
//! The crate uses two spaces. *User space* is that of PDF (ISO 32000-1, 8.3): the y axis points up. *Page
//! space* is used from [`content`](crate::content) on: points (1/72 inch), origin at the top left corner of
//! the visible page, y downwards.

use std::ops::Sub;

/// A point, or a displacement between two points.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f32,
    /// Down in page space, up in user space.
    pub y: f32,
}

impl Sub for Point {
    type Output = Self;

    /// The way from the other point to this one.
    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }
}

impl Point {
    /// The point with these coordinates.
    pub const fn new(x: f32, y: f32) -> Self {
        Self { x, y }
    }

    /// The scalar product of two displacements.
    pub fn dot(self, other: Self) -> f32 {
        self.x * other.x + self.y * other.y
    }

    /// The opposite displacement; never with a negative zero.
    #[must_use]
    pub fn opposite(self) -> Self {
        Self::new(0.0 - self.x, 0.0 - self.y)
    }

    /// This point moved by `distance` along `direction`.
    pub fn moved(self, direction: Self, distance: f32) -> Self {
        Self::new(
            self.x + direction.x * distance,
            self.y + direction.y * distance,
        )
    }
}

/// The smaller of two values; `a` if `b` is NaN. This is one instruction, while `f32::min` takes six, and
/// glyphs are in many unions.
pub(crate) fn least(a: f32, b: f32) -> f32 {
    if b < a { b } else { a }
}

/// The larger of two values; `a` if `b` is NaN.
pub(crate) fn most(a: f32, b: f32) -> f32 {
    if b > a { b } else { a }
}

/// An upright rectangle; `x0 <= x1` and `y0 <= y1` unless it is [`Rect::EMPTY`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// The left edge.
    pub x0: f32,
    /// The upper edge, in page space.
    pub y0: f32,
    /// The right edge.
    pub x1: f32,
    /// The lower edge, in page space.
    pub y1: f32,
}

impl Default for Rect {
    fn default() -> Self {
        Self::EMPTY
    }
}

/// The rectangle with these edges: left, top, right, bottom.
impl From<[f32; 4]> for Rect {
    fn from([x0, y0, x1, y1]: [f32; 4]) -> Self {
        Self::new(x0, y0, x1, y1)
    }
}

impl From<Rect> for [f32; 4] {
    fn from(Rect { x0, y0, x1, y1 }: Rect) -> Self {
        [x0, y0, x1, y1]
    }
}

/// The smallest rectangle that contains all; empty without any.
impl FromIterator<Rect> for Rect {
    fn from_iter<I: IntoIterator<Item = Self>>(all: I) -> Self {
        all.into_iter().fold(Self::EMPTY, Self::union)
    }
}

impl Rect {
    /// The empty rectangle, which is the neutral element of [`Rect::union`].
    pub const EMPTY: Self = Self {
        x0: f32::INFINITY,
        y0: f32::INFINITY,
        x1: f32::NEG_INFINITY,
        y1: f32::NEG_INFINITY,
    };

    /// The rectangle with two opposite corners, in any order.
    pub fn new(x0: f32, y0: f32, x1: f32, y1: f32) -> Self {
        Self {
            x0: x0.min(x1),
            y0: y0.min(y1),
            x1: x0.max(x1),
            y1: y0.max(y1),
        }
    }

    /// The smallest rectangle that contains all `points`; empty without points.
    pub fn around(points: impl IntoIterator<Item = Point>) -> Self {
        points.into_iter().fold(Self::EMPTY, |r, p| {
            r.union(Self {
                x0: p.x,
                y0: p.y,
                x1: p.x,
                y1: p.y,
            })
        })
    }

    /// Whether it contains no point.
    pub fn is_empty(self) -> bool {
        self.x0 > self.x1 || self.y0 > self.y1
    }

    /// Whether all edges are finite.
    pub fn is_finite(self) -> bool {
        <[f32; 4]>::from(self).iter().all(|v| v.is_finite())
    }

    /// The width; 0 for an empty rectangle.
    pub fn width(self) -> f32 {
        most(0.0, self.x1 - self.x0)
    }

    /// The height; 0 for an empty rectangle.
    pub fn height(self) -> f32 {
        most(0.0, self.y1 - self.y0)
    }

    /// The point in the middle.
    pub fn centre(self) -> Point {
        Point::new((self.x0 + self.x1) / 2.0, (self.y0 + self.y1) / 2.0)
    }

    /// The rectangle with its sides moved outwards.
    #[must_use]
    pub fn grown(self, by: f32) -> Self {
        Self {
            x0: self.x0 - by,
            y0: self.y0 - by,
            x1: self.x1 + by,
            y1: self.y1 + by,
        }
    }

    /// Width times height.
    pub fn area(self) -> f32 {
        self.width() * self.height()
    }

    /// The smallest rectangle that contains both. NaN edges of the other one are ignored.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self {
            x0: least(self.x0, other.x0),
            y0: least(self.y0, other.y0),
            x1: most(self.x1, other.x1),
            y1: most(self.y1, other.y1),
        }
    }

    /// The common part; empty if they do not touch.
    #[must_use]
    pub fn intersection(self, other: Self) -> Self {
        let r = Self {
            x0: self.x0.max(other.x0),
            y0: self.y0.max(other.y0),
            x1: self.x1.min(other.x1),
            y1: self.y1.min(other.y1),
        };
        if r.is_empty() { Self::EMPTY } else { r }
    }

    /// Whether the two share at least one point.
    pub fn touches(self, other: Self) -> bool {
        // Without short circuits, because branches cost more than comparisons.
        (self.x0 <= other.x1)
            & (other.x0 <= self.x1)
            & (self.y0 <= other.y1)
            & (other.y0 <= self.y1)
    }

    /// Whether the point is inside, or on the edge.
    pub fn contains(self, p: Point) -> bool {
        self.x0 <= p.x && p.x <= self.x1 && self.y0 <= p.y && p.y <= self.y1
    }
}

/// An affine map `[a b c d e f]` for row vectors, as in ISO 32000-1, 8.3.4: `x' = a x + c y + e`, `y' = b x +
/// d y + f`. It uses `f64`, because text matrices accumulate thousands of small advances.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Matrix {
    pub a: f64,
    pub b: f64,
    pub c: f64,
    pub d: f64,
    pub e: f64,
    pub f: f64,
}

impl Default for Matrix {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl Matrix {
    pub const IDENTITY: Self = Self::new(1.0, 0.0, 0.0, 1.0, 0.0, 0.0);

    pub const fn new(a: f64, b: f64, c: f64, d: f64, e: f64, f: f64) -> Self {
        Self { a, b, c, d, e, f }
    }

    pub const fn translation(x: f64, y: f64) -> Self {
        Self::new(1.0, 0.0, 0.0, 1.0, x, y)
    }

    /// Applies `self`, then `next`: the product `self × next` of the standard.
    #[must_use]
    pub fn then(self, next: Self) -> Self {
        Self {
            a: self.a * next.a + self.b * next.c,
            b: self.a * next.b + self.b * next.d,
            c: self.c * next.a + self.d * next.c,
            d: self.c * next.b + self.d * next.d,
            e: self.e * next.a + self.f * next.c + next.e,
            f: self.e * next.b + self.f * next.d + next.f,
        }
    }

    /// The image of the point `(x, y)`.
    pub fn apply(self, x: f64, y: f64) -> Point {
        let (x, y) = self.apply64(x, y);
        Point::new(x as f32, y as f32)
    }

    /// [`Matrix::apply`] without rounding.
    pub fn apply64(self, x: f64, y: f64) -> (f64, f64) {
        (
            self.a * x + self.c * y + self.e,
            self.b * x + self.d * y + self.f,
        )
    }

    /// The matrix that undoes this one; `None` if there is none.
    pub fn inverse(self) -> Option<Self> {
        let determinant = self.a * self.d - self.b * self.c;
        let inverse = Self::new(
            self.d / determinant,
            -self.b / determinant,
            -self.c / determinant,
            self.a / determinant,
            (self.c * self.f - self.d * self.e) / determinant,
            (self.b * self.e - self.a * self.f) / determinant,
        );
        inverse.is_finite().then_some(inverse)
    }

    /// The upright rectangle around the image of the rectangle with these corners.
    pub fn apply_rect(self, x0: f64, y0: f64, x1: f64, y1: f64) -> Rect {
        Rect::around([
            self.apply(x0, y0),
            self.apply(x1, y0),
            self.apply(x1, y1),
            self.apply(x0, y1),
        ])
    }

    /// The upright rectangle around the image of a rectangle.
    pub fn around(self, r: Rect) -> Rect {
        let [x0, y0, x1, y1] = [r.x0, r.y0, r.x1, r.y1].map(f64::from);
        self.apply_rect(x0, y0, x1, y1)
    }

    pub fn is_finite(self) -> bool {
        [self.a, self.b, self.c, self.d, self.e, self.f]
            .iter()
            .all(|v| v.is_finite())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rect() -> impl Strategy<Value = Rect> {
        (-1e4f32..1e4, -1e4f32..1e4, -1e4f32..1e4, -1e4f32..1e4)
            .prop_map(|(a, b, c, d)| Rect::new(a, b, c, d))
    }

    fn matrix() -> impl Strategy<Value = Matrix> {
        prop::array::uniform6(-100.0f64..100.0)
            .prop_map(|[a, b, c, d, e, f]| Matrix::new(a, b, c, d, e, f))
    }

    proptest! {
        #[test]
        fn union_holds_both_and_intersection_is_held_by_both(a in rect(), b in rect()) {
            let u = a.union(b);
            prop_assert_eq!(u.intersection(a), a);
            prop_assert_eq!(u.intersection(b), b);
            let i = a.intersection(b);
            prop_assert_eq!(i.is_empty(), !a.touches(b));
            prop_assert_eq!(i.union(a), a);
            prop_assert_eq!(Rect::EMPTY.union(a), a);
        }

        #[test]
        fn matrices_apply_in_the_order_written(m in matrix(), n in matrix(), x in -50.0f64..50.0, y in -50.0f64..50.0) {
            let (mx, my) = m.apply64(x, y);
            let (ax, ay) = n.apply64(mx, my);
            let (bx, by) = m.then(n).apply64(x, y);
            prop_assert!((ax - bx).abs() < 1e-6 && (ay - by).abs() < 1e-6);
        }
    }
}
