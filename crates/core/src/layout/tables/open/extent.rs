//! Finds the rows of the best table in a band.

use std::ops::Range;

use crate::geometry::Rect;
use crate::layout::scale::median;
use crate::layout::tables::draft::{Draft, Ruling, TableFinder};
use crate::layout::tables::evidence::Evidence;
use crate::layout::tables::plain_text::Rejected;
use crate::layout::tables::strips::{White, strips_of, white_between};
use crate::layout::tables::white::{HOPELESS, Segment, TextRow, draft_of};

use super::Accepted;
use super::bands::{BAND, Band, count_cells, distances};

/// Largest number of lines that continue the last row of a table.
const MOST_CONTINUED: usize = 3;

/// The best table of all rows of a band.
struct Whole {
    table: Option<Accepted>,
    rows: Range<usize>,
    /// The white space between the columns of these rows.
    white: Vec<White>,
    refused: Rejected,
}

/// The score of a table.
fn score((_, evidence): &Accepted) -> f32 {
    evidence.score().sum
}

/// Whether a row is not much further from the next one than the rows from there to the last one are apart.
pub(super) fn is_near(rows: &[TextRow<'_>], row: usize, last: usize) -> bool {
    let gaps = distances(rows.get(row..=last).unwrap_or_default());
    let (first, others) = gaps.split_first().map_or((0.0, &[][..]), |(a, b)| (*a, b));
    let usual = median(others.to_vec());
    usual.is_none_or(|usual| first <= BAND.separate * usual)
}

impl TableFinder<'_> {
    /// The tables in a band: one, or several below each other or side by side.
    pub(super) fn open_of(
        &self,
        band: Band<'_, '_>,
        captioned: bool,
        depth: u32,
        refused: &mut Rejected,
    ) -> Vec<Accepted> {
        let Some(cells) = self.rows_of_cells(band) else {
            return Vec::new();
        };
        let Some(rows) = band.get(cells.clone()) else {
            return Vec::new();
        };
        let captioned = captioned && (cells.start == 0 || cells.end == band.rows.len());
        let white = white_between(rows.stretches);
        let strips = strips_of(&white, rows.stretches, band.gap * self.em);
        if let Some(at) = self.sentence(rows, &strips) {
            let at = cells.start + at;
            let parts = [0..at, at + 1..band.rows.len()].into_iter();
            let parts = parts.filter_map(|part| band.get(part));
            let tables = parts.flat_map(|part| self.open_of(part, captioned, depth, refused));
            return tables.collect();
        }
        if self.is_running_text(rows, &strips) {
            return Vec::new();
        }
        let whole = self.whole(band, cells, white, captioned);
        let rows = band.get(whole.rows.clone()).unwrap_or(rows);
        if whole.table.is_none() {
            let runs = self.runs(rows).into_iter();
            let runs = runs.filter(|run| run.len() < rows.rows.len());
            let runs = runs.filter_map(|run| rows.get(run));
            let tables = runs.flat_map(|run| self.open_of(run, captioned, 0, refused));
            let tables: Vec<Accepted> = tables.collect();
            if !tables.is_empty() {
                refused.extend(whole.refused);
                return tables;
            }
        }
        let parts = depth.checked_sub(1).and_then(|depth| {
            let least = whole.table.as_ref().map(score);
            let strips = self.dividing(rows, &whole.white).into_iter();
            let mut parts = strips.map(|strip| self.side_by_side(rows, strip, depth, least));
            parts.find_map(|parts| parts)
        });
        match (whole.table, parts) {
            (Some(table), None) => vec![table],
            (_, parts) => {
                refused.extend(whole.refused);
                parts.unwrap_or_default()
            }
        }
    }

    /// The rows of a band from the first to the last one with several cells, if their cells are short, or names beside
    /// long descriptions.
    fn rows_of_cells(&self, band: Band<'_, '_>) -> Option<Range<usize>> {
        let cells = |row: &Vec<(f32, f32)>| count_cells(row, band.gap * self.em);
        let between = self.names_between_lines(band);
        let several = |n: usize| band.stretches.get(n).is_some_and(|row| cells(row) > 1);
        let first = (0..band.rows.len()).find(|&n| several(n) || between.contains(&(n + 1)))?;
        let last = (0..band.rows.len())
            .rev()
            .find(|&n| several(n) || n > 0 && between.contains(&(n - 1)))?;
        if last <= first {
            return None;
        }
        let rows = band.get(first..last + 1)?;
        let cells: usize = rows.stretches.iter().map(cells).sum();
        let letters: u32 = rows.pieces().map(|i| self.letters(i)).sum();
        let short = letters <= BAND.most_letters * cells as u32;
        (short || self.has_names(rows)).then_some(first..last + 1)
    }

    /// Whether the first cells of the rows with several cells are short, as names beside long descriptions are.
    fn has_names(&self, rows: Band<'_, '_>) -> bool {
        let wide = rows.gap * self.em;
        let (mut count, mut letters) = (0u32, 0u32);
        for name in self.names_between_lines(rows) {
            letters += self.letters_of(rows, name);
            count += 1;
        }
        for (row, stretches) in rows.rows.iter().zip(rows.stretches) {
            let mut pairs = stretches.windows(2);
            let gap = pairs.find_map(|pair| match pair {
                [(_, to), (from, _)] if from - to >= wide => Some(*to),
                _ => None,
            });
            if let Some(end) = gap {
                let own = row.iter().flat_map(|line| &line.pieces);
                let own = own.filter(|&&i| self.piece(i).cell.x1 <= end);
                letters += own.map(|&i| self.letters(i)).sum::<u32>();
                count += 1;
            }
        }
        letters <= BAND.most_name_letters * count
    }

    /// The number of letters in a row.
    fn letters_of(&self, band: Band<'_, '_>, row: usize) -> u32 {
        let lines = band.rows.get(row).into_iter().flat_map(|row| row.iter());
        let pieces = lines.flat_map(|line| &line.pieces);
        pieces.map(|&i| self.letters(i)).sum()
    }

    /// The numbers of rows that are [names between lines](Self::is_name_between_lines).
    pub(super) fn names_between_lines(&self, band: Band<'_, '_>) -> Vec<usize> {
        let rows = 1..band.rows.len().saturating_sub(1);
        rows.filter(|&n| self.is_name_between_lines(band, n))
            .collect()
    }

    /// Returns true if a row is a single text between two lines of another column, as the name of a row is in the middle of
    /// its height.
    pub(super) fn is_name_between_lines(&self, band: Band<'_, '_>, row: usize) -> bool {
        let around = row.checked_sub(1).map(|first| first..row + 2);
        let stretches = around.clone().and_then(|n| band.stretches.get(n));
        let Some([above, own, below]) = stretches else {
            return false;
        };
        let ([(_, to)], [(above, _)], [(below, _)]) = (&own[..], &above[..], &below[..]) else {
            return false;
        };
        let is_close = || {
            let rows = around.and_then(|n| band.rows.get(n)).unwrap_or_default();
            let near = BAND.between_lines * self.em;
            distances(rows).iter().all(|gap| *gap <= near)
        };
        to + band.gap * self.em <= *above
            && self.is_at(*above, *below)
            && is_close()
            && self.letters_of(band, row) <= BAND.most_name_letters
    }

    /// The best table of all these rows of a band, with lines below that continue cells and a row of heads above.
    fn whole(
        &self,
        band: Band<'_, '_>,
        rows: Range<usize>,
        white: Vec<White>,
        captioned: bool,
    ) -> Whole {
        let mut own = Whole {
            table: None,
            rows,
            white,
            refused: Vec::new(),
        };
        let Some(cells) = band.get(own.rows.clone()) else {
            return own;
        };
        own.table = self.open_table_of(cells, &own.white, captioned, &mut own.refused);
        let near = |(_, evidence): &(Rect, Evidence)| evidence.score().sum > HOPELESS;
        if own.table.is_none() && !own.refused.iter().any(near) {
            return own;
        }
        let strips = strips_of(&own.white, cells.stretches, band.gap * self.em);
        let end = self.with_continuation(band, &own.rows, &strips);
        let rows = own.rows.start..end;
        let Some(all) = band.get(rows.clone()) else {
            return own;
        };
        if rows != own.rows {
            (own.rows, own.refused) = (rows.clone(), Vec::new());
            own.white = white_between(all.stretches);
            own.table = self.open_table_of(all, &own.white, captioned, &mut own.refused);
        }
        own.table = self.best_of(all, captioned, own.table);
        let headed = self.under_heads(band, rows, captioned);
        if let Some((table, is_sure)) = headed
            && (is_sure
                || own
                    .table
                    .as_ref()
                    .is_none_or(|own| score(&table) > score(own)))
        {
            own.table = Some(table);
        }
        own
    }

    /// The table of some rows with the row above, and whether that is surely a row of heads: each column has one. Narrow
    /// heads can look like one cell.
    fn under_heads(
        &self,
        band: Band<'_, '_>,
        rows: Range<usize>,
        captioned: bool,
    ) -> Option<(Accepted, bool)> {
        let above = rows.start.checked_sub(1)?;
        if !is_near(band.rows, above, rows.end - 1) {
            return None;
        }
        let all = band.get(above..rows.end)?;
        let (draft, evidence) = self.open_table(all, captioned, &mut Vec::new())?;
        let mut heads = draft.cells.iter().filter(|(cell, _)| cell.rows.start == 0);
        let is_sure = heads.all(|(cell, pieces)| !pieces.is_empty() && cell.columns.len() == 1);
        (draft.filled(0).count() > 1).then_some(((draft, evidence), is_sure))
    }

    /// The index of the first line of text over several columns: a long one that is not bold, as between two
    /// tables.
    fn sentence(&self, rows: Band<'_, '_>, strips: &[(f32, f32)]) -> Option<usize> {
        let gap = rows.gap * self.em;
        let is_over_columns = |row: TextRow<'_>, stretches: &[(f32, f32)]| {
            let ([line], [.., (_, to)]) = (row, stretches) else {
                return false;
            };
            let letters = || line.pieces.iter().map(|&i| self.letters(i)).sum::<u32>();
            let from = line.cell.x0;
            let covered = strips.iter().filter(|s| from < s.0 && *to > s.1);
            let last = || line.pieces.last().and_then(|&i| self.characters(i).last());
            let stops = || matches!(last(), Some('.' | '?' | '!' | '。'));
            let covered = covered.count();
            (covered > 1 || covered > 0 && stops())
                && !line.bold
                && letters() >= BAND.prose_letters
                && count_cells(stretches, gap) == 1
        };
        let mut rows = rows.rows.iter().zip(rows.stretches);
        rows.position(|(row, stretches)| is_over_columns(row, stretches))
    }

    /// The end of the rows of a table, with the lines that continue its cells.
    fn with_continuation(
        &self,
        band: Band<'_, '_>,
        rows: &Range<usize>,
        strips: &[(f32, f32)],
    ) -> usize {
        let mut end = rows.end;
        while let Some(all) = band.rows.get(rows.start..end + 1) {
            let below = all.last().copied().unwrap_or_default();
            let inside = |segment: &Segment| segment.columns.len() == 1;
            if strips.is_empty()
                || end >= rows.end + MOST_CONTINUED
                || !self.segments(below, strips).iter().all(inside)
                || !self.line_groups(all, strips).joins(self, all.len() - 1)
            {
                break;
            }
            end += 1;
        }
        end
    }

    /// The table that scores highest of all rows and of those without the first or the last one.
    fn best_of(
        &self,
        band: Band<'_, '_>,
        captioned: bool,
        whole: Option<Accepted>,
    ) -> Option<Accepted> {
        let gaps = distances(band.rows);
        let usual = median(gaps.clone());
        let (Some(usual), [first, .., last]) = (usual, gaps.as_slice()) else {
            return whole;
        };
        let apart = |gap: &f32| *gap > BAND.separate * usual;
        let count = band.rows.len();
        // Rows of wrapped cells are as far from each other, although most lines are near.
        let inner = gaps.get(1..gaps.len() - 1).unwrap_or_default();
        let widest = inner.iter().fold(0.0, |widest, gap| f32::max(widest, *gap));
        let is_far = |gap: &f32| *gap > BAND.far * usual && *gap > BAND.wider * widest;
        let near = usize::from(is_far(first))..count - usize::from(is_far(last));
        let nearer = band.get(near.clone()).filter(|_| near != (0..count));
        let table = nearer.and_then(|rows| self.open_table(rows, captioned, &mut Vec::new()));
        if table.is_some() {
            return table;
        }
        let others = [(1..count, apart(first)), (0..count - 1, apart(last))];
        let others = others
            .into_iter()
            .filter(|(rows, separate)| *separate && *rows != near);
        let others = others.filter_map(|(rows, _)| band.get(rows));
        let others: Vec<Accepted> = others
            .filter_map(|rows| self.open_table(rows, captioned, &mut Vec::new()))
            .collect();
        let least = whole.as_ref().map_or(f32::NEG_INFINITY, score);
        let better = others.into_iter().filter(|table| score(table) > least);
        let best = better.max_by(|a, b| score(a).total_cmp(&score(b)));
        best.or(whole)
    }

    /// The table of all these rows.
    fn open_table(
        &self,
        band: Band<'_, '_>,
        captioned: bool,
        refused: &mut Rejected,
    ) -> Option<Accepted> {
        self.open_table_of(band, &white_between(band.stretches), captioned, refused)
    }

    /// The table of all these rows with this white space between their columns.
    fn open_table_of(
        &self,
        band: Band<'_, '_>,
        white: &[White],
        captioned: bool,
        refused: &mut Rejected,
    ) -> Option<Accepted> {
        let strips = strips_of(white, band.stretches, band.gap * self.em);
        if strips.is_empty() {
            return None;
        }
        let draft = |strips: Vec<(f32, f32)>| {
            let lines = self.line_groups(band.rows, &strips);
            let groups = lines.groups(self);
            let segments = lines.into_segments().into_iter();
            self.part_columns(Draft {
                captioned,
                ..draft_of(&groups, segments, &strips, Ruling::None)
            })
        };
        if let Some(own) = band
            .attempts
            .refused((&band.numbers(), band.gap), captioned)
        {
            refused.extend(own);
            return None;
        }
        let mut own = Vec::new();
        for strips in self.with_wide(strips) {
            let table = self.accept(draft(strips), &mut own);
            if table.is_some() {
                return table;
            }
            let hopeful = |(_, evidence): &(Rect, Evidence)| evidence.score().sum >= HOPELESS;
            if !own.last().is_some_and(hopeful) {
                break;
            }
        }
        refused.extend_from_slice(&own);
        band.attempts
            .add((band.numbers(), band.gap), captioned, own);
        None
    }
}
