//! The look of a candidate table beside the other text of its frame: its size and weight of type, backgrounds, drawings.

use super::draft::{Draft, TableFinder};
use crate::geometry::Rect;
use crate::layout::scale;

/// Largest size of type that is smaller than the text, and smallest one that is larger, as shares of the text's.
const SMALLER: f32 = 0.95;
const LARGER: f32 = 1.1;

/// Smallest share of the width of a table that a ruled line above or below it, or the background of a row, covers.
pub(super) const COVERED: f32 = 0.6;

/// The look of a candidate table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Look {
    /// The text is set in smaller type than most text of its frame, or in larger type.
    pub smaller: bool,
    pub larger: bool,
    /// All text is bold.
    pub bold: bool,
    /// Some rows have a background, but not all.
    pub shaded: bool,
    /// All rows have a background, and their text is set in monospaced fonts.
    pub code: bool,
    /// Curves or slanted lines are in it, as in a diagram.
    pub drawn: bool,
}

impl Look {
    pub(super) fn of(finder: &TableFinder<'_>, draft: &Draft) -> Self {
        let pieces = || draft.cells.iter().flat_map(|(_, own)| own);
        let em = scale::em(pieces().map(|&i| finder.piece(i)));
        let rows = draft.ys.len().saturating_sub(1);
        let shaded = shaded_rows(finder, draft);
        Self {
            shaded: (1..rows).contains(&shaded),
            smaller: em < SMALLER * finder.text_em,
            larger: em > LARGER * finder.text_em,
            bold: pieces().all(|&i| finder.piece(i).bold),
            code: shaded == rows && finder.is_typewritten(pieces()),
            drawn: draft.rect().is_some_and(|rect| has_curves(finder, rect)),
        }
    }
}

/// Number of rows with a background over most of their width.
fn shaded_rows(finder: &TableFinder<'_>, draft: &Draft) -> usize {
    let Some(rect) = draft.rect() else { return 0 };
    let mut shades = finder.shapes.shades.iter();
    if !shades.any(|shade| shade.touches(rect)) {
        return 0;
    }
    let is_shaded = |pair: &&[f32]| {
        let y = pair.iter().sum::<f32>() / 2.0;
        let own = finder.shapes.shades.iter();
        let own = own.filter(|r| r.y0 < y && y < r.y1);
        let width: f32 = own
            .map(|r| (r.x1.min(rect.x1) - r.x0.max(rect.x0)).max(0.0))
            .sum();
        width >= COVERED * rect.width()
    };
    draft.ys.windows(2).filter(is_shaded).count()
}

/// Whether curves are inside a rectangle or cross it. A curve around all of it is a frame.
fn has_curves(finder: &TableFinder<'_>, rect: Rect) -> bool {
    let mut curves = finder.shapes.curves.iter();
    curves.any(|curve| curve.touches(rect) && curve.intersection(rect) != rect)
}
