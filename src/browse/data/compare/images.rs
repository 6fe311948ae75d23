//! Compares the images in the output.

use std::collections::HashMap;

use super::Pair;
use super::difference::{Change, Differences, Kind, Place};
use super::reading::Reading;
use pdfa2hocr_core::compact_sort::CompactSort;
use pdfa2hocr_core::geometry::Rect;

/// Adds the images that only one analysis outputs.
pub(super) fn differences(readings: &Pair<Reading>, found: &mut Differences) {
    let key = |r: &Rect| [r.x0, r.y0, r.x1, r.y1].map(f32::to_bits);
    let mut boxes: HashMap<[u32; 4], (Rect, Pair<u32>)> = HashMap::new();
    for (side, reading) in readings.iter().enumerate() {
        for image in &reading.images {
            let (_, times) = boxes.entry(key(image)).or_insert((*image, [0, 0]));
            times[side] += 1;
        }
    }
    let mut boxes: Vec<_> = boxes.into_values().collect();
    boxes.compact_sort_by(|(a, _), (b, _)| a.y0.total_cmp(&b.y0).then(a.x0.total_cmp(&b.x0)));
    for (image, [a, b]) in boxes {
        let place = |times: u32, other: u32| Place {
            boxes: (times > other).then_some(image).into_iter().collect(),
            count: times.saturating_sub(other),
            says: None,
        };
        if a != b {
            found.add(Kind::Image, Change::Only, [place(a, b), place(b, a)], 0, "");
        }
    }
}
