//! Whether the order in which a page is drawn is one in which it can be read.

use super::pieces::Piece;
use crate::bidi;
use crate::layout::page::PageState;

/// A piece continues the line of the one before it when its baseline is no further from that one's than
/// this, in ems …
const SAME_LINE: f32 = 0.5;

/// … and the gap between them no wider than this; or it begins a line …
const WIDEST_GAP: f32 = 4.0;

/// … no further below than this.
const FARTHEST_BELOW: f32 = 3.0;

/// The least share of pieces that continue where the one before them ends. Files drawn in reading
/// order, or a line, a paragraph or a frame at a time in whatever order, have 0.9 and more; words
/// drawn at random have less than 0.1.
const LEAST: f32 = 0.5;

/// Whether the page was drawn in an order in which it can be read.
pub(crate) fn detect(page: &mut PageState<'_>) {
    page.drawn = is_reading(&page.pieces.pieces);
}

/// Whether columns are read from right to left.
pub(crate) fn detect_direction(page: &mut PageState<'_>) {
    page.right_to_left = bidi::is_mostly_right_to_left(&page.content.text);
}

/// Whether each piece mostly continues where the one drawn before it ends: on the same line, or at
/// the next.
fn is_reading(pieces: &[Piece]) -> bool {
    let pairs = pieces.len().saturating_sub(1);
    let going_on = pieces
        .iter()
        .zip(pieces.iter().skip(1))
        .filter(|(a, b)| goes_on(a, b))
        .count();
    going_on as f32 >= LEAST * pairs as f32
}

fn goes_on(a: &Piece, b: &Piece) -> bool {
    let size = a.size.max(b.size);
    let down = b.baseline - a.baseline;
    let gap = (b.cell.x0 - a.cell.x1).max(a.cell.x0 - b.cell.x1);
    a.frame == b.frame
        && if down.abs() <= SAME_LINE * size {
            gap <= WIDEST_GAP * size
        } else {
            (0.0..=FARTHEST_BELOW * size).contains(&down)
        }
}

/// How often the drawing of two sets of pieces, each in drawing order, goes from one to the other.
pub(crate) fn switches(a: &[u32], b: &[u32]) -> u32 {
    let (mut i, mut j) = (0, 0);
    let mut switches = 0;
    let mut in_a = None;
    while i < a.len() || j < b.len() {
        let take_a = match (a.get(i), b.get(j)) {
            (Some(x), Some(y)) => x < y,
            (x, _) => x.is_some(),
        };
        if in_a.is_some_and(|was| was != take_a) {
            switches += 1;
        }
        in_a = Some(take_a);
        if take_a {
            i += 1;
        } else {
            j += 1;
        }
    }
    switches
}
