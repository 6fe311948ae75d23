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

use super::distances::{LEADING, LEVEL};
use super::draft::{CellRange, Draft, TableFinder};
use super::rules::Net;
use super::white::{MIN_CUT_LINES, TextRow};
use crate::compact_sort::CompactSort;
use crate::geometry::Rect;
use crate::layout::regions::rows::RowLine;
use crate::layout::scale::MIN_LENGTH;

/// Share of the column's width above which lines are prose, on average.
const FULL: f32 = 0.75;

/// Smallest number of lines in a cell whose lines are rows, as a share of the longest cell's lines.
const MOST_LINES: f32 = 0.6;

/// Number of lines from which they are rows despite long text, if every line in every column begins with a
/// capital.
const ENTRIES: usize = 3;

/// Position of the boundary between two rows, as a share of the distance from the upper baseline to the lower one.
const CUT: f32 = 0.35;

/// Number of rows between two stripes if the one between them is missing.
const ROWS_WITHOUT_STRIPE: usize = 3;

/// Smallest share of numeric words in a numeric cell.
const NUMBERS: f32 = 0.6;

/// Largest distance between the middles of a text and of the lines beside it, as a share of their distance.
const CENTRED: f32 = 0.2;

/// Remainder of the lines of a row without those of a text, divided by two, if the text is between two lines.
const BETWEEN: std::ops::Range<f32> = 0.5..1.5;

