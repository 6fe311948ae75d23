//! Detects tables without ruled lines in a region: consecutive rows with several cells.

use std::ops::Range;

use super::draft::{Ruling, TableFinder};
use super::evidence::Evidence;
use super::table::{Part, Table};
use super::white::{TextRow, WIDE};
use crate::geometry::Rect;
use crate::layout::regions::rows::RowLine;

/// Gap between rows, as a multiple of the usual gap of the run. At a larger gap the run is split.
const PARTED: f32 = 1.6;

/// Largest distance between the baselines of two rows in a table without lines, in ems. A larger one ends the
/// table.
const APART: f32 = 3.5;

/// Number of consecutive single-cell lines in the first column that end a table; fewer are continued row
/// names.
const NAMES: usize = 3;

impl TableFinder<'_> {
    /// Splits the lines of a region, given row by row, into text and tables, in their order.
    pub(super) fn aligned(
        &self,
        lines: Vec<RowLine>,
        refused: &mut Vec<(Rect, Evidence)>,
    ) -> Vec<Part> {
        let rows: Vec<TextRow<'_>> = lines.chunk_by(|a, b| a.row == b.row).collect();
        let mut tables: Vec<(Range<usize>, Table)> = Vec::new();
        let mut from = 0;
        while from < rows.len() {
            let count = self.run(rows.get(from..).unwrap_or_default());
            for range in self.tables_of(&rows, from..from + count, refused) {
                let count = |rows: Option<&[TextRow<'_>]>| {
                    rows.unwrap_or_default()
                        .iter()
                        .map(|row| row.len())
                        .sum::<usize>()
                };
                let start = count(rows.get(..range.0.start));
                let end = start + count(rows.get(range.0.clone()));
                tables.push((start..end, range.1));
            }
            from += count;
        }
        let mut parts = Vec::with_capacity(2 * tables.len() + 1);
        let mut rest = lines;
        for (range, table) in tables.into_iter().rev() {
            let behind = rest.split_off(range.end);
            rest.truncate(range.start);
            parts.extend([Part::Text(behind), Part::Table(table)]);
        }
        parts.push(Part::Text(rest));
        parts.retain(|part| !matches!(part, Part::Text(lines) if lines.is_empty()));
        parts.reverse();
        parts
    }

    /// The tables in a run of rows: the whole run, or else its parts between large gaps.
    fn tables_of(
        &self,
        rows: &[TextRow<'_>],
        run: Range<usize>,
        refused: &mut Vec<(Rect, Evidence)>,
    ) -> Vec<(Range<usize>, Table)> {
        let mut of = |range: Range<usize>| {
            let table = self.unruled(rows.get(range.clone())?, refused)?;
            Some((range, table))
        };
        let whole = of(run.clone());
        let baseline = |n: usize| {
            let row = rows.get(n).copied().unwrap_or_default();
            row.first().map_or(0.0, |line| line.baseline)
        };
        let gap = |n: usize| baseline(n + 1) - baseline(n);
        let mut gaps: Vec<f32> = run.clone().skip(1).map(|n| gap(n - 1)).collect();
        gaps.sort_by(f32::total_cmp);
        let Some(usual) = gaps.get(gaps.len() / 2) else {
            return Vec::from_iter(whole);
        };
        if let Some((range, table)) = whole {
            // The first row may be far above, like a running head. It is left out if the rest scores higher.
            let rest = (gap(run.start) > PARTED * usual)
                .then(|| of(run.start + 1..run.end))
                .flatten()
                .filter(|(_, rest)| rest.evidence.weigh().sum > table.evidence.weigh().sum);
            return vec![rest.unwrap_or((range, table))];
        }
        let mut starts = vec![run.start];
        starts.extend(run.clone().skip(1).filter(|&n| gap(n - 1) > PARTED * usual));
        if starts.len() == 1 {
            return Vec::new();
        }
        let ends = starts.iter().copied().skip(1).chain([run.end]);
        starts
            .iter()
            .zip(ends)
            .filter_map(|(&start, end)| of(start..end))
            .collect()
    }

    /// Number of rows from the first one that can be a table: rows with several cells, and single cells
    /// between them. At least one.
    fn run(&self, rows: &[TextRow<'_>]) -> usize {
        if rows.first().is_none_or(|row| row.len() < 2) {
            return rows.iter().take_while(|row| row.len() < 2).count().max(1);
        }
        let mut count = 1;
        // Number of consecutive single-cell lines, without the first.
        let mut names = 0;
        let mut last = rows.first().copied().unwrap_or_default();
        for (n, pair) in rows.windows(2).enumerate() {
            let [above, below] = pair else { break };
            let baseline = |row: TextRow<'_>| row.first().map_or(0.0, |l| l.baseline);
            let near = baseline(below) - baseline(above) <= APART * self.em;
            let goes_on = below.len() < 2 && self.goes_on(last, below);
            let single = below.len() < 2 && above.len() < 2;
            names = if single { names + 1 } else { 0 };
            let named = names < NAMES && self.is_name(last, below);
            if !near || !(goes_on || !single || named) {
                break;
            }
            if below.len() > 1 {
                last = below;
            }
            // A row name is the last row only if the next line continues it.
            let end = named && !single && self.begins_small(below);
            if below.len() > 1 || goes_on || end {
                count = n + 2;
            }
        }
        count
    }

    /// Whether a single line continues a cell after the first column of a row.
    fn goes_on(&self, row: TextRow<'_>, below: TextRow<'_>) -> bool {
        let (Some(second), Some(line)) = (row.get(1), below.first()) else {
            return false;
        };
        if self.rows.right_to_left {
            line.cell.x1 <= second.cell.x1 + 0.5 * self.em
        } else {
            line.cell.x0 >= second.cell.x0 - 0.5 * self.em
        }
    }

    /// Whether a single line is within the first column of a row: it continues a row name, or names a group.
    fn is_name(&self, row: TextRow<'_>, below: TextRow<'_>) -> bool {
        let (Some(second), Some(line)) = (row.get(1), below.first()) else {
            return false;
        };
        if self.rows.right_to_left {
            line.cell.x0 > second.cell.x1
        } else {
            line.cell.x1 < second.cell.x0
        }
    }

    fn unruled(&self, rows: &[TextRow<'_>], refused: &mut Vec<(Rect, Evidence)>) -> Option<Table> {
        if rows.len() < 3 {
            return None;
        }
        let strips = self.strips(rows, WIDE * self.em);
        if strips.is_empty() {
            return None;
        }
        let groups = self.merged(rows, &strips);
        let draft = self.draft(&groups, &strips, Ruling::None);
        self.table(self.part_columns(draft), refused)
    }
}
