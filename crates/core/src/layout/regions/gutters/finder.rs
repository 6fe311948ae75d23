//! The search for a gutter: its input, and the parts that a gutter divides.

use super::evidence::Evidence;
use crate::geometry::Rect;
use crate::layout::regions::pieces::{self, Piece};
use crate::layout::regions::shapes::Shapes;

/// A white strip between columns, and the evidence for it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Gutter {
    /// The white strip, in the frame.
    pub rect: Rect,
    pub frame: u32,
    pub evidence: Evidence,
}

/// A gutter and the parts that it divides: pieces by number, in drawing order.
#[derive(Clone, Debug)]
pub(crate) struct Cut {
    pub gutter: Gutter,
    pub above: Vec<u32>,
    pub left: Vec<u32>,
    pub right: Vec<u32>,
    pub below: Vec<u32>,
}

/// Finds the gutter that divides a region.
#[derive(Debug)]
pub(crate) struct GutterFinder<'a> {
    pub pieces: &'a [Piece],
    pub shapes: &'a Shapes,
    /// The pictures among the text.
    pub pictures: &'a [Rect],
    /// Whether the drawing order is reliable.
    pub drawn: bool,
    /// Whether the drawing order is that in which OCR recognised the text.
    pub recognised: bool,
}

impl GutterFinder<'_> {
    pub(super) fn piece(&self, index: u32) -> &Piece {
        &self.pieces[index as usize]
    }

    pub(crate) fn around(&self, pieces: &[u32]) -> Rect {
        let cells = pieces.iter().map(|&i| self.piece(i).cell);
        cells.fold(Rect::EMPTY, Rect::union)
    }

    /// The size of most characters of a region, in points.
    pub(super) fn em(&self, region: &[u32]) -> f32 {
        pieces::em(region.iter().map(|&i| self.piece(i)))
    }
}

/// Share of a cell's height at its top and at its bottom that is mostly white: the space above letters, and
/// descenders.
const OUTER_HEIGHT: f32 = 0.25;

/// The extent of a cell across the line, without [`OUTER_HEIGHT`].
pub(super) fn inner_height(cell: Rect) -> (f32, f32) {
    let outer = OUTER_HEIGHT * cell.height();
    (cell.y0 + outer, cell.y1 - outer)
}
