//! Divides rows into bands that can be one table each.

use std::ops::Range;

use crate::layout::regions::caption_label::{self, Label};
use crate::layout::scale::{HEADLINE, Share};
use crate::layout::tables::distances::LEVEL;
use crate::layout::tables::draft::TableFinder;
use crate::layout::tables::white::{SAME_START, TextRow, WIDE};

use super::attempts::Attempts;

/// Limits for the bands of rows in which tables are searched.
pub(super) struct BandLimits {
    /// Largest distance between the baselines of two rows, in ems. A larger one ends the band.
    pub apart: f32,
    /// The same where no table is found otherwise: cells can have wide margins.
    pub far_apart: f32,
    /// Fewest rows with several texts in such a band, and between two lines by themselves.
    pub rows_of_cells: usize,
    /// Smallest distance between a line of text by itself and the row above it, in ems.
    pub alone: f32,
    /// Smallest width of a line of text that ends a band, as a share of the width of all text.
    pub prose_width: f32,
    /// Smallest number of letters in such a line.
    pub prose_letters: u32,
    /// Smallest gap between narrow heads, in ems, and the number of heads from which a line is not text.
    pub head_gap: f32,
    pub heads: usize,
    /// Largest number of letters in a cell, on average. Columns of text have more.
    pub most_letters: u32,
    /// The same for the first cell of a row, beside which others are long.
    pub most_name_letters: u32,
    /// Smallest width of the white space between tables side by side, in ems.
    pub between: f32,
    /// Largest distance of a name from each of the two lines it is between, in ems.
    pub between_lines: f32,
    /// Number of rows above and below that show the columns of a line.
    pub near: usize,
    /// Smallest distance of the first or the last row from the others for which a table without it is tried, as a
    /// multiple of the usual distance.
    pub separate: f32,
    /// The distance for which it is left out of any table, as a multiple of the usual distance, and of the largest other
    /// distance.
    pub far: f32,
    pub wider: f32,
    /// Largest number of rows in a band; a page has fewer.
    pub most_rows: usize,
}

pub(super) const BAND: BandLimits = BandLimits {
    apart: 3.5,
    far_apart: 7.0,
    rows_of_cells: 3,
    alone: 1.6,
    prose_width: 0.6,
    prose_letters: 30,
    head_gap: 0.6,
    heads: 3,
    most_letters: 32,
    most_name_letters: 20,
    between: 1.5,
    between_lines: 1.0,
    near: 3,
    separate: 1.6,
    far: 2.0,
    wider: 1.2,
    most_rows: 400,
};

/// Smallest share of the rows of a band that have several cells or belong to one.
const MOST_ROWS: Share = Share(3, 4);

/// Largest number of characters of an abbreviated word such as `Tabl.` in a caption.
const LONGEST_ABBREVIATION: usize = 5;

/// Largest number of digits in a row in the number of a caption.
const LONGEST_NUMBER: u32 = 3;

/// Number of words of a label.
const LABEL_ALONE: usize = 2;

/// Rows that can be one table.
#[derive(Clone, Copy)]
pub(super) struct Band<'b, 'l> {
    pub rows: &'b [TextRow<'l>],
    /// The stretches of text in each row, which are further apart than words.
    pub stretches: &'b [Vec<(f32, f32)>],
    /// The smallest gap between columns, in ems.
    pub gap: f32,
    /// The number of the first row among all rows.
    pub first: usize,
    /// The failed attempts among all rows.
    pub attempts: &'b Attempts,
}

impl Band<'_, '_> {
    /// Some of the rows.
    pub fn get(self, rows: Range<usize>) -> Option<Self> {
        Some(Self {
            rows: self.rows.get(rows.clone())?,
            first: self.first + rows.start,
            stretches: self.stretches.get(rows)?,
            gap: self.gap,
            attempts: self.attempts,
        })
    }

    /// The numbers of the rows among all rows.
    pub fn numbers(self) -> Range<usize> {
        self.first..self.first + self.rows.len()
    }

    /// The pieces of the rows.
    pub fn pieces(&self) -> impl Iterator<Item = u32> {
        let lines = self.rows.iter().flat_map(|row| row.iter());
        lines.flat_map(|line| &line.pieces).copied()
    }
}

/// The number of texts in a row with gaps of at least `wide`.
pub(super) fn count_cells(row: &[(f32, f32)], wide: f32) -> usize {
    later_cells(row, wide).count() + usize::from(!row.is_empty())
}

/// The starts of the texts in a row that have a gap of at least `wide` before them.
fn later_cells(row: &[(f32, f32)], wide: f32) -> impl Iterator<Item = f32> {
    row.windows(2).filter_map(move |pair| match pair {
        [(_, to), (from, _)] if from - to >= wide => Some(*from),
        _ => None,
    })
}

