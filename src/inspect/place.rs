//! Places on a page, as the listings have them.

use crate::geometry::Rect;

/// Left, top, right and bottom in points from the upper left corner of the visible page.
pub(crate) type Place = [f32; 4];

/// A box, rounded to two decimals; `None` for one that is empty or endless.
pub(crate) fn place(bbox: Rect) -> Option<Place> {
    let rounded = |value: f32| (value * 100.0).round() / 100.0 + 0.0;
    (!bbox.is_empty() && bbox.is_finite())
        .then(|| [bbox.x0, bbox.y0, bbox.x1, bbox.y1].map(rounded))
}
