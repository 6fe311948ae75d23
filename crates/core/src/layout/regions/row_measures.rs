//! Measures the pieces on one baseline.

use super::pieces::{self, Piece};
use crate::geometry::Rect;

/// Pieces smaller than this share of the row's size do not determine its baseline.
const MIN_SIZE: f32 = 0.9;

/// The measures of the pieces on one baseline.
#[derive(Clone, Copy)]
pub(super) struct RowMeasures {
    pub cell: Rect,
    pub baseline: f32,
    pub size: f32,
    pub inked: u32,
    pub bold: bool,
    /// The first piece in the drawing order.
    pub drawn: u32,
    /// All pieces have one size and exactly one baseline, so that their order does not change any measure.
    pub even: bool,
}

impl RowMeasures {
    /// Measures pieces, of which `drawn` is drawn first.
    pub(super) fn of<'p>(all: impl Iterator<Item = &'p Piece> + Clone, drawn: u32) -> Self {
        let first = all.clone().next();
        let (size, baseline) = first.map_or((0.0, 0.0), |first| (first.size, first.baseline));
        let mut own = Self {
            cell: Rect::EMPTY,
            baseline: 0.0,
            size: 1.0,
            inked: 0,
            bold: true,
            drawn,
            even: false,
        };
        // Nearly all rows have one size.
        let (mut is_even, mut is_level) = (size > 0.0, true);
        let mut most = 0;
        for piece in all.clone() {
            own.cell = own.cell.union(piece.cell);
            own.inked += piece.inked;
            own.bold &= piece.bold;
            is_even &= piece.size == size;
            is_level &= piece.baseline.to_bits() == baseline.to_bits();
            if piece.inked > most {
                (most, own.baseline) = (piece.inked, piece.baseline);
            }
        }
        if is_even {
            own.size = if most > 0 { size } else { own.size };
            own.even = is_level && most > 0;
            return own;
        }
        (own.size, own.baseline) = (pieces::em(all.clone()), 0.0);
        let mut most = 0;
        for piece in all.filter(|piece| piece.size >= MIN_SIZE * own.size) {
            if piece.inked > most {
                (most, own.baseline) = (piece.inked, piece.baseline);
            }
        }
        own
    }
}
