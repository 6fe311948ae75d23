//! Finds tables without lines around their cells before the page is divided at gutters, which would cut them.
//!
//! ```text
//!     a line of text over the whole width     a band of rows with several cells
//!     Isle      People      Isle     Size     ends at lines of text, at headlines
//!     Arran       4,629     Bute       47     and at large gaps; tables side by
//!     Jura          196     Skye      639     side are separated at the widest
//!     another line of text                    strip between their columns
//! ```
//!
//! `level_texts` and `running_text` exclude text that cannot be cells. `bands` finds the rows that can be one table,
//! `extent` the rows of the best table among them, and `side_by_side` divides rows into two tables. `attempts` remembers
//! rows that are not a table.

mod attempts;
mod bands;
mod extent;
mod level_texts;
mod levels;
mod running_text;
mod side_by_side;

use std::ops::Range;

use self::attempts::Attempts;
use self::bands::{BAND, Band};
use super::Found;
use super::distances::WORD_GAP;
use super::draft::{Draft, Ruling, TableFinder};
use super::evidence::Evidence;
use super::plain_text::{PlainText, Rejected};
use super::table::{Part, Table};
use super::white::{TextRow, WIDE};
use crate::geometry::Rect;
use crate::layout::regions::rows::RowLine;

/// Number of times that a band is split into parts side by side.
const DEPTH: u32 = 2;

/// Largest number of rows of a grid that can be the heads of a table.
const SHADED_HEADS: usize = 2;

/// A draft that is a table, with its evidence.
type Accepted = (Draft, Evidence);

/// The pieces that are not in these tables.
fn free_of(tables: &[Table], pieces: &[u32]) -> Vec<u32> {
    let lines = tables.iter().flat_map(Table::lines);
    let mut taken: Vec<u32> = lines.flat_map(|line| &line.pieces).copied().collect();
    taken.sort_unstable();
    let is_free = |i: &u32| taken.binary_search(i).is_err();
    pieces.iter().copied().filter(is_free).collect()
}

