//! Splits grid columns whose lines are drawn only between the heads, or not at all.
//!
//! ```text
//!   ┌─────────┬──────┬───────┐
//!   │ Country │ Here │ Total │      the heads show the columns, and the
//!   ├─────────┴──────┴───────┤      white space between the numbers is at their ends
//!   │ Austria   86.2   3,375 │
//!   ├────────────────────────┤
//!   │ Belgium   90.5   3,973 │
//!   └────────────────────────┘
//! ```

use super::cell_text::{by_columns, is_numbers, most_in_line, texts_of, without_dashes};
use super::distances::IN_LINE;
use super::draft::{CellRange, Draft, Ruling, TableFinder};
use super::strips::strips_between;
use super::white::{TextRow, WIDE};
use crate::compact_sort::CompactSort;
use crate::layout::regions::pieces;
use crate::layout::regions::rows::DROP_CAP_LIMITS;
use crate::layout::scale::is_on_line;

/// Largest overlap of a line and the text of a column, in ems: heads in shaded cells are not exactly above
/// their columns. A short text overlaps by at most a share of its width.
const SLACK: f32 = 0.5;
const SHORT_SLACK: f32 = 1.0 / 3.0;

/// Smallest gap between numbers in columns of their own, in ems. A space between thousands is narrower.
const NUMBER_GAP: f32 = 0.4;

/// Smallest number of lines that must be split at column ends. For a single line, splits at all of more than
/// two columns are enough.
const LINES: usize = 2;

/// Smallest number of rows with text in a column that is split.
const ROWS: usize = 3;

/// Smallest number of numbers in a column that is split, as a share of its rows: in more than half of them there are
/// several cells, and most of those in one column are numbers.
const NUMBERS: f32 = 0.3;

/// Smallest share of cells in line, if one grid column is several columns of numbers.
const NUMBERS_IN_LINE: f32 = 0.8;

/// Counts of the cells that span the same columns.
#[derive(Default)]
struct WideCells {
    cells: usize,
    /// Cells with text on both sides of a column end that no text crosses.
    separated_cells: usize,
    lines: usize,
    /// Lines with such text.
    separated: usize,
}

impl WideCells {
    /// Whether enough lines or cells are split at column ends.
    fn are_columns(&self) -> bool {
        self.separated >= LINES && 2 * self.separated >= self.lines
            || self.separated_cells >= ROWS && 2 * self.separated_cells >= self.cells
    }
}

