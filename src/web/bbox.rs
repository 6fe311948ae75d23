//! Boxes, numbers and object keys in JSON.

use pdfa2hocr_core::geometry::Rect;

/// The corners `[x0, y0, x1, y1]`, in points.
pub(crate) type Corners = [f64; 4];

/// Rounds to hundredths of a point, less than a pixel at any zoom.
pub(crate) fn rounded(points: f32) -> f64 {
    let rounded = (f64::from(points) * 100.0).round() / 100.0;
    if rounded.is_finite() { rounded } else { 0.0 }
}

/// The corners of a box; `None` if it is empty.
pub(crate) fn place(r: Rect) -> Option<Corners> {
    (!r.is_empty() && r.is_finite()).then(|| [r.x0, r.y0, r.x1, r.y1].map(rounded))
}

/// The corners of a box; zeros if it is empty.
pub(crate) fn corners(r: Rect) -> Corners {
    place(r).unwrap_or_default()
}

/// An object's number and generation as in addresses: `12-0`.
pub(crate) fn object_key((number, generation): (u32, i32)) -> String {
    format!("{number}-{generation}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_are_rounded_and_none_is_not_a_box() {
        let r = Rect::new(1.004, 2.006, 3.0, 40.12345);
        assert_eq!(place(r), Some([1.0, 2.01, 3.0, 40.12]));
        assert_eq!(place(Rect::EMPTY), None);
        assert_eq!(corners(Rect::EMPTY), [0.0; 4]);
        assert_eq!(rounded(f32::INFINITY), 0.0);
        assert_eq!(object_key((12, 0)), "12-0");
    }
}
