//! Splits rows of a table that no ruled line separates: if the lines of neighbouring cells are level, each
//! line is a row, unless the cells are prose with the same leading.
//!
//! ```text
//!     ┌──────┬─────┐              ┌──────┬───────────────┐
//!     │ iron │ 7.8 │              │ iron │ a metal that  │
//!     │ lead │ 1.3 │  three rows  │      │ rusts when it │  one row
//!     │ zinc │ 7.1 │              │      │ is wet        │
//!     └──────┴─────┘              └──────┴───────────────┘
//! ```

use super::draft::{CellRange, Draft, TableFinder};
use super::white::TextRow;
use crate::compact_sort::CompactSort;
use crate::geometry::Rect;
use crate::layout::regions::rows::RowLine;

/// Share of the column's width above which lines are prose, on average.
const FULL: f32 = 0.75;

/// Smallest number of lines in a cell whose lines are rows, as a share of the longest cell's lines.
const MOST_LINES: f32 = 0.6;

/// Number of lines from which they are rows despite long text, if every line in every column begins with a
/// capital.
const ENTRIES: usize = 3;

/// Smallest share of numeric words in a numeric cell.
const NUMBERS: f32 = 0.6;

/// The lines of a cell.
struct Stack {
    baselines: Vec<f32>,
    /// Share of the column's width that a line fills, on average.
    fill: f32,
    numeric: bool,
    /// The text is running: the first line begins with a capital, and most others do not.
    goes_on: bool,
    /// No line begins with a small letter.
    large: bool,
}

