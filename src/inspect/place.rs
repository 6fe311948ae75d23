//! Positions on a page in the listings.

use pdfa2hocr_core::geometry::Rect;

/// Left, top, right and bottom in points from the upper left corner of the visible page.
pub(crate) type Place = [f32; 4];

/// Rounds a box to two decimals; `None` if it is empty or infinite.
pub(crate) fn place(bbox: Rect) -> Option<Place> {
    let rounded = |value: f32| (value * 100.0).round() / 100.0 + 0.0;
    (!bbox.is_empty() && bbox.is_finite())
        .then(|| [bbox.x0, bbox.y0, bbox.x1, bbox.y1].map(rounded))
}