/// Largest share of the lines of a row that a text centred beside all of them has.
const MOST_SPANNED: f32 = 0.85;

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
                    let near = |o: &f32| (o - b).abs() <= LEVEL * self.em;
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
                [a, b] => Some(a + CUT * (b - a)),
                _ => None,
            })
            .collect()
    }

    fn stack(&self, pieces: &[u32], width: f32) -> Stack {
        let lines = self.lines(pieces);
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
            stack.fill += row.iter().map(|l| l.cell.width()).sum::<f32>() / width.max(MIN_LENGTH);
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
    pub(super) fn part_rows(&self, mut draft: Draft, net: &Net) -> Draft {
        let rows = draft.rows();
        if rows == 1 && draft.columns() <= 1 {
            // A frame around text.
            return draft;
        }
        let open = draft.ys.windows(2).map(|ends| match ends {
            [top, bottom] => !net.is_one_row(*top, *bottom),
            _ => false,
        });
        let mut open: Vec<bool> = open.collect();
        draft.each_ruled = !open.contains(&true);
        // Lines around all of a table and below its heads do not show its rows. With two columns, one can be a table of
        // its own.
        let framed = rows == 2 && draft.columns() > 2;
        let between_stripes = draft.ys.windows(2).map(|ends| match ends {
            [top, bottom] => net.is_between_stripes(*top, *bottom),
            _ => false,
        });
        let between_stripes: Vec<bool> = between_stripes.collect();
        let mut cuts =
            if rows == 1 || framed || !draft.each_ruled || between_stripes.contains(&true) {
                self.cuts_between_lines(&draft)
            } else {
                vec![Vec::new(); rows]
            };
        if rows == 1 {
            return self.cut(draft, &cuts);
        }
        let bands = open.iter_mut().zip(cuts.iter_mut()).zip(between_stripes);
        for ((open, cuts), between) in bands {
            if between && cuts.len() + 1 == ROWS_WITHOUT_STRIPE {
                *open = true;
            } else if !*open && draft.each_ruled && !framed {
                cuts.clear();
            }
        }
        let is_open = |row: usize| open.get(row).copied().unwrap_or_default();
        let has_bold_head = self.is_bold_head(&draft);
        let (mut closed, mut bands, mut lines) = (0, 0, 0);
        for (row, cuts) in cuts
            .iter_mut()
            .enumerate()
            .filter(|(row, _)| !is_open(*row))
        {
            let level = if row == 0 && has_bold_head {
                Vec::new()
            } else {
                self.cuts_of_row(&draft, row)
            };
            if !framed || row == 0 || !level.is_empty() {
                *cuts = level;
            }
            closed += 1;
            if !cuts.is_empty() {
                bands += 1;
                lines += cuts.len() + 1;
            }
        }
        // If most rows are ruled, the others have several lines of text.
        if lines <= closed - bands {
            let closed = cuts
                .iter_mut()
                .enumerate()
                .filter(|(row, _)| !is_open(*row));
            closed.for_each(|(_, cuts)| cuts.clear());
        }
        self.cut(draft, &cuts)
    }

    /// The positions at which a row of a draft is cut, with lines above and below.
    fn cuts_of_row(&self, draft: &Draft, row: usize) -> Vec<f32> {
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
        self.cuts(&cells, MIN_CUT_LINES, false)
    }

    /// Whether the first row is bold and the second is not. Its lines are those of heads.
    fn is_bold_head(&self, draft: &Draft) -> bool {
        let is_bold = |row: usize| {
            let mut pieces = draft.filled(row).flat_map(|(_, pieces)| pieces);
            pieces.all(|&i| self.piece(i).bold)
        };
        is_bold(0) && !is_bold(1)
    }

    /// The positions at which each row of a draft is cut, between lines that are not of the same table row.
    fn cuts_between_lines(&self, draft: &Draft) -> Vec<Vec<f32>> {
        let mut cuts = vec![Vec::new(); draft.rows()];
        let mut pieces: Vec<u32> = draft
            .cells
            .iter()
            .flat_map(|(_, own)| own)
            .copied()
            .collect();
        pieces.sort_unstable();
        let lines = self.rows.lines(&pieces);
        let rows: Vec<TextRow<'_>> = lines.chunk_by(|a, b| a.row == b.row).collect();
        let inner = draft.xs.get(1..draft.columns());
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

    /// For each row the middles of its first and its last line.
    fn heights_of_texts(&self, draft: &Draft) -> Vec<(f32, f32)> {
        let mut out = vec![(f32::INFINITY, f32::NEG_INFINITY); draft.ys.len()];
        for (place, pieces) in draft.cells.iter().filter(|(p, _)| p.rows.len() == 1) {
            if let Some(own) = out.get_mut(place.rows.start) {
                let (top, bottom) = self.height_of_text(pieces);
                *own = (own.0.min(top), own.1.max(bottom));
            }
        }
        out
    }

    /// The middles of the first and the last line of a text.
    pub(super) fn height_of_text(&self, pieces: &[u32]) -> (f32, f32) {
        let middles = pieces.iter().map(|&i| self.piece(i).middle());
        middles.fold((f32::INFINITY, f32::NEG_INFINITY), |(top, bottom), y| {
            (top.min(y), bottom.max(y))
        })
    }

    /// Whether a text is centred beside all `lines` of its row, whose first and last are at these heights: between
    /// two of them, or, as the name of the row, level with some.
    fn spans(&self, pieces: &[u32], lines: usize, (top, bottom): (f32, f32), name: bool) -> bool {
        let pitch = (bottom - top) / lines.saturating_sub(1).max(1) as f32;
        let own = self.height_of_text(pieces);
        let count = (own.1 - own.0) / pitch.max(MIN_LENGTH) + 1.0;
        let between = (lines as f32 - count).rem_euclid(2.0);
        lines > 1
            && !pieces.is_empty()
            && count <= MOST_SPANNED * lines as f32
            && self.is_one_text(pieces)
            && (own.0 + own.1 - top - bottom).abs() <= 2.0 * CENTRED * pitch
            && (name || BETWEEN.contains(&between))
    }

    /// Whether the lines of a cell are as near to each other as those of one text.
    fn is_one_text(&self, pieces: &[u32]) -> bool {
        let mut middles: Vec<f32> = pieces.iter().map(|&i| self.piece(i).middle()).collect();
        middles.compact_sort_by(f32::total_cmp);
        let near = |pair: &[f32]| matches!(pair, [a, b] if b - a <= LEADING * self.em);
        middles.windows(2).all(near)
    }

    /// The column of the names of rows.
    pub(super) fn first_column(&self, columns: usize) -> usize {
        if self.rows.right_to_left {
            columns.saturating_sub(1)
        } else {
            0
        }
    }

    /// Cuts the rows of a grid at these positions.
    fn cut(&self, draft: Draft, cuts: &[Vec<f32>]) -> Draft {
        if cuts.iter().all(Vec::is_empty) {
            return draft;
        }
        let rows = cuts.len();
        let columns = draft.columns();
        // The index of each row among the new ones.
        let mut first = Vec::with_capacity(rows + 1);
        let mut ys = Vec::new();
        for (row, y) in draft.ys.iter().enumerate() {
            first.push(ys.len());
            ys.push(*y);
            ys.extend(cuts.get(row).into_iter().flatten());
        }
        let start = |row: usize| first.get(row).copied().unwrap_or_default();
        let texts = self.heights_of_texts(&draft);
        let mut cells = Vec::new();
        for (place, pieces) in draft.cells {
            let (from, to) = (start(place.rows.start), start(place.rows.end));
            let own = texts.get(place.rows.start).copied().unwrap_or_default();
            let name = place.columns.start == self.first_column(columns);
            let whole = place.rows.len() > 1 || self.spans(&pieces, to - from, own, name);
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