impl TableFinder<'_> {
    /// The positions at which a band of neighbouring cells is cut into rows, downwards; empty if it is one
    /// row. Each cell has its pieces and the width of its column. Words are only cut from `least` lines, and,
    /// if `ruled`, only if all cells have the same number of lines.
    pub(super) fn cuts(&self, cells: &[(&[u32], f32)], least: usize, ruled: bool) -> Vec<f32> {
        let stacks: Vec<Stack> = cells
            .iter()
            .filter(|(pieces, _)| !pieces.is_empty())
            .map(|(pieces, width)| self.stack(pieces, *width))
            .collect();
        let Some(longest) = stacks.iter().max_by_key(|s| s.baselines.len()) else {
            return Vec::new();
        };
        let count = longest.baselines.len();
        let level = |s: &&Stack| {
            s.baselines.len() as f32 >= MOST_LINES * count as f32
                && s.baselines.iter().all(|b| {
                    let near = |o: &f32| (o - b).abs() <= 0.25 * self.em;
                    longest.baselines.iter().any(near)
                })
        };
        let alike: Vec<&Stack> = stacks.iter().filter(level).collect();
        let numeric = alike.iter().any(|s| s.numeric);
        let entries = |s: &&Stack| s.large && s.baselines.len() == count;
        let entries = count >= ENTRIES && stacks.len() == alike.len() && alike.iter().all(entries);
        let whole = !ruled || stacks.iter().all(|s| s.baselines.len() == count);
        let short = count >= least && whole && alike.iter().all(|s| s.fill < FULL && !s.goes_on);
        let rows = count > 1
            && alike.len() > 1
            && 2 * alike.len() >= stacks.len()
            && (numeric || entries || short);
        if !rows {
            return Vec::new();
        }
        longest
            .baselines
            .windows(2)
            .filter_map(|pair| match pair {
                [a, b] => Some(a + 0.35 * (b - a)),
                _ => None,
            })
            .collect()
    }

    fn stack(&self, pieces: &[u32], width: f32) -> Stack {
        let lines = self.rows.lines(pieces);
        let mut stack = Stack {
            baselines: Vec::new(),
            fill: 0.0,
            numeric: self.numeric_share(pieces) >= NUMBERS,
            goes_on: false,
            large: false,
        };
        let mut begins: Vec<bool> = Vec::new();
        for row in lines.chunk_by(|a, b| a.row == b.row) {
            stack.baselines.extend(row.first().map(|l| l.baseline));
            begins.push(self.begins_small(row));
            stack.fill += row.iter().map(|l| l.cell.width()).sum::<f32>() / width.max(1e-3);
        }
        stack.fill /= stack.baselines.len().max(1) as f32;
        stack.large = begins.iter().all(|small| !small);
        if let [false, below @ ..] = begins.as_slice() {
            let small = below.iter().filter(|small| **small).count();
            stack.goes_on = small > 0 && 2 * small >= below.len();
        }
        stack
    }

    /// Whether a line begins with a lower-case letter.
    pub(super) fn begins_small(&self, row: &[RowLine]) -> bool {
        let first = row.first().and_then(|line| line.pieces.first());
        first.is_some_and(|&piece| self.is_small(piece))
    }

    /// Whether a piece begins with a lower-case letter.
    pub(super) fn is_small(&self, piece: u32) -> bool {
        let first = self.characters(piece).next();
        first.is_some_and(char::is_lowercase)
    }

    /// Splits the rows of a grid at rows of text.
    pub(super) fn part_rows(&self, draft: Draft) -> Draft {
        let rows = draft.ys.len().saturating_sub(1);
        // Between stripes, some rows have no lines above and below.
        let striped = !draft.each_ruled;
        if rows == 1 {
            let cuts = self.cuts_between_lines(&draft);
            return self.cut(draft, &cuts);
        }
        // The positions at which each row is cut.
        let cuts: Vec<Vec<f32>> = (0..rows)
            .map(|row| {
                let own = |(p, _): &&(CellRange, Vec<u32>)| p.rows == (row..row + 1);
                let cells: Vec<(&[u32], f32)> = draft
                    .cells
                    .iter()
                    .filter(own)
                    .map(|(place, pieces)| {
                        let end = |n: usize| draft.xs.get(n).copied().unwrap_or_default();
                        let width = end(place.columns.end) - end(place.columns.start);
                        (pieces.as_slice(), width)
                    })
                    .collect();
                self.cuts(&cells, if striped { 2 } else { 3 }, false)
            })
            .collect();
        // If most rows are ruled, the others have several lines of text.
        let cut = cuts.iter().filter(|c| !c.is_empty());
        let (bands, lines) = cut.fold((0, 0), |(n, lines), c| (n + 1, lines + c.len() + 1));
        if !striped && lines <= rows - bands {
            return draft;
        }
        self.cut(draft, &cuts)
    }

    /// The positions at which each row of a draft is cut, between lines that are not of the same table row.
    fn cuts_between_lines(&self, draft: &Draft) -> Vec<Vec<f32>> {
        let mut cuts = vec![Vec::new(); draft.ys.len().saturating_sub(1)];
        let mut pieces: Vec<u32> = draft
            .cells
            .iter()
            .flat_map(|(_, own)| own)
            .copied()
            .collect();
        pieces.sort_unstable();
        let lines = self.rows.lines(&pieces);
        let rows: Vec<TextRow<'_>> = lines.chunk_by(|a, b| a.row == b.row).collect();
        let inner = draft.xs.get(1..draft.xs.len().saturating_sub(1));
        let boundaries: Vec<(f32, f32)> =
            inner.unwrap_or_default().iter().map(|x| (*x, *x)).collect();
        let groups = self.line_groups(&rows, &boundaries);
        let cell = |row: TextRow<'_>| row.iter().fold(Rect::EMPTY, |r, l| r.union(l.cell));
        for (n, pair) in rows.windows(2).enumerate() {
            let [above, below] = *pair else { continue };
            let (above, below) = (cell(above), cell(below));
            let band = |r: Rect| draft.ys.partition_point(|y| *y <= (r.y0 + r.y1) / 2.0);
            if band(above) == band(below) && !groups.joins(self, n + 1) {
                let own = band(above)
                    .checked_sub(1)
                    .and_then(|band| cuts.get_mut(band));
                own.into_iter()
                    .for_each(|own| own.push((above.y1 + below.y0) / 2.0));
            }
        }
        cuts
    }

    /// Cuts the rows of a grid at these positions.
    fn cut(&self, draft: Draft, cuts: &[Vec<f32>]) -> Draft {
        if cuts.iter().all(Vec::is_empty) {
            return draft;
        }
        let rows = cuts.len();
        // The index of each row among the new ones.
        let mut first = Vec::with_capacity(rows + 1);
        let mut ys = Vec::new();
        for (row, y) in draft.ys.iter().enumerate() {
            first.push(ys.len());
            ys.push(*y);
            ys.extend(cuts.get(row).into_iter().flatten());
        }
        let start = |row: usize| first.get(row).copied().unwrap_or_default();
        let mut cells = Vec::new();
        for (place, pieces) in draft.cells {
            let (from, to) = (start(place.rows.start), start(place.rows.end));
            let whole = place.rows.len() > 1;
            let mut parts = vec![Vec::new(); if whole { 1 } else { to - from }];
            for index in pieces {
                let y = self.piece(index).middle();
                let above = cuts.get(place.rows.start).filter(|_| !whole);
                let part = above.map_or(0, |cuts| cuts.partition_point(|&c| c <= y));
                if let Some(part) = parts.get_mut(part) {
                    part.push(index);
                }
            }
            for (n, part) in parts.into_iter().enumerate() {
                let rows = if whole {
                    from..to
                } else {
                    from + n..from + n + 1
                };
                let columns = place.columns.clone();
                cells.push((CellRange { rows, columns }, part));
            }
        }
        cells.compact_sort_by_key(|(p, _)| (p.rows.start, p.columns.start));
        Draft {
            set_off: if cuts.first().is_some_and(Vec::is_empty) {
                1
            } else {
                0
            },
            ys,
            cells,
            ..draft
        }
    }
}
