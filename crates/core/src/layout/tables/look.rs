//! The look of a candidate table beside the other text of its frame: its size and weight of type, backgrounds, drawings.

use super::draft::{Draft, Ruling, TableFinder};
use crate::geometry::Rect;
use crate::layout::regions::pieces;

/// Largest size of type that is smaller than the text, and smallest one that is larger, as shares of the text's.
const SMALLER: f32 = 0.95;
const LARGER: f32 = 1.1;

/// Smallest size of type in a column that is much larger than that in another, as a multiple of the latter.
const MUCH_LARGER: f32 = 1.6;

/// Smallest share of the width of a table that a ruled line above or below it, or the background of a row, covers.
pub(super) const COVERED: f32 = 0.6;

/// Most rows of names below a title.
const MOST_NAMES: usize = 6;

/// Smallest size of a title over names, as a share of theirs, and largest distance between them, in ems.
const TITLE: f32 = 1.25;
const TITLE_GAP: f32 = 5.0;

/// Largest distance between the centres of centred cells, and smallest one between their left edges, in ems.
const CENTRED: f32 = 0.4;
const UNEVEN: f32 = 0.5;

/// The look of a candidate table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Look {
    /// The text is set in smaller type than most text of its frame, or in larger type.
    pub smaller: bool,
    pub larger: bool,
    /// A column is set in much larger type than another one.
    pub unlike_sizes: bool,
    /// All cells of the first row end with a colon, as the names of addresses side by side do.
    pub colons: bool,
    /// All text is bold.
    pub bold: bool,
    /// Some rows have a background, but not all.
    pub shaded: bool,
    /// Most rows have one background each, and their text, and no other, is set in monospaced fonts.
    pub code: bool,
    /// Curves or slanted lines are in it, as in a diagram.
    pub drawn: bool,
    /// The line above is a title, and few rows of centred cells follow without ruled lines, as names of authors do.
    pub authors: bool,
}

impl Look {
    pub(super) fn of(finder: &TableFinder<'_>, draft: &Draft) -> Self {
        let pieces = || draft.cells.iter().flat_map(|(_, own)| own);
        let em = pieces::em(pieces().map(|&i| finder.piece(i)));
        let rows = draft.rows();
        let shares = shaded_shares(finder, draft);
        let shaded = shares.iter().filter(|(all, _)| *all >= COVERED).count();
        let is_box = |row: usize| shares.get(row).is_some_and(|(_, one)| *one >= COVERED);
        let boxes = (0..rows).filter(|&row| is_box(row)).count();
        let is_typewritten = |in_box: bool| {
            let own = draft.cells.iter();
            let own = own.filter(|(place, _)| is_box(place.rows.start) == in_box);
            finder.is_typewritten(own.flat_map(|(_, pieces)| pieces))
        };
        Self {
            shaded: (1..rows).contains(&shaded),
            smaller: em < SMALLER * finder.text_em,
            larger: em > LARGER * finder.text_em,
            unlike_sizes: has_unlike_sizes(finder, draft),
            colons: has_colons(finder, draft),
            bold: pieces().all(|&i| finder.piece(i).bold),
            code: 2 * boxes > rows
                && is_typewritten(true)
                && (boxes == rows || !is_typewritten(false)),
            drawn: draft.rect().is_some_and(|rect| has_curves(finder, rect)),
            authors: draft.ruling == Ruling::None
                && rows <= MOST_NAMES
                && is_centred(finder, draft)
                && is_under_title(finder, draft, em),
        }
    }
}

/// Whether several cells of the first row have text, and all of them end with a colon.
fn has_colons(finder: &TableFinder<'_>, draft: &Draft) -> bool {
    let cells = draft.cells.iter();
    let mut first = cells.filter(|(place, own)| place.rows.start == 0 && !own.is_empty());
    let ends_with_colon = |own: &[u32]| {
        let last = own.last().map(|&piece| finder.characters(piece));
        let last = last.and_then(|mut own| own.rfind(|c| !c.is_whitespace()));
        last.is_some_and(|c| matches!(c, ':' | '：'))
    };
    first.clone().count() > 1 && first.all(|(_, own)| ends_with_colon(own))
}

