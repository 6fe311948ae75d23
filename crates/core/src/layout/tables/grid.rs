//! Converts a net of ruled lines into a grid; neighbouring cells without a line between them are merged.

use std::ops::Range;

use super::draft::CellRange;
use super::lists;
use super::rules::{Net, Rule};
use crate::compact_sort::CompactSort;
use crate::union_find::UnionFind;

/// Largest distance between lines that count as one, in ems; it has no room for text.
const NARROW: f32 = 0.6;

/// Smallest share of the border between two cells that must be drawn to separate them.
const DRAWN: f32 = 0.5;

/// Maximum number of cells; a grid with more is a drawing.
const MOST_CELLS: usize = 20_000;

/// The ends of rows and columns, and the cells.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Grid {
    /// Column boundaries from left to right, one more than columns.
    pub xs: Vec<f32>,
    /// Row boundaries downwards, one more than rows.
    pub ys: Vec<f32>,
    /// The cells, row by row.
    pub cells: Vec<CellRange>,
}

impl Grid {
    /// The grid of a net; `None` if its lines separate nothing.
    pub(super) fn of(net: &Net, em: f32) -> Option<Self> {
        let near = NARROW * em;
        let ends = |rules: &[Rule]| {
            let from = rules.iter().map(|r| r.from).fold(f32::INFINITY, f32::min);
            let to = rules.iter().map(|r| r.to).fold(f32::NEG_INFINITY, f32::max);
            [from, to].into_iter().filter(|v| v.is_finite())
        };
        // Tables often have no lines at their sides; then the ends of the other lines are their sides.
        let places = |rules: &[Rule], others: &[Rule]| {
            distinct(rules.iter().map(|r| r.at).chain(ends(others)), near)
        };
        let ys = places(&net.along, &net.across);
        let xs = places(&net.across, &net.along);
        let (columns, rows) = (xs.len().checked_sub(1)?, ys.len().checked_sub(1)?);
        if columns * rows == 0 || columns * rows > MOST_CELLS {
            return None;
        }
        let number = |row: usize, column: usize| (row * columns + column) as u32;
        let mut sets = UnionFind::new(rows * columns);
        for (row, pair) in ys.windows(2).enumerate() {
            let [top, bottom] = *pair else { continue };
            for (column, x) in xs.iter().enumerate().take(columns).skip(1) {
                if !is_drawn(&net.across, *x, top, bottom, near) {
                    sets.join(number(row, column - 1), number(row, column));
                }
            }
        }
        for (column, pair) in xs.windows(2).enumerate() {
            let [left, right] = *pair else { continue };
            for (row, y) in ys.iter().enumerate().take(rows).skip(1) {
                if !is_drawn(&net.along, *y, left, right, near) {
                    sets.join(number(row - 1, column), number(row, column));
                }
            }
        }
        let cells = lists::join(rectangles(&mut sets, rows, columns), rows, columns);
        Some(Self { xs, ys, cells }.without_idle_lines())
    }

    /// Removes lines at which no cell ends.
    fn without_idle_lines(self) -> Self {
        let (xs, columns) = kept(&self.xs, self.cells.iter().map(|p| &p.columns));
        let (ys, rows) = kept(&self.ys, self.cells.iter().map(|p| &p.rows));
        let moved = |range: &Range<usize>, numbers: &[usize]| {
            let number = |n: usize| numbers.get(n).copied().unwrap_or_default();
            number(range.start)..number(range.end)
        };
        let place = |p: &CellRange| CellRange {
            rows: moved(&p.rows, &rows),
            columns: moved(&p.columns, &columns),
        };
        Self {
            cells: self.cells.iter().map(place).collect(),
            xs,
            ys,
        }
    }

    /// The row and column at these coordinates.
    pub(super) fn find(&self, x: f32, y: f32) -> Option<(usize, usize)> {
        let place = |all: &[f32], v: f32| {
            let at = all.partition_point(|&e| e <= v);
            (at < all.len()).then(|| at.checked_sub(1)).flatten()
        };
        Some((place(&self.ys, y)?, place(&self.xs, x)?))
    }
}

/// The lines at which a range ends, and for each line the number of kept lines before it.
fn kept<'r>(
    lines: &[f32],
    ranges: impl Iterator<Item = &'r Range<usize>>,
) -> (Vec<f32>, Vec<usize>) {
    let mut used = vec![false; lines.len()];
    for range in ranges {
        for end in [range.start, range.end] {
            if let Some(used) = used.get_mut(end) {
                *used = true;
            }
        }
    }
    let mut numbers = Vec::with_capacity(lines.len());
    let mut out = Vec::with_capacity(lines.len());
    for (&line, &used) in lines.iter().zip(&used) {
        numbers.push(out.len());
        out.extend(used.then_some(line));
    }
    (out, numbers)
}

