//! Separates headlines between ruled lines from tables: they belong to the text below them, not to a table.
//!
//! ```text
//!     ──────────────────────────
//!     A headline over columns         the band between two lines is cut
//!     ‐‐‐‐‐‐‐‐‐‐‐‐‐‐‐‐‐‐‐‐‐‐‐‐‐‐      below it
//!     text      text      text
//!     text      text
//!     ──────────────────────────
//! ```

use super::draft::TableFinder;
use super::white::TextRow;
use crate::geometry::Rect;
use crate::layout::scale::HEADLINE;

/// Smallest number of letters in a headline; fewer are a large initial or a sign.
const LETTERS: u32 = 4;

/// Smallest size of headlines side by side, as a multiple of the text size; column heads can be slightly
/// larger.
const BESIDE: f32 = 1.4;

/// Largest overlap of closely set rows, as a share of the lower one's height.
const OVERLAP: f32 = 0.25;

impl TableFinder<'_> {
    /// Cuts the bands between horizontal lines, which end at `ys`, above and below the headlines in them.
    pub(super) fn apart_from_headlines(
        &self,
        ys: &[f32],
        bands: Vec<Vec<u32>>,
    ) -> (Vec<f32>, Vec<Vec<u32>>) {
        let mut ends: Vec<f32> = ys.first().copied().into_iter().collect();
        let mut out: Vec<Vec<u32>> = Vec::with_capacity(bands.len());
        for (band, bottom) in bands.into_iter().zip(ys.iter().skip(1)) {
            let cuts = self.cuts_at_headlines(&band);
            let mut parts = vec![Vec::new(); cuts.len() + 1];
            for index in band {
                let at = cuts.partition_point(|&cut| cut <= self.piece(index).middle());
                if let Some(part) = parts.get_mut(at) {
                    part.push(index);
                }
            }
            out.extend(parts);
            ends.extend(cuts);
            ends.push(*bottom);
        }
        (ends, out)
    }

    /// The positions at which a band is cut, downwards.
    fn cuts_at_headlines(&self, band: &[u32]) -> Vec<f32> {
        if !band.iter().any(|&i| self.is_large(i)) {
            return Vec::new();
        }
        let lines = self.lines(band);
        let rows: Vec<TextRow<'_>> = lines.chunk_by(|a, b| a.row == b.row).collect();
        let cell = |row: TextRow<'_>| row.iter().fold(Rect::EMPTY, |r, l| r.union(l.cell));
        let places: Vec<(Rect, bool)> = rows
            .iter()
            .map(|row| (cell(row), self.is_headline_row(row)))
            .collect();
        let is_below = |a: Rect, b: Rect| b.y0 >= a.y1 - OVERLAP * a.height().min(b.height());
        let cut = |pair: &[(Rect, bool)]| match *pair {
            // A headline beside text on another level is over its own column only.
            [(above, a), (below, b)] if a != b && is_below(above, below) => {
                Some((above.y1 + below.y0) / 2.0)
            }
            _ => None,
        };
        places.windows(2).filter_map(cut).collect()
    }

    /// Whether a band is a headline of one or more lines.
    pub(super) fn is_headline(&self, band: &[u32]) -> bool {
        if !band.first().is_some_and(|&i| self.is_large(i)) {
            return false;
        }
        let lines = self.lines(band);
        let mut rows = lines.chunk_by(|a, b| a.row == b.row);
        rows.all(|row| self.is_headline_row(row))
    }

    /// Whether a row has only headlines: one in large letters, or several side by side in larger ones.
    fn is_headline_row(&self, row: TextRow<'_>) -> bool {
        let least = if row.len() > 1 { BESIDE } else { HEADLINE };
        row.iter().all(|line| {
            let pieces = line.pieces.iter().map(|&i| self.piece(i).inked);
            line.size > least * self.em && pieces.sum::<u32>() >= LETTERS
        })
    }

    fn is_large(&self, piece: u32) -> bool {
        self.piece(piece).size > HEADLINE * self.em
    }
}
