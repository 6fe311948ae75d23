//! Measures whether cells are columns of running text: a sentence cut off at the end of a cell continues in
//! the next one. Otherwise the columns of an article between ruled lines look like the cells of a row.
//!
//! ```text
//!     ───────────────────────────────
//!     The ship that    been off the     a table cell is not continued by
//!     left on Monday   coast since      the one beside it; these columns are
//!     with forty men   the storm. No
//!     on board has     boat can go
//!     ───────────────────────────────
//! ```

use std::rc::Rc;

use super::cell_text::Text;
use super::draft::{CellRange, Draft, TableFinder};
use crate::layout::regions::continuation::goes_on;
use crate::layout::regions::pieces;
use crate::layout::regions::rows::RowLine;
use crate::layout::scale::{HEADLINE, USUAL_SPACE};

/// Largest distance of a full line from the edge of its column, in ems: the next word did not fit.
const FULL: f32 = 1.5;

/// Largest distance of a justified line from the edge of its column, in ems.
const AT_EDGE: f32 = 0.2;

/// Smallest share of lines at the edge in justified text, without the last line of each cell.
const JUSTIFIED: f32 = 0.6;

/// Smallest number of such cells; a single cell that continues, or is in larger type, proves nothing.
const LEAST: usize = 2;

/// Smallest number of lines in a paragraph before its last one, on average.
const LINES_A_CELL: usize = 2;

/// In running text, at least one in this many multi-line cells with a neighbour continues there. The others
/// end with a paragraph, or before a name.
const ONE_IN: usize = 4;

/// Smallest share of lines in multi-line cells; with fewer, nothing is measured.
const SEVERAL: f32 = 0.5;

/// Counts of signs of running text in a grid. All are 0 if few lines are in multi-line cells.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Prose {
    /// Number of multi-line cells with text beside them.
    beside: usize,
    /// Number of these whose last line is full and continues there in mid-sentence.
    goes_on: usize,
    /// Number of those in which, or beside which, a sentence ends within the text.
    sentences: usize,
    /// Number of cells with a cell below them in their column.
    over: usize,
    /// Number of these whose last line is full and continues there in mid-sentence.
    goes_on_below: usize,
    /// Number of lines with another line below them in their cell.
    lines: usize,
    /// Number of these lines that end at the edge of their column.
    justified: usize,
    /// Number of cells with text.
    cells: usize,
    /// Number of cells that begin with a headline.
    headlines: usize,
}

/// A cell with text: its place, its pieces and its lines.
type TextCell<'d> = (&'d CellRange, &'d [u32], Rc<[RowLine]>);

impl Prose {
    /// The measures of a draft whose cells have these texts.
    pub(super) fn of(finder: &TableFinder<'_>, draft: &Draft, texts: &[Text<'_>]) -> Self {
        let all: usize = texts.iter().map(|t| t.lines).sum();
        let several = texts.iter().map(|t| t.lines).filter(|lines| *lines > 1);
        if (several.sum::<usize>() as f32) < SEVERAL * all as f32 {
            return Self::default();
        }
        let cells = draft.cells.iter().filter(|(_, own)| !own.is_empty());
        let cells: Vec<TextCell<'_>> = cells
            .map(|(place, own)| (place, own.as_slice(), finder.lines(own)))
            .collect();
        // The right edge of the text in each column.
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
            let (Some(edge), [above @ .., last]) = (edges.get(place.columns.end), &**lines) else {
                continue;
            };
            if above.is_empty() {
                continue;
            }
            let is_near = |line: &RowLine, ems: f32| edge - line.cell.x1 <= ems * line.size;
            prose.lines += above.len();
            prose.justified += above.iter().filter(|line| is_near(line, AT_EDGE)).count();
            let is_below = |(below, ..): &&TextCell<'_>| {
                below.rows.start == place.rows.end && below.columns == place.columns
            };
            let continues = |next: &TextCell<'_>| {
                next.2.first().is_some_and(|first| {
                    let room = edge - last.cell.x1 - USUAL_SPACE * last.size;
                    (is_near(last, FULL) || first.first_word > room)
                        && goes_on(finder.pieces, last, first).is_some()
                })
            };
            if let Some(below) = cells.get(n + 1..).unwrap_or_default().iter().find(is_below) {
                prose.over += 1;
                prose.goes_on_below += usize::from(continues(below));
            }
            let is_next = |(next, ..): &&TextCell<'_>| {
                next.rows.start == place.rows.start && next.columns.start == place.columns.end
            };
            let Some(beside) = cells.get(n + 1).filter(is_next) else {
                continue;
            };
            prose.beside += 1;
            if continues(beside) {
                let next = beside.1;
                prose.goes_on += 1;
                let ended = finder.ends_sentences(own) || finder.ends_sentences(next);
                prose.sentences += usize::from(ended);
            }
        }
        prose
    }

    /// Whether columns continue in each other more often than by chance, and look like prose.
    pub(super) fn is_running(self) -> bool {
        let goes_on = |count: usize| count >= LEAST && ONE_IN * count >= self.beside;
        goes_on(self.sentences) || goes_on(self.goes_on) && self.is_flush()
    }

    /// Whether sentences continue in the cell below more often than by chance.
    pub(super) fn is_running_down(self) -> bool {
        self.goes_on_below >= LEAST && ONE_IN * self.goes_on_below >= self.over
    }

    /// Whether most cells are justified paragraphs.
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

/// Number of cells that begin with a headline.
fn headlines(finder: &TableFinder<'_>, cells: &[TextCell<'_>]) -> usize {
    let pieces = cells.iter().flat_map(|(_, own, _)| own.iter());
    let em = pieces::em(pieces.map(|&i| finder.piece(i)));
    let is_headline =
        |(_, _, lines): &&TextCell<'_>| lines.first().is_some_and(|line| line.size > HEADLINE * em);
    cells.iter().filter(is_headline).count()
}

impl TableFinder<'_> {
    /// Whether a sentence ends within a text: a lower-case word with a full stop, followed by a capital.
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
        over: 15,
        goes_on_below: 1,
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