impl TableFinder<'_> {
    /// Splits the columns and the cells of a grid at white space, measured by the size of its own text.
    pub(super) fn part_columns(&self, draft: Draft) -> Draft {
        let own = draft.cells.iter().flat_map(|(_, own)| own);
        let finder = Self {
            em: pieces::em(own.map(|&i| self.piece(i))),
            ..*self
        };
        finder.part_wide_cells(finder.with_columns_of_white(draft))
    }

    /// The stretches of text in each line of a cell, with gaps of this size between them, in ems.
    fn stretched(&self, pieces: &[u32], gap: f32) -> Vec<Vec<(f32, f32)>> {
        if self.is_level(pieces) {
            return vec![self.stretches_of(pieces, gap)];
        }
        let lines = self.lines(pieces);
        let rows = lines.chunk_by(|a, b| a.row == b.row);
        rows.map(|row| self.stretches(row, gap)).collect()
    }

    /// Whether pieces are on one line, and none can be a drop cap, so that they need not be put on lines.
    fn is_level(&self, pieces: &[u32]) -> bool {
        let (mut top, mut bottom) = (f32::INFINITY, f32::NEG_INFINITY);
        let (mut least, mut most) = (f32::INFINITY, 0.0f32);
        let mut inked = 0;
        for piece in pieces.iter().map(|&i| self.piece(i)) {
            (top, bottom) = (top.min(piece.baseline), bottom.max(piece.baseline));
            (least, most) = (least.min(piece.size), most.max(piece.size));
            inked += piece.inked;
        }
        let has_cap = most >= DROP_CAP_LIMITS.min_size * least;
        inked > 0 && !has_cap && is_on_line((top, least), (bottom, least))
    }

    /// Adds the columns into which white space splits a grid column.
    fn with_columns_of_white(&self, mut draft: Draft) -> Draft {
        let columns = draft.columns();
        // For each column the positions at which it is split.
        let separated: Vec<Vec<f32>> = (0..columns).map(|c| self.white_in(&draft, c)).collect();
        if separated.iter().all(Vec::is_empty) {
            return draft;
        }
        let mut xs = Vec::with_capacity(columns + 1);
        let mut first = Vec::with_capacity(columns + 1);
        for (column, x) in draft.xs.iter().enumerate() {
            first.push(xs.len());
            xs.push(*x);
            xs.extend(separated.get(column).into_iter().flatten());
        }
        let place = |column: usize| first.get(column).copied().unwrap_or_default();
        for (range, _) in &mut draft.cells {
            range.columns = place(range.columns.start)..place(range.columns.end);
        }
        Draft { xs, ..draft }
    }

    /// The positions at which white space splits a column, if its content is a table of its own.
    fn white_in(&self, draft: &Draft, column: usize) -> Vec<f32> {
        let own = draft
            .cells
            .iter()
            .filter(|(place, pieces)| place.columns == (column..column + 1) && !pieces.is_empty());
        let own: Vec<&[u32]> = own.map(|(_, pieces)| pieces.as_slice()).collect();
        if own.len() < ROWS {
            return Vec::new();
        }
        let numbers = own.iter().copied().flatten();
        let numbers = numbers.filter(|&&piece| self.is_number(piece)).count();
        // Columns of numbers have two at least, and they are in most rows. Other columns have wide gaps in all rows.
        let of_numbers = numbers >= 2 && numbers as f32 >= NUMBERS * own.len() as f32;
        let (gap, least) = match of_numbers {
            true => (NUMBER_GAP, LINES),
            false => (WIDE, ROWS),
        };
        let has_gaps = |own: &&[u32]| self.stretched(own, gap).iter().all(|row| row.len() > 1);
        if !of_numbers && !own.iter().all(has_gaps) {
            return Vec::new();
        }
        let rows = own.iter().flat_map(|own| self.stretched(own, gap));
        let rows: Vec<Vec<(f32, f32)>> = rows.collect();
        if rows.iter().filter(|row| row.len() > 1).count() < least {
            return Vec::new();
        }
        let strips = strips_between(&rows, gap * self.em);
        if strips.is_empty() {
            return Vec::new();
        }
        let lines: Vec<_> = own.iter().map(|pieces| self.lines(pieces)).collect();
        let groups: Vec<Vec<TextRow<'_>>> = lines
            .iter()
            .map(|lines| lines.chunk_by(|a, b| a.row == b.row).collect())
            .collect();
        let sub = self.draft(&groups, &strips, Ruling::None);
        let are_columns = match of_numbers {
            true => self.is_columns_of_numbers(&sub),
            false => self.is_full_columns(&sub),
        };
        if !are_columns {
            return Vec::new();
        }
        strips.iter().map(|(from, to)| (from + to) / 2.0).collect()
    }

    /// Whether the content of one grid column is several columns of numbers.
    fn is_columns_of_numbers(&self, draft: &Draft) -> bool {
        let rows = draft.rows();
        let mut of_rows = vec![0u32; rows];
        for (place, _) in draft.cells.iter().filter(|(_, own)| !own.is_empty()) {
            if let Some(of_row) = of_rows.get_mut(place.rows.start) {
                *of_row += 1;
            }
        }
        let full_rows = of_rows.iter().filter(|count| **count > 1).count();
        // The text is only read if its places allow columns.
        if 2 * full_rows <= rows {
            return false;
        }
        let texts = texts_of(self, draft);
        let columns = by_columns(&texts, draft.columns());
        let (first, _) = self.outer_columns(columns.len());
        let mut others = columns.iter().enumerate().filter(|(n, _)| *n != first);
        if !others.any(|(_, own)| is_numbers(own, rows)) {
            return false;
        }
        let (mut in_line, mut all) = (0, 0);
        for own in &columns {
            let own = without_dashes(own);
            in_line += most_in_line(&own, IN_LINE * self.em);
            all += own.len();
        }
        in_line as f32 / all.max(1) as f32 >= NUMBERS_IN_LINE
    }

    /// Returns true if the content of one grid column is several columns in line, without an empty cell.
    fn is_full_columns(&self, draft: &Draft) -> bool {
        let filled = draft.cells.iter().filter(|(_, own)| !own.is_empty());
        if filled.count() < draft.rows() * draft.columns() {
            return false;
        }
        let texts = texts_of(self, draft);
        let columns = by_columns(&texts, draft.columns());
        let near = IN_LINE * self.em;
        columns
            .iter()
            .all(|own| most_in_line(own, near) == draft.rows())
    }

    /// Splits cells that span several columns into the cells that their text is in.
    fn part_wide_cells(&self, mut draft: Draft) -> Draft {
        let is_wide = |place: &CellRange| place.columns.len() > 1 && place.rows.len() == 1;
        // For cells with the same columns.
        let mut counts: std::collections::BTreeMap<(usize, usize), WideCells> =
            std::collections::BTreeMap::new();
        let mut parts: Vec<Vec<usize>> = Vec::with_capacity(draft.cells.len());
        for (place, pieces) in &draft.cells {
            if !is_wide(place) || pieces.is_empty() {
                parts.push(Vec::new());
                continue;
            }
            let (lines, separated, ends) = self.ends_within(place, pieces, &draft.xs);
            let key = (place.columns.start, place.columns.end);
            let own = counts.entry(key).or_default();
            own.cells += 1;
            own.separated_cells += usize::from(!ends.is_empty());
            own.lines += lines;
            own.separated += if ends.len() + 1 == place.columns.len() && ends.len() > 1 {
                separated.max(LINES)
            } else {
                separated
            };
            parts.push(ends);
        }
        let mut cells = Vec::with_capacity(draft.cells.len());
        for ((place, pieces), ends) in draft.cells.into_iter().zip(parts) {
            let key = (place.columns.start, place.columns.end);
            let clear = counts.get(&key).is_some_and(WideCells::are_columns);
            if !clear || ends.is_empty() {
                cells.push((place, pieces));
                continue;
            }
            let bounds = std::iter::once(place.columns.start).chain(ends.iter().copied());
            let stops = ends.iter().copied().chain([place.columns.end]);
            let mut split: Vec<(CellRange, Vec<u32>)> = bounds
                .zip(stops)
                .map(|(from, to)| {
                    let rows = place.rows.clone();
                    let columns = from..to;
                    (CellRange { rows, columns }, Vec::new())
                })
                .collect();
            for index in pieces {
                let cell = self.piece(index).cell;
                let middle = (cell.x0 + cell.x1) / 2.0;
                // A word that a line overlaps belongs to the cell with most of it.
                let part =
                    ends.partition_point(|&end| draft.xs.get(end).is_some_and(|&x| x <= middle));
                if let Some((_, own)) = split.get_mut(part) {
                    own.push(index);
                }
            }
            cells.extend(split);
        }
        cells.compact_sort_by_key(|(place, _)| (place.rows.start, place.columns.start));
        draft.cells = cells;
        draft
    }

    /// The number of lines in a wide cell, the number of lines split at column ends, and the uncrossed ends.
    /// The ends are empty if there is no text on both sides of one.
    fn ends_within(
        &self,
        place: &CellRange,
        pieces: &[u32],
        xs: &[f32],
    ) -> (usize, usize, Vec<usize>) {
        let rows = self.stretched(pieces, NUMBER_GAP);
        let slack = SLACK * self.em;
        let crossed = |x: f32| {
            let over = |(from, to): &(f32, f32)| {
                // A slight overlap does not count as crossing.
                let reach = slack.min(SHORT_SLACK * (to - from));
                *from < x - reach && *to > x + reach
            };
            rows.iter().flatten().any(over)
        };
        let inner = place.columns.start + 1..place.columns.end;
        let at = |end: usize| xs.get(end).copied().unwrap_or_default();
        let mut ends: Vec<usize> = inner.filter(|&end| !crossed(at(end))).collect();
        let is_beside = |row: &[(f32, f32)], x: f32| {
            let mut middles = row.iter().map(|(from, to)| (from + to) / 2.0);
            let left = middles.clone().any(|middle| middle < x);
            left && middles.any(|middle| middle > x)
        };
        let separated = rows
            .iter()
            .filter(|row| ends.iter().any(|&end| is_beside(row, at(end))))
            .count();
        // Lines of cells beside each other need not be level.
        let all = rows.concat();
        if !ends.iter().any(|&end| is_beside(&all, at(end))) {
            ends.clear();
        }
        (rows.len(), separated, ends)
    }
}
