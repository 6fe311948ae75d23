//! Measures whether the lines of columns end because the next word does not fit, as those of a text do.
//!
//! ```text
//!     The ship that    been off the     "left" has no room in the first line, nor
//!     left on Monday   coast since      "coast" in that of the other column
//!
//!     Arran            Clyde            "Jura" has room behind "Arran"
//!     Jura             Inner Hebrides
//! ```

use super::cell_text::{ColumnTexts, Text};
use super::draft::{Draft, Ruling, TableFinder};
use crate::layout::scale::USUAL_SPACE;

/// Fewest pairs of lines in a column that are measured.
const FEWEST_PAIRS: usize = 3;

/// Largest share of a line of several words that is the first of them.
const FIRST_WORD: f32 = 0.7;

/// The lines of a column that end because the next word does not fit, as those of a text do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FullLines {
    /// Their share of all lines with one of several words below.
    pub full: f32,
    /// The share of those before a line that begins with a lower-case letter.
    pub going_on: f32,
}

impl FullLines {
    const NONE: Self = Self {
        full: 0.0,
        going_on: 0.0,
    };

    /// The lowest shares of all columns of lines. They are 0 with fewer than two.
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
        };
        match all.as_slice() {
            [_, _, ..] => all.into_iter().reduce(least).unwrap_or(Self::NONE),
            _ => Self::NONE,
        }
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
            if above.row + 1 != below.row || above.lines + below.lines > 2 {
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
        })
    }
}
