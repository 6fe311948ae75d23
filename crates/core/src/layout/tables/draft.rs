//! Candidates for tables, and the text in which they are searched.

use std::ops::Range;
use std::rc::Rc;

use super::known::Known;
use super::rules::TOUCH;
use crate::geometry::Rect;
use crate::layout::regions::pieces::{Piece, Pieces};
use crate::layout::regions::rows::{RowLine, Rows};
use crate::layout::regions::shapes::Shapes;
use crate::line::Frame;
use crate::page::Content;

/// The lines that separate the cells of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Ruling {
    /// No lines, only white space.
    #[default]
    None,
    /// Lines along the text.
    Along,
    /// Lines along and across it.
    Grid,
}

/// The rows and columns that a cell spans.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CellRange {
    pub rows: Range<usize>,
    pub columns: Range<usize>,
}

/// A candidate table: pieces in the cells of a grid.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    pub(super) xs: Vec<f32>,
    pub(super) ys: Vec<f32>,
    /// The cells row by row, from left to right, with the indices of their pieces.
    pub(super) cells: Vec<(CellRange, Vec<u32>)>,
    pub(super) ruling: Ruling,
    /// Number of rows from the top that a ruled line separates from the others.
    pub(super) set_off: usize,
    /// There is a ruled line between all rows.
    pub(super) each_ruled: bool,
    /// The line above or below is a caption: a word and a number.
    pub(super) captioned: bool,
}

impl Draft {
    pub(super) fn columns(&self) -> usize {
        self.xs.len().saturating_sub(1)
    }

    pub(super) fn rows(&self) -> usize {
        self.ys.len().saturating_sub(1)
    }

    /// Returns `true` if its rows are between the ends of another table.
    pub(super) fn is_between_ends_of(&self, other: &Self) -> bool {
        let ends = |own: &Self| own.ys.first().copied().zip(own.ys.last().copied());
        let pair = ends(self).zip(ends(other));
        pair.is_some_and(|(own, other)| own.0 >= other.0 - TOUCH && own.1 <= other.1 + TOUCH)
    }

    /// Bounding box of the cells, if there are several rows and columns.
    pub(super) fn rect(&self) -> Option<Rect> {
        match (self.xs.as_slice(), self.ys.as_slice()) {
            (&[x0, _, .., x1], &[y0, _, .., y1]) => Some(Rect { x0, y0, x1, y1 }),
            _ => None,
        }
    }
}

/// Smallest average width of wide letters, in ems.
const WIDE_LETTER: f32 = 0.9;

/// Finds the tables in the text of a frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableFinder<'a> {
    pub content: &'a Content,
    pub frame: Frame,
    pub pieces: &'a Pieces,
    pub rows: Rows<'a>,
    /// The prevailing size of the frame's text, in points.
    pub em: f32,
    /// The prevailing size of the frame's text, also in a table of other type.
    pub text_em: f32,
    /// Ruled lines, backgrounds and images.
    pub shapes: &'a Shapes,
    /// Whether the drawing order is a reading order.
    pub drawn: bool,
    pub known: &'a Known,
}

impl TableFinder<'_> {
    pub(super) fn piece(&self, index: u32) -> &Piece {
        &self.pieces.pieces[index as usize]
    }

    /// The lines of a cell.
    pub(super) fn lines(&self, pieces: &[u32]) -> Rc<[RowLine]> {
        self.known.lines.of(pieces, || self.rows.lines(pieces))
    }

    /// The first and the last one of `columns` columns, in the direction of reading.
    pub(super) fn outer_columns(&self, columns: usize) -> (usize, usize) {
        match columns.saturating_sub(1) {
            last if self.rows.right_to_left => (last, 0),
            last => (0, last),
        }
    }

    /// The font in which a piece begins, as an index in `Content::fonts`.
    pub(super) fn font(&self, index: u32) -> Option<u32> {
        self.pieces.font(self.content, self.piece(index))
    }

    /// Number of letters in a piece; ideographs and other letters of their width count twice.
    pub(super) fn letters(&self, index: u32) -> u32 {
        let piece = self.piece(index);
        let wide = piece.cell.width() >= WIDE_LETTER * piece.size * piece.inked as f32;
        if wide { 2 * piece.inked } else { piece.inked }
    }
}
