//! An index and an exponent of one base: one above the baseline, one below it, drawn at the same place.
//!
//! ```text
//!    n-1
//!   x    + y     "xn-1k + y": the exponent and the index follow their base one after the other
//!    k
//! ```

use super::pieces::Piece;
use crate::compact_sort::CompactSort;

/// Limits for an index and an exponent over one base.
struct ScriptLimits {
    /// Largest size of a script, as a share of the row's.
    size: f32,
    /// Least distance of its baseline from that of the row, in its own ems.
    shift: f32,
    /// Largest distance of the nearer script from the end of the base, in ems of the row. The parts of a
    /// fraction are further away.
    gap: f32,
}

const SCRIPT: ScriptLimits = ScriptLimits {
    size: 0.85,
    shift: 0.1,
    gap: 0.08,
};

/// The side of the baseline on which a piece is a script: -1 above, 1 below; 0 for others.
fn side(piece: &Piece, (baseline, size): (f32, f32)) -> i8 {
    let shift = piece.baseline - baseline;
    if piece.size > SCRIPT.size * size || shift.abs() < SCRIPT.shift * piece.size {
        return 0;
    }
    if shift < 0.0 { -1 } else { 1 }
}

/// Whether half of the shorter of two pieces overlaps the other along the line.
fn overlap(a: &Piece, b: &Piece) -> bool {
    let shared = a.cell.x1.min(b.cell.x1) - a.cell.x0.max(b.cell.x0);
    shared > 0.0 && shared >= a.cell.width().min(b.cell.width()) / 2.0
}

/// Whether a piece above or below the pieces of a row is the second script of a base of the row, which has its
/// baseline and size.
pub(super) fn is_second<'p>(
    piece: &Piece,
    row: impl Iterator<Item = &'p Piece> + Clone,
    line: (f32, f32),
) -> bool {
    let own = side(piece, line);
    if own == 0 {
        return false;
    }
    let over = row.clone().filter(|other| overlap(piece, other));
    let mut start = piece.cell.x0;
    for other in over {
        if side(other, line) != -own {
            return false;
        }
        start = start.min(other.cell.x0);
    }
    let is_base = |other: &Piece| {
        side(other, line) == 0 && (start - other.cell.x1).abs() <= SCRIPT.gap * line.1
    };
    row.clone().any(is_base)
}

/// Puts each script of a row that is sorted along the line behind the other script of its base, in drawing
/// order.
pub(super) fn put_in_order(row: &mut [u32], pieces: &[Piece], line: (f32, f32)) {
    let piece = |&i: &u32| pieces.get(i as usize);
    let side_of = |i: &u32| piece(i).map_or(0, |piece| side(piece, line));
    if row.iter().filter(|i| side_of(i) != 0).nth(1).is_none() {
        return;
    }
    for scripts in row.chunk_by_mut(|a, b| side_of(a) != 0 && side_of(b) != 0) {
        let are_stacked = scripts.windows(2).any(|pair| {
            let [a, b] = pair else { return false };
            let both = piece(a).zip(piece(b));
            side_of(a) != side_of(b) && both.is_some_and(|(a, b)| overlap(a, b))
        });
        if !are_stacked {
            continue;
        }
        let first = scripts.iter().min().map_or(0, side_of);
        scripts.compact_sort_by_key(|i| side_of(i) != first);
    }
}