impl TableFinder<'_> {
    /// Adds the tables that white space alone forms. Such a table replaces those found so far that are parts of
    /// it and have no grid of lines: only some of its rows are shaded or between ruled lines.
    pub(in crate::layout) fn open(&self, pieces: &[u32], found: &mut Found) {
        // A grid of one or two rows can be the shaded heads.
        let is_part = |table: &&Table| {
            table.evidence.ruling != Ruling::Grid || table.evidence.rows <= SHADED_HEADS
        };
        let parts: Vec<Table> = found.tables.iter().filter(is_part).cloned().collect();
        if !parts.is_empty() {
            let others = found.tables.iter().filter(|table| !is_part(table));
            let others: Vec<Table> = others.cloned().collect();
            let own = free_of(&others, pieces);
            for table in self.open_in(&self.rows.lines(&own), &mut Vec::new()) {
                let inside = |part: &&Table| table.rect.touches(part.rect);
                let mut inner = parts.iter().filter(inside).peekable();
                let wins = inner.peek().is_some() && inner.all(|part| table.extends(part));
                let apart = !others.iter().any(|other| other.rect.touches(table.rect));
                if wins && apart {
                    found.tables.retain(|own| !own.rect.touches(table.rect));
                    found.tables.push(table);
                }
            }
        }
        let free = free_of(&found.tables, pieces);
        if !self.has_cells(&free) {
            return;
        }
        let lines = self.rows.lines(&free);
        let mut refused = Rejected::new();
        let drafts = self.open_among(&lines, DEPTH, &mut refused);
        let drafts = self.with_heads_over_several(&lines, drafts).into_iter();
        let tables: Vec<Table> = drafts.map(|draft| self.table(draft)).collect();
        found.refused.extend_from_slice(&refused);
        // A table around another one would take its text out of order.
        let apart = |table: &Table| !found.tables.iter().any(|own| own.rect.touches(table.rect));
        let tables: Vec<Table> = tables.into_iter().filter(apart).collect();
        found.tables.extend(tables);
        if found.tables.is_empty() {
            found.plain = Some(PlainText {
                lines,
                refused,
                pieces: free,
            });
        }
    }

    /// Splits the lines of a region, given row by row, into text and tables, in their order.
    pub(in crate::layout) fn open_parts(
        &self,
        lines: Vec<RowLine>,
        refused: &mut Rejected,
    ) -> Vec<Part> {
        let pieces: Vec<u32> = lines.iter().flat_map(|l| &l.pieces).copied().collect();
        if !self.has_cells(&pieces) {
            return vec![Part::Text(lines)];
        }
        let mut parts = Vec::new();
        let drafts = self.open_among(&lines, 0, refused);
        let tables = self.with_heads_over_several(&lines, drafts);
        let tables: Vec<Table> = tables.into_iter().map(|draft| self.table(draft)).collect();
        let mut rest = lines;
        for table in tables.into_iter().rev() {
            let mut own: Vec<u32> = table.lines().flat_map(|l| &l.pieces).copied().collect();
            own.sort_unstable();
            let is_own = |line: &RowLine| {
                let first = line.pieces.first();
                first.is_some_and(|piece| own.binary_search(piece).is_ok())
            };
            let start = rest.iter().position(is_own).unwrap_or(rest.len());
            let end = rest.iter().rposition(is_own).map_or(start, |n| n + 1);
            let inside = rest.get(start..end).unwrap_or_default();
            if !inside.is_empty() && inside.iter().all(is_own) {
                parts.push(Part::Text(rest.split_off(end)));
                parts.push(Part::Table(table));
                rest.truncate(start);
            }
        }
        parts.push(Part::Text(rest));
        parts.retain(|part| !matches!(part, Part::Text(lines) if lines.is_empty()));
        parts.reverse();
        parts
    }

    /// The tables among the lines of a text, given row by row.
    fn open_in(&self, lines: &[RowLine], refused: &mut Rejected) -> Vec<Table> {
        let drafts = self.open_among(lines, DEPTH, refused);
        drafts.into_iter().map(|draft| self.table(draft)).collect()
    }

    /// The stretches of text in each row, which are further apart than words.
    fn stretches_of_rows(&self, rows: &[TextRow<'_>]) -> Vec<Vec<(f32, f32)>> {
        let stretches = rows.iter().map(|row| self.stretches(row, WORD_GAP));
        stretches.collect()
    }

    /// The tables in a band whose columns are far apart. Beside the caption of a table, the columns can also be little more
    /// than a word space apart, and the tables with the best score are taken. Elsewhere, code would become a table.
    fn best_of_gaps(
        &self,
        band: Band<'_, '_>,
        caption: Option<TextRow<'_>>,
        depth: u32,
        refused: &mut Rejected,
    ) -> Vec<Accepted> {
        let captioned = caption.is_some();
        let wide = self.open_of(band, captioned, depth, refused);
        if !caption.is_some_and(|row| self.is_caption_of_table(row)) {
            return wide;
        }
        let gap = WORD_GAP;
        let narrow = self.open_of(Band { gap, ..band }, captioned, depth, refused);
        let score = |tables: &[Accepted]| {
            let scores = tables.iter().map(|(_, evidence)| evidence.score().sum);
            scores.fold(f32::NEG_INFINITY, f32::max)
        };
        if score(&narrow) > score(&wide) {
            narrow
        } else {
            wide
        }
    }

    /// The tables among lines, given row by row, which can be split side by side `depth` times.
    fn open_among(&self, lines: &[RowLine], depth: u32, refused: &mut Rejected) -> Vec<Accepted> {
        let rows: Vec<TextRow<'_>> = lines.chunk_by(|a, b| a.row == b.row).collect();
        let stretches = self.stretches_of_rows(&rows);
        let all = Band {
            rows: &rows,
            stretches: &stretches,
            gap: WIDE,
            first: 0,
            attempts: &Attempts::default(),
        };
        let width = lines
            .iter()
            .fold(Rect::EMPTY, |r, l| r.union(l.cell))
            .width();
        let mut tables = Vec::new();
        for far in self.bands(all, 0..rows.len(), BAND.far_apart, width) {
            let own = all.get(far.clone()).filter(|own| own.rows.len() > 1);
            let Some(own) = own else { continue };
            let mut tables_of = |band: &Range<usize>| {
                let above = |n| rows.get(band.start.checked_sub(n)?).copied();
                let below = rows.get(band.end).copied();
                let title = above(2).filter(|row| self.is_label_alone(row));
                let around = [above(1), below].into_iter().flatten();
                let caption = around
                    .filter(|row| self.is_caption(row))
                    .chain(title)
                    .next();
                let own = all.get(band.clone());
                own.map_or_else(Vec::new, |own| {
                    self.best_of_gaps(own, caption, depth, refused)
                })
            };
            let near = self.bands(all, far.clone(), BAND.apart, width);
            let several = near.iter().filter(|band| band.len() > 1);
            let mut found: Vec<Accepted> = several.flat_map(&mut tables_of).collect();
            if found.is_empty() && near.len() > 1 && self.has_rows_of_cells(own) {
                found = tables_of(&far);
            }
            if found.is_empty() {
                let runs = self.runs(own).into_iter();
                let runs = runs.map(|run| far.start + run.start..far.start + run.end);
                let runs = runs.filter(|run| *run != far && !near.contains(run));
                found = runs.flat_map(|run| tables_of(&run)).collect();
            }
            tables.extend(found);
        }
        tables
    }
}
