//! Detects bullets that are drawn as shapes, such as the discs of web pages.

use std::ops::Range;

use crate::geometry::Rect;
use crate::layout::regions::pieces::Piece;
use crate::layout::state::PageState;
use crate::rank::sorted;

/// Limits for bullets that are drawn as shapes, in ems of the text behind them.
struct BulletLimits {
    /// Largest width and height.
    max_side: f32,
    /// Height of its middle above the baseline.
    middle: Range<f32>,
    /// Distance between it and the text behind it.
    gap: Range<f32>,
}

const BULLET: BulletLimits = BulletLimits {
    max_side: 0.8,
    middle: 0.05..0.65,
    gap: 0.1..2.5,
};

/// Most pieces below a shape that are examined.
const MAX_NEAR: usize = 100;

/// Marks the pieces that a drawn bullet precedes.
pub(crate) fn mark(page: &mut PageState<'_>) {
    let Some(text) = page
        .texts
        .first()
        .filter(|_| !page.content.marks.is_empty())
    else {
        return;
    };
    let all = &page.pieces.pieces;
    let piece = |n: &u32| all.get(*n as usize);
    let downwards = text.pieces.iter();
    let downwards = downwards.filter_map(|&n| Some((piece(&n)?.baseline, n)));
    let downwards: Vec<u32> = sorted(downwards).collect();
    let from_right = text.right_to_left;
    let mut found = Vec::new();
    for mark in &page.content.marks {
        let mark = text.frame.enter_rect(*mark);
        let middle = (mark.y0 + mark.y1) / 2.0;
        let from = downwards.partition_point(|n| piece(n).is_some_and(|p| p.baseline < middle));
        let below = downwards.get(from..).unwrap_or_default();
        let below = below.iter().take(MAX_NEAR);
        let behind = below.filter(|n| piece(n).is_some_and(|p| is_behind(p, mark, from_right)));
        let nearest = behind.min_by(|a, b| {
            let gap = |n: &u32| piece(n).map_or(0.0, |piece| gap(piece, mark, from_right));
            gap(a).total_cmp(&gap(b))
        });
        let start = if from_right { mark.x1 } else { mark.x0 };
        found.extend(nearest.map(|&n| (n, start)));
    }
    for (n, start) in found {
        if let Some(piece) = page.pieces.pieces.get_mut(n as usize) {
            piece.bullet = Some(start);
        }
    }
}

fn gap(piece: &Piece, mark: Rect, from_right: bool) -> f32 {
    match from_right {
        false => piece.cell.x0 - mark.x1,
        true => mark.x0 - piece.cell.x1,
    }
}

/// Returns `true` if a shape may be the bullet before a piece.
fn is_behind(piece: &Piece, mark: Rect, from_right: bool) -> bool {
    let height = piece.baseline - (mark.y0 + mark.y1) / 2.0;
    mark.width().max(mark.height()) <= BULLET.max_side * piece.size
        && BULLET.middle.contains(&(height / piece.size))
        && BULLET
            .gap
            .contains(&(gap(piece, mark, from_right) / piece.size))
}
