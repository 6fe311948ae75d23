//! Measures whether the lines of columns end because the next word does not fit, as those of a text do.
//!
//! ```text
//!     The ship that    been off the     "left" has no room in the first line, nor
//!     left on Monday   coast since      "coast" in that of the other column
//!
//!     Arran            Clyde            "Jura" has room behind "Arran"
//!     Jura             Inner Hebrides
//! ```

use std::rc::Rc;

use super::cell_text::{ColumnTexts, Text};
use super::draft::{Draft, Ruling, TableFinder};
use crate::layout::regions::continuation::goes_on;
use crate::layout::regions::rows::RowLine;
use crate::layout::scale::USUAL_SPACE;

/// Fewest pairs of lines in a column that are measured.
const FEWEST_PAIRS: usize = 3;

/// Largest share of a line of several words that is the first of them.
const FIRST_WORD: f32 = 0.7;

/// Least letters of a line of running text, on average.
const LONG_LINE: f32 = 25.0;

/// The lines of a column that end because the next word does not fit, as those of a text do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FullLines {
    /// Their share of all lines with one of several words below.
    pub full: f32,
    /// The share of those before a line that begins with a lower-case letter.
    pub going_on: f32,
    /// The highest share of those in a column of long lines: the text beside a table.
    pub beside: f32,
}

impl FullLines {
    const NONE: Self = Self {
        full: 0.0,
        going_on: 0.0,
        beside: 0.0,
    };

    /// The shares of the columns of a draft, the lowest ones of all columns of lines. These are 0 with fewer than two.
    pub(super) fn of(finder: &TableFinder<'_>, draft: &Draft, columns: &[ColumnTexts<'_>]) -> Self {
        let rows = draft.rows();
        if draft.ruling == Ruling::Grid || rows <= FEWEST_PAIRS {
            return Self::NONE;
        }
        let all = columns
            .iter()
            .filter_map(|own| Self::of_column(finder, own));
        let all: Vec<Self> = all.collect();
        let least = |a: Self, b: Self| Self {
            full: a.full.min(b.full),
            going_on: a.going_on.min(b.going_on),
            ..Self::NONE
        };
        let own = match all.as_slice() {
            [_, _, ..] => all.into_iter().reduce(least).unwrap_or(Self::NONE),
            _ => Self::NONE,
        };
        let long = columns.iter().filter(|texts| {
            let letters: u32 = texts.iter().map(|text| text.letters).sum();
            let lines: usize = texts.iter().map(|text| text.lines).sum();
            letters as f32 >= LONG_LINE * lines as f32
        });
        let beside = long.map(|texts| Self::of_text(finder, texts));
        Self {
            beside: beside.fold(0.0, f32::max),
            ..own
        }
    }

    /// The share of the texts of a column whose last line is full and goes on in the next row; 0 with few.
    fn of_text(finder: &TableFinder<'_>, texts: &[&Text<'_>]) -> f32 {
        let lines: Vec<Rc<[RowLine]>> = texts.iter().map(|t| finder.lines(t.pieces)).collect();
        let all = lines.iter().flat_map(|lines| lines.iter());
        let edge = all
            .map(|line| line.cell.x1)
            .fold(f32::NEG_INFINITY, f32::max);
        let (mut all, mut going_on) = (0, 0);
        for (above, below) in lines.iter().zip(lines.iter().skip(1)) {
            let (Some(above), Some(below)) = (above.last(), below.first()) else {
                continue;
            };
            let room = edge - above.cell.x1 - USUAL_SPACE * finder.em;
            let goes_on = below.first_word > room && goes_on(finder.pieces, above, below).is_some();
            all += 1;
            going_on += usize::from(goes_on);
        }
        if all < FEWEST_PAIRS {
            return 0.0;
        }
        going_on as f32 / all as f32
    }

    /// The shares of a column; `None` with few lines.
    fn of_column(finder: &TableFinder<'_>, texts: &[&Text<'_>]) -> Option<Self> {
        let end = |text: &Text<'_>| match finder.rows.right_to_left {
            true => -text.left,
            false => text.right,
        };
        let edge = texts.iter().map(|text| end(text));
        let edge = edge.fold(f32::NEG_INFINITY, f32::max);
        let (mut all, mut full, mut going_on) = (0, 0, 0);
        for (above, below) in texts.iter().zip(texts.iter().skip(1)) {
            let are_lines = above.row + 1 == below.row && above.lines + below.lines == 2;
            // Numbers such as dates are of one width, and no text goes on in them.
            if !are_lines || below.is_number() {
                continue;
            }
            let first = finder.first_word(below.pieces);
            // A single word is a cell as often as it is a line.
            if first > FIRST_WORD * (below.right - below.left) {
                continue;
            }
            let is_full = first > edge - end(above) - USUAL_SPACE * finder.em;
            all += 1;
            full += usize::from(is_full);
            going_on += usize::from(is_full && below.small);
        }
        (all >= FEWEST_PAIRS).then(|| Self {
            full: full as f32 / all as f32,
            going_on: going_on as f32 / all as f32,
            beside: 0.0,
        })
    }
}
