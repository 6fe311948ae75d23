//! Recognises columns of running text from the words at the ends of their lines. Such rows are not tried as a table,
//! which would only be found out from all features of the table.
//!
//! ```text
//!     The ship that    been off the     in each column there is text in nearly all rows,
//!     left on Monday   coast since      most lines are full, and the next one goes on
//!     with forty men   the storm. No    with a small letter
//! ```

use crate::layout::scale::USUAL_SPACE;
use crate::layout::tables::draft::TableFinder;

use super::bands::Band;

/// Fewest pairs of lines in a column of running text.
const FEWEST_PAIRS: usize = 8;

/// Smallest share of the rows in which each column has text. The cells of a table differ in their number of lines.
const FILLED: f32 = 0.8;

/// Smallest share of the lines of each column that are full and go on in the next line.
const GOING_ON: f32 = 0.4;

/// The text of a row in one column: its first and its last piece, and its end.
#[derive(Clone, Copy)]
struct ColumnLine {
    first: u32,
    last: u32,
    end: f32,
}

/// The lines of a column in the rows read so far.
#[derive(Clone, Default)]
struct ColumnLines {
    above: Option<ColumnLine>,
    count: usize,
    /// The number of lines with one of several words in the next row.
    pairs: usize,
    /// The number of these that are full and go on there.
    going_on: usize,
}

impl TableFinder<'_> {
    /// Whether all columns between these strips are running text.
    pub(super) fn is_running_text(&self, rows: Band<'_, '_>, strips: &[(f32, f32)]) -> bool {
        if strips.is_empty() || rows.rows.len() <= FEWEST_PAIRS || self.rows.right_to_left {
            return false;
        }
        let ends = self.ends_of_lines(rows, strips);
        let mut columns = vec![ColumnLines::default(); ends.len()];
        let mut own: Vec<Option<ColumnLine>> = vec![None; ends.len()];
        for row in rows.rows {
            self.read_row(row.iter().flat_map(|line| &line.pieces), strips, &mut own);
            for ((column, line), end) in columns.iter_mut().zip(&mut own).zip(&ends) {
                let line = line.take();
                column.count += usize::from(line.is_some());
                if let Some((above, below)) = column.above.zip(line)
                    && below.first != below.last
                {
                    column.pairs += 1;
                    let first = self.piece(below.first);
                    let room = end - above.end - USUAL_SPACE * self.em;
                    let goes_on = self.piece(above.last).edges.goes_on(first.edges);
                    let is_full = first.cell.width() > room;
                    column.going_on += usize::from(is_full && goes_on.is_some());
                }
                column.above = line;
            }
        }
        let least = FILLED * rows.rows.len() as f32;
        columns.iter().all(|column| {
            column.count as f32 >= least
                && column.pairs >= FEWEST_PAIRS
                && column.going_on as f32 >= GOING_ON * column.pairs as f32
        })
    }

    /// The end of the longest line in each column.
    fn ends_of_lines(&self, rows: Band<'_, '_>, strips: &[(f32, f32)]) -> Vec<f32> {
        let mut ends = vec![f32::NEG_INFINITY; strips.len() + 1];
        for index in rows.pieces() {
            let cell = self.piece(index).cell;
            let column = column_of(cell.x0, strips);
            let next = strips.get(column).map_or(f32::INFINITY, |strip| strip.1);
            // A word over a strip belongs to a headline.
            if let Some(end) = ends.get_mut(column).filter(|_| cell.x1 <= next) {
                *end = end.max(cell.x1);
            }
        }
        ends
    }

    /// Assigns the pieces of a row to columns.
    fn read_row<'p>(
        &self,
        pieces: impl Iterator<Item = &'p u32>,
        strips: &[(f32, f32)],
        columns: &mut [Option<ColumnLine>],
    ) {
        for &index in pieces {
            let cell = self.piece(index).cell;
            let Some(line) = columns.get_mut(column_of(cell.x0, strips)) else {
                continue;
            };
            let line = line.get_or_insert(ColumnLine {
                first: index,
                last: index,
                end: cell.x1,
            });
            if cell.x1 > line.end {
                (line.last, line.end) = (index, cell.x1);
            }
        }
    }
}

/// The column in which a word begins.
fn column_of(start: f32, strips: &[(f32, f32)]) -> usize {
    let is_before = |strip: &&(f32, f32)| start >= (strip.0 + strip.1) / 2.0;
    strips.iter().take_while(is_before).count()
}
