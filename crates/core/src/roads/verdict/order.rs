//! Compares the order of the tags with that of the geometry.

use super::both::{Both, lines_below, words_below};
use super::finding::{By, Found, Kind};
use crate::geometry::Rect;
use crate::page::{Detail, NodeId};

/// Frequency of upward steps that is a fault: one in this many steps between paragraphs. Single upward steps
/// are normal, because figures and notes are placed freely.
const ONCE_IN: usize = 8;

/// Minimum share of line pairs in the same order; below it a single upward step is a fault.
pub(super) const MIN_AGREEMENT: f32 = 0.75;

/// A line in tag order.
struct Line {
    bbox: Rect,
    id: NodeId,
    /// The paragraph of the line.
    block: Option<NodeId>,
    /// Position of the line in the analysis.
    rank: usize,
    /// It is in an element that may be placed away from its reading position.
    floats: bool,
}

/// Returns the share of line pairs in the same order. Records findings where the tags move up within a
/// column.
pub(super) fn compare(both: &Both, found: &mut Vec<Found>) -> Option<f32> {
    let lines = lines(both);
    let count = lines.len();
    let pairs = count * count.saturating_sub(1) / 2;
    if pairs == 0 {
        return None;
    }
    let mut ranks: Vec<usize> = lines.iter().map(|line| line.rank).collect();
    let agreement = 1.0 - inversions(&mut ranks) as f32 / pairs as f32;
    let steps = lines.windows(2).filter_map(|pair| match pair {
        [from, to] if from.block != to.block => Some((from, to)),
        _ => None,
    });
    let up: Vec<&Line> = steps
        .clone()
        .filter(|(from, to)| goes_up(from, to))
        .map(|(_, to)| to)
        .collect();
    let often = up.len() > 1 && up.len() * ONCE_IN >= steps.count();
    if often || (!up.is_empty() && agreement < MIN_AGREEMENT) {
        for line in up {
            let said = both.tags.text_below(line.id);
            let words = words_below(&both.tags, line.id).count();
            found.push(Found::new(Kind::Order, By::Tags, (&said, words), line.bbox).fault());
        }
    }
    Some(agreement)
}

/// The upright lines of elements, in tag order.
fn lines(both: &Both) -> Vec<Line> {
    let (tags, eye) = (&both.tags, &both.eye);
    let mut ranks = vec![usize::MAX; eye.tree.len()];
    for (rank, word) in words_below(eye, eye.tree.root()).enumerate() {
        if let Some(known) = ranks.get_mut(word.number() as usize) {
            *known = rank;
        }
    }
    let upright = |id: NodeId| match &tags.tree[id].detail {
        Detail::Line(line) => !line.vertical && line.angle.abs() < 1.0,
        _ => false,
    };
    let found = lines_below(tags, tags.tree.root());
    let found = found.filter(|&(id, _)| upright(id) && !both.is_artifact(id));
    found
        .filter_map(|(id, bbox)| {
            let seen = words_below(tags, id).find_map(|word| both.seen_word(word))?;
            let floats = tags.tree.around(id).any(|id| {
                let kind = tags.tree[id].kind.as_str();
                matches!(
                    kind,
                    "Note"
                        | "FENote"
                        | "Figure"
                        | "Caption"
                        | "Table"
                        | "Formula"
                        | "Aside"
                        | "Form"
                )
            });
            Some(Line {
                bbox,
                id,
                block: tags.tree.parent(id),
                rank: ranks.get(seen.number() as usize).copied()?,
                floats,
            })
        })
        .collect()
}

/// Whether a line is above the previous one in the same column, and precedes it in the analysis.
fn goes_up(from: &Line, to: &Line) -> bool {
    let shared = from.bbox.x1.min(to.bbox.x1) - from.bbox.x0.max(to.bbox.x0);
    let beside = 2.0 * shared < from.bbox.width().min(to.bbox.width());
    let above = to.bbox.y1 <= from.bbox.y0 + 0.25 * from.bbox.height();
    above && !beside && to.rank < from.rank && !from.floats && !to.floats
}

/// Counts the pairs in the wrong order and sorts the ranks.
fn inversions(ranks: &mut [usize]) -> usize {
    let mut sorted = ranks.to_vec();
    let (mut count, mut width) = (0, 1);
    while width < ranks.len() {
        for (from, to) in ranks.chunks(2 * width).zip(sorted.chunks_mut(2 * width)) {
            let (left, right) = from.split_at(width.min(from.len()));
            let (mut left, mut right) = (left.iter().peekable(), right.iter().peekable());
            for slot in to {
                let second = match (left.peek(), right.peek()) {
                    (Some(a), Some(b)) => b < a,
                    (None, _) => true,
                    (_, None) => false,
                };
                if second {
                    count += left.len();
                }
                let next = if second { right.next() } else { left.next() };
                *slot = next.copied().unwrap_or_default();
            }
        }
        ranks.copy_from_slice(&sorted);
        width *= 2;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::inversions;

    #[test]
    fn pairs_in_the_wrong_order_are_counted() {
        for (ranks, count) in [
            (&[0usize, 1, 2, 3][..], 0),
            (&[3, 2, 1, 0], 6),
            (&[1, 0, 2, 4, 3], 2),
            (&[4, 0, 1, 2, 3], 4),
            (&[2, 2, 1], 2),
            (&[], 0),
        ] {
            let mut sorted = ranks.to_vec();
            assert_eq!(inversions(&mut sorted), count, "{ranks:?}");
            assert!(sorted.is_sorted());
        }
    }
}