/// The distances between the baselines of rows.
pub(super) fn distances(rows: &[TextRow<'_>]) -> Vec<f32> {
    let baseline = |row: TextRow<'_>| row.first().map_or(0.0, |line| line.baseline);
    let gaps = rows.windows(2).map(|pair| match pair {
        [a, b] => baseline(b) - baseline(a),
        _ => 0.0,
    });
    gaps.collect()
}

impl TableFinder<'_> {
    /// The bands of rows that can be one table, in which no row is further than `apart` ems from the next one.
    pub(super) fn bands(
        &self,
        all: Band<'_, '_>,
        rows: Range<usize>,
        apart: f32,
        width: f32,
    ) -> Vec<Range<usize>> {
        let mut bands = Vec::new();
        let mut from = rows.start;
        while let Some(rest) = all.get(from..rows.end).filter(|_| from < rows.end) {
            let band = from..from + self.band(rest, apart, width).max(1);
            from = band.end;
            bands.push(band);
        }
        bands
    }

    /// Number of rows from the first one that can be one table; 0 if the first cannot be in one.
    fn band(&self, all: Band<'_, '_>, apart: f32, width: f32) -> usize {
        let baseline = |row: TextRow<'_>| row.first().map_or(0.0, |line| line.baseline);
        let mut above: Option<f32> = None;
        let in_band = |n: &usize| {
            let (Some(row), Some(stretches)) = (all.rows.get(*n), all.stretches.get(*n)) else {
                return false;
            };
            let own = baseline(row);
            let near = above.is_none_or(|y| own - y <= apart * self.em);
            above = Some(own);
            near && (!self.is_text(row, stretches, width) || self.is_row_in_columns(all, *n))
                && !self.is_numbered_heading(all.rows, *n)
        };
        (0..BAND.most_rows).take_while(in_band).count()
    }

    /// Whether enough rows have several cells, and nearly all others are inside one of their columns, as the lines of a cell
    /// are.
    pub(super) fn has_rows_of_cells(&self, band: Band<'_, '_>) -> bool {
        let wide = band.gap * self.em;
        let same = SAME_START * self.em;
        let stretches = band.stretches;
        let names = self.names_between_lines(band);
        let is_row = |row: &&Vec<(f32, f32)>| count_cells(row, wide) > 1;
        let several = stretches.iter().filter(is_row).count() + names.len();
        if several < BAND.rows_of_cells {
            return false;
        }
        if MOST_ROWS.is_reached(several, stretches.len()) {
            return true;
        }
        // A name and the line below it are of one row, too.
        let of_names = names
            .iter()
            .flat_map(|&n| stretches.get(n..n + 2).unwrap_or_default());
        let cells = stretches.iter().filter(is_row).chain(of_names).flatten();
        let mut starts: Vec<f32> = cells.map(|cell| cell.0).collect();
        starts.sort_unstable_by(f32::total_cmp);
        // A line of a cell begins where a column does, and ends before the next one.
        let is_inside = |row: &&Vec<(f32, f32)>| {
            let ends = row.first().zip(row.last());
            ends.is_some_and(|((from, _), (_, to))| {
                let at = starts.partition_point(|start| start + same < *from);
                let next = starts.partition_point(|start| start - same <= *from);
                next > at && starts.get(next).is_none_or(|next| to <= next)
            })
        };
        let rows = stretches.iter().filter(is_row).count();
        let inside = stretches
            .iter()
            .filter(|row| !is_row(row))
            .filter(is_inside);
        MOST_ROWS.is_reached(rows + inside.count(), stretches.len())
    }

    /// The rows between lines of text by themselves, if they can be a table: the lines are headings of the size of the
    /// text, or short paragraphs.
    pub(super) fn runs(&self, band: Band<'_, '_>) -> Vec<Range<usize>> {
        let Band {
            rows, stretches, ..
        } = band;
        let wide = band.gap * self.em;
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
            if band
                .get(from..n)
                .is_some_and(|own| self.has_rows_of_cells(own))
            {
                runs.push(from..n);
            }
            from = n + 1;
        }
        runs
    }

    /// Returns true if a row is in the columns of the rows around it: one of its words begins where a cell does in the rows
    /// above and below it, all of it is in a later column of a near row, or a name is between it and another line.
    fn is_row_in_columns(&self, band: Band<'_, '_>, row: usize) -> bool {
        let own = band.rows.get(row).copied().unwrap_or_default();
        let names = [row.checked_sub(1), Some(row + 1)];
        let mut names = names.into_iter().flatten();
        if names.any(|row| self.is_name_between_lines(band, row)) {
            return true;
        }
        let around = row
            .checked_sub(1)
            .and_then(|n| band.stretches.get(n..)?.first_chunk());
        if matches!(around, Some([above, _, below]) if self.is_in_columns(own, above, below)) {
            return true;
        }
        let near = row.saturating_sub(BAND.near)..(row + BAND.near + 1).min(band.rows.len());
        let start = own.first().map_or(0.0, |line| line.cell.x0);
        let begins_there = |row: &Vec<(f32, f32)>| {
            let mut cells = later_cells(row, WIDE * self.em);
            cells.any(|cell| self.is_at(cell, start))
        };
        let near = band.stretches.get(near).unwrap_or_default();
        near.iter().any(begins_there)
    }

    /// Whether one of its words begins where a cell does in two other rows, given by their stretches of text: a cell
    /// that fills its column touches the next one.
    pub(in crate::layout::tables) fn is_in_columns(
        &self,
        own: TextRow<'_>,
        one: &[(f32, f32)],
        other: &[(f32, f32)],
    ) -> bool {
        let wide = WIDE * self.em;
        let is_shared = |at: &f32| later_cells(other, wide).any(|cell| self.is_at(cell, *at));
        let begins_at = |at: f32| {
            let mut words = own.iter().flat_map(|line| &line.pieces);
            words.any(|&i| self.is_at(self.piece(i).cell.x0, at))
        };
        later_cells(one, wide).filter(is_shared).any(begins_at)
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

    /// Whether a row with these stretches of text is a headline or a line of running text over most of the width.
    pub(in crate::layout::tables) fn is_text(
        &self,
        row: TextRow<'_>,
        stretches: &[(f32, f32)],
        width: f32,
    ) -> bool {
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
                && count_cells(stretches, BAND.head_gap * self.em) < BAND.heads
        };
        count_cells(stretches, WIDE * self.em) == 1
            && (line.size > HEADLINE * self.em || is_long() || self.is_caption(row))
    }

    /// Returns true if a row begins like a caption: with the label of one, or with a capitalised word and a number.
    pub(in crate::layout::tables) fn is_caption(&self, row: TextRow<'_>) -> bool {
        let pieces = row.first().map_or(&[][..], |line| line.pieces.as_slice());
        let begins = match pieces {
            [word, number, _, ..] => self.is_word(*word) && self.is_number_of_caption(*number),
            _ => false,
        };
        (begins || self.label(row) != Label::None) && self.count_stretches(row, WIDE) == 1
    }

    /// Returns true if a row begins with the label of a table.
    pub(super) fn is_caption_of_table(&self, row: TextRow<'_>) -> bool {
        let pieces = row.first().map_or(&[][..], |line| line.pieces.as_slice());
        let begins = || self.pieces.beginning(self.content, pieces);
        self.label(row) != Label::None && caption_label::is_of_table(&begins())
    }

    /// Returns true if a row is only the label of a caption, whose text is below it.
    pub(super) fn is_label_alone(&self, row: TextRow<'_>) -> bool {
        matches!(row, [line] if line.pieces.len() == LABEL_ALONE)
            && self.label(row) == Label::Closed
    }

    /// The baseline of the first line of a text that begins with the closed label of a caption.
    pub(in crate::layout::tables) fn caption_in(&self, pieces: &[u32]) -> Option<f32> {
        let baseline = |n: u32| self.piece(n).baseline;
        let near = LEVEL * self.em;
        let mut lines = pieces.chunk_by(|&a, &b| (baseline(b) - baseline(a)).abs() <= near);
        let caption = lines.find(|line| self.label_of(line) == Label::Closed)?;
        caption.first().map(|&n| baseline(n))
    }

    /// The label that a row begins with.
    fn label(&self, row: TextRow<'_>) -> Label {
        let pieces = row.first().map_or(&[][..], |line| line.pieces.as_slice());
        self.label_of(pieces)
    }

    /// The label that a text begins with, unless its first letter is a small one.
    fn label_of(&self, pieces: &[u32]) -> Label {
        let first = pieces.first().and_then(|&n| self.characters(n).next());
        if first.is_some_and(|first| !first.is_lowercase()) {
            self.pieces.label(self.content, pieces)
        } else {
            Label::None
        }
    }

    /// Returns true for a capitalised word, which can be abbreviated if it is short. A long word with a stop is the end
    /// of a sentence.
    fn is_word(&self, piece: u32) -> bool {
        let is_short = self.characters(piece).count() <= LONGEST_ABBREVIATION;
        let mut letters = self.characters(piece);
        letters.next().is_some_and(char::is_uppercase)
            && letters.all(|c| c.is_alphabetic() || c == '.' && is_short)
    }

    /// Returns true for a number such as `3`, `2.1:` and `5-1.`. Years are longer.
    fn is_number_of_caption(&self, piece: u32) -> bool {
        let (mut digits, mut most) = (0, 0);
        for c in self.characters(piece) {
            match c {
                c if c.is_numeric() => digits += 1,
                '.' | ':' | '-' | '–' => digits = 0,
                _ => return false,
            }
            most = most.max(digits);
        }
        (1..=LONGEST_NUMBER).contains(&most)
    }
}
