//! Divides rows into tables side by side.

use crate::geometry::Rect;
use crate::layout::regions::rows::RowLine;
use crate::layout::regions::shapes::THIN;
use crate::layout::scale::Share;
use crate::layout::tables::cell_text::{by_columns, is_numbers, texts_of};
use crate::layout::tables::distances::{LEVEL, WORD_GAP};
use crate::layout::tables::draft::TableFinder;
use crate::layout::tables::strips::{White, strips_of};
use crate::layout::tables::white::TextRow;

use super::Accepted;
use super::bands::{BAND, Band};

/// Smallest share of lines on one side that are level with lines on the other, if both have the same rows.
const LEVEL_LINES: Share = Share(4, 5);

impl TableFinder<'_> {
    /// The tables on both sides of a strip in some rows, if they are better than one table with this
    /// score. Without one, a single table on one side is enough.
    pub(super) fn side_by_side(
        &self,
        rows: Band<'_, '_>,
        strip: (f32, f32),
        depth: u32,
        whole: Option<f32>,
    ) -> Option<Vec<Accepted>> {
        let mut pieces: Vec<u32> = rows.pieces().collect();
        pieces.sort_unstable();
        let is_left = |&i: &u32| {
            let cell = self.piece(i).cell;
            cell.x0 + cell.x1 < strip.0 + strip.1
        };
        let (left, right): (Vec<u32>, Vec<u32>) = pieces.into_iter().partition(is_left);
        let has_cells = self.has_cells(&left);
        if !has_cells && (whole.is_some() || !self.has_cells(&right)) {
            return None;
        }
        let tables_of = |lines: &[RowLine]| self.open_among(lines, depth, &mut Vec::new());
        let left_lines = self.rows.lines(&left);
        let left_tables = if has_cells {
            tables_of(&left_lines)
        } else {
            Vec::new()
        };
        if left_tables.is_empty() && whole.is_some() {
            return None;
        }
        let right_lines = self.rows.lines(&right);
        // In one table, the cells of one side can have more lines.
        let share_rows = || {
            self.is_of_rows(&left_lines, &right_lines) || self.is_of_rows(&right_lines, &left_lines)
        };
        let apart = || {
            let differ = || self.differ(&left_lines, &right_lines);
            self.ends_lines(strip, rows.rows) || differ() && (whole.is_none() || !share_rows())
        };
        // Short level lines beside a table are the names of its rows, so that it is not whole.
        let is_named = |side: &[u32], lines: &[RowLine]| {
            self.letters_a_line(side, lines) <= BAND.most_letters as f32 && !apart()
        };
        let is_better = |tables: &[Accepted]| {
            let least = whole.unwrap_or(f32::NEG_INFINITY);
            tables
                .iter()
                .all(|(_, evidence)| evidence.score().sum > least)
        };
        // The right side is only searched if its tables can count.
        if left_tables.is_empty() && is_named(&left, &left_lines)
            || !is_better(&left_tables) && !apart()
        {
            return None;
        }
        let right_tables = tables_of(&right_lines);
        if whole.is_some() && share_rows() && self.lacks_names(&left_tables, &right_tables) {
            return None;
        }
        let keeps = match (left_tables.is_empty(), right_tables.is_empty(), whole) {
            (true, right, _) => !right,
            (false, true, None) => !is_named(&right, &right_lines),
            (false, true, Some(_)) => false,
            (false, false, None) => true,
            (false, false, Some(_)) => {
                is_better(&right_tables) && is_better(&left_tables) || apart()
            }
        };
        keeps.then(|| [left_tables, right_tables].concat())
    }

    /// The strips at which rows can be divided into tables side by side: the widest one in which ruled lines end, or
    /// else the widest of all, and the one with the most rows that have text on one side only.
    pub(super) fn dividing(&self, rows: Band<'_, '_>, white: &[White]) -> Vec<(f32, f32)> {
        let strips = strips_of(white, rows.stretches, BAND.between * self.em);
        let width = |s: &&(f32, f32)| s.1 - s.0;
        let widest = |a: &&(f32, f32), b: &&(f32, f32)| width(a).total_cmp(&width(b));
        let ends_lines = |strip: &&(f32, f32)| self.ends_lines(**strip, rows.rows);
        if let Some(strip) = strips.iter().filter(ends_lines).max_by(widest) {
            return vec![*strip];
        }
        let one_sided = |strip: &&(f32, f32)| {
            let middle = (strip.0 + strip.1) / 2.0;
            let own = rows.stretches.iter().filter(|row| {
                let left = row.iter().any(|s| s.1 <= middle);
                left != row.iter().any(|s| s.0 >= middle)
            });
            own.count()
        };
        let first = strips.iter().max_by(widest);
        let second = strips.iter().max_by_key(one_sided);
        let second = second.filter(|s| 2 * one_sided(s) >= rows.rows.len());
        let mut out: Vec<(f32, f32)> = [first, second].into_iter().flatten().copied().collect();
        out.dedup();
        out
    }

    /// Whether ruled lines around or between the rows end in a strip, and none crosses it.
    fn ends_lines(&self, strip: (f32, f32), rows: &[TextRow<'_>]) -> bool {
        let lines = rows.iter().flat_map(|row| row.iter());
        let rect = lines.fold(Rect::EMPTY, |r, l| r.union(l.cell));
        let slack = WORD_GAP * self.em;
        let near = |r: &&Rect| {
            let y = (r.y0 + r.y1) / 2.0;
            r.height() <= THIN && y >= rect.y0 - 2.0 * slack && y <= rect.y1 + 2.0 * slack
        };
        let own = || self.shapes.barriers.iter().filter(near);
        let crossing = own().any(|r| r.x0 < strip.0 && r.x1 > strip.1);
        let ending = own().any(|r| r.x0 < strip.0 && r.x1 >= strip.0 - slack);
        ending && !crossing
    }

    /// Number of letters in a line of text, on average.
    fn letters_a_line(&self, pieces: &[u32], lines: &[RowLine]) -> f32 {
        let letters: u32 = pieces.iter().map(|&i| self.piece(i).inked).sum();
        letters as f32 / lines.len().max(1) as f32
    }

    /// Whether nearly all lines of one side are level with lines of the other.
    fn is_of_rows(&self, side: &[RowLine], other: &[RowLine]) -> bool {
        let near = LEVEL * self.em;
        let is_level = |line: &&RowLine| {
            let mut baselines = other.iter().map(|other| other.baseline);
            baselines.any(|baseline| (baseline - line.baseline).abs() <= near)
        };
        LEVEL_LINES.is_reached(side.iter().filter(is_level).count(), side.len())
    }

    /// Whether the tables behind others begin with numbers, so that the names of their rows are before them. Tables of
    /// their own that begin with numbers have columns like those before them.
    fn lacks_names(&self, left: &[Accepted], right: &[Accepted]) -> bool {
        let (before, behind) = match self.rows.right_to_left {
            true => (right, left),
            false => (left, right),
        };
        // For each column whether it is numeric.
        let kinds = |(draft, _): &Accepted| {
            let texts = texts_of(self, draft);
            let columns = by_columns(&texts, draft.columns());
            let kinds = columns.iter().map(|own| is_numbers(own, draft.rows()));
            kinds.collect::<Vec<bool>>()
        };
        let begins_with_numbers =
            |own: &Vec<bool>| own.get(self.first_column(own.len())) == Some(&true);
        let others: Vec<_> = before.iter().map(kinds).collect();
        let mut own = behind.iter().map(kinds);
        !behind.is_empty() && own.all(|own| begins_with_numbers(&own) && !others.contains(&own))
    }

    /// Whether two sides have different rows: most baselines of one are not those of the other.
    fn differ(&self, left: &[RowLine], right: &[RowLine]) -> bool {
        let baselines = |lines: &[RowLine]| -> Vec<f32> {
            let rows = lines.chunk_by(|a, b| a.row == b.row);
            rows.filter_map(|row| row.first().map(|l| l.baseline))
                .collect()
        };
        let (a, b) = (baselines(left), baselines(right));
        let near =
            |y: &f32, others: &[f32]| others.iter().any(|o| (o - y).abs() <= LEVEL * self.em);
        let level = a.iter().filter(|y| near(y, &b)).count();
        2 * level <= a.len().max(b.len())
    }
}
