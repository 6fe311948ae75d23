//! Finds tables without lines around their cells before the page is divided at gutters, which would cut them.
//!
//! ```text
//!     a line of text over the whole width     a band of rows with several cells
//!     Isle      People      Isle     Size     ends at lines of text, at headlines
//!     Arran       4,629     Bute       47     and at large gaps; tables side by
//!     Jura          196     Skye      639     side are separated at the widest
//!     another line of text                    strip between their columns
//! ```

use std::ops::Range;

use super::Found;
use super::draft::{Draft, Ruling, TableFinder};
use super::evidence::Evidence;
use super::strips::{strips_of, white_between};
use super::table::{Part, Table};
use super::white::{HOPELESS, Segment, TextRow, WIDE, WORD_GAP, draft_of};
use crate::geometry::Rect;
use crate::layout::regions::rows::RowLine;
use crate::layout::regions::shapes::THIN;
use crate::layout::scale::HEADLINE;
use crate::rank::{of_rank, rank};

/// Limits for the bands of rows in which tables are searched.
struct BandLimits {
    /// Largest distance between the baselines of two rows, in ems. A larger one ends the band.
    apart: f32,
    /// The same where no table is found otherwise: cells can have wide margins.
    far_apart: f32,
    /// Fewest rows with several texts in such a band, and between two lines by themselves.
    rows_of_cells: usize,
    /// Smallest distance between a line of text by itself and the row above it, in ems.
    alone: f32,
    /// Smallest width of a line of text that ends a band, as a share of the width of all text.
    prose_width: f32,
    /// Smallest number of letters in such a line.
    prose_letters: u32,
    /// Smallest gap between narrow heads, in ems, and the number of heads from which a line is not text.
    head_gap: f32,
    heads: usize,
    /// Largest number of letters in a cell, on average. Columns of text have more.
    most_letters: u32,
    /// Smallest width of the white space between tables side by side, in ems.
    between: f32,
    /// Number of times that a band is split into parts side by side.
    depth: u32,
    /// Largest distance between level baselines, in ems.
    level: f32,
    /// Smallest distance of the first or the last row from the others for which a table without it is tried, as a
    /// multiple of the usual distance.
    parted: f32,
    /// The distance for which it is left out of any table, as a multiple of the usual distance.
    far: f32,
    /// Largest number of rows in a band; a page has fewer.
    most_rows: usize,
}

const BAND: BandLimits = BandLimits {
    apart: 3.5,
    far_apart: 7.0,
    rows_of_cells: 3,
    alone: 1.6,
    prose_width: 0.6,
    prose_letters: 30,
    head_gap: 0.6,
    heads: 3,
    most_letters: 32,
    between: 1.5,
    depth: 2,
    level: 0.25,
    parted: 1.6,
    far: 2.0,
    most_rows: 400,
};

/// Largest number of rows of a grid that can be the heads of a table.
const SHADED_HEADS: usize = 2;

/// Fewest texts that are level with a short one on a page with a table.
const FEWEST_CELLS: usize = 2;

/// Largest number of characters of an abbreviated word such as `Tabl.` in a caption.
const LONGEST_ABBREVIATION: usize = 5;

/// Largest number of lines that continue the last row of a table.
const MOST_CONTINUED: usize = 3;

/// A draft that is a table, with its evidence.
type Accepted = (Draft, Evidence);

/// Rows that can be one table.
#[derive(Clone, Copy)]
struct Band<'b, 'l> {
    rows: &'b [TextRow<'l>],
    /// The stretches of text in each row, which are further apart than words.
    stretches: &'b [Vec<(f32, f32)>],
}

impl Band<'_, '_> {
    /// Some of the rows.
    fn get(self, rows: Range<usize>) -> Option<Self> {
        Some(Self {
            rows: self.rows.get(rows.clone())?,
            stretches: self.stretches.get(rows)?,
        })
    }

