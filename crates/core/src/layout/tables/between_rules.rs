//! Finds tables between horizontal lines: the bands between them, without those of text, and rows outside the lines.
//!
//! ```text
//!     ────────────────────────
//!     open(file)                   a band of text beside nothing is cut away
//!     ────────────────────────
//!     Name    Meaning    Since
//!     ────────────────────────
//!     open    opens it     1.0
//!     ────────────────────────
//!     close   closes it    1.2     the last row has no line below it
//! ```

use super::draft::{Draft, TableFinder};
use super::evidence::Evidence;
use super::rules::Net;
use super::white::{TextRow, WIDE};
use crate::geometry::Rect;
use crate::layout::regions::rows::RowLine;

/// Smallest width of a line of prose, as a share of the band's width, and its smallest number of letters.
const PROSE_WIDTH: f32 = 0.6;
const PROSE_LETTERS: u32 = 30;

/// Number of stretches between wide gaps from which a line is a row of cells and not prose.
const PROSE_STRETCHES: usize = 3;

/// Smallest number of further rows that show an even row height.
const EVEN: usize = 2;

/// A side of a table.
#[derive(Clone, Copy)]
pub(super) enum Side {
    Above,
    Below,
}

impl TableFinder<'_> {
    /// Candidate tables between horizontal lines at `ys`, downwards. The short lines of their net span only some columns.
    pub(super) fn between_rules(&self, ys: &[f32], net: &Net, pieces: Vec<u32>) -> Vec<Draft> {
        let mut bands: Vec<Vec<u32>> = vec![Vec::new(); ys.len().saturating_sub(1)];
        for index in pieces {
            let at = ys.partition_point(|&y| y <= self.piece(index).middle());
            if let Some(band) = at.checked_sub(1).and_then(|n| bands.get_mut(n)) {
                band.push(index);
            }
        }
        let (ends, bands) = self.apart_from_headlines(ys, bands);
        let rules = (ys, net);
        let between = |text: &[bool]| -> Vec<Draft> {
            let at = (0..bands.len()).filter(|&n| text.get(n) == Some(&true));
            let starts = [0].into_iter().chain(at.clone().map(|n| n + 1));
            let runs = starts.zip(at.chain([bands.len()]));
            let drafts = runs.filter_map(|(from, to)| self.stacked(rules, &ends, &bands, from, to));
            drafts.collect()
        };
        // Text between two tables of the same width belongs to neither.
        let is_text = |(n, band): (usize, &Vec<u32>)| {
            self.is_prose(band) && !self.is_band_in_columns(&bands, n) || self.is_headline(band)
        };
        let text: Vec<bool> = bands.iter().enumerate().map(is_text).collect();
        let drafts = between(&text);
        let bands_of_text = text.iter().zip(&bands);
        let more = bands_of_text.map(|(text, band)| *text || self.is_alone(band));
        let more: Vec<bool> = more.collect();
        if more == text {
            return drafts;
        }
        let best = |drafts: &[Draft]| {
            let scores = drafts.iter();
            let scores = scores.map(|draft| Evidence::gather(self, draft).score().sum);
            scores.fold(f32::NEG_INFINITY, f32::max)
        };
        // Only a table is made smaller: in text that is none, a part can look like one.
        let score = best(&drafts);
        if score < 0.0 {
            return drafts;
        }
        let others = between(&more);
        if best(&others) > score {
            others
        } else {
            drafts
        }
    }

    /// Whether a band has several lines of text, each alone in its row, as code and paragraphs. The name of a section is
    /// one line.
    fn is_alone(&self, band: &[u32]) -> bool {
        let lines = self.rows.lines(band);
        let mut rows = lines.chunk_by(|a, b| a.row == b.row);
        lines.len() > 2 && rows.all(|row| self.count_stretches(row, WIDE) == 1)
    }

    /// Whether the first line of a band is in the columns of the bands above and below it.
    fn is_band_in_columns(&self, bands: &[Vec<u32>], band: usize) -> bool {
        let around = band.checked_sub(1).and_then(|n| bands.get(n..n + 3));
        let Some(around) = around else {
            return false;
        };
        let lines: Vec<Vec<RowLine>> = around.iter().map(|band| self.rows.lines(band)).collect();
        let first = |lines: &Vec<RowLine>| {
            let row = lines.first().map(|line| line.row);
            lines
                .iter()
                .take_while(|line| Some(line.row) == row)
                .count()
        };
        let rows = lines
            .iter()
            .map(|lines| lines.get(..first(lines)).unwrap_or_default());
        let rows: Vec<TextRow<'_>> = rows.collect();
        let [above, own, below] = rows.as_slice() else {
            return false;
        };
        let [above, below] = [above, below].map(|row| self.stretches(row, WIDE));
        self.is_in_columns(own, &above, &below)
    }

    /// The first or the last row of a table with lines only between its rows: its outer end and its pieces. It must
    /// have several cells, in line with the others, whose first lines have the same distance to its line.
    pub(super) fn outer_row(
        &self,
        rules: Rect,
        ys: &[f32],
        free: &[u32],
        side: Side,
    ) -> Option<(f32, Vec<u32>)> {
        let (&top, &bottom) = (ys.first()?, ys.last()?);
        let heights = ys.iter().zip(ys.iter().skip(1)).map(|(a, b)| b - a);
        let heights: Vec<f32> = heights.collect();
        let (height, others) = match side {
            Side::Above => heights.split_first(),
            Side::Below => heights.split_last(),
        }?;
        let alike = others
            .iter()
            .filter(|own| (*own - height).abs() <= 0.1 * height);
        if alike.count() < EVEN {
            return None;
        }
        let between = |top: f32, bottom: f32| -> Vec<u32> {
            let inside = |&i: &u32| {
                let piece = self.piece(i);
                let along = (piece.cell.x0 + piece.cell.x1) / 2.0;
                (top..bottom).contains(&piece.middle()) && (rules.x0..=rules.x1).contains(&along)
            };
            free.iter().copied().filter(inside).collect()
        };
        // The ends of the row, and of the next one.
        let (own, next) = match side {
            Side::Above => ((top - height, top), (top, top + height)),
            Side::Below => ((bottom, bottom + height), (bottom - height, bottom)),
        };
        let pieces = between(own.0, own.1);
        let lines = self.rows.lines(&pieces);
        let first = lines.first()?;
        let beside = self.rows.lines(&between(next.0, next.1));
        let other = match side {
            Side::Above => beside.last(),
            Side::Below => beside.first(),
        }?;
        let mut rows = lines.chunk_by(|a, b| a.row == b.row);
        let cells = self.stretches(rows.next()?, WIDE);
        let is_below = |line: &(f32, f32)| cells.iter().any(|c| line.0 < c.1 && c.0 < line.1);
        let mut below = rows.flat_map(|row| self.stretches(row, WIDE));
        let row = cells.len() > 1 && below.all(|line| is_below(&line));
        let apart = (first.baseline - own.1) - (other.baseline - next.1);
        if !row || apart.abs() > 0.25 * self.em {
            return None;
        }
        let inner = self.rows.lines(&between(top, bottom));
        let inner = inner.chunk_by(|a, b| a.row == b.row);
        let inner: Vec<(f32, f32)> = inner.flat_map(|row| self.stretches(row, WIDE)).collect();
        let is_near = |a: f32, b: f32| (a - b).abs() <= 0.5 * self.em;
        // Cells begin, end or are centred where others of their column do.
        let in_line = |own: &(f32, f32)| {
            let with = |other: &(f32, f32)| {
                is_near(own.0, other.0)
                    || is_near(own.1, other.1)
                    || is_near(own.0 + own.1, other.0 + other.1)
            };
            inner.iter().any(with)
        };
        let end = match side {
            Side::Above => own.0,
            Side::Below => own.1,
        };
        cells.iter().all(in_line).then_some((end, pieces))
    }

    /// Whether most rows are captions, or single lines as long as lines of text. The last line of a paragraph is
    /// shorter.
    fn is_prose(&self, band: &[u32]) -> bool {
        let lines = self.rows.lines(band);
        let rect = lines.iter().fold(Rect::EMPTY, |r, l| r.union(l.cell));
        let (mut count, mut prose, mut goes_on) = (0, 0, false);
        for row in lines.chunk_by(|a, b| a.row == b.row) {
            let is_prose = match row {
                [line] if self.stretches(row, WIDE).len() < PROSE_STRETCHES => {
                    let letters: u32 = line.pieces.iter().map(|&i| self.piece(i).inked).sum();
                    let long = line.cell.width() >= PROSE_WIDTH * rect.width();
                    let begins = self.is_at(line.cell.x0, rect.x0);
                    let long = long && letters >= PROSE_LETTERS;
                    let last = goes_on && begins && self.stretches(row, WIDE).len() == 1;
                    goes_on = long;
                    long || last || self.is_caption(row)
                }
                _ => {
                    goes_on = false;
                    false
                }
            };
            count += 1;
            prose += usize::from(is_prose);
        }
        2 * prose > count
    }
}
