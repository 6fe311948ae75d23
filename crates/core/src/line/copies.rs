//! Compares and removes glyphs that are drawn several times.

use crate::page::{Content, Run};

/// Limits within which two runs have the same style.
struct SameStyle {
    /// Largest difference of their sizes, as a share of the larger.
    size: f32,
    /// Least cosine of the angle between their directions: 2.6 degrees.
    cosine: f32,
}

const SAME_STYLE: SameStyle = SameStyle {
    size: 0.05,
    cosine: 0.999,
};

/// Whether two runs have the same size, direction and writing mode.
pub(super) fn is_same_style(a: &Run, b: &Run) -> bool {
    let size = a.size.max(b.size);
    (a.size - b.size).abs() <= SAME_STYLE.size * size
        && a.direction.dot(b.direction) > SAME_STYLE.cosine
        && a.vertical == b.vertical
}

/// Removes glyphs, given by ascending indices.
pub(super) fn take_out(content: &mut Content, glyphs: &[usize]) {
    if glyphs.is_empty() {
        return;
    }
    for cut in &mut content.cuts {
        *cut -= glyphs.partition_point(|&r| r < *cut as usize) as u32;
    }
    content.cuts.dedup();
    let mut glyphs = glyphs.iter().peekable();
    let mut index = 0;
    content.glyphs.retain(|_| {
        index += 1;
        glyphs.next_if_eq(&&(index - 1)).is_none()
    });
}