/// Whether the average size of type in a column is much larger than in another one.
fn has_unlike_sizes(finder: &TableFinder<'_>, draft: &Draft) -> bool {
    // For each column the sum of the sizes of its letters, and their number.
    let mut columns = vec![(0.0, 0.0); draft.columns()];
    let cells = draft.cells.iter();
    for (place, own) in cells.filter(|(place, _)| place.columns.len() == 1) {
        if let Some((sizes, letters)) = columns.get_mut(place.columns.start) {
            for piece in own.iter().map(|&i| finder.piece(i)) {
                *sizes += piece.size * piece.inked as f32;
                *letters += piece.inked as f32;
            }
        }
    }
    let sizes = columns.iter().filter(|(_, letters)| *letters > 0.0);
    let sizes = sizes.map(|(sizes, letters)| sizes / letters);
    let (least, most) = sizes.fold((f32::INFINITY, 0.0f32), |(least, most), size| {
        (least.min(size), most.max(size))
    });
    most >= MUCH_LARGER * least
}

/// The share of the width of each row that backgrounds cover, and that the widest of them covers; none if no background is
/// near the table.
fn shaded_shares(finder: &TableFinder<'_>, draft: &Draft) -> Vec<(f32, f32)> {
    let Some(rect) = draft.rect() else {
        return Vec::new();
    };
    let mut shades = finder.shapes.shades.iter();
    if !shades.any(|shade| shade.touches(rect)) {
        return Vec::new();
    }
    let shares = |pair: &[f32]| {
        let y = pair.iter().sum::<f32>() / 2.0;
        let own = finder.shapes.shades.iter();
        let own = own.filter(|r| r.y0 < y && y < r.y1);
        let widths = own.map(|r| (r.x1.min(rect.x1) - r.x0.max(rect.x0)).max(0.0));
        let (all, one) = widths.fold((0.0, 0.0f32), |(all, one), width| {
            (all + width, one.max(width))
        });
        (all / rect.width(), one / rect.width())
    };
    draft.ys.windows(2).map(shares).collect()
}

/// Whether curves are inside a rectangle or cross it. A curve around all of it is a frame.
fn has_curves(finder: &TableFinder<'_>, rect: Rect) -> bool {
    let mut curves = finder.shapes.curves.iter();
    curves.any(|curve| curve.touches(rect) && curve.intersection(rect) != rect)
}

/// Whether the cells of all columns are centred below each other, and not also in line at the left.
fn is_centred(finder: &TableFinder<'_>, draft: &Draft) -> bool {
    let own = |column: usize| {
        let cells = draft.cells.iter();
        let cells = cells
            .filter(move |(place, own)| place.columns == (column..column + 1) && !own.is_empty());
        cells.map(|(_, own)| {
            let cells = own.iter().map(|&i| finder.piece(i).cell);
            cells.fold(Rect::EMPTY, Rect::union)
        })
    };
    let spread = |column: usize, at: fn(Rect) -> f32| {
        let ends = own(column)
            .map(at)
            .fold((f32::INFINITY, f32::NEG_INFINITY), |(least, most), at| {
                (least.min(at), most.max(at))
            });
        ends.1 - ends.0
    };
    let columns = || 0..draft.columns();
    let centred = |column: usize| {
        own(column).nth(1).is_some()
            && spread(column, |cell| (cell.x0 + cell.x1) / 2.0) <= CENTRED * finder.em
    };
    columns().all(centred)
        && columns().any(|column| spread(column, |cell| cell.x0) >= UNEVEN * finder.em)
}

/// Whether the nearest text above the cells, which are set in type of size `em`, is set in much larger type.
fn is_under_title(finder: &TableFinder<'_>, draft: &Draft, em: f32) -> bool {
    let Some(rect) = draft.rect() else {
        return false;
    };
    let is_above = |cell: Rect| {
        let middle = (cell.y0 + cell.y1) / 2.0;
        (rect.y0 - TITLE_GAP * em..rect.y0).contains(&middle)
            && cell.x0 < rect.x1
            && rect.x0 < cell.x1
    };
    let pieces = finder.pieces.pieces.iter();
    let above = pieces.filter(|piece| piece.inked > 0 && is_above(piece.cell));
    let nearest = above.max_by(|a, b| a.baseline.total_cmp(&b.baseline));
    nearest.is_some_and(|piece| piece.size >= TITLE * em)
}