/// Sorts the values and merges those closer than `near`.
fn distinct(values: impl Iterator<Item = f32>, near: f32) -> Vec<f32> {
    let mut values: Vec<f32> = values.collect();
    values.compact_sort_by(f32::total_cmp);
    values
        .chunk_by(|a, b| b - a < near)
        .map(|same| same.iter().sum::<f32>() / same.len() as f32)
        .collect()
}

/// Whether lines at a position cover enough of the range from `from` to `to`.
fn is_drawn(rules: &[Rule], at: f32, from: f32, to: f32, near: f32) -> bool {
    let first = rules.partition_point(|r| r.at < at - near);
    let covered: f32 = rules
        .get(first..)
        .unwrap_or_default()
        .iter()
        .take_while(|r| r.at <= at + near)
        .map(|r| (r.to.min(to) - r.from.max(from)).max(0.0))
        .sum();
    covered >= DRAWN * (to - from)
}

/// The merged cells, widened to rectangles, row by row.
fn rectangles(sets: &mut UnionFind, rows: usize, columns: usize) -> Vec<CellRange> {
    loop {
        let mut places: std::collections::BTreeMap<u32, CellRange> =
            std::collections::BTreeMap::new();
        for row in 0..rows {
            for column in 0..columns {
                let own = CellRange {
                    rows: row..row + 1,
                    columns: column..column + 1,
                };
                let place = places
                    .entry(sets.root((row * columns + column) as u32))
                    .or_insert_with(|| own.clone());
                place.rows.end = place.rows.end.max(own.rows.end);
                place.columns.start = place.columns.start.min(own.columns.start);
                place.columns.end = place.columns.end.max(own.columns.end);
            }
        }
        let mut whole = true;
        for (&set, place) in &places {
            for row in place.rows.clone() {
                for column in place.columns.clone() {
                    let number = (row * columns + column) as u32;
                    if sets.root(number) != sets.root(set) {
                        sets.join(number, set);
                        whole = false;
                    }
                }
            }
        }
        if whole {
            let mut places: Vec<CellRange> = places.into_values().collect();
            places.compact_sort_by_key(|p| (p.rows.start, p.columns.start));
            return places;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(at: f32, from: f32, to: f32) -> Rule {
        Rule::unseen(at, from, to)
    }

    fn spans(grid: &Grid) -> Vec<(usize, usize, usize, usize)> {
        let spans = grid
            .cells
            .iter()
            .map(|c| (c.rows.start, c.columns.start, c.rows.len(), c.columns.len()));
        spans.collect()
    }

    #[test]
    fn cells_without_a_line_between_them_are_one() {
        // ┌───────┬───┐
        // │       │   │
        // ├───┬───┤   │
        // │   │   │   │
        // └───┴───┴───┘
        let net = Net {
            along: vec![
                rule(0.0, 0.0, 90.0),
                rule(20.0, 0.0, 60.0),
                rule(40.0, 0.0, 90.0),
            ],
            across: vec![
                rule(0.0, 0.0, 40.0),
                rule(30.0, 20.0, 40.0),
                rule(60.0, 0.0, 40.0),
                rule(90.0, 0.0, 40.0),
            ],
            striped: false,
        };
        let grid = Grid::of(&net, 10.0).unwrap();
        let expected = [(0, 0, 1, 2), (0, 2, 2, 1), (1, 0, 1, 1), (1, 1, 1, 1)];
        assert_eq!(spans(&grid), expected);
        assert_eq!(grid.find(45.0, 30.0), Some((1, 1)));
        assert_eq!(grid.find(95.0, 30.0), None);
    }

    #[test]
    fn a_table_without_lines_at_its_sides_ends_where_the_others_end() {
        let net = Net {
            along: vec![
                rule(0.0, 0.0, 90.0),
                rule(20.0, 0.0, 90.0),
                rule(40.0, 0.0, 90.0),
            ],
            across: vec![rule(45.0, 0.0, 40.0)],
            striped: false,
        };
        let grid = Grid::of(&net, 10.0).unwrap();
        assert_eq!(grid.xs, [0.0, 45.0, 90.0]);
        assert_eq!(grid.cells.len(), 4);
    }

    #[test]
    fn what_is_joined_to_no_rectangle_becomes_one() {
        // An L of three cells includes the fourth.
        let net = Net {
            along: vec![
                rule(0.0, 0.0, 60.0),
                rule(20.0, 30.0, 60.0),
                rule(40.0, 0.0, 60.0),
            ],
            across: vec![
                rule(0.0, 0.0, 40.0),
                rule(30.0, 0.0, 18.0),
                rule(60.0, 0.0, 40.0),
            ],
            striped: false,
        };
        let grid = Grid::of(&net, 10.0).unwrap();
        assert_eq!(spans(&grid), [(0, 0, 1, 1)]);
        assert_eq!((grid.xs, grid.ys), (vec![0.0, 60.0], vec![0.0, 40.0]));
    }
}