    /// The pieces of the rows.
    fn pieces(&self) -> impl Iterator<Item = u32> {
        let lines = self.rows.iter().flat_map(|row| row.iter());
        lines.flat_map(|line| &line.pieces).copied()
    }
}

/// Whether a row is not much further from the next one than the rows from there to the last one are apart.
fn is_near(rows: &[TextRow<'_>], row: usize, last: usize) -> bool {
    let gaps = distances(rows.get(row..=last).unwrap_or_default());
    let (first, others) = gaps.split_first().map_or((0.0, &[][..]), |(a, b)| (*a, b));
    let usual = crate::layout::scale::median(others.to_vec());
    usual.is_none_or(|usual| first <= BAND.parted * usual)
}

/// The number of texts in a row with gaps of at least `wide`.
fn count_cells(row: &[(f32, f32)], wide: f32) -> usize {
    let is_wide = |pair: &&[(f32, f32)]| matches!(pair, [(_, to), (from, _)] if from - to >= wide);
    row.windows(2).filter(is_wide).count() + usize::from(!row.is_empty())
}

/// Whether enough rows, and most of them, have several texts with gaps of at least `wide`.
fn has_rows_of_cells(stretches: &[Vec<(f32, f32)>], wide: f32) -> bool {
    let several = stretches.iter().filter(|row| count_cells(row, wide) > 1);
    let several = several.count();
    several >= BAND.rows_of_cells && 4 * several >= 3 * stretches.len()
}

/// The distances between the baselines of rows.
fn distances(rows: &[TextRow<'_>]) -> Vec<f32> {
    let baseline = |row: TextRow<'_>| row.first().map_or(0.0, |line| line.baseline);
    let gaps = rows.windows(2).map(|pair| match pair {
        [a, b] => baseline(b) - baseline(a),
        _ => 0.0,
    });
    gaps.collect()
}

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
    pub(super) fn open(&self, pieces: &[u32], found: &mut Found) {
        // A grid of one or two rows can be the shaded heads.
        let is_part = |table: &&Table| {
            table.evidence.ruling != Ruling::Grid || table.evidence.rows <= SHADED_HEADS
        };
        let parts: Vec<Table> = found.tables.iter().filter(is_part).cloned().collect();
        if !parts.is_empty() {
            let others = found.tables.iter().filter(|table| !is_part(table));
            let others: Vec<Table> = others.cloned().collect();
            let own = free_of(&others, pieces);
            for table in self.open_in(&own, BAND.depth, &mut Vec::new()) {
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
        let tables = self.open_in(&free, BAND.depth, &mut found.refused);
        // A table around another one would take its text out of order.
        let apart = |table: &Table| !found.tables.iter().any(|own| own.rect.touches(table.rect));
        let tables: Vec<Table> = tables.into_iter().filter(apart).collect();
        found.tables.extend(tables);
    }

    /// Whether some texts are level with short ones, as cells are. Most pages have none, and their lines are not
    /// put together.
    fn has_cells(&self, pieces: &[u32]) -> bool {
        let gap = WIDE * self.em;
        let goes_on = |a: &u32, b: &u32| {
            let (a, b) = (self.piece(*a), self.piece(*b));
            (a.baseline - b.baseline).abs() <= BAND.level * self.em
                && (b.cell.x0 - a.cell.x1).abs() < gap
        };
        // The baselines of texts, which follow each other in drawing order, and whether they are short.
        let of_text = |text: &[u32]| {
            let letters: u32 = text.iter().map(|&i| self.piece(i).inked).sum();
            let first = text.first().map(|&i| self.piece(i).baseline);
            let is_short = letters <= BAND.most_letters;
            first.filter(|_| letters > 0).map(|y| (rank(y), is_short))
        };
        let texts = pieces.chunk_by(goes_on);
        let mut texts: Vec<(u32, bool)> = texts.filter_map(of_text).collect();
        let level = |texts: &[(u32, bool)]| {
            let pairs = texts.iter().zip(texts.iter().skip(1));
            let near = |((above, is_short), (below, short_too)): &(&(u32, bool), &(u32, bool))| {
                (*is_short || *short_too)
                    && (of_rank(*below) - of_rank(*above)).abs() <= BAND.level * self.em
            };
            pairs.filter(near).count()
        };
        // Cells are mostly drawn one after the other, and then need not be sorted.
        level(&texts) >= FEWEST_CELLS || {
            texts.sort_unstable();
            level(&texts) >= FEWEST_CELLS
        }
    }

    /// Splits the lines of a region, given row by row, into text and tables, in their order.
    pub(super) fn open_parts(
        &self,
        lines: Vec<RowLine>,
        refused: &mut Vec<(Rect, Evidence)>,
    ) -> Vec<Part> {
        let pieces: Vec<u32> = lines.iter().flat_map(|l| &l.pieces).copied().collect();
        if !self.has_cells(&pieces) {
            return vec![Part::Text(lines)];
        }
        let mut parts = Vec::new();
        let tables = self.open_among(&lines, 0, refused);
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

    /// The tables in some pieces, which can be split side by side `depth` times.
    fn open_in(
        &self,
        pieces: &[u32],
        depth: u32,
        refused: &mut Vec<(Rect, Evidence)>,
    ) -> Vec<Table> {
        let drafts = self.open_among(&self.rows.lines(pieces), depth, refused);
        drafts.into_iter().map(|draft| self.table(draft)).collect()
    }

    /// The tables among lines, given row by row.
    fn open_among(
        &self,
        lines: &[RowLine],
        depth: u32,
        refused: &mut Vec<(Rect, Evidence)>,
    ) -> Vec<Accepted> {
        let rows: Vec<TextRow<'_>> = lines.chunk_by(|a, b| a.row == b.row).collect();
        let width = lines
            .iter()
            .fold(Rect::EMPTY, |r, l| r.union(l.cell))
            .width();
        let mut tables = Vec::new();
        for far in self.bands(&rows, 0..rows.len(), BAND.far_apart, width) {
            let own = rows.get(far.clone()).filter(|own| own.len() > 1);
            let Some(own) = own else { continue };
            let stretches = own.iter().map(|row| self.stretches(row, WORD_GAP));
            let stretches: Vec<Vec<(f32, f32)>> = stretches.collect();
            let mut tables_of = |band: &Range<usize>| {
                let around = [band.start.checked_sub(1), Some(band.end)]
                    .into_iter()
                    .flatten();
                let mut around = around.filter_map(|n| rows.get(n));
                let captioned = around.any(|row| self.is_caption(row));
                let own = Band {
                    rows: own,
                    stretches: &stretches,
                };
                let own = own.get(band.start - far.start..band.end - far.start);
                own.map_or_else(Vec::new, |own| self.open_of(own, captioned, depth, refused))
            };
            let near = self.bands(&rows, far.clone(), BAND.apart, width);
            let several = near.iter().filter(|band| band.len() > 1);
            let mut found: Vec<Accepted> = several.flat_map(&mut tables_of).collect();
            if found.is_empty() && near.len() > 1 && has_rows_of_cells(&stretches, WIDE * self.em) {
                found = tables_of(&far);
            }
            if found.is_empty() {
                let runs = self.runs(own, &stretches).into_iter();
                let runs = runs.map(|run| far.start + run.start..far.start + run.end);
                let runs = runs.filter(|run| *run != far && !near.contains(run));
                found = runs.flat_map(|run| tables_of(&run)).collect();
            }
            tables.extend(found);
        }
        tables
    }

    /// The rows between lines of text by themselves, if they can be a table: the lines are headings of the size of the
    /// text, or short paragraphs.
    fn runs(&self, rows: &[TextRow<'_>], stretches: &[Vec<(f32, f32)>]) -> Vec<Range<usize>> {
        let wide = WIDE * self.em;
        let gaps = distances(rows);
        let above = |n: usize| n.checked_sub(1).and_then(|n| gaps.get(n));
        let is_alone = |n: usize| {
            let single = stretches
                .get(n)
                .is_some_and(|row| count_cells(row, wide) < 2);
            single && above(n).is_none_or(|gap| *gap > BAND.alone * self.em)
        };
        let mut runs = Vec::new();
        let mut from = 0;
        for n in (0..rows.len()).filter(|&n| is_alone(n)).chain([rows.len()]) {
            let own = stretches.get(from..n).unwrap_or_default();
            if has_rows_of_cells(own, wide) {
                runs.push(from..n);
            }
            from = n + 1;
        }
        runs
    }

    /// The bands of rows that can be one table, in which no row is further than `apart` ems from the next one.
    fn bands(
        &self,
        all: &[TextRow<'_>],
        rows: Range<usize>,
        apart: f32,
        width: f32,
    ) -> Vec<Range<usize>> {
        let mut bands = Vec::new();
        let mut from = rows.start;
        while from < rows.end {
            let rest = all.get(from..rows.end).unwrap_or_default();
            let band = from..from + self.band(rest, apart, width).max(1);
            from = band.end;
            bands.push(band);
        }
        bands
    }

    /// Number of rows from the first one that can be one table; 0 if the first cannot be in one.
    fn band(&self, rows: &[TextRow<'_>], apart: f32, width: f32) -> usize {
        let baseline = |row: TextRow<'_>| row.first().map_or(0.0, |line| line.baseline);
        let mut above: Option<f32> = None;
        let in_band = |(n, row): &(usize, &TextRow<'_>)| {
            let own = baseline(row);
            let near = above.is_none_or(|y| own - y <= apart * self.em);
            above = Some(own);
            near && (!self.is_text(row, width) || self.is_in_columns(rows, *n))
                && !self.is_numbered_heading(rows, *n)
        };
        let rows = rows.iter().enumerate().take(BAND.most_rows);
        rows.take_while(in_band).count()
    }

    /// Whether one of its words begins where a cell does in the rows above and below: a cell that fills its column
    /// touches the next one.
    fn is_in_columns(&self, rows: &[TextRow<'_>], row: usize) -> bool {
        let around = row.checked_sub(1).and_then(|n| rows.get(n..n + 3));
        let Some([above, own, below]) = around else {
            return false;
        };
        let [above, below] = [above, below].map(|row| self.stretches(row, WIDE));
        let starts = above.iter().skip(1).map(|cell| cell.0);
        let mut shared =
            starts.filter(|at| below.iter().skip(1).any(|cell| self.is_at(cell.0, *at)));
        let begins_at = |at: f32| {
            let mut words = own.iter().flat_map(|line| &line.pieces);
            words.any(|&i| self.is_at(self.piece(i).cell.x0, at))
        };
        shared.any(begins_at)
    }

    /// Whether a row is a bold section number with its title, which no cell above or below is in line with.
    fn is_numbered_heading(&self, rows: &[TextRow<'_>], row: usize) -> bool {
        let at = |n: Option<usize>| n.and_then(|n| rows.get(n)).copied().unwrap_or_default();
        let own = at(Some(row));
        let is_part = |c: char| c.is_ascii_digit() || c == '.';
        let is_number = |&i: &u32| {
            let mut signs = self.characters(i);
            signs.clone().all(is_part) && signs.any(|c| c == '.')
        };
        let first = own.first().and_then(|line| line.pieces.first());
        if !own.iter().all(|line| line.bold) || !first.is_some_and(is_number) {
            return false;
        }
        let cells = self.stretches(own, WIDE);
        let [(_, end), (title, _)] = cells.as_slice() else {
            return false;
        };
        let alone = first.is_some_and(|&i| self.piece(i).cell.x1 >= *end);
        let around = [at(row.checked_sub(1)), at(Some(row + 1))];
        let mut around = around.into_iter().flat_map(|row| self.stretches(row, WIDE));
        alone && !around.any(|cell| self.is_at(cell.0, *title))
    }

    /// Whether a row is a headline or a line of running text over most of the width.
    pub(super) fn is_text(&self, row: TextRow<'_>, width: f32) -> bool {
        let [line] = row else { return false };
        let is_long = || {
            let letters = || {
                line.pieces
                    .iter()
                    .map(|&i| self.piece(i).inked)
                    .sum::<u32>()
            };
            // Narrow heads look like a line of text.
            line.cell.width() >= BAND.prose_width * width
                && letters() >= BAND.prose_letters
                && !line.bold
                && self.count_stretches(row, BAND.head_gap) < BAND.heads
        };
        (line.size > HEADLINE * self.em || is_long() || self.is_caption(row))
            && self.count_stretches(row, WIDE) == 1
    }

    /// Whether a row begins like a caption: a capitalised word and a number.
    pub(super) fn is_caption(&self, row: TextRow<'_>) -> bool {
        let pieces = row.first().map_or(&[][..], |line| line.pieces.as_slice());
        let [word, number, _, ..] = pieces else {
            return false;
        };
        let mut digits = 0;
        for c in self.characters(*number) {
            match c {
                c if c.is_numeric() => digits += 1,
                '.' | ':' => {}
                _ => return false,
            }
        }
        let mut letters = self.characters(*word);
        let is_capital = letters.next().is_some_and(char::is_uppercase);
        // A long word with a stop is the end of a sentence.
        let is_short = self.characters(*word).count() <= LONGEST_ABBREVIATION;
        (1..=3).contains(&digits)
            && is_capital
            && letters.all(|c| c.is_alphabetic() || c == '.' && is_short)
            && self.count_stretches(row, WIDE) == 1
    }

    /// The tables in a band: one, or several side by side.
    fn open_of(
        &self,
        band: Band<'_, '_>,
        captioned: bool,
        depth: u32,
        refused: &mut Vec<(Rect, Evidence)>,
    ) -> Vec<Accepted> {
        let wide = WIDE * self.em;
        let cells = |row: &Vec<(f32, f32)>| count_cells(row, wide);
        let several = |row: &Vec<(f32, f32)>| cells(row) > 1;
        let Some(first) = band.stretches.iter().position(several) else {
            return Vec::new();
        };
        let last = band.stretches.iter().rposition(several).unwrap_or(first);
        let Some(rows) = band.get(first..last + 1).filter(|_| last > first) else {
            return Vec::new();
        };
        let cells: usize = rows.stretches.iter().map(cells).sum();
        let letters: u32 = rows.pieces().map(|i| self.letters(i)).sum();
        if letters > BAND.most_letters * cells as u32 {
            return Vec::new();
        }
        let captioned = captioned && (first == 0 || last + 1 == band.rows.len());
        let mut own = Vec::new();
        let mut white = white_between(rows.stretches);
        if let Some(at) = self.sentence(rows, &strips_of(&white, rows.stretches, wide)) {
            let sides = [0..first + at, first + at + 1..band.rows.len()];
            let sides = sides.into_iter().filter_map(|side| band.get(side));
            return sides
                .flat_map(|side| self.open_of(side, captioned, depth, refused))
                .collect();
        }
        let mut whole = self.open_table_of(rows, &white, captioned, &mut own);
        let near = |(_, evidence): &(Rect, Evidence)| evidence.score().sum > HOPELESS;
        let hopeful = whole.is_some() || own.iter().any(near);
        let mut last = last;
        if hopeful {
            let strips = strips_of(&white, rows.stretches, wide);
            let end = self.with_continuation(band, &strips, first, last);
            if end > last {
                (whole, last) = (None, end);
                own.clear();
            }
        }
        let rows = band.get(first..last + 1).unwrap_or(rows);
        if hopeful {
            if own.is_empty() && whole.is_none() {
                white = white_between(rows.stretches);
                whole = self.open_table_of(rows, &white, captioned, &mut own);
            }
            whole = self.best_of(rows, captioned, whole);
        }
        let score = |table: &Option<Accepted>| {
            let table = table.as_ref();
            table.map_or(f32::NEG_INFINITY, |(_, evidence)| evidence.score().sum)
        };
        // Narrow heads can look like one cell.
        let above = first
            .checked_sub(1)
            .filter(|above| hopeful && is_near(band.rows, *above, last))
            .and_then(|first| band.get(first..last + 1));
        let with_heads = above.and_then(|rows| self.open_table(rows, captioned, &mut Vec::new()));
        let headed = with_heads.as_ref().is_some_and(|(draft, _)| {
            let mut heads = draft.cells.iter().filter(|(cell, _)| cell.rows.start == 0);
            heads.all(|(cell, pieces)| !pieces.is_empty() && cell.columns.len() == 1)
        });
        let with_heads = with_heads.filter(|(draft, _)| draft.filled(0).count() > 1);
        let whole = if headed || score(&with_heads) > score(&whole) {
            with_heads
        } else {
            whole
        };
        if whole.is_none() {
            let runs = self.runs(rows.rows, rows.stretches).into_iter();
            let runs = runs.filter(|run| run.len() < rows.rows.len());
            let runs = runs.filter_map(|run| rows.get(run));
            let tables = runs.flat_map(|run| self.open_of(run, captioned, 0, refused));
            let tables: Vec<Accepted> = tables.collect();
            if !tables.is_empty() {
                refused.extend(own);
                return tables;
            }
        }
        let least = score(&whole);
        let parts = depth.checked_sub(1).and_then(|depth| {
            let score = whole.as_ref().map(|_| least);
            let strips = self.dividing(rows, &white);
            let mut parts = strips
                .into_iter()
                .map(|strip| self.side_by_side(rows, strip, depth, score));
            parts.find_map(|parts| parts)
        });
        match (whole, parts) {
            (Some(table), None) => vec![table],
            (_, parts) => {
                refused.extend(own);
                parts.unwrap_or_default()
            }
        }
    }

    /// The index of the first line of text over several columns: a long one that is not bold, as between two
    /// tables.
    fn sentence(&self, rows: Band<'_, '_>, strips: &[(f32, f32)]) -> Option<usize> {
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
                && self.count_stretches(row, WIDE) == 1
        };
        let rows = rows.rows.iter().zip(rows.stretches);
        rows.into_iter()
            .position(|(row, stretches)| is_over_columns(row, stretches))
    }

    /// The tables on both sides of a strip in some rows, if they are better than one table with this
    /// score. Without one, a single table on one side is enough.
    fn side_by_side(
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
        let tables_of = |lines: &[RowLine]| self.open_among(lines, depth, &mut Vec::new());
        let left_lines = self.rows.lines(&left);
        let left_tables = tables_of(&left_lines);
        if left_tables.is_empty() && whole.is_some() {
            return None;
        }
        let right_lines = self.rows.lines(&right);
        let apart = || self.ends_lines(strip, rows.rows) || self.differ(&left_lines, &right_lines);
        let is_better = |tables: &[Accepted]| {
            let least = whole.unwrap_or(f32::NEG_INFINITY);
            tables
                .iter()
                .all(|(_, evidence)| evidence.score().sum > least)
        };
        if !is_better(&left_tables) && !apart() {
            return None;
        }
        let right_tables = tables_of(&right_lines);
        // Short level lines beside a table are the names of its rows, so that it is not whole.
        let is_named = |side: &[u32], lines: &[RowLine]| {
            self.letters_a_line(side, lines) <= BAND.most_letters as f32
        };
        let keeps = match (left_tables.is_empty(), right_tables.is_empty(), whole) {
            (true, true, _) | (false, true, Some(_)) | (true, false, Some(_)) => false,
            (true, false, None) => !is_named(&left, &left_lines) || apart(),
            (false, true, None) => !is_named(&right, &right_lines) || apart(),
            (false, false, None) => true,
            (false, false, Some(_)) => {
                is_better(&left_tables) && is_better(&right_tables) || apart()
            }
        };
        keeps.then(|| [left_tables, right_tables].concat())
    }

    /// The index of the last row of a table, with the lines that continue its cells.
    fn with_continuation(
        &self,
        band: Band<'_, '_>,
        strips: &[(f32, f32)],
        first: usize,
        last: usize,
    ) -> usize {
        let mut end = last;
        while let Some(rows) = band.rows.get(first..=end + 1) {
            let below = rows.last().copied().unwrap_or_default();
            let inside = |segment: &Segment| segment.columns.len() == 1;
            if strips.is_empty()
                || end >= last + MOST_CONTINUED
                || !self.segments(below, strips).iter().all(inside)
                || !self.line_groups(rows, strips).joins(self, rows.len() - 1)
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
        let usual = crate::layout::scale::median(gaps.clone());
        let (Some(usual), [first, .., last]) = (usual, gaps.as_slice()) else {
            return whole;
        };
        let apart = |gap: &f32| *gap > BAND.parted * usual;
        let count = band.rows.len();
        let is_far = |gap: &f32| *gap > BAND.far * usual;
        let near = usize::from(is_far(first))..count - usize::from(is_far(last));
        let nearer = band.get(near.clone()).filter(|_| near != (0..count));
        let table = nearer.and_then(|rows| self.open_table(rows, captioned, &mut Vec::new()));
        if table.is_some() {
            return table;
        }
        let others = [(1..count, apart(first)), (0..count - 1, apart(last))];
        let others = others
            .into_iter()
            .filter(|(rows, parted)| *parted && *rows != near);
        let others = others.filter_map(|(rows, _)| band.get(rows));
        let others: Vec<Accepted> = others
            .filter_map(|rows| self.open_table(rows, captioned, &mut Vec::new()))
            .collect();
        let score = |(_, evidence): &Accepted| evidence.score().sum;
        let least = whole.as_ref().map_or(f32::NEG_INFINITY, score);
        let better = others.into_iter().filter(|t| score(t) > least);
        better
            .max_by(|a, b| score(a).total_cmp(&score(b)))
            .or(whole)
    }

    fn open_table(
        &self,
        band: Band<'_, '_>,
        captioned: bool,
        refused: &mut Vec<(Rect, Evidence)>,
    ) -> Option<Accepted> {
        self.open_table_of(band, &white_between(band.stretches), captioned, refused)
    }

    /// The table of some rows with this white space between them.
    fn open_table_of(
        &self,
        band: Band<'_, '_>,
        white: &[(f32, f32)],
        captioned: bool,
        refused: &mut Vec<(Rect, Evidence)>,
    ) -> Option<Accepted> {
        let strips = strips_of(white, band.stretches, WIDE * self.em);
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
        refused.extend(own);
        None
    }

    /// The strips at which rows can be divided into tables side by side: the widest one in which ruled lines end, or
    /// else the widest of all, and the one with the most rows that have text on one side only.
    fn dividing(&self, rows: Band<'_, '_>, white: &[(f32, f32)]) -> Vec<(f32, f32)> {
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
        let slack = 0.5 * self.em;
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

    /// Whether two sides have different rows: most baselines of one are not those of the other.
    fn differ(&self, left: &[RowLine], right: &[RowLine]) -> bool {
        let baselines = |lines: &[RowLine]| -> Vec<f32> {
            let rows = lines.chunk_by(|a, b| a.row == b.row);
            rows.filter_map(|row| row.first().map(|l| l.baseline))
                .collect()
        };
        let (a, b) = (baselines(left), baselines(right));
        let near =
            |y: &f32, others: &[f32]| others.iter().any(|o| (o - y).abs() <= BAND.level * self.em);
        let level = a.iter().filter(|y| near(y, &b)).count();
        2 * level <= a.len().max(b.len())
    }
}
