//! Detects cells that are columns of running text: a cell ends within a sentence, which the cell beside it
//! continues. The columns of an article between ruled lines otherwise look like a row of cells.
//!
//! ```text
//!     ───────────────────────────────
//!     The ship that    been off the     a table cell is not continued by
//!     left on Monday   coast since      the one beside it; these columns are
//!     with forty men   the storm. No
//!     on board has     boat can go
//!     ───────────────────────────────
//! ```

use super::cell_text::Text;
use super::{CellRange, Draft, TableFinder};
use crate::layout::regions::edges;
use crate::layout::regions::rows::RowLine;
use crate::layout::scale::{self, HEADLINE};

/// A line that fills its column ends no further from the column's edge than this, in ems: the next word had
/// no room.
const FULL: f32 = 1.5;

/// Justified lines end no further from the edge than this, in ems …
const AT_EDGE: f32 = 0.2;

/// … and text is justified when this share of its lines do, the last of each cell left out.
const JUSTIFIED: f32 = 0.6;

/// A single cell that goes on, or is in larger type, shows nothing.
const LEAST: usize = 2;

/// Paragraphs have this many lines above their last.
const LINES_A_CELL: usize = 2;

/// Of the cells of several lines that have text beside them, one in this many goes on in columns: the others
/// end where a paragraph ends, or before a name.
const ONE_IN: usize = 4;

/// Columns of text have at least this share of their lines in cells of several lines.
const SEVERAL: f32 = 0.5;

/// How much the text of a grid reads as columns of running text. All is 0 where few cells have several lines.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Prose {
    /// Cells of several lines that have text beside them …
    beside: usize,
    /// … how many of these are full, and go on there in the middle of a sentence …
    goes_on: usize,
    /// … and how many of the latter are beside text in which a sentence ends and another begins.
    sentences: usize,
    /// Lines that have others below them in their cell …
    lines: usize,
    /// … and how many of these end at the edge of their column.
    justified: usize,
    /// Cells with text.
    cells: usize,
    /// Cells that are a headline, or begin with one.
    headlines: usize,
}

/// A cell with text: where it is, its pieces and its lines.
type TextCell<'d> = (&'d CellRange, &'d [u32], Vec<RowLine>);

impl Prose {
    /// Measures the prose in a draft; `texts` are the texts of its cells.
    pub(super) fn of(finder: &TableFinder<'_>, draft: &Draft, texts: &[Text]) -> Self {
        let all: usize = texts.iter().map(|t| t.lines).sum();
        let several = texts.iter().map(|t| t.lines).filter(|lines| *lines > 1);
        if (several.sum::<usize>() as f32) < SEVERAL * all as f32 {
            return Self::default();
        }
        let cells = draft.cells.iter().filter(|(_, own)| !own.is_empty());
        let cells: Vec<TextCell<'_>> = cells
            .map(|(place, own)| (place, own.as_slice(), finder.rows.lines(own)))
            .collect();
        // Where the text of each column ends.
        let mut edges = vec![f32::NEG_INFINITY; draft.xs.len()];
        for (place, _, lines) in &cells {
            if let Some(edge) = edges.get_mut(place.columns.end) {
                *edge = lines
                    .iter()
                    .fold(*edge, |edge, line| edge.max(line.cell.x1));
            }
        }
        let mut prose = Self {
            cells: cells.len(),
            headlines: headlines(finder, &cells),
            ..Self::default()
        };
        for (n, (place, own, lines)) in cells.iter().enumerate() {
            let (Some(edge), [above @ .., last]) = (edges.get(place.columns.end), lines.as_slice())
            else {
                continue;
            };
            if above.is_empty() {
                continue;
            }
            let is_near = |line: &RowLine, ems: f32| edge - line.cell.x1 <= ems * line.size;
            prose.lines += above.len();
            prose.justified += above.iter().filter(|line| is_near(line, AT_EDGE)).count();
            let is_next = |(next, ..): &&TextCell<'_>| {
                next.rows.start == place.rows.start && next.columns.start == place.columns.end
            };
            let Some((_, next, beside)) = cells.get(n + 1).filter(is_next) else {
                continue;
            };
            prose.beside += 1;
            let goes_on = |first| edges::goes_on(finder.pieces, last, first).is_some();
            if is_near(last, FULL) && beside.first().is_some_and(goes_on) {
                prose.goes_on += 1;
                let ended = finder.ends_sentences(own) || finder.ends_sentences(next);
                prose.sentences += usize::from(ended);
            }
        }
        prose
    }

    /// Whether columns continue beside each other, more often than by chance, and are set or written as
    /// prose.
    pub(super) fn is_running(self) -> bool {
        let goes_on = |count: usize| count >= LEAST && ONE_IN * count >= self.beside;
        goes_on(self.sentences) || goes_on(self.goes_on) && self.is_flush()
    }

    /// Whether most cells are paragraphs of justified lines.
    pub(super) fn is_justified(self) -> bool {
        self.cells > 0 && self.lines >= LINES_A_CELL * self.cells && self.is_flush()
    }

    /// Whether several headlines are above justified paragraphs.
    pub(super) fn is_headed(self) -> bool {
        self.headlines >= LEAST && self.lines >= self.cells && self.is_flush()
    }

    fn is_flush(self) -> bool {
        self.justified as f32 >= JUSTIFIED * self.lines as f32
    }
}

/// The number of cells that are or begin with a headline.
fn headlines(finder: &TableFinder<'_>, cells: &[TextCell<'_>]) -> usize {
    let pieces = cells.iter().flat_map(|(_, own, _)| own.iter());
    let em = scale::em(pieces.map(|&i| finder.piece(i)));
    let is_headline =
        |(_, _, lines): &&TextCell<'_>| lines.first().is_some_and(|line| line.size > HEADLINE * em);
    cells.iter().filter(is_headline).count()
}

impl TableFinder<'_> {
    /// Whether a sentence ends within a text: a lower-case word with a full stop, before a capital.
    fn ends_sentences(&self, pieces: &[u32]) -> bool {
        let mut ended = false;
        for &piece in pieces {
            let (mut first, mut before, mut last) = (None, None, None);
            self.each_char(piece, |c, _| {
                first = first.or(Some(c));
                (before, last) = (last, Some(c));
            });
            if ended && first.is_some_and(char::is_uppercase) {
                return true;
            }
            ended = matches!(last, Some('.' | '?' | '!')) && before.is_some_and(char::is_lowercase);
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Six short articles in three columns each.
    const COLUMNS: Prose = Prose {
        beside: 12,
        goes_on: 4,
        sentences: 3,
        lines: 80,
        justified: 66,
        cells: 18,
        headlines: 0,
    };

    #[test]
    fn columns_go_on_more_often_than_by_chance() {
        assert!(COLUMNS.is_running() && COLUMNS.is_justified());
        let chance = Prose {
            goes_on: 1,
            sentences: 1,
            ..COLUMNS
        };
        assert!(!chance.is_running());
    }

    #[test]
    fn words_that_seem_to_go_on_are_columns_only_if_they_are_justified_or_sentences() {
        let cells = Prose {
            sentences: 0,
            justified: 20,
            ..COLUMNS
        };
        let justified = Prose {
            sentences: 0,
            ..COLUMNS
        };
        let ragged = Prose {
            justified: 20,
            ..COLUMNS
        };
        assert!(!cells.is_running() && justified.is_running() && ragged.is_running());
    }

    #[test]
    fn grids_without_cells_of_several_lines_are_not_prose() {
        let none = Prose::default();
        assert!(!none.is_running() && !none.is_justified() && !none.is_headed());
    }
}
